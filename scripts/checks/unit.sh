#!/usr/bin/env bash
# Runs Criterion test programs and counts their tests; with FILTER, those that match.
# usage: [FILTER=SUITE/TEST] unit.sh REPORT_FOLDER PROGRAM...
set -euo pipefail
. "$(dirname "$0")/checks.sh"

reports=$1
shift
mkdir -p "$reports"
# Assertions on, and flops that start with whatever: after a reset all must be the same.
export SEMA_CHECKED=1 SEMA_INITIAL_STATE=${SEMA_INITIAL_STATE:-1}
# Newer compilers enable detect_stack_use_after_return by themselves.
export ASAN_OPTIONS=detect_stack_use_after_return=1 UBSAN_OPTIONS=print_stacktrace=1

for program in "$@"; do
    report=$reports/$(basename "$program").tap
    rm -f "$report"
    echo "unit: $program"
    status=0
    "$program" ${FILTER:+--filter="$FILTER"} --tap="$report" --jobs="$(nproc)" || status=$?
    good=$(grep '^ok ' "$report" | grep -vc '# SKIP' || true)
    bad=$(grep -c '^not ok ' "$report" || true)
    checks=$((checks + good + bad)) failed=$((failed + bad))
    [ $((good + bad)) -gt 0 ] || fail "$program ran no test"
    [ "$status" -eq 0 ] || [ "$bad" -gt 0 ] || fail "$program ended with status $status"
done
finish unit
