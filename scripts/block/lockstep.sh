#!/usr/bin/env bash
# Golden model and RTL of rtl in lockstep, for CLOCKS of every profile of tb/block/world.c, then
# until all is granted and complete; REPORT has a row for each. A PROGRAM build/block/SIZE/lockstep
# is the admission path, whose log of HISTORY clocks history.py reads, too;
# build/block/SIZE/blockstep is the whole block with software on its bus. Printed is how many points
# of tb/block/coverage were met, and which were not.
# usage: lockstep.sh REPORT CLOCKS HISTORY SEED PROGRAM...
set -euo pipefail
here=$(dirname "$(realpath "$0")")
. "$here/../checks/checks.sh"

report=$1 clocks=$2 history=$3 seed=$4
shift 4
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
    [ "$name" = lockstep ] || continue
    if said=$("$program" --clocks "$history" --seed "$seed" --log - --golden \
        2>"$folder/history.log" | python3 -B "$here/history.py"); then pass; else
        fail "$size: $said"
    fi
done
mv "$report.part" "$report"

# Points met at one size or more; a log tells those that it missed as "KIND: NAME".
for name in lockstep blockstep; do
    mapfile -t of_name < <(printf '%s\n' "${logs[@]}" | grep "/$name.run\$" || echo /dev/null)
    awk -F, -v name="$name" '
        FNR == 1 { runs++ }
        $1 == "all" && NF == 4 { points = $3 }
        /^[a-z_]+: [a-z0-9_]+$/ { missed[$0]++ }
        END {
            for (point in missed) if (missed[point] == runs) { never++; said = said "; " point }
            if (runs) printf "%s: %d of %d points of coverage met%s\n", name, points - never,
                points, never ? "; never" substr(said, 2) : ""
        }' "${of_name[@]}"
done
finish next
