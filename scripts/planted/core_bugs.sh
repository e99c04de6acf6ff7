#!/usr/bin/env bash
# Every bug planted in the decision core must fail a test of tb/tests/core/test_core.c.
# usage: core_bugs.sh REPORT_FOLDER PROGRAM...      a program is named .../BUG/core
set -euo pipefail
. "$(dirname "$0")/../checks/checks.sh"

reports=$1
shift
mkdir -p "$reports"

for program in "$@"; do
    bug=$(basename "$(dirname "$program")")
    report=$reports/$bug.tap
    rm -f "$report"
    "$program" --tap="$report" >/dev/null 2>&1 || true # failing is what is wanted
    if grep -q '^not ok ' "$report" 2>/dev/null; then
        pass
        printf 'core-bugs: %-22s caught by %s\n' "$bug" \
            "$(sed -nE 's/^not ok - ([a-z_]+::[a-z_]+).*/\1/p' "$report" | xargs)"
    else
        fail "core-bugs: $bug was not caught"
    fi
done
finish core-bugs
