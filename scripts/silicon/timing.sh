#!/usr/bin/env bash
# Timing: the clock that each design reaches, register to register, by OpenSTA.
# usage: [LIBERTY='FILE...'] timing.sh CSV [DESIGN[:LANES[:WIDTH[:OPTION=VALUE,...]]]...]
#
# Default: the cores and their references, modules and the whole block, in osu018; the whole block
# in the libraries in LIBERTY, too. Writes CSV, and beside it mapping.csv: what each mapping script
# gave where several were tried, and which was kept (scripts/silicon/netlist.sh); and slack.csv: for
# each block of each design its slowest path, and its registers by the part of the clock that is
# left on their worst path (left_0: less than a tenth, left_10: one to two tenths ...). Prints the
# clocks as a table, and slack for the core and the whole block. What is timed already is not timed
# again.
set -euo pipefail

csv=$1
shift
. "$(dirname "$0")/designs.sh"

[ $# -gt 0 ] || set -- "${timed_designs[@]}"
slack=$(dirname "$csv")/slack.csv
mapping=$(dirname "$csv")/mapping.csv
start=$SECONDS
prepare_netlists "$@"
time_netlists "$@"

mkdir -p "$(dirname "$csv")"
echo design,library,lanes,width,fmax_mhz,worst_path >"$csv.new"
echo design,library,lanes,width,script,fmax_mhz,area,kept >"$mapping.new"
echo design,library,lanes,width,block,registers,fmax_mhz,worst_path,left_0,\
left_10,left_20,left_30,left_40,left_50,left_60,left_70,left_80,left_90 \
    >"$slack.new"
for library in "${libraries[@]}"; do
    measured_in "$library" "$@"
    for item in "${measured[@]}"; do
        split_design "$item"
        row=$design,$library,$lanes,$width
        timing=build/netlist/$library/$name.timing
        read -r _ fmax from to < <(grep '^fmax ' "$timing") ||
            { echo "timing: $name, $library: no path from register to register" >&2 && exit 1; }
        echo "$row,$fmax,$from -> $to" >>"$csv.new"
        tries=build/netlist/$library/$name.tries
        [ ! -f "$tries" ] || awk -v row="$row" \
            '{ print row "," $1 "," $2 "," $3 "," (NR == 1 ? "yes" : "no") }' "$tries" \
            >>"$mapping.new"
        # Blocks of the whole block: the instances that it is made of. Of others: whatever holds
        # registers.
        awk -v row="$row" -v whole="$([ "$design" = top ] && echo 1 || echo 0)" '$1 == "block" {
                block = $2
                if (whole) sub(/\..*/, "", block)
                registers[block] += $3
                if ($4 > worst[block]) { worst[block] = $4; path[block] = $5 " -> " $6 }
                for (i = 0; i < 10; i++) left[block, i] += $(7 + i)
            }
            END { for (block in registers) {
                line = sprintf("%s,%s,%d,%.1f,%s", row, block, registers[block],
                    1000 / worst[block], path[block])
                for (i = 0; i < 10; i++) line = line "," left[block, i]
                print line } }' "$timing" | sort -t, -s -k7,7n -k5,5 >>"$slack.new"
    done
done
mv "$csv.new" "$csv"
mv "$slack.new" "$slack"
mv "$mapping.new" "$mapping"

# Beside the references of its library, at 10 lanes and 32 bits.
awk -F, 'NR == FNR { if ($3 == 10 && $4 == 32) mhz[$2, $1] = $5; next }
    function ratio(of) { return mhz[$2, of] ? sprintf("%.2f", $5 / mhz[$2, of]) : "-" }
    FNR == 1 { printf "%-18s %-14s %5s %5s %8s %11s %10s\n", $1, $2, $3, $4, "MHz", "/reference",
        "/prefix"; next }
    { printf "%-18s %-14s %5s %5s %8s %11s %10s\n", $1, $2, $3, $4, $5, ratio("reference"),
        ratio("reference_prefix")
      printf "    %s\n", $6 }' "$csv" "$csv"

awk -F, 'FNR > 1 && $3 == 10 && $4 == 32 && ($1 == "core" || $1 == "top") {
        design = $1 ", 10 lanes, 32 bits, " $2
        if (design != last) {
            printf "\n%s: register bits of each block, the slowest first, and how many have so " \
                "many tenths of the clock left\n", design
            printf "  %-56s %6s %7s  %s\n", "block", "bits", "MHz",
                "   0-1   1-2   2-3   3-4   4-5   5-6   6-7   7-8   8-9  9-10"
            last = design
        }
        printf "  %-56s %6d %7.1f ", $5, $6, $7
        for (i = 9; i <= 18; i++) printf " %5d", $i
        printf "\n" }' "$slack"
echo "timing: $(($(wc -l <"$csv") - 1)) netlists in $((SECONDS - start)) s; $csv, $mapping, $slack"
