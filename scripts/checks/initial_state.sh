#!/usr/bin/env bash
# Whatever its flops start with, the block does the same after a reset: co-simulation of every
# workload, assertions on, with random initial states of several seeds (SEMA_INITIAL_STATE). Unit
# tests start with a random state, too (unit.sh). A planted flop that no reset reaches is found, and
# by its random state alone.
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

# forgotten LINE [VARIABLE=VALUE]: what co-simulation says where held_max_q keeps what it starts
# with.
# shellcheck disable=SC2317 # called by expect_success
forgotten() {
    mkdir -p "$folder/forgotten"
    (
        cd "$folder/forgotten"
        env PLANTED_BUG=most_of_all_times "${@:2}" "$program" cosim --workload random --seeds 1 \
            --set operations=2000 --config-dir "$configs" </dev/null 2>&1 || true
    ) | grep "^$1"
}
expect_success 'a flop without reset is not found' \
    forgotten 'caught by lockstep: axi_rdata;' SEMA_INITIAL_STATE=1
expect_success 'it is not found by its initial state' forgotten 'fine: no mismatch'
finish initial-state
