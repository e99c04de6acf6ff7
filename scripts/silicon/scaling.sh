#!/usr/bin/env bash
# Scaling: how area, clock, latency and rate of decisions grow with lanes, counter width, quantum,
# table depth and waiting slots.
# usage: scaling.sh CSV FIGURE_DATA [STUDY[:MOST]...]      in osu018
#
# STUDY is lanes, width, quantum, depth or slots, default all; MOST leaves greater values out, which
# are those that take time. Writes CSV and, for scripts/figures/figures.sh,
# FIGURE_DATA/scaling_STUDY.csv. Prints the studies as tables. What is synthesised and timed already
# is not done again.
#
#   series            what is measured, a line of the figure: a design, a module, or a window for
#                     the quantum
#   gates             area over that of the library's smallest gate of two inputs (a NAND)
#   fmax_mhz          register to register; empty where there is no such path
#   fmax_borders_mhz  with inputs that come out of a neighbour's flops and outputs that go to one
#                     (constraints/core.sdc)
#   clock_mhz         what latency and rate are reckoned with: register to register; of modules,
#                     which stand between others, the slower
#                     of the two
#   clocks            from an operation to the decision on it; empty where none is made
#   latency_ns        those clocks
#   decisions_per_s   one a clock; of reference, updates of a counter
set -euo pipefail

csv=$1 data=$2
shift 2
. "$(dirname "$0")/designs.sh"

studies=(lanes width quantum depth slots)
[ $# -gt 0 ] || set -- "${studies[@]}"
for study in "$@"; do
    if [[ " ${studies[*]} " != *" ${study%%:*} "* || ! $study =~ ^[a-z]+(:[0-9]+)?$ ]]; then
        echo "scaling: unknown study '$study': expected ${studies[*]}, or one of them with ':'" \
            "and its greatest value" >&2
        exit 2
    fi
done

designs='core core_untuned reference reference_prefix'
widths='8 12 16 20 24 32'
# Windows in quanta, as the finest quantum counts them: 64,000 is the default of HBM and Atomic
# lanes.
windows='64000 1024000 16384000'
slot_modules='sema_arbiter sema_fit sema_order sema_dependency'
largest_as_flops=128

# usage: with MODULE PARAMETER VALUE; the module as a design, without the option where that is what
# it is built for, so that the netlist is the one that synth.sh has.
with() {
    if [ "$3" = "$(sed -nE "s/.* $2 .*= ([0-9]+);.*/\1/p" build/hdl/sema_pkg.sv)" ]; then
        echo "$1"
    else
        echo "$1:10:32:$2=$3"
    fi
}

# Lines STUDY VALUE SERIES DESIGN[:LANES...].
points() {
    local value series width quantum
    case $1 in
    lanes)
        for value in 2 4 8 10 16 32 64; do
            for series in $designs; do echo "lanes $value $series $series:$value"; done
        done ;;
    width)
        for value in $widths; do
            for series in $designs; do echo "width $value $series $series:10:$value"; done
        done ;;
    quantum)
        # A counter of W bits holds a window of 2^W - 2 units: of each window, the finest quantum
        # with which it fits. A quantum is a power of two. Counters that are wider than the finest
        # quantum needs gain nothing.
        for series in $windows; do
            for width in $widths; do
                quantum=1
                while ((series / quantum > 2 ** width - 2)); do quantum=$((2 * quantum)); done
                ((quantum > 4096)) || echo "quantum $quantum $series core:10:$width"
                ((quantum > 1)) || break
            done
        done ;;
    depth)
        for value in 16 32 64 128 256 512 1024; do
            echo "depth $value table_memories $(with sema_reservation_table Depth "$value")"
            echo "depth $value id_pool $(with sema_id_pool Depth "$value")"
            ((value > largest_as_flops)) ||
                echo "depth $value table_flops" \
                    "sema_reservation_table:10:32:Depth=$value,tables=flops"
        done ;;
    slots)
        for value in 4 8 16 32 64; do
            for series in $slot_modules; do
                echo "slots $value $series $(with "$series" Slots "$value")"
            done
        done ;;
    esac
}

# Clocks from an operation to its decision; of the arbiter, as the specification has them.
offer_clocks=$(sed -nE 's/.*OfferToDecision.*= *([0-9]+).*/\1/p' build/hdl/sema_pkg.sv)
[ -n "$offer_clocks" ] || { echo 'scaling: no OfferToDecision in rtl/sema_pkg.sv' >&2 && exit 1; }
clocks_of() {
    case $1 in
    core) echo 4 ;; # rtl/reference/core.sv
    core_untuned) echo 2 ;; # its inputs' flops, its answer's
    reference | reference_prefix) echo 1 ;;
    sema_arbiter) echo "$offer_clocks" ;;
    esac
}

start=$SECONDS
mapfile -t wanted < <(for study in "$@"; do
    points "${study%%:*}" | awk -v study="$study" \
        'BEGIN { split(study, part, ":") } part[2] == "" || $2 <= part[2] + 0'
done)
mapfile -t items < <(printf '%s\n' "${wanted[@]}" | awk '!seen[$4]++ { print $4 }')
LIBERTY='' prepare_netlists "${items[@]}"
time_netlists "${items[@]}"
# shellcheck disable=SC2154 # of prepare_netlists
library=${libraries[0]}
gate=$(awk -f scripts/silicon/liberty_gate.awk "build/liberty/$library.lib")

mkdir -p "$(dirname "$csv")" "$data"
{
    echo study,value,series,library,lanes,width,area,gates,flops,memory_bits,fmax_mhz,\
fmax_borders_mhz,clock_mhz,clocks,latency_ns,decisions_per_s,worst_path
    for point in "${wanted[@]}"; do
        read -r study value series item <<<"$point"
        split_design "$item"
        # shellcheck source=/dev/null
        . "build/netlist/$library/$name.area"
        # shellcheck disable=SC2154 # of the file
        awk -v row="$study,$value,$series,$library,$lanes,$width,$area" \
            -v gates="$(awk "BEGIN { printf \"%.0f\", $area / $gate }")" \
            -v counts="$flops,$memory_bits" -v clocks="$(clocks_of "$design")" \
            -v is_module="$([ -f "build/hdl/$design.sv" ] && echo 1 || echo 0)" '
            $1 == "fmax" { fmax = $2; path = $3 " -> " $4 }
            $1 == "borders" { borders = $2; if (path == "") path = $3 " -> " $4 }
            END {
                mhz = fmax != "" && (!is_module || fmax + 0 < borders + 0) ? fmax : borders
                print row "," gates "," counts "," fmax "," borders "," mhz "," clocks "," \
                    (clocks == "" ? "" : sprintf("%.2f", 1000 * clocks / mhz)) "," \
                    (clocks == "" ? "" : sprintf("%.0f", 1000000 * mhz)) "," path
            }' "build/netlist/$library/$name.timing"
    done
} >"$csv.new"
mv "$csv.new" "$csv"
for study in "${@%%:*}"; do
    awk -F, -v study="$study" 'FNR == 1 || $1 == study' "$csv" >"$data/scaling_$study.csv"
done

awk -F, 'FNR == 1 { next }
    $1 != last {
        printf "%s%-8s %7s %-22s %9s %7s %8s %7s %9s %7s %9s\n", last == "" ? "" : "\n", "study",
            "value", "series", "gates", "flops",
            "bits", "MHz", "/borders", "ns", "million/s"
        last = $1
    }
    { printf "%-8s %7s %-22s %9s %7s %8s %7s %9s %7s %9s\n", $1, $2, $3, $8, $9, $10, $11, $12, $15,
        $16 == "" ? "" : sprintf("%.0f", $16 / 1e6) }' "$csv"
echo "scaling: ${#items[@]} netlists in $((SECONDS - start)) s; $csv"
