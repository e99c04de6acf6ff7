#!/usr/bin/env bash
# Golden model and RTL of rtl in lockstep, with software on the bus, for CLOCKS of every profile of
# tb/block/world.c, then until all is granted and complete; REPORT has a row for each. Printed is
# how many points of tb/block/coverage were met, and which were not.
# usage: lockstep.sh REPORT CLOCKS SEED PROGRAM...     PROGRAM: build/block/SIZE/blockstep
set -euo pipefail
here=$(dirname "$(realpath "$0")")
. "$here/../checks/checks.sh"

report=$1 clocks=$2 seed=$3
shift 3
mkdir -p "$(dirname "$report")"
columns=program,size,profile,clocks,taken,granted,denials,rejected,freed,repeats,resets,status
echo "$columns" >"$report.part"
logs=()
for program in "$@"; do
    name=${program##*/} folder=${program%/*} log=$program.run
    size=${folder##*/}
    logs+=("$log")
    "$program" --clocks "$clocks" --seed "$seed" --coverage >"$log" 2>&1 || true
    # A line a profile: NAME seed N: N clocks, N taken, N granted, N denials, ..: STATUS
    while IFS= read -r line; do
        echo "$name,$size,$(sed -E 's/ seed [0-9]+: /,/; s/ [a-z]+[,:] /,/g' <<<"$line")"
        if [ "${line##*: }" = "0 differences" ]; then pass; else
            grep -B 20 -Fx "$line" "$log" >&2 || true
            fail "$name $size: $line"
        fi
    done < <(grep ' clocks, ' "$log" || echo "none seed 0: 0 clocks, : no run") >>"$report.part"
done
mv "$report.part" "$report"

# Points met at one size or more; a log tells those that it missed as "KIND: NAME".
awk -F, '
    FNR == 1 { runs++ }
    $1 == "all" && NF == 4 { points = $3 }
    /^[a-z_]+: [a-z0-9_]+$/ { missed[$0]++ }
    END {
        for (point in missed) if (missed[point] == runs) { never++; said = said "; " point }
        printf "%d of %d points of coverage met%s\n", points - never, points,
            never ? "; never" substr(said, 2) : ""
    }' "${logs[@]}"
finish lockstep
