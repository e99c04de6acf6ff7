#!/usr/bin/env bash
# What the documents say is what the program measures: RESULTS.md whole, of the readings in
# READINGS.md the rows named here (all of them take minutes).
# usage: results_check.sh PROGRAM CONFIG_FOLDER FOLDER
set -euo pipefail
. "$(dirname "$0")/../checks/checks.sh"

program=$(realpath "$1") configs=$(realpath "$2") folder=$3
readings=$(realpath "$(dirname "$0")/readings.sh")
sample=(predicted atomic-240 atomic-280 one-shape-phase-3 chosen reactive-once)
rm -rf "$folder"
mkdir -p "$folder"
cd "$folder"

"$program" claims --config-dir "$configs" >claims.log
expect_success 'RESULTS.md has the verdicts' cmp "$configs/RESULTS.md" build/results/claims.md

# Other workloads have other verdicts.
"$program" claims --config-dir "$configs" --set operations=250 >other.log
expect_failure 'other workloads have the same verdicts' \
    cmp "$configs/RESULTS.md" build/results/claims.md

"$readings" "$program" "$configs/readings.txt" readings "${sample[@]}" >readings.log
while IFS= read -r row; do
    expect_success "READINGS.md has: $row" grep -qFx -- "$row" "$configs/READINGS.md"
done <readings.log
expect_success 'the chosen reading is the one of the table' cmp \
    <(sed -n 's/^chosen *//p' readings.log) <(sed -n 's/^one-shape-phase-3 *//p' readings.log)
expect_success 'a row for each of the sample' \
    [ "$(wc -l <readings.log)" -eq $((${#sample[@]} + 1)) ]

finish results-check
