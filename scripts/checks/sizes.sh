#!/usr/bin/env bash
# The block at other sizes: each built, run in lockstep with all checks for CLOCKS and more, from
# reset and from drawn states; REPORT has a row for each. Tapes of one are refused by another.
# usage: sizes.sh REPORT PROGRAM FOLDER CLOCKS OPT MAKE SIZE...   PROGRAM is of the default size;
# OPT: that of the compiler; a SIZE is HBM-DEPTH-SLOTS-WIDTH
set -euo pipefail
. "$(dirname "$0")/checks.sh"

report=$1 program=$2 folder=$3 least=$4 opt=$5 make=$6
shift 6
# The busiest block takes more than five clocks for an operation of each workload.
operations=$((least / 5))
mkdir -p "$folder" "$(dirname "$report")"
echo "hbm,width,depth,slots,cycles,mismatches" >"$report.part"

# usage: refused PROGRAM TAPE
refused() {
    local status=0
    "$1" replay "$2" >"$folder/replay.log" 2>&1 || status=$?
    if [ "$status" = 2 ] && [ "$(wc -l <"$folder/replay.log")" = 1 ] &&
        grep -q 'expected a tape of HBM=' "$folder/replay.log"; then
        pass
    else
        fail "$1 replay $2: expected status 2 and one line on sizes, got status $status"
    fi
}

for size in "$@"; do
    IFS=- read -r hbm depth slots width <<<"$size"
    own=build/size/$size
    if ! "$make" --no-print-directory "$own/semacredit" "HBM=$hbm" "DEPTH=$depth" "SLOTS=$slots" \
        "WIDTH=$width" "OPT=$opt" >"$folder/$size.build" 2>&1; then
        tail -n 5 "$folder/$size.build" >&2
        fail "$size: cannot be built"
        continue
    fi
    rm -f "$own/reports/cosim_selected.csv"
    if "$own/semacredit" cosim --workload random,adversarial --seeds 1 --begins 20 \
        --set operations=$operations >"$folder/$size.log" 2>&1; then pass; else
        tail -n 30 "$folder/$size.log" >&2
        fail "$size: cosim"
    fi
    row=$(awk -F, 'NR > 1 { cycles += $4; wrong += $9 } END { printf "%d,%d", cycles, wrong }' \
        "$own/reports/cosim_selected.csv") || row=0,1
    echo "$hbm,$width,$depth,$slots,$row" | tee -a "$report.part"
    if [ "${row%,*}" -ge "$least" ] && [ "${row#*,}" = 0 ]; then pass; else
        fail "$size: expected $least clocks and more without a mismatch, got $row"
    fi
done
"$own/semacredit" run --workload atomic --tape "$folder/other.gz" >/dev/null
"$program" run --workload atomic --tape "$folder/default.gz" >/dev/null
refused "$program" "$folder/other.gz"
refused "$own/semacredit" "$folder/default.gz"
mv "$report.part" "$report"
finish "$(basename "$folder")"
