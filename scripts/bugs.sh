#!/usr/bin/env bash
# Every planted bug must be caught by `cosim --quick`, and the RTL as it is must pass it.
# usage: bugs.sh REPORT.csv CONFIG_FOLDER BUG_FOLDER PROGRAM BUGGED_PROGRAM...
#
# A bugged program is .../NAME/semacredit, its bug BUG_FOLDER/NAME.sed, whose first line is a comment that says what is
# wrong. It runs in its own folder, which keeps its failure reports. The table says which check caught it and in which
# cycle of that run, as the program reported.
set -euo pipefail
. "$(dirname "$0")/checks.sh"

report=$1 configs=$(realpath "$2") bug_folder=$3 program=$4
shift 4

mkdir -p "$(dirname "$report")"
rm -f "$report"
table=$report.part
echo 'bug,what,workload,seed,caught_by,cycle' >"$table"

expect_success 'the RTL without a bug passes' "$program" cosim --quick --config-dir "$configs"

printf '%-32s %-34s %-14s %10s\n' bug 'caught by' workload cycle
for bugged in "$@"; do
    folder=$(dirname "$bugged") name=$(basename "$(dirname "$bugged")")
    what=$(sed -n '1s/^# *//p' "$bug_folder/$name.sed" | tr '",' "';")
    status=0
    (cd "$folder" && rm -rf build && exec timeout 120 ./semacredit cosim --quick --config-dir "$configs") \
        >"$folder/cosim.log" 2>&1 </dev/null || status=$?
    line=$(sed -nE 's/^FAILED: ([a-z_]+), seed ([0-9]+), cycle ([0-9]+), ([a-z]+: [^:]+): .*$/\1,\2,"\4",\3/p' \
        "$folder/cosim.log" | head -n 1)
    if [ "$status" -ne 1 ]; then
        fail "$name: cosim ended with status $status instead of 1, see $folder/cosim.log"
    elif [ -z "$line" ]; then
        fail "$name: cosim does not say what caught it, see $folder/cosim.log"
    else
        pass
        echo "$name,$what,$line" >>"$table"
        IFS=, read -r workload _ caught cycle <<<"$line"
        printf '%-32s %-34s %-14s %10s\n' "$name" "${caught//\"/}" "$workload" "$cycle"
    fi
done
mv "$table" "$report"
finish bugs
