#!/usr/bin/env bash
# Fuzzes each target for some time, starting from its own corpus of earlier runs and the seed files.
# usage: fuzz.sh SECONDS|RUNS FOLDER PROGRAM TARGET...
#
# Seconds are a number; runs are one with an x behind it, always the same inputs, from the seeds
# alone. Seeds are what PROGRAM reads: for fuzz_config the files of sim/, for fuzz_tape and
# fuzz_trace what it records, matrices, algorithms. What crashes a target is left in FOLDER/NAME/.
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
    config) cp sim/*.yaml "$2" ;;
    tape)
        local workload
        for workload in random adversarial; do
            "$program" run --workload "$workload" --admission golden --set operations=20 \
                --tape "$2/$workload.tape"
        done >/dev/null
        gzip -c "$2/random.tape" >"$2/random.tape.gz" ;;
    trace)
        "$program" run --workload random --admission golden --set operations=20 \
            --set ordering_domains=3 \
            --trace "$2/random.trace" >/dev/null
        gzip -c "$2/random.trace" >"$2/random.trace.gz"
        printf '%s\n' 'Nodes 4' 'Connections 2' '1->0 id 1 start 0 size 9000' \
            '2->0 start 1.5 size 10 prio 1' >"$2/two.cm"
        printf '%s\n' 'Nodes 2' 'Connections 2' '1->0 id 1 start 0 size 9 send_done_trigger 1' \
            '0->1 trigger 1 size 9 msg' 'trigger id 1 barrier count 1' >"$2/trigger.cm"
        printf '%s\n' 'semacredit trace 1' 'set receivers=2' \
            '0 write 0 0 64 0 bulk 0 to=1 flow=100/64' '0 wait 1 0 0 0 bulk 0 after=0 delay=5' \
            >"$2/domain.trace"
        printf '%s\n' '<algo proto="Simple" ngpus="2" nchunksperloop="1"><gpu id="0">' \
            '<tb id="0" send="1" recv="-1" chan="0"><step s="0" type="s" dstbuf="o" dstoff="0"' \
            'cnt="1" depid="-1" deps="-1"/></tb></gpu><gpu id="1"><tb id="0" send="-1" recv="0"' \
            'chan="0"><step s="0" type="rrc" dstbuf="o" dstoff="0" cnt="1" depid="-1" deps="-1"/>' \
            '</tb></gpu></algo>' >"$2/two.xml"
        printf '%s\n' 'num_ranks 2' 'rank 0 {' 'a: calc 5' 'b: send 9b to 1 tag 3 cpu 0;' \
            'b requires a' '}' 'rank 1 {' 'c: recv 9b from 0 tag 3' '}' >"$2/two.goal" ;;
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
    if [ "$status" -eq 0 ]; then pass; else
        tail -n 30 "$home/log" >&2
        fail "fuzz_$name, see $home"
    fi
    echo "fuzz: $name: $inputs inputs${remembers:+ in $limit s}"
done
if [ -n "$remembers" ]; then finish fuzz; else finish fuzz-check; fi
