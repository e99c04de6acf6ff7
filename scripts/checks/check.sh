#!/usr/bin/env bash
# Runs one check of `make test`. What it prints goes to LOG_FOLDER/NAME.log; LOG_FOLDER/NAME.result
# has its checks, failures and skips, and the seconds and CPU seconds that it took.
# usage: check.sh LOG_FOLDER NAME COMMAND...
#
# A check's last line is "WORD: N checks, N failed", with ", N skipped" where something could not be
# checked. One that ends without it counts as one failure. Status 0, whatever failed.
set -euo pipefail

name=$2 log=$1/$2.log result=$1/$2.result
shift 2
TIMEFORMAT='%R %U %S' status=0
times=$({ time "$@" >"$log" 2>&1 </dev/null; } 2>&1) || status=$?
read -r checks failed skipped < <(tac "$log" | sed -nE \
    '/^[a-z-]+: ([0-9]+) checks, ([0-9]+) failed(, ([0-9]+) skipped)?$/{s//\1 \2 0\4/p;q}') || true
if [ -z "${checks:-}" ] || { [ "$status" -ne 0 ] && [ "$failed" -eq 0 ]; }; then
    echo "FAILED: $name ended with status $status before its closing line" >>"$log"
    checks=$((${checks:-0} + 1)) failed=$((${failed:-0} + 1))
fi
awk -v counts="$checks $failed $((10#${skipped:-0}))" \
    'END { printf "%s %.0f %.0f\n", counts, $1, $2 + $3 }' <<<"$times" >"$result.part"
mv "$result.part" "$result"
if [ "$failed" -eq 0 ]; then echo "PASSED $name"; else echo "FAILED $name, see $log"; fi
