#!/usr/bin/env bash
# Every fault of a table must be caught by random or adversarial traffic of `cosim`, its report must name the cause, and the run
# must shrink to ten operations or fewer. The RTL that has them all, and shows none, must pass.
# usage: faults.sh REPORT.csv FOLDER CONFIG_FOLDER TABLE PROGRAM [FAULT...]
#
# TABLE says what a report must show of each fault (tb/faults/faults.txt). Reports stay in FOLDER/FAULT. The table that is
# written has for each fault what caught it, how many operations are left, and the first line that names the cause.
set -euo pipefail
. "$(dirname "$0")/../checks/checks.sh"

report=$1 folder=$2 configs=$(realpath "$3") table=$4 program=$(realpath "$5")
shift 5
most_operations=10

# column FAULT NAME: what the table says.
column() {
    awk -v fault="$1" -v column="$2" '$1 == "name" { of = $2 } $1 == column && of == fault { sub(/^[a-z]+ /, ""); print }' "$table"
}

# cosim FAULT OPTION...: one worker, so that what fails first is always the same.
cosim() {
    mkdir -p "$folder/${1:-none}"
    (cd "$folder/${1:-none}" && rm -rf build && SEMA_FAULT=$1 exec timeout 900 "$program" cosim --jobs 1 \
        --config-dir "$configs" "${@:2}") </dev/null >"$folder/${1:-none}/cosim.log" 2>&1
}

# caught FAULT: in short runs, in short ones with many resets, or in those of `make cosim`. `run` says which.
caught() {
    local status
    for run in 'random operations=20000' 'adversarial operations=20000' 'random operations=20000 chaos_reset=2000' \
        'random operations=1000000' 'adversarial operations=1000000'; do
        local options=()
        status=0
        for option in ${run#* }; do options+=(--set "$option"); done
        cosim "$1" --workload "${run%% *}" "${options[@]}" || status=$?
        [ "$status" -eq 0 ] || return $((status != 1))
    done
    return 1
}

mkdir -p "$folder" "$(dirname "$report")"
rm -f "$report"
if [ $# -eq 0 ]; then
    mapfile -t names < <(awk '$1 == "name" { print $2 }' "$table")
    expect_success 'the RTL that shows no fault passes' cosim '' --quick
else
    names=("$@")
fi
part=$report.part
echo 'fault,what,run,seed,caught_by,cycle,shrunk_to,shown' >"$part"
printf '%-28s %-30s %-16s %8s %6s  %s\n' fault 'caught by' 'workload, seed' cycle shrunk 'the line that names the cause'
for name in "${names[@]}"; do
    place=$folder/$name shown=$(column "$name" shown)
    if ! caught "$name"; then
        fail "$name: not caught, see $place/cosim.log"
        continue
    fi
    line=$(sed -nE 's/^FAILED: ([a-z_]+), seed ([0-9]+), cycle ([0-9]+), ([a-z]+: [^:]+): .*$/\1,\2,\4,\3/p' "$place/cosim.log" |
        head -n 1)
    IFS=, read -r workload seed by cycle <<<"$line"
    shrunk=$(sed -nE 's/^shrunk to ([0-9]+) operations .*/\1/p' "$place/cosim.log")
    # The report of the run, or of what is left of it.
    names_it=$(cat "$place"/build/failures/*/report.txt | grep -E -m 1 -e "${shown:-^$}" | sed 's/^ *//' || true)
    printf '%-28s %-30s %-16s %8s %6s  %s\n' "$name" "$by" "$workload, $seed" "$cycle" "${shrunk:-no}" "${names_it:0:110}"
    printf '%s,"%s",%s,%s,%s,%s,%s,"%s"\n' "$name" "$(column "$name" what)" "$run" "$seed" "$by" "$cycle" "$shrunk" \
        "${names_it//\"/\'}" >>"$part"
    if [ -n "$names_it" ]; then pass; else fail "$name: no line of the reports matches: $shown"; fi
    if [ "${shrunk:-999999}" -le $most_operations ]; then pass; else
        fail "$name: shrunk to ${shrunk:-no} operations, expected at most $most_operations"
    fi
done
mv "$part" "$report"
finish faults
