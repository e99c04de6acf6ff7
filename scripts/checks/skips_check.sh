#!/usr/bin/env bash
# What is not checked is not counted as passed: scripts/checks/test.sh and `make silicon-check` on
# made-up input.
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

# usage: make_check NAME LINE...; a check that prints these
make_check() {
    printf '#!/bin/sh\n' >"$folder/$1"
    printf 'echo "%s"\n' "${@:2}" >>"$folder/$1"
    chmod +x "$folder/$1"
}
make_check whole 'whole: 3 checks, 0 failed'
make_check part 'SKIPPED: no such tool here' 'part: 2 checks, 0 failed, 4 skipped'
status=0
scripts/checks/test.sh "$folder/logs" "whole=$folder/whole" "part=$folder/part" >"$folder/test" ||
    status=$?
if [ "$status" -eq 0 ]; then pass; else fail "a skip made test.sh fail"; fi
says "$folder/test" '5 passed, 0 failed, 4 skipped'
says "$folder/test" 'part +2 checks +0 failed +4 skipped +[0-9]+ s'
if [ "$(grep -c '^SKIPPED' "$folder/test")" -eq 2 ]; then
    pass
else
    fail "the closing lines do not say what was skipped"
fi

# Without reports every table is skipped, and a clock that is not that of its ratios is noticed all
# the same.
tables=$(grep -c '^<!-- silicon [a-z_]* -->$' rtl/RESULTS.md)
silicon_check() {
    scripts/silicon/silicon_table.sh --check "$1" "$folder/reports" >"$folder/$2" 2>&1
}
if silicon_check rtl/RESULTS.md silicon; then
    pass
else
    fail "silicon-check fails without reports: $(tail -n 2 "$folder/silicon")"
fi
says "$folder/silicon" "silicon-check: 1 checks, 0 failed, $((tables - 1)) skipped"
# shellcheck disable=SC2016 # backquotes of Markdown
sed -E 's/^(\| `core` \|) [0-9]+ /\1 981 /' rtl/RESULTS.md >"$folder/altered.md"
if silicon_check "$folder/altered.md" altered; then
    fail "silicon-check passes a core of 981 MHz"
else
    pass
fi
says "$folder/altered" "FAILED: .*: 'timing': ratios are not those of the clocks: \`core\` "

# What the README quotes of a table is what the table has.
status=0
scripts/silicon/silicon_table.sh --check "$folder/altered.md" "$folder/reports" README.md \
    >"$folder/quoted" 2>&1 || status=$?
if [ "$status" -eq 1 ]; then
    pass
else
    fail "silicon-check passes a README that quotes another table"
fi
says "$folder/quoted" "FAILED: README.md does not say '.*981 MHz.*', which .* measured"

# With a report its table is compared, where the document's figures are of the tools at hand.
scripts/silicon/silicon_table.sh rtl/RESULTS.md "$folder/reports" >"$folder/here.md"
echo device,design,lanes,width,logic_cells,block_rams,fmax_min_mhz,fmax_median_mhz,fmax_max_mhz \
    >"$folder/reports/pnr.csv"
if silicon_check "$folder/here.md" differs; then
    fail "silicon-check passes a table that is not its report's"
else
    pass
fi
says "$folder/differs" "FAILED: .*: 'pnr' is not what .*"
finish skips-check
