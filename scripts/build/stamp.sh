#!/usr/bin/env bash
# Rewrites STAMP, sums of files, where contents differ, whatever times say: cp -p, rsync -a and tar
# keep old ones. Without FILE, those that STAMP has.
# usage: stamp.sh STAMP [FILE...]
set -euo pipefail

stamp=$1 files=("${@:2}")
mkdir -p "$(dirname "$stamp")"
touch -a "$stamp"
[ ${#files[@]} -gt 0 ] || mapfile -t files < <(sed 's/^[0-9a-f]*  //' "$stamp")
sums=$(sha256sum -- "${files[@]}" 2>&1 </dev/null) || true # one that is gone has a line, too
[ "$sums" = "$(cat "$stamp")" ] || printf '%s\n' "$sums" >"$stamp"
