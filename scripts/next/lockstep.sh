#!/usr/bin/env bash
# The admission path of rtl/next at each SIZE: golden model and RTL in lockstep for CLOCKS of every
# profile of tb/next/world.c, then until all is granted and complete; history.py reads the log of
# HISTORY clocks. REPORT has a row for each.
# usage: lockstep.sh REPORT CLOCKS HISTORY SEED SIZE...     programs: build/next/SIZE/lockstep
set -euo pipefail
here=$(dirname "$(realpath "$0")")
. "$here/../checks/checks.sh"

report=$1 clocks=$2 history=$3 seed=$4
shift 4
mkdir -p "$(dirname "$report")"
columns=size,profile,clocks,taken,granted,denials,rejected,freed,repeats,resets,status
echo "$columns" >"$report.part"
for size in "$@"; do
    program=build/next/$size/lockstep
    # A line a profile: NAME seed N: N clocks, N taken, N granted, N denials, ..: STATUS
    "$program" --clocks "$clocks" --seed "$seed" >"build/next/$size/lockstep.log" 2>&1 || true
    while IFS= read -r line; do
        echo "$size,$(sed -E 's/ seed [0-9]+: /,/; s/ [a-z]+[,:] /,/g' <<<"$line")" >>"$report.part"
        if [ "${line##*: }" = "0 differences" ]; then pass; else
            tail -n 20 "build/next/$size/lockstep.log" >&2
            fail "$size: $line"
        fi
    done < <(grep ' clocks, ' "build/next/$size/lockstep.log" ||
        echo "none seed 0: 0 clocks, : no run")
    if log=$("$program" --clocks "$history" --seed "$seed" --log - --golden \
        2>"build/next/$size/history.log" | python3 -B "$here/history.py"); then pass; else
        fail "$size: $log"
    fi
done
mv "$report.part" "$report"
finish next
