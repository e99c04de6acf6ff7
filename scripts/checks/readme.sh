#!/usr/bin/env bash
# Runs the commands that documents show: every fenced block marked as below, in order, each in a
# shell of its own. `make test` is left out, as this check is part of it.
#   sh            its commands succeed
#   sh compare    and print every line that the block shows, in that order ("..." stands for others)
#   sh fails      the same, but they fail
#   sh no-run     is only shown
# With --howto it follows how-tos instead, in TREE, a scratch copy of the tree. First all blocks
# that begin "```LANGUAGE FILE" are applied: a file, or, where LANGUAGE is diff, a change of one
# (apply.py). Then the commands of blocks "sh howto", "sh howto compare" and "sh howto fails" run.
# With QUICK, `make cosim` without more is left out, too.
# usage: [QUICK=1] readme.sh [--howto TREE] DOCUMENT...
set -euo pipefail
here=$(realpath "$(dirname "$0")")
. "$here/checks.sh"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# The commands get a make of their own, not the job slots of the one that runs this, and no display.
unset MAKEFLAGS MFLAGS MAKELEVEL ARGS DISPLAY WAYLAND_DISPLAY
name=readme mark=''

# A copy of the tree without build/, to be compiled without optimisation.
# usage: scratch TREE
scratch() {
    rm -rf "$1"
    mkdir -p "$1/build"
    find . -mindepth 1 -maxdepth 1 ! -name build ! -name .git -exec cp -rpL -t "$1" {} +
    export CC=gcc OPT=-O0 MODEL_OPT=-O1
    cd "$1"
}

# usage: change CHANGE FILE
# shellcheck disable=SC2317 # called by expect_success
change() { python3 -B "$here/apply.py" "$1" "$2" >"$work/changed" && mv "$work/changed" "$2"; }

# usage: blocks DOCUMENT; its fenced blocks into files 1, 2... of the work folder, and a line for
# each into the file list: its number, what stands behind its fence
blocks() {
    rm -f "$work"/*
    : >"$work/list"
    awk -v work="$work" '
        /^```/ { inside = !inside }
        /^```/ && inside { print ++n, substr($0, 4) >(work "/list") }
        !/^```/ && inside { print >(work "/" n) }' "$1"
}

# usage: edits DOCUMENT; the files that it shows are written or changed
edits() {
    local n language path
    blocks "$1"
    while read -r n language path; do
        if [ "$language" = diff ]; then
            expect_success "$1: change of $path" change "$work/$n" "$path"
        else
            mkdir -p "$(dirname "$path")"
            [ ! -e "$path" ] || fail "$1: $path is there already"
            cp "$work/$n" "$path"
        fi
    done < <(grep -E '^[0-9]+ [a-z]+ [^ ]*[./][^ ]*$' "$work/list")
}

# Commands of a block: lines that begin with "$ ", with those that continue them behind a "\", or
# all lines where none does. With "shown" as WHICH: the other lines, but for "...".
# usage: commands BLOCK [WHICH]
commands() {
    awk -v which="${2:-typed}" '
        { command = /^\$ / || (command && continued); continued = /\\$/ }
        command == (which == "typed") { sub(/^\$ /, ""); if ($0 != "...") print }' "$1"
}

# The first line that a block shows and the output has not, at or after the place of the one before.
missing() {
    commands "$1" shown | awk '
        FILENAME == "-" { line[++lines] = $0; next }
        at < lines && index($0, line[at + 1]) { at++ }
        END { if (at < lines) print line[at + 1] }' - "$2"
}

if [ "$1" = --howto ]; then
    name=howto-check mark=' howto'
    scratch "$2"
    shift 2
    for document in "$@"; do edits "$document"; done
fi
for document in "$@"; do
    blocks "$document"
    # Not read from the list as it goes on: the commands have this shell's input.
    mapfile -t marked < <(sed -nE "s/^([0-9]+) sh$mark( (compare|fails))? *$/\\1 \\3/p" \
        "$work/list")
    for block in "${marked[@]}"; do
        how=${block#* } block=${block%% *} status=0
        at="$document, block $block"
        text=$(if grep -q '^\$ ' "$work/$block"; then commands "$work/$block"; else
            cat "$work/$block"; fi | sed -E "/^make test\b/d; ${QUICK:+/^make cosim\$/d}")
        [ -n "$text" ] || continue
        echo "$name: ${text//$'\n'/; }"
        bash -euo pipefail -c "$text" >"$work/output" 2>&1 || status=1
        line=$([ -z "$how" ] || missing "$work/$block" "$work/output")
        if [ "$status$line" = "$([ "$how" = fails ] && echo 1 || echo 0)" ]; then pass; else
            cat "$work/output" >&2
            fail "$at: status $status${line:+, not printed: $line}"
        fi
    done
done
finish $name
