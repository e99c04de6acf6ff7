#!/usr/bin/env bash
# Plants a bug: copies the RTL and applies a sed script to it, which must change exactly one file.
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
if [ ${#changed[@]} -ne 1 ]; then
    echo "$bug: must change exactly one file of $rtl, changed ${#changed[@]}: ${changed[*]}" >&2
    rm -rf "$out"
    exit 1
fi
