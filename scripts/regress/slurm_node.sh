#!/usr/bin/env bash
# Runs a command with a Slurm cluster of its own: one node, this one, with slurmctld, slurmd and
# munged of its own key, socket and ports, under any user, without systemd and cgroups. All of it
# ends with the command.
# usage: slurm_node.sh FOLDER COMMAND...     FOLDER keeps the logs
#
# SLURM_NODE_CONF: more lines for slurm.conf.
set -euo pipefail

mkdir -p "$1"
folder=$(realpath "$1")
shift
PATH=$PATH:/usr/sbin:/sbin
node=$(uname -n)
node=${node%%.*}
# Keys and state are not for others, and a socket's path must be short.
place=$(mktemp -d "${TMPDIR:-/tmp}/slurm.XXXXXX")
export SLURM_CONF=$place/slurm.conf
daemons=() command=

# What is still there of the jobs' processes, which are no children of ours.
steps() {
    local process
    for process in /proc/[0-9]*; do
        if [ "$(cat "$process/comm" 2>/dev/null)" = slurmstepd ] &&
            tr '\0' '\n' 2>/dev/null <"$process/environ" | grep -qxF "SLURM_CONF=$SLURM_CONF"; then
            basename "$process"
        fi
    done
}

stop() {
    local status=$? tries daemon
    trap - EXIT INT TERM HUP
    if [ -n "$command" ] && kill "$command" 2>/dev/null; then wait "$command" || true; fi
    if [ ${#daemons[@]} -gt 2 ]; then
        timeout 10 scancel --quiet --user="$(id -un)" 2>/dev/null || true
        for ((tries = 0; tries < 50; tries++)); do
            [ -n "$(timeout 10 squeue --noheader 2>/dev/null)" ] || break
            sleep 0.2
        done
    fi
    for ((daemon = ${#daemons[@]} - 1; daemon >= 0; daemon--)); do
        kill "${daemons[daemon]}" 2>/dev/null || true
        for ((tries = 0; tries < 50; tries++)); do
            kill -0 "${daemons[daemon]}" 2>/dev/null || break
            sleep 0.1
        done
        kill -KILL "${daemons[daemon]}" 2>/dev/null || true
    done
    for ((tries = 0; tries < 20; tries++)); do
        [ -n "$(steps 2>/dev/null)" ] || break
        sleep 0.1
    done
    steps 2>/dev/null | xargs -r kill -KILL || true
    wait 2>/dev/null || true
    rm -rf "$place"
    exit "$status"
}
trap stop EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

free_port() {
    local port
    while port=$((20000 + RANDOM % 10000)); (: <"/dev/tcp/127.0.0.1/$port") 2>/dev/null; do :; done
    echo "$port"
}

# daemon NAME COMMAND...: in the background, its words in FOLDER/NAME.log; ends also when this is
# killed.
daemon() {
    local name=$1
    shift
    setpriv --pdeathsig TERM "$@" >"$folder/$name.log" 2>&1 </dev/null &
    daemons+=($!)
}

# await WHAT COMMAND...: until it succeeds, for half a minute.
await() {
    local what=$1 tries
    shift
    for ((tries = 0; tries < 150; tries++)); do
        if timeout 10 "$@" >/dev/null 2>&1; then return; fi
        sleep 0.2
    done
    echo "slurm: $what does not answer, see $folder" >&2
    tail -n 5 "$folder"/*.log >&2
    exit 1
}

chmod 755 "$place"
mkdir "$place/state" "$place/spool"
(umask 077 && head -c 1024 /dev/urandom >"$place/munge.key")
cat >"$SLURM_CONF" <<END
ClusterName=one
SlurmctldHost=$node(127.0.0.1)
SlurmUser=$(id -un)
SlurmdUser=$(id -un)
SlurmctldPort=$(free_port)
SlurmdPort=$(free_port)
SlurmctldPidFile=$place/slurmctld.pid
SlurmdPidFile=$place/slurmd.pid
StateSaveLocation=$place/state
SlurmdSpoolDir=$place/spool
AuthType=auth/munge
AuthInfo=socket=$place/munge.socket
CredType=cred/munge
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
ReturnToService=2
NodeName=$node NodeAddr=127.0.0.1 CPUs=$(nproc) State=UNKNOWN
PartitionName=all Nodes=$node Default=YES MaxTime=INFINITE State=UP
${SLURM_NODE_CONF:-}
END

daemon munged munged --foreground --key-file="$place/munge.key" --socket="$place/munge.socket" \
    --pid-file="$place/munged.pid" --log-file="$place/munged.log" --seed-file="$place/munge.seed" \
    --num-threads=2
await munged munge --no-input --socket="$place/munge.socket"
daemon slurmctld slurmctld -D -f "$SLURM_CONF"
daemon slurmd slurmd -D -f "$SLURM_CONF"
node_is_up() { [ "$(sinfo --noheader --format=%T)" = idle ]; }
export -f node_is_up
await 'the node' bash -c node_is_up

# In the background, as a trap waits for what is in the foreground.
"$@" <&0 &
command=$!
wait "$command"
