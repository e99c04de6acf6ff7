#!/usr/bin/env bash
# Runs the commands that documents show: every fenced block marked as below, in order, each in a
# shell of its own. `make test` is left out, as this check is part of it.
#   sh            its commands succeed
#   sh compare    and print every line that the block shows, in that order ("..." stands for others)
#   sh fails      the same, but they fail
#   sh no-run     is only shown
# usage: readme.sh DOCUMENT...
set -euo pipefail
. "$(dirname "$0")/checks.sh"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# The commands get a make of their own, not the job slots of the one that runs this.
unset MAKEFLAGS MFLAGS MAKELEVEL

# usage: split DOCUMENT; into files N.MARK in the work folder
split() {
    rm -f "$work"/*
    awk -v work="$work" '
        /^```sh( compare| fails)? *$/ { file = work "/" ++n "." ($2 == "" ? "runs" : $2); next }
        /^```/ { file = "" }
        file != "" { print >file }' "$1"
}

# Commands of a block: lines that begin with "$ ", or all lines where none does.
commands() {
    if grep -q '^\$ ' "$1"; then sed -n 's/^\$ //p' "$1"; else cat "$1"; fi |
        sed '/^make test\b/d'
}

# The first line that a block shows and the output has not, at or after the place of the one before.
missing() {
    { grep -vE '^\$ |^\.\.\.$' "$1" || true; } | awk '
        FNR == NR { line[++lines] = $0; next }
        at < lines && index($0, line[at + 1]) { at++ }
        END { if (at < lines) print line[at + 1] }' - "$2"
}

for document in "$@"; do
    split "$document"
    for block in $(find "$work" -name '[0-9]*' -printf '%f\n' | sort -n); do
        at="$document, block ${block%.*}" mark=${block#*.} status=0
        text=$(commands "$work/$block")
        [ -n "$text" ] || continue
        echo "readme: ${text//$'\n'/; }"
        bash -euo pipefail -c "$text" >"$work/output" 2>&1 || status=1
        line=$([ "$mark" = runs ] || missing "$work/$block" "$work/output")
        if [ "$status$line" = "$([ "$mark" = fails ] && echo 1 || echo 0)" ]; then pass; else
            cat "$work/output" >&2
            fail "$at: status $status${line:+, not printed: $line}"
        fi
    done
done
finish readme
