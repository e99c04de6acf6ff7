#!/usr/bin/env bash
# The event simulator against a second one in Python, which shares no line with it: the same
# measures, byte for byte; of one receiver, and of domains.
# usage: reference.sh PROGRAM FOLDER
set -euo pipefail
. "$(dirname "$0")/../checks/checks.sh"

program=$1 folder=$2
here=$(dirname "$0")
model=$here/model.py
rm -rf "$folder"
mkdir -p "$folder"

workloads='hbm_hotspot atomic response allreduce moe remote_read'
policies='aggregate aggregate_class resource_byte primary scalar semacredit arrival_return'
policies+=' end_return oracle'

# same WORKLOAD POLICY [KEY=VALUE...]: one check.
same() {
    local workload=$1 policy=$2 settings=()
    shift 2
    local name="$workload-$policy${*:+-$*}"
    local setting
    for setting in "$@"; do
        settings+=(--set "$setting")
    done
    if "$program" run --workload "$workload" --policy "$policy" "${settings[@]}" \
        --csv "$folder/$name-c.csv" \
        >/dev/null && python3 "$model" "sim/$workload.yaml" "$policy" "$@" \
        >"$folder/$name-python.csv" &&
        cmp "$folder/$name"-{c,python}.csv; then pass; else
        fail "$workload, $policy $*"
    fi
}

for workload in $workloads; do
    for policy in $policies; do
        same "$workload" "$policy"
        same "$workload" "$policy" window_request_ns=500 feedback_rtt_ns=600 class_reserve=3 \
            command_limit=40 atomic_window_multiple=2 scalar_window_percent=200
    done
    # Elsewhere in the model's parameters, in steady flow and with everything at once.
    for policy in resource_byte semacredit; do
        same "$workload" "$policy" operations=2000 spacing_ps=40000 atomic_ns=30 response_ns=40
        same "$workload" "$policy" spacing_ps=0 command_limit=32 hbm_gbps=300 \
            path_gbps=70,400,90,130
        same "$workload" "$policy" window_request_ns=1500 large_bytes=65536 hbm_read_ns=7
    done
    # Coarse units, which are for the policies of the service vector alone.
    for policy in resource_byte primary scalar semacredit end_return; do
        same "$workload" "$policy" quantum_time=9 quantum_hbm=11
    done
done

# What the paper does not have: classes at the port, lanes that admit when they are empty, writes
# with responses, windows that follow observed service; and some of them together.
answered=(bulk_odd=answered_write urgent_odd=answered_write)
for workload in $workloads; do
    for slots in 4 32; do
        same "$workload" semacredit operations=600 port_slots=$slots
        same "$workload" end_return spacing_ps=300 port_slots=$slots port_large_share=5
    done
    # Reads to all partitions, which share the response engine, among others that need none.
    same "$workload" semacredit operations=600 port_slots=24 hot_percent=0 bulk_even=read \
        bulk_odd=notify
    # Operations that wait for their stage: of a hot partition, which an operation above the window
    # may find empty; and such that a submission's grant makes wait for it, so that others enter.
    same "$workload" semacredit operations=600 port_slots=24 hot_percent=80 bulk_even=read \
        bulk_odd=read empty_admits=1 large_bytes=70000
    same "$workload" semacredit operations=400 port_slots=40 hot_percent=0 \
        bulk_even=answered_write bulk_odd=write urgent_even=read any_response=1 spacing_ps=200 \
        window_request_ns=200 feedback_rtt_ns=200 atomic_ns=20 response_ns=100
    same "$workload" resource_byte operations=600 port_slots=16 command_limit=20 small_limit=79
    for percent in 25 300; do
        same "$workload" semacredit operations=600 port_slots=24 hot_percent=80 spacing_ps=200 \
            port_threshold_percent=$percent port_urgent_share=1 window_request_ns=300 \
            feedback_rtt_ns=300
    done
    for policy in resource_byte primary scalar semacredit; do
        same "$workload" "$policy" empty_admits=1 large_bytes=70000 atomic_ns=900 \
            atomic_window_multiple=1
        same "$workload" "$policy" any_response=1 "${answered[@]}"
    done
    # Opaque classes of partitions, as configured and as learned; grant messages.
    for window in slowest sum; do
        same "$workload" semacredit hbm_classes=3 class_window=$window grant_interval_ns=100 \
            grant_delay_ns=500
        same "$workload" semacredit hbm_classes=4 class_window=$window class_learn=4 \
            hot_percent=60 hot_partitions=2 window_request_ns=500 feedback_rtt_ns=500
    done
    for percent in 50 100 200; do
        same "$workload" adaptive_window estimate_percent=$percent
        same "$workload" adaptive_window estimate_percent=$percent calibrate_shift=7
        same "$workload" adaptive_window estimate_percent=$percent calibrate_work_ns=700 \
            calibrate_shift=2
        same "$workload" adaptive_window estimate_percent=$percent atomic_window_multiple=1 \
            spacing_ps=200 port_slots=24 empty_admits=1 any_response=1 "${answered[@]}"
    done
done

# Windows that follow what is measured, in phases, beside a slow partition and wrong estimates.
for workload in $workloads; do
    for policy in resource_byte scalar semacredit; do
        same "$workload" "$policy" operations=1500 empty_admits=1 window_adapt_ns=2000
        same "$workload" "$policy" empty_admits=1 window_adapt_ns=700 operations=900 \
            estimate_percent=50 slow_hbm_percent=300 window_request_ns=4000 change_percent=70 \
            change_operations=400 change_spacing_percent=20 change_bulk=read
    done
    same "$workload" semacredit operations=900 empty_admits=1 window_adapt_ns=1000 \
        grant_interval_ns=60 grant_delay_ns=300
    same "$workload" end_return operations=900 empty_admits=1 window_adapt_ns=1000 \
        change_operations=300 change_bulk=atomic change_percent=100
done

# Two runs that differ do differ in what is compared.
if cmp -s <(cut -d, -f6- "$folder/atomic-aggregate-c.csv") \
    <(cut -d, -f6- "$folder/atomic-semacredit-c.csv"); then
    fail 'all measures are alike'
else
    pass
fi

# --- domains --------------------------------------------------------------------------------------

# A trace that both run; agrees MODEL TRACE POLICY.
agrees() {
    local row=${2%.trace}-$3
    [ -e "$row-c.csv" ] ||
        "$program" run --workload "$2" --policy "$3" --csv "$row-c.csv" >/dev/null &&
        python3 "$1" sim/domains/paper.yaml "$2" "$3" >"$row-python.csv" &&
        cmp -s "$row-c.csv" "$row-python.csv"
}
same_domain() {
    if agrees "$here/model_domain.py" "$1" "$2"; then pass; else fail "$1, $2"; fi
}
# collective NAME RECEIVERS BYTES SEED POLICY [KEY=VALUE...]
collective() {
    local trace=$folder/$1-$2-$4.trace settings=() setting
    for setting in "collective=$1" "receivers=$2" "collective_bytes=$3" "${@:6}"; do
        settings+=(--set "$setting")
    done
    "$program" run --workload sim/domains/paper.yaml --policy semacredit --seed "$4" \
        "${settings[@]}" --trace "$trace" >/dev/null
    same_domain "$trace" "$5"
}

read -ra names <<<"$policies"
drawn=()
for seed in {1..27}; do
    trace=$folder/drawn$seed.trace
    python3 "$here/model_domain.py" --draw "$seed" >"$trace"
    drawn+=("$trace")
    same_domain "$trace" "${names[seed % ${#names[@]}]}"
done
for seed in 1 2; do
    collective all_to_all_at_once 8 100000 "$seed" semacredit
    collective all_to_all_two_step 4 60000 "$seed" aggregate request_ns=200
    collective all_reduce_ring 3 50000 "$seed" resource_byte
    collective all_reduce_tree 7 20000 "$seed" scalar task_requests=0
    collective all_reduce_all_pairs 4 4000 "$seed" end_return atomic_bytes=4096
    collective moe 6 60000 "$seed" aggregate_class
done

# A reading that differs in one rule is noticed: caught NAME, with a sed script as standard input.
caught() {
    local faulty=$folder/faulty trace
    mkdir -p "$faulty"
    cp "$model" "$faulty"
    sed -f - "$here/model_domain.py" >"$faulty/model_domain.py"
    ! cmp -s "$here/model_domain.py" "$faulty/model_domain.py" || fail "no fault: $1"
    for trace in "${drawn[@]}"; do
        if ! agrees "$faulty/model_domain.py" "$trace" semacredit; then
            pass
            return
        fi
    done
    fail "not noticed: $1"
}
caught 'bulk before urgent' <<<'/queue = self.queue/s/True\(.*\)False/False\1True/'
caught 'the last task to do first' <<<'s/to_do.append(/to_do.appendleft(/'
caught 'a grant takes no time' <<<'s/now + flight, self.domain/now, self.domain/'
caught 'what waits for a dead link leaves' <<<'s/if source < self.dead else ()/if 0 else ()/'
caught 'sent before the last has left' <<<'s/task.asking == 0/task.asking <= 1/'

echo "reference: $(echo "$workloads" | wc -w) workloads, $(echo "$policies" |
    wc -w) policies, and other parameters; ${#drawn[@]} drawn domains, and collectives"
finish reference
