#!/usr/bin/env bash
# The sweeps of the paper's sections 5.4 and 5.5, as they were predicted while their published
# values were not known: the same bytes from the configurations of that time.
# usage: predicted_check.sh PROGRAM RECORD_FOLDER FOLDER
set -euo pipefail
. "$(dirname "$0")/../checks/checks.sh"

program=$(realpath "$1") record=$(realpath "$2") folder=$3
rm -rf "$folder"
mkdir -p "$folder"
cd "$folder"

# sweeps CONFIG_FOLDER OPTION...: the rows of all sweeps, below one header.
sweeps() {
    local name
    for name in atomic_latency response_overhead credits window mapping_error bias variability; do
        "$program" experiments --config-dir "$1" --only "$name" "${@:2}" >"$name.log" || return
        tail -n +"${first:-1}" "build/results/$name.csv"
        local first=2
    done
}

sweeps "$record" >predicted.csv
expect_success 'the sweeps are those predicted' cmp "$record/sweeps.csv" predicted.csv

# Another configuration gives other bytes.
sweeps "$record" --set urgent_period=7 >other.csv
expect_failure 'another period gives the same sweeps' cmp "$record/sweeps.csv" other.csv

echo "predicted-check: $checks checks, $failed failed"
[ "$failed" -eq 0 ]
