#!/usr/bin/env bash
# Plants a bug: copies the RTL and applies a sed script to it, which must change the file that it names, and no other.
# usage: plant.sh BUG.sed RTL_FOLDER OUT_FOLDER
set -euo pipefail

bug=$1 rtl=$2 out=$3

rm -rf "$out"
mkdir -p "$out"
cp "$rtl"/*.sv "$rtl"/*.f "$out"
changed=()
for file in "$out"/*.sv; do
    sed -E -i -f "$bug" "$file"
    cmp -s "$file" "$rtl/$(basename "$file")" || changed+=("$(basename "$file")")
done
named=$(sed -nE 's/^# file: *rtl\/(.*)$/\1/p' "$bug")
if [ "${changed[*]}" != "$named" ]; then
    echo "$bug: must change rtl/$named and nothing else, changed: ${changed[*]:-nothing}" >&2
    rm -rf "$out"
    exit 1
fi
