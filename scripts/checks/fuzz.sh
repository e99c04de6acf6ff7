#!/usr/bin/env bash
# Fuzzes each target for some time, starting from its own corpus of earlier runs and the seed files.
# usage: fuzz.sh SECONDS|RUNS FOLDER PROGRAM TARGET...
#
# Seconds are a number; runs are one with an x behind it, always the same inputs, from the seeds
# alone. Seeds are what PROGRAM reads: the files of sim/, the texts of files.py, what it records.
# What crashes a target is left in FOLDER/NAME/.
set -euo pipefail
. "$(dirname "$0")/checks.sh"

limit=$1 folder=$2 program=$3
shift 3

case $limit in
*x) limits=("-runs=${limit%x}" -seed=1) remembers='' ;;
*) limits=("-max_total_time=$limit") remembers=1 ;;
esac

# seed NAME FOLDER
seed() {
    case $1 in
    config) cp sim/*.yaml "$2" && scripts/tests/files.py "$2" yaml ;;
    tape)
        local workload
        for workload in random adversarial; do
            "$program" run --workload "$workload" --admission golden --set operations=20 \
                --tape "$2/$workload.tape"
        done >/dev/null
        gzip -c "$2/random.tape" >"$2/random.tape.gz" ;;
    trace)
        "$program" run --workload random --admission golden --set operations=20 \
            --set ordering_domains=3 --trace "$2/random.trace" >/dev/null
        gzip -c "$2/random.trace" >"$2/random.trace.gz"
        scripts/tests/files.py "$2" trace cm xml goal ;;
    *)
        echo "fuzz: no seeds are known for fuzz_$1" >&2
        exit 2 ;;
    esac
}

for target in "$@"; do
    name=$(basename "$target") name=${name#fuzz_}
    home=$folder/$name target=$(realpath "$target")
    corpus=$home/corpus seeds=$home/seeds
    rm -rf "$seeds"
    [ -n "$remembers" ] || rm -rf "$corpus"
    mkdir -p "$corpus" "$seeds"
    seed "$name" "$seeds"
    status=0
    (cd "$home" && exec "$target" "${limits[@]}" -timeout=60 -rss_limit_mb=1024 \
        -print_final_stats=1 -artifact_prefix=./ corpus seeds) >"$home/log" 2>&1 || status=$?
    inputs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$home/log")
    least=1
    [ -n "$remembers" ] || least=${limit%x}
    if [ "$status" -eq 0 ] && [ "${inputs:-0}" -ge "$least" ]; then pass; else
        tail -n 30 "$home/log" >&2
        fail "fuzz_$name, see $home"
    fi
    echo "fuzz: $name: $inputs inputs${remembers:+ in $limit s}"
done
if [ -n "$remembers" ]; then finish fuzz; else finish fuzz-check; fi
