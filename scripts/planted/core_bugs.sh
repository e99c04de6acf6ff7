#!/usr/bin/env bash
# Every bug planted in the decision core must fail a test of tb/tests/core/test_core.c; without any
# the tests pass.
# usage: core_bugs.sh REPORT_FOLDER TABLE PROGRAM      after `make build/planted/core`
set -euo pipefail
. "$(dirname "$0")/../checks/checks.sh"

reports=$1 table=$2 program=$3
mkdir -p "$reports"

# tests BUG REPORT
tests() {
    rm -f "$2"
    PLANTED_BUG=$1 "$program" --tap="$2" </dev/null >/dev/null 2>&1
}

expect_success 'the tests pass where no bug is in force' tests '' "$reports/none.tap"
while read -r bug _; do
    report=$reports/$bug.tap
    tests "$bug" "$report" || true # failing is what is wanted
    if grep -q '^not ok ' "$report" 2>/dev/null; then
        pass
        printf 'core-bugs: %-22s caught by %s\n' "$bug" \
            "$(sed -nE 's/^not ok - ([a-z_]+::[a-z_]+).*/\1/p' "$report" | xargs)"
    else
        fail "core-bugs: $bug was not caught"
    fi
done < <(awk -v by=core -f "$(dirname "$0")/planted.awk" "$table")
finish core-bugs
