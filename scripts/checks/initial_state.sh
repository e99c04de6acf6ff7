#!/usr/bin/env bash
# Whatever its flops start with, the block does the same after a reset: co-simulation of every
# workload, assertions on, with random initial states of several seeds (SEMA_INITIAL_STATE). A flop
# that is not reset must be caught. Unit tests start with a random state, too (unit.sh).
# usage: initial_state.sh FOLDER CONFIG_FOLDER TABLE PROGRAM
set -euo pipefail
. "$(dirname "$0")/checks.sh"

folder=$1 configs=$(realpath "$2") table=$3 program=$4
export SEMA_CHECKED=1
seeds=(1 2 3)
rm -rf "$folder"
mkdir -p "$folder"

# cosim PROGRAM SEED OUT [OPTION...]: what was counted, without times. The seed is - for the state
# zero.
cosim() {
    local binary state=()
    binary=$(realpath "$1")
    [ "$2" = - ] || state=("SEMA_INITIAL_STATE=$2")
    mkdir -p "$folder/$3"
    (cd "$folder/$3" && env "${state[@]}" "$binary" cosim --quick --config-dir "$configs" "${@:4}" \
        </dev/null >cosim.log 2>&1) || return
    cut -d, -f1-9 "$folder/$3"/build/reports/cosim*.csv >"$folder/$3.csv"
}

expect_success 'co-simulation from zero' cosim "$program" - zero
for seed in "${seeds[@]}"; do
    expect_success "co-simulation, seed $seed of the initial state" cosim "$program" "$seed" "$seed"
    expect_success "what was counted, seed $seed" cmp "$folder/zero.csv" "$folder/$seed.csv"
    echo "initial-state: seed $seed: $(awk -F, 'NR > 1 { n += $4 } END { print n }' \
        "$folder/$seed.csv") clocks"
done

# Runs without a reset in them: from zero nothing is to be seen of what is not reset to zero.
once=(--workload hbm_hotspot)
while read -r name _; do
    export PLANTED_BUG=$name
    expect_success "$name from zero" cosim "$program" - "$name-zero" "${once[@]}"
    # A drawn value may be that of a reset.
    for seed in "${seeds[@]}"; do
        cosim "$program" "$seed" "$name" "${once[@]}" || break
    done
    if grep -q '^FAILED: ' "$folder/$name/cosim.log"; then pass; else
        fail "$name: not seen from a random state, see $folder/$name/cosim.log"
    fi
    echo "initial-state: $name: $(sed -n 's/^FAILED: //p' "$folder/$name/cosim.log" | head -n 1)"
done < <(awk -v by=random -f scripts/planted/planted.awk "$table")
finish initial-state
