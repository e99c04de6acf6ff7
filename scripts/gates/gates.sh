#!/usr/bin/env bash
# The netlist of the whole block, in the place of the RTL: in lockstep with the golden model on all
# workloads, on the RTL's tapes, and with the RTL's commit streams byte for byte. A fault in one of
# its cells must be caught.
# usage: gates.sh REPORT.csv FOLDER CONFIG_FOLDER PROGRAM GATE_PROGRAM FAULTY_PROGRAM
#
# REPORT.csv has the columns of cosim.csv.
set -euo pipefail
. "$(dirname "$0")/../checks/checks.sh"

report=$1 folder=$2 configs=$(realpath "$3") rtl=$(realpath "$4") gates=$(realpath "$5") \
    faulty=$(realpath "$6")
least_cycles=1000000
rm -rf "$folder"
mkdir -p "$folder" "$(dirname "$report")"

# usage: lockstep PROGRAM NAME [OPTION...]; in a folder of its own, where its report stays
lockstep() {
    mkdir -p "$folder/$2"
    (cd "$folder/$2" && exec "$1" cosim --config-dir "$configs" "${@:3}") </dev/null
}

# All workloads, and more of the two that are made to find faults.
for run in all random adversarial; do
    case $run in
    all) options=(--quick) ;;
    *) options=(--workload "$run" --seeds 4 --set operations=50000) ;;
    esac
    if lockstep "$gates" "$run" "${options[@]}" >"$folder/$run.log" 2>&1; then pass; else
        cat "$folder/$run.log" >&2
        fail "gates: lockstep of $run"
    fi
done
awk 'FNR > 1 || NR == 1' "$folder/all/build/reports/cosim.csv" \
    "$folder"/{random,adversarial}/build/reports/cosim_selected.csv >"$report"
cat "$folder/all.log"
read -r cycles mismatches speed < \
    <(awk -F, 'NR > 1 { cycles += $4; mismatches += $9; seconds += $10 ? $4 / $10 : 0 }
    END { printf "%d %d %.0f\n", cycles, mismatches, seconds ? cycles / seconds : 0 }' "$report")
echo "gates: $cycles cycles in lockstep, $mismatches mismatches, $speed cycles/s in one process;" \
    "$report"
expect_success "gates: $cycles cycles, expected $least_cycles" [ "$cycles" -ge "$least_cycles" ]
if [ "$mismatches" = 0 ]; then pass; else fail "gates: $mismatches mismatches"; fi

# usage: record PROGRAM WORKLOAD NAME [OPTION...]; its tape and its commits
# shellcheck disable=SC2317 # called through expect_success
record() {
    "$1" run --config-dir "$configs" --admission rtl --workload "$2" --tape "$folder/$2.$3.tape" \
        --commits "$folder/$2.$3.csv" "${@:4}"
}

# The RTL's tapes and commits.
for config in "$configs"/*.yaml; do
    workload=$(basename "$config" .yaml)
    short=()
    case $workload in random | adversarial) short=(--set operations=3000) ;; esac
    expect_success "gates: $workload by the RTL" record "$rtl" "$workload" rtl "${short[@]}"
    expect_success "gates: $workload by the netlist" record "$gates" "$workload" gates "${short[@]}"
    expect_success "gates: $workload, the RTL's tape replayed" "$gates" replay \
        "$folder/$workload.rtl.tape"
    expect_success "gates: $workload, the same commits" cmp "$folder/$workload".{rtl,gates}.csv
    echo "gates: $workload: $(($(wc -l <"$folder/$workload.rtl.csv") - 1)) commits of the RTL's"
done

# One cell is another.
status=0
lockstep "$faulty" fault --quick --jobs 1 >"$folder/fault.log" 2>&1 || status=$?
caught=$(sed -n 's/^FAILED: //p' "$folder/fault.log" | head -n 1)
if [ "$status" -eq 1 ] && [ -n "$caught" ]; then pass; else
    fail "gates: a fault in one cell: status $status instead of 1, see $folder/fault.log"
fi
echo "gates: a fault in one cell: $caught"
finish gates
