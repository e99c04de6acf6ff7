#!/usr/bin/env bash
# One seed, one commit stream, byte for byte: traced or not, by the fast model or the checked one,
# whatever flops start with before the reset, on any number of cores. A planted flop that no reset
# reaches is found by its first state. CERTIFICATE, tracked, has what every build on every machine
# must give.
# With BRIEF only what another compiler may change: the certificate, each line once. With QUICK
# without its line of the block in its environment, which takes as long as all others.
# usage: [BRIEF=1] [QUICK=1] determinism.sh FOLDER CERTIFICATE PROGRAM
# FOLDER/certificate is what PROGRAM gives
set -euo pipefail
shopt -s extglob
. "$(dirname "$0")/checks.sh"

folder=$1 certificate=$2 program=$3 configs=$(realpath sim) binary=$(realpath "$3")
rm -rf "$folder"
mkdir -p "$folder"

# Traffic with every kind of disturbance, and traffic with long idle gaps: workload:operations.
workloads='random:100000 adversarial:100000 remote_read:240'

# run_of WORKLOAD SEED PROGRAM [OPTION...]
run_of() {
    local workload=$1 seed=$2 binary=$3
    shift 3
    "$binary" run --workload "$workload" --seed "$seed" --admission lockstep \
        --set operations="$operations" "$@"
}

# hash_of WORKLOAD SEED PROGRAM [OPTION...]: what the program says its commit stream's hash is.
hash_of() { run_of "$@" --hash | sed -nE 's/^ *hash +([0-9a-f]{16})$/\1/p'; }

# same WHAT HASH: one check against $reference.
same() {
    if [ -n "$2" ] && [ "$2" = "$reference" ]; then
        pass
    else
        fail "$workload, $1: hash ${2:-missing}, expected $reference"
    fi
}

# agreed TEXT: a line of the certificate.
agreed() {
    echo "determinism: $1"
    echo "$1" >>"$folder/certificate"
}

for item in $workloads; do
    workload=${item%:*} operations=${item#*:}
    reference=$(hash_of "$workload" 1 "$program") || true
    if [ -z "$reference" ]; then
        fail "$workload: $program printed no hash"
        continue
    fi
    agreed "$workload, seed 1: $reference"
    [ -z "${BRIEF:-}" ] || continue
    same again "$(hash_of "$workload" 1 "$program")"

    # The hash is not a constant, and it does not stand for less than the stream itself.
    other=$(hash_of "$workload" 2 "$program") || true
    if [ -n "$other" ] && [ "$other" != "$reference" ]; then pass; else
        fail "$workload, seed 2: hash '$other', of seed 1 '$reference'"
    fi
    # Waves of every clock take their time: a tenth of the run.
    operations=$((operations / 10))
    reference=$(hash_of "$workload" 1 "$program")
    same traced "$(hash_of "$workload" 1 "$program" --wave "$folder/$workload.fst")"
    expect_success "$workload: no wave file was written" [ -s "$folder/$workload.fst" ]
    fast=$folder/$workload-fast.csv checked=$folder/$workload-checked.csv
    same 'with commits' "$(hash_of "$workload" 1 "$program" --commits "$fast")"
    same 'by the checked model, whatever its flops start with' \
        "$(SEMA_CHECKED=1 SEMA_INITIAL_STATE=${#workload} hash_of "$workload" 1 "$program" \
            --commits "$checked")"
    expect_success "$workload: the checked model has another commit stream" cmp "$fast" "$checked"
done

# Why operations waited: file and table.
# refusals_of OPTION...: one checksum over both.
refusals_of() {
    "$program" run --seed 2 "$@" --blocked "$folder/blocked.csv" | sed -n '/refused by/,$p' |
        cat - "$folder/blocked.csv" |
        cksum
}
reactive='--policy reactive --set reactive_closures=2 --set reactive_recovery_ns=70'
for options in '--workload random --admission golden' '--workload hbm_hotspot --policy scalar' \
    "--workload hbm_hotspot $reactive"; do
    read -ra words <<<"$options"
    expected=$(refusals_of "${words[@]}")
    agreed "refusals, $options: $expected"
    if [ "${expected##* }" -gt 10000 ]; then pass; else fail "$options: no refusals"; fi
done

# A domain in lockstep: file and words but those on speed, however many cores evaluate the blocks.
# domain_of CORES OPTION...: one checksum over both.
domain_of() {
    local cores=$1
    shift
    "$program" run --workload sim/domains/paper.yaml --policy semacredit --admission lockstep \
        --jobs "$cores" --csv "$folder/domain.csv" "$@" | grep -v 'million/s' |
        cat - "$folder/domain.csv" |
        cksum
}
for mode in zero clocked; do
    expected=$(domain_of 1 --set mode="$mode")
    agreed "domain, $mode: $expected"
    if [ "${expected##* }" -gt 1000 ]; then pass; else fail "$mode: no run of a domain"; fi
    [ -z "${BRIEF:-}" ] || continue
    expect_success "a domain, $mode: another on 5 cores" \
        [ "$(domain_of 5 --set mode="$mode")" = "$expected" ]
done

# The experiments, the steady state and the studies: every CSV the same, however many processes ran
# them.
# What is not the paper's has a checksum of its own, so that the paper's results keep theirs; so
# have banks and tenants, and, which QUICK leaves out, the block in its environment.
more='bdp|vector_link|vector_link_sent|read_charged' studied='link|starvation|read'
# experiments_of JOBS: the checksums.
experiments_of() {
    local place=$folder/experiments-$1 options=(--config-dir "$configs" --jobs "$1") rest
    mkdir -p "$place"
    (cd "$place" && "$binary" experiments "${options[@]}" >/dev/null &&
        "$binary" steady "${options[@]}" --operations 300 --replications 2 >/dev/null &&
        "$binary" studies "${options[@]}" --operations 300 --replications 1 ${QUICK:+--quick} \
            >/dev/null &&
        cd build/results &&
        rest=({,figures/}!(banks|tenants|link*|starvation|read_charged|upsets|loss|domain_*).csv) &&
        grep -hvE ",($more)," "${rest[@]}" | cksum &&
        grep -hE ",($more),|^($studied)" "${rest[@]}" \
            {,figures/}@(link*|starvation|read_charged).csv | cksum &&
        cat {,figures/}@(banks|tenants).csv | cksum &&
        { [ -n "${QUICK:-}" ] || cat {,figures/}@(upsets|loss|domain_*).csv | cksum; })
}
expected=$(experiments_of "${JOBS:-2}")
mapfile -t sums <<<"$expected"
agreed "experiments, checksum and bytes: ${sums[0]}"
agreed "those that are not the paper's: ${sums[1]}"
agreed "banks and tenants: ${sums[2]}"
[ -n "${QUICK:-}" ] || agreed "the block in its environment: ${sums[3]}"
while read -r _ bytes; do
    if [ "$bytes" -gt 10000 ]; then pass; else fail 'the experiments left no results'; fi
done <<<"$expected"
left=${QUICK:+^the block}
expect_success "another certificate than $certificate" diff \
    <(grep -v "${left:-^$}" "$certificate") "$folder/certificate"
# The rest is not of the certificate: a build of another compiler need not show it again.
# shellcheck disable=SC2317 # finish returns where nothing failed
[ -z "${BRIEF:-}" ] || { finish determinism && exit; }

# forgotten PATTERN [VARIABLE=VALUE]: a run says this where held_max_q keeps what it starts with.
# shellcheck disable=SC2317 # called by expect_success
forgotten() {
    (
        cd "$folder"
        env PLANTED_BUG=most_of_all_times "${@:2}" "$binary" run --workload random --seed 1 \
            --set operations=2000 --config-dir "$configs" 2>&1 || true
    ) | grep "$1"
}
expect_success 'a flop without reset is not found' \
    forgotten 'verdict .* lockstep: axi_rdata: ' SEMA_INITIAL_STATE=1
expect_success 'it is not found by its first state' forgotten 'fine: no mismatch'

# What is recorded is replayed byte for byte: commits, measures of a policy, and the recording
# itself but for its note. replays WORKLOAD OPTION...: a run, and the run of its trace.
replays() {
    local workload=$1 from=$1 place file same=1
    shift
    for place in "$folder"/first "$folder"/second; do
        mkdir -p "$place"
        "$program" run --workload "$from" --seed 3 --commits "$place/commits" \
            --trace "$place/$workload.trace.gz" --blocked "$place/blocked" \
            ${measures:+--csv "$place/$measures"} "$@" >"$place/out" || same=''
        from=$place/$workload.trace.gz
        set -- "${@:1:2}" # the settings are in the trace
        zcat "$from" | grep -v '^#' >"$place/trace"
    done
    for file in commits blocked trace $measures; do
        cmp "$folder"/{first,second}/"$file" || same=''
    done
    if [ -n "$same" ]; then pass; else fail "$workload, $*: its trace is another run"; fi
}
measures=''
for workload in moe random adversarial; do
    replays "$workload" --admission golden --set operations=5000
    replays "$workload" --admission rtl --set operations=5000
done
replays random --admission rtl --set operations=5000 --set ordering_domains=8
measures=csv
for policy in aggregate reactive semacredit end_return; do
    for workload in hbm_hotspot allreduce remote_read; do
        replays "$workload" --policy "$policy"
    done
done

# Under windows and a port that bind: the program itself compares each decision with the policy's.
tight=(receivers=4 collective=all_to_all_at_once collective_bytes=6000000 background_gap_ps=20000
    window_request_ns=300 feedback_rtt_ns=300)
expect_success 'blocks of a domain decide otherwise than their policies' "$program" run \
    --workload sim/domains/paper.yaml --policy semacredit --admission golden --set mode=zero \
    "${tight[@]/#/--set=}"
finish determinism
