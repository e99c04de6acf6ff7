#!/usr/bin/env bash
# The release as a tarball: the tree, and in ip/ what is made for it, so that it builds by itself
# and other tools find their files: semacredit.core, Bender.yml, CITATION.cff.
# usage: dist.sh VERSION FOLDER IP_FOLDER     FOLDER/semacredit-VERSION.tar.gz
#
# The same tree makes the same tarball, byte by byte.
set -euo pipefail
here=$(dirname "$0")

version=$1 folder=$2 ip=$3
name=semacredit-$version
stage=$folder/$name
rm -rf "$folder"
mkdir -p "$stage/ip"

"$here/tree_files.sh" | tar -c --files-from=- | tar -x -C "$stage"
cp "$ip"/semacredit.{rdl,xml} "$stage/ip"
cp build/generated/semacredit_registers.h "$stage/ip"
"$here/core.sh" fusesoc "$version" >"$stage/semacredit.core"
"$here/core.sh" bender "$version" >"$stage/Bender.yml"
scripts/build/revision.sh csim tb rtl Makefile |
    sed -nE "s/.*\"(.*)\"/$version, \1/p" >"$stage/ip/revision"

when=$(git log -1 --format=%ct 2>/dev/null || stat -c %Y Makefile)
day=$(date -u -d "@$when" +%F)
sed -e "s/@VERSION@/$version/" -e "s/@DAY@/$day/" "$here/CITATION.cff" >"$stage/CITATION.cff"
tar -c --sort=name --owner=0 --group=0 --numeric-owner --mode=go-w --mtime="@$when" -C "$folder" \
    "$name" | gzip -9n >"$folder/$name.tar.gz"
rm -r "$stage"
