#!/usr/bin/env bash
# Fuzzes each target for some time, starting from its own corpus of earlier runs and the seed files.
# usage: fuzz.sh SECONDS|RUNS FOLDER PROGRAM BLOCK_SEEDS TARGET...
#
# Seconds are a number; runs are one with an x behind it, always the same inputs, from the seeds
# alone. Seeds are what PROGRAM reads: for fuzz_config the files of sim/, for fuzz_tape and
# fuzz_trace what it records, matrices, algorithms; for fuzz_block deeds that BLOCK_SEEDS
# records. What crashes a target is left in FOLDER/NAME/, what fuzz_block finds, shrunk, in its
# build/failures/fuzz/. A target TARGET:BUG has planted bugs (rtl/bugs): it must find BUG.
set -euo pipefail
. "$(dirname "$0")/checks.sh"

limit=$1 folder=$2 program=$3 block_seeds=$4
shift 4

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
    block) "$block_seeds" "$2" sim ;;
    *)
        echo "fuzz: no seeds are known for fuzz_$1" >&2
        exit 2 ;;
    esac
}

# dictionary FILE: addresses of registers, and numbers at the edges of fields.
dictionary() {
    awk -F'|' '
        function byte(value) { return sprintf("\\x%02x", value) }
        function hex(text,   i, value) {
            for (i = 3; i <= length(text); i++)
                value = 16 * value + index("0123456789abcdef", substr(text, i, 1)) - 1
            return value
        }
        /^[a-z_]+ *\|/ {
            gsub(/ /, "", $2)
            address = 4 * hex($2)
            print "\"" byte(address % 256) byte(int(address / 256)) "\""
        }' rtl/registers.txt
    printf '"%s"\n' '\xff\xff\xff\xff' '\xfe\xff\xff\xff' '\x00\x00\x00\x80' '\xff\xff\xff' \
        '\xff\xff' '\xff\x3f' \
        '\x00\x10' '\x00\xc0' '\x00\x00' '\x01\x00'
}

for target in "$@"; do
    bug=${target#"${target%%:*}"} bug=${bug#:} target=${target%%:*}
    name=$(basename "$target") name=${name#fuzz_}
    home=$folder/${bug:-$name} target=$(realpath "$target")
    corpus=$home/corpus seeds=$home/seeds options=()
    rm -rf "$seeds" "$home/build"
    # A bug is found anew, not remembered.
    if [ -n "$bug" ] || [ -z "$remembers" ]; then rm -rf "$corpus"; fi
    mkdir -p "$corpus" "$seeds"
    seed "$name" "$seeds"
    if [ "$name" = block ]; then
        dictionary >"$home/dictionary"
        options=(-dict=dictionary -max_len=5120)
    fi
    status=0
    # What is found is shrunk first, which takes a while.
    (cd "$home" && PLANTED_BUG=$bug exec "$target" "${limits[@]}" -timeout=60 -rss_limit_mb=1024 \
        -print_final_stats=1 \
        -artifact_prefix=./ "${options[@]}" corpus seeds) >"$home/log" 2>&1 || status=$?
    inputs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$home/log")
    found=$(sed -n 's/^FAILED: //p' "$home/log" | head -n 1)
    if [ -z "$bug" ]; then
        if [ "$status" -eq 0 ]; then pass; else
            tail -n 30 "$home/log" >&2
            fail "fuzz_$name, see $home"
        fi
        echo "fuzz: $name: $inputs inputs${remembers:+ in $limit s}"
    else
        if [ "$status" -ne 0 ] && [ -n "$found" ]; then
            pass
        else
            fail "fuzz_$name does not find $bug, see $home"
        fi
        echo "fuzz: planted bug $bug: $found; $(sed -n 's/^\(shrunk to [0-9]* operations\).*/\1/p' \
            "$home/log")"
    fi
done
if [ -n "$remembers" ]; then finish fuzz; else finish fuzz-check; fi
