#!/usr/bin/env bash
# The release as a tarball: the tree, and in ip/ what git has not: the registers as IP-XACT, and the
# commit.
# usage: dist.sh VERSION FOLDER IP_XACT     FOLDER/semacredit-VERSION.tar.gz
#
# The same tree makes the same tarball, byte by byte.
set -euo pipefail
here=$(dirname "$0")

version=$1 folder=$2 xact=$3
name=semacredit-$version
stage=$folder/$name
rm -rf "$folder"
mkdir -p "$stage/ip"

"$here/tree_files.sh" | tar -c --files-from=- | tar -x -C "$stage"
cp "$xact" "$stage/ip"
scripts/build/revision.sh csim tb rtl Makefile |
    sed -nE "s/.*\"($version, )?(.*)\"/$version, \2/p" >"$stage/ip/revision"

when=$({ [ -e .git ] && git log -1 --format=%ct 2>/dev/null; } || stat -c %Y Makefile)
tar -c --sort=name --owner=0 --group=0 --numeric-owner --mode=go-w --mtime="@$when" -C "$folder" \
    "$name" | gzip -9n >"$folder/$name.tar.gz"
rm -r "$stage"
