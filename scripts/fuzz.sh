#!/usr/bin/env bash
# Fuzzes each target for some time, starting from its own corpus of earlier runs and the seed files.
# usage: fuzz.sh SECONDS FOLDER PROGRAM TARGET...
#
# Seeds are what PROGRAM reads: for fuzz_config the files of sim/, for fuzz_tape and fuzz_trace what it records, and
# a connection matrix. What crashes a target is left in FOLDER/NAME/.
set -euo pipefail
. "$(dirname "$0")/checks.sh"

seconds=$1 folder=$2 program=$3
shift 3

# seed NAME FOLDER
seed() {
    case $1 in
    config) cp sim/*.yaml "$2" ;;
    tape)
        local workload
        for workload in random adversarial; do
            "$program" run --workload "$workload" --admission golden --set operations=20 --tape "$2/$workload.tape"
        done >/dev/null
        gzip -c "$2/random.tape" >"$2/random.tape.gz" ;;
    trace)
        "$program" run --workload random --admission golden --set operations=20 --set ordering_domains=3 \
            --trace "$2/random.trace" >/dev/null
        gzip -c "$2/random.trace" >"$2/random.trace.gz"
        printf 'Nodes 4\nConnections 2\n1->0 id 1 start 0 size 9000\n2->0 start 1.5 size 10 prio 1\n' >"$2/two.cm" ;;
    *)
        echo "fuzz: no seeds are known for fuzz_$1" >&2
        exit 2 ;;
    esac
}

for target in "$@"; do
    name=$(basename "$target") name=${name#fuzz_}
    corpus=$folder/$name/corpus seeds=$folder/$name/seeds
    rm -rf "$seeds"
    mkdir -p "$corpus" "$seeds"
    seed "$name" "$seeds"
    log=$folder/$name/log
    if "$target" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=1024 -print_final_stats=1 \
        -artifact_prefix="$folder/$name/" "$corpus" "$seeds" >"$log" 2>&1; then pass; else
        tail -n 30 "$log" >&2
        fail "fuzz_$name, see $folder/$name"
    fi
    echo "fuzz: $name: $(sed -n 's/^stat::number_of_executed_units: *//p' "$log") inputs in $seconds s"
done
finish fuzz
