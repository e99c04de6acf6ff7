#!/usr/bin/env bash
# Every planted bug must be caught by `cosim --quick`, and the RTL as it is must pass it, also with its assertions on.
# usage: bugs.sh REPORT.csv FOLDER CONFIG_FOLDER BUG_FOLDER PROGRAM ASSERTING_PROGRAM BUGGED_PROGRAM...
#
# A bugged program is .../NAME/semacredit, its bug BUG_FOLDER/NAME.sed, whose comments say what is wrong and which check
# must be the one that catches it. Its failure report stays in FOLDER/NAME. The table says which check caught it and in
# which cycle of that run, as the program reported.
set -euo pipefail
. "$(dirname "$0")/../checks/checks.sh"

report=$1 folder=$2 configs=$(realpath "$3") bug_folder=$4 program=$5 asserting=$6
shift 6

# quick PROGRAM FOLDER [OPTION...]: one worker, so that what fails first is always the same; reports stay in the folder. (Runs that
# begin in drawn states have bugs of their own, scripts/planted/wide_bugs.sh.)
quick() {
    local path
    path=$(realpath "$1")
    mkdir -p "$2"
    (cd "$2" && rm -rf build && exec timeout 240 "$path" cosim --quick --begins 0 --jobs 1 --config-dir "$configs" \
        "${@:3}") </dev/null
}

mkdir -p "$(dirname "$report")"
rm -f "$report"
table=$report.part
echo 'bug,what,workload,seed,caught_by,cycle,shrunk_to' >"$table"

expect_success 'the RTL without a bug passes' quick "$program" "$folder/plain"
expect_success 'the RTL with its assertions passes' quick "$asserting" "$folder/assert"

# What a failure shrinks to at most, so that a reader sees it at a glance; a bug that needs more says so and why.
most_operations=10

printf '%-22s %-28s %-16s %10s %10s\n' bug 'caught by' 'workload, seed' cycle 'shrunk to'
for bugged in "$@"; do
    name=$(basename "$(dirname "$bugged")") log=$folder/$name/cosim.log
    mkdir -p "$folder/$name"
    what=$(sed -n '1s/^# *//p' "$bug_folder/$name.sed" | tr '"' "'")
    expected=$(sed -n 's/^# caught by: *//p' "$bug_folder/$name.sed")
    status=0
    quick "$bugged" "$folder/$name" >"$log" 2>&1 || status=$?
    # What is rare shows in longer runs.
    if [ "$status" -eq 0 ]; then
        quick "$bugged" "$folder/$name" --set operations=200000 >"$log" 2>&1 || status=$?
    fi
    line=$(sed -nE 's/^FAILED: ([a-z_]+), seed ([0-9]+), cycle ([0-9]+), ([a-z]+: [^:]+): .*$/\1,\2,\4,\3/p' \
        "$log" | head -n 1)
    if [ "$status" -ne 1 ]; then
        fail "$name: cosim ended with status $status instead of 1, see $log"
    elif [ -z "$line" ]; then
        fail "$name: cosim does not say what caught it, see $log"
    else
        IFS=, read -r workload seed caught cycle <<<"$line"
        shrunk=$(sed -nE 's/^shrunk to ([0-9]+) operations .*/\1/p' "$log")
        printf '%-22s %-28s %-16s %10s %10s\n' "$name" "$caught" "$workload, $seed" "$cycle" "$shrunk"
        echo "$name,\"$what\",$workload,$seed,$caught,$cycle,$shrunk" >>"$table"
        # One or the other, where both show in the clock of the failure and traffic decides.
        if [[ " or $expected or " == *" or $caught or "* ]]; then pass; else
            fail "$name: caught by '$caught', expected '$expected'"
        fi
        most=$(sed -nE 's/^# shrinks to: ([0-9]+).*/\1/p' "$bug_folder/$name.sed")
        if [ "${shrunk:-999999}" -le "${most:-$most_operations}" ]; then pass; else
            fail "$name: shrunk to ${shrunk:-no} operations, expected at most ${most:-$most_operations}"
        fi
    fi
done
mv "$table" "$report"
finish bugs
