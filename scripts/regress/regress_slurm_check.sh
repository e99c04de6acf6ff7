#!/usr/bin/env bash
# Regressions on a real Slurm cluster, of one node, which is started for this: the report is that of
# the local engine, also after the regression was killed and its jobs went on, and after the cluster
# went down; of what was started nothing stays.
# usage: regress_slurm_check.sh FOLDER CONFIG_FOLDER PROGRAM
set -euo pipefail
. "$(dirname "$0")/../checks/checks.sh"

folder=$1 configs=$(realpath "$2") program=$(realpath "$3")
scripts=$(realpath "$(dirname "$0")/..")
. "$(dirname "$0")/regress_kill.sh"
rm -rf "$folder"
mkdir -p "$folder"
cd "$folder"

# regress ENGINE PLACE: into folders of its own; its words are in PLACE.log.
regress() {
    "$scripts/regress/regress.sh" "$1" "$program" "$2" "$2/reports" --config-dir "$configs" \
        --workload 'adversarial,random' --seeds 1-72 --operations 15000 --chunk-seeds 8 >"$2.log" \
        2>&1
}
runs=144

# A cluster of arrays of at most seven tasks, so that eighteen chunks need several.
node=
start_node() {
    # shellcheck disable=SC2016 # its command expands it
    SLURM_NODE_CONF=MaxArraySize=7 "$scripts/regress/slurm_node.sh" slurm \
        bash -c 'echo "$SLURM_CONF" >conf.part; mv conf.part conf; exec sleep 600' &
    node=$!
    await_true test -s conf
    SLURM_CONF=$(<conf)
    export SLURM_CONF
    rm conf
}
stop_node() {
    [ -n "$node" ] || return 0
    kill "$node" 2>/dev/null || true
    wait "$node" || true
    node=
}
trap stop_node EXIT

# Which processes have this cluster's configuration in their environment.
processes() {
    grep -lzxF "SLURM_CONF=$1" /proc/[0-9]*/environ 2>/dev/null | grep -vx "/proc/$$/environ" ||
        true
}

# nothing_left CONF: after stop_node.
nothing_left() {
    local left
    unset SLURM_CONF
    left=$(processes "$1")
    if [ -z "$left" ] && [ ! -e "$(dirname "$1")" ]; then
        pass
    else
        fail "left of the cluster: $left $(dirname "$1")"
    fi
}

if regress local whole; then pass; else fail 'local'; fi
start_node
echo "regress: slurm"
expect_success 'the daemons are not found' [ "$(processes "$SLURM_CONF" | wc -l)" -ge 3 ]
expect_success 'slurm' regress slurm slurm_of
same_report slurm whole slurm_of
expect_success 'slurm did not do all runs once' [ "$(still_to_do <slurm_of/slurm.log)" -eq "$runs" ]

echo "regress: killed and resumed"
kill_in_the_middle killed 3 regress slurm killed
resume killed "$runs" regress slurm killed
same_report 'killed' whole killed
# Its jobs went on, so that all are in their log.
expect_success 'runs were lost or done twice' [ "$(still_to_do <killed/slurm.log)" -eq "$runs" ]

kill_in_the_middle down 3 regress slurm down
conf=$SLURM_CONF
stop_node
nothing_left "$conf"
begun=$(($(rows down/results) - $(cat down/results/*.runs | grep -vc '^semacredit')))
start_node
resume down "$runs" regress slurm down
same_report 'cluster down' whole down
if [ "$(still_to_do <down/slurm.log)" -eq $((runs - begun)) ]; then pass; else
    fail "cluster down: $begun runs of chunks that were not whole were done again, or others"
fi
conf=$SLURM_CONF
stop_node
nothing_left "$conf"

# Where no cluster answers, one is started for the regression.
expect_success 'slurm, by itself' regress slurm itself
same_report 'slurm, by itself' whole itself
if grep -q 'starting one of one node' itself.log; then pass; else fail 'there was a cluster'; fi
finish regress
