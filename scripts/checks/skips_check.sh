#!/usr/bin/env bash
# What is not checked is not counted as passed, what ends early is told, an interrupt ends all:
# scripts/checks/test.sh and `make silicon-check` on made-up input.
# usage: skips_check.sh FOLDER
set -euo pipefail
. "$(dirname "$0")/checks.sh"

folder=$1
rm -rf "$folder"
mkdir -p "$folder/reports"

# usage: says FILE PATTERN; an extended regular expression for a whole line
says() {
    if grep -qE "^$2\$" "$1"; then pass; else
        fail "$1 has no line '$2'"
        tail -n 3 "$1" >&2
    fi
}

# usage: make_check NAME COMMAND...; a check that runs these
make_check() { printf '%s\n' '#!/bin/sh' "${@:2}" >"$folder/$1" && chmod +x "$folder/$1"; }
make_check whole 'echo "whole: 3 checks, 0 failed"'
make_check part 'echo "SKIPPED: no such tool here"' 'echo "part: 2 checks, 0 failed, 4 skipped"'
make_check bad 'echo "FAILED: as meant"' 'echo "bad: 2 checks, 1 failed"' 'exit 1'
make_check silent 'true'
make_check killed 'echo "killed: 7 checks, 0 failed"' 'kill -KILL $$'
make_check unbuilt 'echo "unbuilt: 9 checks, 0 failed"'
make_check endless "sleep 1000 & echo \$! >$folder/sleeper" 'wait'
{
    # shellcheck disable=SC2016 # of make
    printf '%%.result:\n\tscripts/checks/check.sh $(@D) $(*F) %s/$(*F)\n' "$folder"
    echo "$folder/logs/unbuilt.result: nowhere"
} >"$folder/Makefile"
# usage: run_test NAME...; runs these checks
run_test() {
    REPEAT='make' exec scripts/checks/test.sh "$folder/logs" "$@" -- \
        make -ks -f "$folder/Makefile" >"$folder/test" 2>&1
}
# usage: ends STATUS NAME...
ends() {
    local status=0
    (run_test "${@:2}") || status=$?
    if [ "$status" -eq "$1" ]; then pass; else fail "test.sh ${*:2}: status $status"; fi
}
ends 0 whole part
says "$folder/test" '5 passed, 0 failed, 4 skipped'
says "$folder/test" 'part +2 checks +0 failed +4 skipped +[0-9]+ s +[0-9]+ CPU s'
says "$folder/test" 'SKIPPED: no such tool here'
ends 1 bad silent killed unbuilt whole
says "$folder/test" '11 passed, 4 failed'
sed '1,/ passed, /d' "$folder/test" >"$folder/last"
for told in 'as meant' 'silent ended with status 0 .*' 'killed ended with status 137 .*' \
    'unbuilt has no result: .*'; do
    says "$folder/last" "FAILED: $told"
done
expect_success "test.sh does not end with the command that repeats what failed" \
    [ "$(tail -n 1 "$folder/last")" = 'again: make unbuilt' ]
# An interrupt ends all that runs.
(run_test endless) &
for _ in {1..100}; do [ -s "$folder/sleeper" ] || sleep 0.1; done
kill -TERM $!
status=0
wait $! || status=$?
for _ in {1..100}; do kill -0 "$(cat "$folder/sleeper")" 2>/dev/null && sleep 0.1; done
if [ "$status" -eq 130 ] && ! kill -0 "$(cat "$folder/sleeper")" 2>/dev/null; then pass; else
    fail "test.sh, interrupted: status $status, or what it began goes on"
fi

# Without reports every table is skipped, and a clock that is not that of its ratios is noticed all
# the same.
tables=$(grep -c '^<!-- silicon [a-z_]* -->$' rtl/RESULTS.md)
# shellcheck disable=SC2317 # called through expect_success
silicon_check() {
    scripts/silicon/silicon_table.sh --check "$1" "$folder/reports" >"$folder/$2" 2>&1
}
expect_success "silicon-check fails without reports, see $folder/silicon" \
    silicon_check rtl/RESULTS.md silicon
says "$folder/silicon" "silicon-check: 1 checks, 0 failed, $((tables - 1)) skipped"
# shellcheck disable=SC2016 # backquotes of Markdown
sed -E 's/^(\| `core` \|) [0-9]+ /\1 981 /' rtl/RESULTS.md >"$folder/altered.md"
expect_failure "silicon-check passes a core of 981 MHz" silicon_check "$folder/altered.md" altered
says "$folder/altered" "FAILED: .*: 'timing': ratios are not those of the clocks: \`core\` "

# What the README quotes of a table is what the table has.
# shellcheck disable=SC2016 # backquotes of Markdown
sed -E 's/^(\| `sema_lookup` \|) [0-9]+ /\1 1981 /' rtl/RESULTS.md >"$folder/another.md"
status=0
scripts/silicon/silicon_table.sh --check "$folder/another.md" "$folder/reports" README.md \
    >"$folder/quoted" 2>&1 || status=$?
expect_success "silicon-check passes a README that quotes another table" [ "$status" -eq 1 ]
says "$folder/quoted" "FAILED: README.md does not say '.*1981 MHz.*', which .* measured"

sed -E 's/^(\| whole block \|) [0-9]+ /\1 1981 /' rtl/DATASHEET.md >"$folder/datasheet.md"
status=0
scripts/silicon/silicon_table.sh --check rtl/RESULTS.md "$folder/reports" '' \
    "$folder/datasheet.md" >"$folder/sizes" 2>&1 || status=$?
expect_success "silicon-check passes a datasheet with another clock" [ "$status" -eq 1 ]
says "$folder/sizes" "FAILED: .*: 'sizes' is not of .*"

# With a report its table is compared, where the document's figures are of the tools at hand.
scripts/silicon/silicon_table.sh rtl/RESULTS.md "$folder/reports" >"$folder/here.md"
# Rows that a report has not are skipped.
echo device,design,lanes,width,logic_cells,block_rams,fmax_min_mhz,fmax_median_mhz,fmax_max_mhz \
    >"$folder/reports/pnr.csv"
expect_success "silicon-check fails for rows that no report has" \
    silicon_check "$folder/here.md" unmeasured
says "$folder/unmeasured" "SKIPPED: .*: not compared, rows of 'pnr' that no report in .* has: .*"
echo hx8k,core,10,32,1,1,1.0,1.0,1.0 >>"$folder/reports/pnr.csv"
expect_failure "silicon-check passes a table that is not its report's" \
    silicon_check "$folder/here.md" differs
says "$folder/differs" "FAILED: .*: 'pnr' is not what .*"
finish skips-check
