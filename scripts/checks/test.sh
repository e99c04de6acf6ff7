#!/usr/bin/env bash
# Runs checks beside each other. BUILD... makes what they need and, by check.sh, their results,
# LOG_FOLDER/NAME.result. Then their times, what was skipped, the sum of what they counted, and last
# what failed. A check without a result, not built or killed, counts as one failure.
# usage: [REPEAT='make'] test.sh LOG_FOLDER NAME... -- BUILD...     REPEAT NAME runs a check again
set -euo pipefail

logs=$1 names=()
shift
while [ "$1" != -- ]; do
    names+=("$1")
    shift
done
shift
mkdir -p "$logs"
rm -f "$logs"/*.log "$logs"/*.result

# In a group of processes of its own, so that an interrupt ends all of it.
set -m
targets=("${names[@]/#/$logs/}")
"$@" "${targets[@]/%/.result}" &
trap 'kill -TERM -- -$!; wait; exit 130' INT TERM HUP
wait $! || true
trap - INT TERM HUP

times >"$logs/times" # of it and, in the second line, of all that it waited for
rest=$(awk 'NR == 2 { gsub(/[ms]/, " "); print int($1 * 60 + $2 + $3 * 60 + $4) }' "$logs/times")
echo "== all, logs in $logs"
grep -hs '^SKIPPED' "$logs"/*.log || true
passed=0 failed=0 skipped=0 failures=()
for name in "${names[@]}"; do
    if ! read -r checks bad left wall cpu 2>/dev/null <"$logs/$name.result"; then
        checks=1 bad=1 left=0 wall=0 cpu=0
        echo "FAILED: $name has no result: ended, or what it needs was not made" >>"$logs/$name.log"
    fi
    printf '%-16s %5d checks %3d failed %3d skipped %4d s %4d CPU s\n' \
        "$name" "$checks" "$bad" "$left" "$wall" "$cpu"
    passed=$((passed + checks - bad)) failed=$((failed + bad)) skipped=$((skipped + left))
    rest=$((rest - cpu))
    [ "$bad" -eq 0 ] || failures+=("$name")
done
printf '%-46s %4d s %4d CPU s\n' 'what they need' '' $((rest > 0 ? rest : 0))
echo "$passed passed, $failed failed$([ "$skipped" -eq 0 ] || echo ", $skipped skipped")"
for name in "${failures[@]}"; do
    grep '^FAILED' "$logs/$name.log" || true
    echo "again: ${REPEAT:-make} $name"
done
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
