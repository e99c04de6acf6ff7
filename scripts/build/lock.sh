#!/usr/bin/env bash
# Locks this tree for a make, whose process is MAKE, until that ends: two at once would make the
# same files. Prints the process that holds the lock; to end it is to unlock the tree.
# What the jobs of a killed make have started is ended before the tree is unlocked.
# usage: lock.sh MAKE
set -euo pipefail

exec 9<.
if ! flock -w 1 9; then # one that ends has it a moment longer
    echo "make: waiting until another make has built in $PWD" >&2
    flock 9
fi
{
    lock=$BASHPID
    while read -r state <"/proc/$1/stat" && [[ $state != *') Z '* ]]; do # nor is it a zombie
        read -rt 0.1 -u 8 || true
    done
    while jobs=$(grep -lsz "^SEMA_LOCK=$lock\$" /proc/[0-9]*/environ) || [[ $jobs ]]; do
        cut -d/ -f3 <<<"$jobs" | xargs kill || true
        read -rt 0.1 -u 8 || true
    done
} </dev/null >/dev/null 2>&1 8<> <(:) &
echo $!
