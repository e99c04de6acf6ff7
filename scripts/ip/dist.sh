#!/usr/bin/env bash
# The release as a tarball: the tree, and in ip/ what is made for it, so that it builds by itself
# and other tools find their files: semacredit.core, Bender.yml, CITATION.cff.
# usage: dist.sh VERSION FOLDER PROGRAM IP_FOLDER RTL_FOLDER     FOLDER/semacredit-VERSION.tar.gz
#
# The same tree makes the same tarball, byte by byte.
set -euo pipefail
here=$(dirname "$0")

version=$1 folder=$2 program=$3 ip=$4 rtl=$5
name=semacredit-$version
stage=$folder/$name
rm -rf "$folder"
mkdir -p "$stage/ip"

"$here/tree_files.sh" | tar -c --files-from=- | tar -x -C "$stage"
cp "$rtl/sema_registers.sv" "$ip"/semacredit.{rdl,xml} "$stage/ip"
cp build/generated/semacredit_registers.h "$stage/ip"
"$here/core.sh" fusesoc "$version" >"$stage/semacredit.core"
"$here/core.sh" bender "$version" >"$stage/Bender.yml"
scripts/build/revision.sh csim tb rtl Makefile |
    sed -nE "s/.*\"(.*)\"/$version, \1/p" >"$stage/ip/revision"

# A recorded run, for the core's target sim.
"$program" run --config-dir sim --workload random --set operations=300 --admission lockstep \
    --no-skip --tape "$folder/random.tape" >/dev/null
"$program" replay --vectors "$stage/ip/random.vectors" "$folder/random.tape"
rm "$folder/random.tape"

when=$(git log -1 --format=%ct 2>/dev/null || stat -c %Y Makefile)
day=$(date -u -d "@$when" +%F)
sed -e "s/@VERSION@/$version/" -e "s/@DAY@/$day/" "$here/CITATION.cff" >"$stage/CITATION.cff"
tar -c --sort=name --owner=0 --group=0 --numeric-owner --mode=go-w --mtime="@$when" -C "$folder" \
    "$name" | gzip -9n >"$folder/$name.tar.gz"
rm -r "$stage"
