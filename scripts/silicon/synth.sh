#!/usr/bin/env bash
# Area: synthesises designs for osu018, the whole block for the libraries in LIBERTY, too.
# usage: [LIBERTY='FILE...'] synth.sh CSV [DESIGN[:LANES[:WIDTH[:OPTION=VALUE,...]]]...]
#
# Default: the designs of scripts/silicon/designs.sh and every module of rtl/, those with their
# default parameters. Writes CSV, and beside it memories.csv: the tables that area.csv counts in
# bits, with their ports, and what each takes as flops of osu018. Prints both as tables. What is
# synthesised already is not done again.
set -euo pipefail

csv=$1
shift
. "$(dirname "$0")/designs.sh"

[ $# -gt 0 ] || set -- "${all_designs[@]}"
memories=$(dirname "$csv")/memories.csv
start=$SECONDS
prepare_netlists "$@"

mkdir -p "$(dirname "$csv")"
{
    echo design,library,lanes,width,cells,area,flops,memory_bits
    for library in "${libraries[@]}"; do
        measured_in "$library" "$@"
        for item in "${measured[@]}"; do
            split_design "$item"
            # shellcheck source=/dev/null
            . "build/netlist/$library/$name.area"
            # shellcheck disable=SC2154 # of the file
            echo "$design,$library,$lanes,$width,$cells,$area,$flops,$memory_bits"
        done
    done
} >"$csv.new"

# usage: tables_of LIBRARY ITEM; the memories left in its netlist: INSTANCE WORDS BITS READ_PORTS
# WRITE_PORTS
tables_of() {
    split_design "$2"
    # shellcheck source=/dev/null
    . "build/netlist/$1/$name.area"
    [ "$memory_bits" -eq 0 ] || cat "build/netlist/generic/$name.memories"
}
mapfile -t shapes < <(for item in "$@"; do tables_of "${libraries[0]}" "$item"; done |
    awk '{ print "sema_memory:10:32:Width=" $3 ",Depth=" $2 }' | sort -u)
[ ${#shapes[@]} -eq 0 ] || LIBERTY='' prepare_netlists "${shapes[@]}"
{
    echo design,library,lanes,width,memory,words,word_bits,bits,read_ports,write_ports,\
area_as_flops,flops
    for library in "${libraries[@]}"; do
        for item in "$@"; do
            split_design "$item"
            while read -r memory words word_bits reads writes; do
                # shellcheck source=/dev/null
                . "build/netlist/$library/sema_memory-10-32-Width=$word_bits-Depth=$words.area"
                printf '%s,' "$design" "$library" "$lanes" "$width" "$memory" "$words" \
                    "$word_bits" $((words * word_bits)) "$reads" "$writes" "$area"
                echo "$flops"
            done < <(tables_of "$library" "$item")
        done
    done
} >"$memories.new"
mv "$csv.new" "$csv"
mv "$memories.new" "$memories"

awk -F, '{ printf "%-26s %-14s %5s %5s %8s %11s %6s %11s\n", $1, $2, $3, $4, $5, $6, $7, $8 }' \
    "$csv"
echo
awk -F, '{ printf "%-26s %-14s %-36s %5s %9s %7s %10s %11s %13s " \
    "%6s\n", $1, $2, $5, $6, $7, $8, $9, $10, $11, $12 }' "$memories"
echo "synth: $(($(wc -l <"$csv") - 1)) netlists in $((SECONDS - start)) s; tables are counted in" \
    "bits, without area: $csv;" \
    "as flops: $memories"
