#!/usr/bin/env bash
# Locks this tree for a make, whose process is MAKE, until that ends: two at once would make the
# same files. Prints the process that holds the lock; to end it is to unlock the tree.
# usage: lock.sh MAKE
set -euo pipefail

exec 9<.
if ! flock -n 9; then
    echo "make: waiting until another make has built in $PWD" >&2
    flock 9
fi
while read -r state <"/proc/$1/stat" && [[ $state != *') Z '* ]]; do # nor is it a zombie
    read -rt 0.1 -u 8 || true
done </dev/null >/dev/null 2>&1 8<> <(:) &
echo $!
