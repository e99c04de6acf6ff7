#!/usr/bin/env bash
# Runs checks one after the other, with their times; the closing lines say what was skipped and add
# up what they counted.
# usage: test.sh LOG_FOLDER NAME=COMMAND...
#
# A check's last line is "WORD: N checks, N failed", with ", N skipped" where something could not be
# checked; one that ends without it counts as one failure. What is skipped is not passed.
set -euo pipefail

logs=$1
shift
mkdir -p "$logs"
rm -f "$logs"/*.log
passed=0 failed=0 skipped=0 times=()

for step in "$@"; do
    name=${step%%=*} command=${step#*=} start=$SECONDS
    log=$logs/$name.log
    echo "== $name"
    status=0
    read -ra words <<<"$command"
    "${words[@]}" 2>&1 </dev/null | tee "$log" || status=$?
    closing='^[a-z-]+: ([0-9]+) checks, ([0-9]+) failed(, ([0-9]+) skipped)?$'
    count=$(sed -nE "s/$closing/\1 \2 \4/p" "$log" | tail -n 1)
    read -r checks bad left <<<"${count:-0 0}"
    if [ "$status" -ne 0 ] && [ "$bad" -eq 0 ] || [ -z "$count" ]; then
        echo "FAILED: $name ended with status $status before its closing line"
        checks=$((checks + 1)) bad=$((bad + 1))
    fi
    passed=$((passed + checks - bad)) failed=$((failed + bad)) skipped=$((skipped + ${left:-0}))
    times+=("$(printf '%-13s %5d checks %3d failed %3d skipped %4d s' "$name" "$checks" "$bad" \
        "${left:-0}" $((SECONDS - start)))")
done

echo "== all, logs in $logs"
[ "$failed" -eq 0 ] || grep -h '^FAILED' "$logs"/*.log || true
[ "$skipped" -eq 0 ] || grep -h '^SKIPPED' "$logs"/*.log || true
printf '%s\n' "${times[@]}"
if [ "$skipped" -eq 0 ]; then
    echo "$passed passed, $failed failed"
else
    echo "$passed passed, $failed failed, $skipped skipped"
fi
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
