#!/usr/bin/env bash
# Timing: the clock that each design reaches, register to register, by OpenSTA.
# usage: [LIBERTY='FILE...'] timing.sh CSV [DESIGN[:LANES[:WIDTH]]...]
#
# Default: the cores and their references, in osu018 and the libraries in LIBERTY. Writes CSV, and prints a
# table, how far all paths are from the worst one, and the slowest path of each block of the core.
set -euo pipefail

csv=$1
shift
. "$(dirname "$0")/designs.sh"

[ $# -gt 0 ] || set -- "${timed_designs[@]}"
start=$SECONDS
prepare_netlists "$@"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# usage: time_netlist LIBRARY DESIGN LANES WIDTH; lines of scripts/timing.tcl
time_netlist() {
    local netlist=build/netlist/$1/$2-$3-$4.v load
    # shellcheck source=/dev/null
    . "build/liberty/$1.facts"
    {
        echo "set liberty build/liberty/$1.lib"
        echo "set netlist $netlist"
        echo "set top $(sed -nE 's/^module +([^ (]+).*/\1/p' "$netlist" | tail -n 1)"
        echo "set sdc constraints/core.sdc"
        echo "set load $load"
        echo "set period 1.5"
        echo "source scripts/timing.tcl"
    } >"$work/run.tcl"
    if ! sta -exit -no_splash "$work/run.tcl" >"$work/report" 2>&1 || ! grep -q '^fmax ' "$work/report" ||
        grep -q '^Error' "$work/report"; then
        echo "timing: $2, $3 lanes, $4 bits, $1:" >&2
        cat "$work/report" >&2
        exit 1
    fi
    cat "$work/report"
}

mkdir -p "$(dirname "$csv")"
echo design,library,lanes,width,fmax_mhz,worst_path >"$work/csv"
for library in "${libraries[@]}"; do
    for item in "$@"; do
        split_design "$item"
        time_netlist "$library" "$design" "$lanes" "$width" >"$work/$design-$lanes-$width-$library"
        read -r _ fmax from to < <(grep '^fmax ' "$work/$design-$lanes-$width-$library")
        echo "$design,$library,$lanes,$width,$fmax,$from -> $to" >>"$work/csv"
    done
done
mv "$work/csv" "$csv"

# Beside the references of its library, at 10 lanes and 32 bits.
awk -F, 'NR == FNR { if ($3 == 10 && $4 == 32) mhz[$2, $1] = $5; next }
    function ratio(of) { return mhz[$2, of] ? sprintf("%.2f", $5 / mhz[$2, of]) : "-" }
    FNR == 1 { printf "%-18s %-14s %5s %5s %8s %11s %10s\n", $1, $2, $3, $4, "MHz", "/reference", "/prefix"; next }
    { printf "%-18s %-14s %5s %5s %8s %11s %10s\n", $1, $2, $3, $4, $5, ratio("reference"), ratio("reference_prefix")
      printf "    %s\n", $6 }' "$csv" "$csv"

for library in "${libraries[@]}"; do
    report=$work/core-10-32-$library
    [ -f "$report" ] || continue
    echo
    echo "core, 10 lanes, 32 bits, $library: registers by the part of the clock that is left on their worst path"
    awk '$1 == "bin" { n[$2] = $3; all += $3 }
        END { for (i = 0; i < 10; i++) {
            bar = sprintf("%" int(60 * n[i] / all + 0.5) "s", ""); gsub(/ /, "#", bar)
            printf "  %2d to %3d %% %6d %s\n", 10 * i, 10 * i + 10, n[i], bar } }' "$report"
    echo "and by block, the slowest first (register bits, worst path in ns):"
    awk '$1 == "block" { printf "  %-56s %6d %8.3f\n", $2, $3, $4 }' "$report" | sort -k3,3nr
done
echo "timing: $(($(wc -l <"$csv") - 1)) netlists in $((SECONDS - start)) s; $csv"
