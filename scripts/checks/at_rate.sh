#!/usr/bin/env bash
# The golden model with the latencies of the admission path at rate, which the RTL does not have
# yet: all workloads and runs from drawn states under the checkers, zero time, every part of waits.
# usage: at_rate.sh PROGRAM CONFIGURATIONS FOLDER
set -euo pipefail
. "$(dirname "$0")/checks.sh"

program=$(realpath "$1") sim=$(realpath "$2") folder=$3
mkdir -p "$folder"
cd "$folder"

# usage: run WORKLOAD OPTION...; a line for expect_each
run() {
    printf '%s\t%q run --config-dir %q --admission golden --workload %s %s\n' "$*" "$program" \
        "$sim" "$1" "${*:2}"
}
{
    for workload in hbm_hotspot atomic response allreduce moe remote_read; do
        run "$workload" --seed 1
    done
    for workload in random adversarial; do
        run "$workload" --set operations=100000
        for seed in 1 2 3 4 5 6 7 8; do
            run "$workload" --seed "$seed" --set begin_percent=100 --set operations=3000
        done
    done
} >runs
expect_each <runs
expect_success "decisions in zero time" "$program" agreement --config-dir "$sim"
expect_success "parts of waits" "$program" clocks --config-dir "$sim" --admission golden
finish at-rate
