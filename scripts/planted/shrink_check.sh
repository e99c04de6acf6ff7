#!/usr/bin/env bash
# For every planted bug a failing run that is set up with 100,000 operations must shrink to at most
# 10 in under a minute. Runs of random and of adversarial traffic are tried first, seed by seed,
# then the paper's workloads. The table says how many operations the run had made when it failed,
# how many are left, and the seconds that shrinking took.
# usage: shrink_check.sh REPORT.csv FOLDER CONFIG_FOLDER TABLE PROGRAM      after `make
# build/planted/semacredit`
#
# Report, tape, waves and test of the failure of a bug stay in FOLDER/BUG.
set -euo pipefail
. "$(dirname "$0")/../checks/checks.sh"

report=$1 folder=$2 configs=$(realpath "$3") table=$4 program=$(realpath "$5")
shrunk='s/^shrunk to ([0-9]+) operations \([0-9]+ deeds\) of ([0-9]+) in ([0-9.]+) s, .*'
shrunk+='; now ([^:]*: [^:]*): .*/\2 \1 \3 \4/p'
operations=100000 most=10 seconds_most=60

# fails BUG FOLDER WORKLOAD SEED: whether that run fails; what it says of it is in FOLDER/log.
fails() {
    local status=0
    (cd "$2" && rm -rf build && PLANTED_BUG=$1 exec "$program" run --workload "$3" --seed "$4" \
        --set "operations=$operations" --config-dir "$configs") \
        >"$2/log" 2>&1 </dev/null || status=$?
    [ "$status" -eq 1 ]
}

# first_failure BUG FOLDER: "workload seed" of the first run that fails; nothing if none does.
first_failure() {
    local seed workload
    for seed in $(seq 20); do
        for workload in random adversarial; do
            if fails "$@" "$workload" "$seed"; then echo "$workload $seed" && return; fi
        done
    done
    for workload in hbm_hotspot atomic response allreduce moe remote_read; do
        if fails "$@" "$workload" 0; then echo "$workload 0" && return; fi
    done
}

mkdir -p "$(dirname "$report")"
rm -f "$report"
rows=$report.part
columns=bug,workload,seed,operations_set,operations_before,operations_after,seconds,caught_by
echo $columns >"$rows"
printf '%-26s %-14s %8s %8s %8s  %s\n' bug 'workload, seed' before after seconds 'caught by'
while read -r name _; do
    place=$folder/$name
    mkdir -p "$place"
    read -r workload seed < <(first_failure "$name" "$place"; echo)
    if [ -z "$workload" ]; then
        fail "$name: no run failed"
        continue
    fi
    line=$(sed -nE "$shrunk" "$place/log")
    if [ -z "$line" ]; then
        fail "$name: was not shrunk, see $place/log"
        continue
    fi
    read -r before after seconds caught <<<"$line"
    printf '%-26s %-14s %8s %8s %8s  %s\n' "$name" "$workload, $seed" "$before" "$after" \
        "$seconds" "$caught"
    echo "$name,$workload,$seed,$operations,$before,$after,$seconds,$caught" >>"$rows"
    if [ "$after" -gt "$most" ]; then
        fail "$name: shrunk to $after operations, expected at most $most"
    elif [ "${seconds%.*}" -ge "$seconds_most" ]; then
        fail "$name: shrunk in $seconds s, expected less than $seconds_most"
    else
        pass
    fi
done < <(awk -v by=lockstep -f "$(dirname "$0")/planted.awk" "$table")
mv "$rows" "$report"
finish shrink
