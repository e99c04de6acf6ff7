#!/usr/bin/env bash
# The event simulator against a second one in Python, which shares no line with it: the same
# measures, byte for byte.
# usage: reference.sh PROGRAM FOLDER
set -euo pipefail
. "$(dirname "$0")/../checks/checks.sh"

program=$1 folder=$2
model=$(dirname "$0")/model.py
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

# Two runs that differ do differ in what is compared.
if cmp -s <(cut -d, -f6- "$folder/atomic-aggregate-c.csv") \
    <(cut -d, -f6- "$folder/atomic-semacredit-c.csv"); then
    fail 'all measures are alike'
else
    pass
fi
echo "reference: $(echo "$workloads" | wc -w) workloads, $(echo "$policies" |
    wc -w) policies, and other parameters"
finish reference
