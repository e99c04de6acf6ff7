#!/usr/bin/env bash
# Readings of the paper, each held against its published numbers: how many hold.
# usage: readings.sh PROGRAM TABLE FOLDER [NAME...]     default: all readings of TABLE
#
# A line of TABLE is "NAME: WORKLOAD KEY=VALUE..., WORKLOAD KEY=VALUE...": what the reading changes
# of the workloads as they once were, those of predicted/ before those beside TABLE. The
# reading `chosen` has those beside TABLE as they are. FOLDER/readings.csv has a row for each.
set -euo pipefail

program=$(realpath "$1") table=$(realpath "$2") folder=$3
shift 3
workloads=$(dirname "$table")
rm -rf "$folder"
mkdir -p "$folder"

# change FILE KEY=VALUE...: in place of the key's line, or as a further one.
change() {
    local file=$1 pair
    for pair in "${@:2}"; do
        if grep -q "^${pair%%=*}:" "$file"; then
            sed -i -E "s/^${pair%%=*}:.*/${pair%%=*}: ${pair#*=}/" "$file"
        else
            echo "${pair%%=*}: ${pair#*=}" >>"$file"
        fi
    done
}

# score NAME: a row from the verdicts that claims left in its folder.
score() {
    awk -F, -v name="$1" -v OFS=, '
        FNR == 1 { next }
        $6 == "ok" { held[$1 ~ /^[SR]/]++ }
        $6 != "ok" { misses = misses (misses ? " " : "") $1 }
        END { print name, held[0] + held[1], held[0] + 0, held[1] + 0, misses }' claims.csv
}

# measure NAME CHANGES: its row.
measure() {
    local part configs=$folder/$1/sim
    mkdir -p "$configs"
    cp "$workloads"/*.yaml "$configs"
    [ "$1" = chosen ] || cp "$workloads"/predicted/*.yaml "$configs"
    while IFS= read -r part; do
        read -ra part <<<"$part"
        [ "${#part[@]}" -eq 0 ] || change "$configs/${part[0]}.yaml" "${part[@]:1}"
    done < <(tr ',' '\n' <<<"$2")
    (cd "$folder/$1" && "$program" claims --config-dir sim --seeds 5 >log 2>&1 &&
        cd build/results && score "$1")
}

echo name,within,micro_and_applications,sweeps,misses \
    >"$folder/readings.csv"
while IFS=: read -r name changes; do
    [[ $name != '#'* && -n $name ]] || continue
    [ $# -eq 0 ] || [[ " $* " == *" $name "* ]] || continue
    measure "$name" "$changes" >>"$folder/readings.csv" || {
        tail -n 1 "$folder/$name/log" >&2
        exit 1
    }
done <"$table"
awk -F, 'NR == 1 { $0 = "reading,all 89,of 45,of 44,misses" }
    { printf "%-22s %6s %5s %5s  %s\n", $1, $2, $3, $4, $5 }' "$folder/readings.csv"
