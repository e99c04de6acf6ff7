#!/usr/bin/env bash
# Whatever its flops start with, the block does the same after a reset: co-simulation of every
# workload, assertions on, with random initial states of several seeds (SEMA_INITIAL_STATE). Unit
# tests start with a random state, too (unit.sh).
# usage: initial_state.sh FOLDER CONFIG_FOLDER PROGRAM
set -euo pipefail
. "$(dirname "$0")/checks.sh"

folder=$1 configs=$(realpath "$2") program=$(realpath "$3")
export SEMA_CHECKED=1
rm -rf "$folder"
mkdir -p "$folder"

# cosim SEED: what was counted, without times.
# shellcheck disable=SC2317 # called by expect_success
cosim() {
    mkdir -p "$folder/$1"
    (cd "$folder/$1" && SEMA_INITIAL_STATE=$1 "$program" cosim --quick --config-dir "$configs" \
        </dev/null) || return
    cut -d, -f1-9 "$folder/$1/build/reports/cosim.csv" >"$folder/$1.csv"
}

for seed in 1 2 3; do
    expect_success "co-simulation, seed $seed of the initial state" cosim $seed
    expect_success "what was counted, seed $seed" cmp "$folder/1.csv" "$folder/$seed.csv"
    echo "initial-state: seed $seed: $(awk -F, 'NR > 1 { n += $4 } END { print n }' \
        "$folder/$seed.csv") clocks"
done
finish initial-state
