#!/usr/bin/env bash
# Area: synthesises designs for osu018 and for the libraries in LIBERTY.
# usage: [LIBERTY='FILE...'] synth.sh CSV [DESIGN[:LANES[:WIDTH]]...]
#
# Default: the designs of scripts/designs.sh and every module of rtl/, those with their default parameters.
# Writes CSV and prints it as a table. What is synthesised already is not done again.
set -euo pipefail

csv=$1
shift
. "$(dirname "$0")/designs.sh"

[ $# -gt 0 ] || set -- "${all_designs[@]}"
start=$SECONDS
prepare_netlists "$@"

mkdir -p "$(dirname "$csv")"
{
    echo design,library,lanes,width,cells,area,flops,memory_bits
    for library in "${libraries[@]}"; do
        for item in "$@"; do
            split_design "$item"
            # shellcheck source=/dev/null
            . "build/netlist/$library/$design-$lanes-$width.area"
            # shellcheck disable=SC2154 # of the file
            echo "$design,$library,$lanes,$width,$cells,$area,$flops,$memory_bits"
        done
    done
} >"$csv.new"
mv "$csv.new" "$csv"

awk -F, '{ printf "%-26s %-14s %5s %5s %8s %11s %6s %11s\n", $1, $2, $3, $4, $5, $6, $7, $8 }' "$csv"
echo "synth: $(($(wc -l <"$csv") - 1)) netlists in $((SECONDS - start)) s; memories are counted in bits, without area; $csv"
