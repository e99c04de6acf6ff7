#!/usr/bin/env bash
# Plants bugs: copies the RTL and puts into it what a table says (rtl/bugs/README.md).
# usage: plant.sh TABLE RTL_FOLDER OUT_FOLDER
set -euo pipefail

table=$1 rtl=$2 out=$3

rm -rf "$out"
mkdir -p "$out"
cp "$rtl"/*.f "$out"
awk -v out="$out" -f "$(dirname "$0")/plant.awk" "$table" "$rtl"/*.sv || {
    rm -rf "$out"
    exit 1
}
