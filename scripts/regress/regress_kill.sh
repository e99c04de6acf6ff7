# Killing regressions, and looking at what is left and what is done again; sourced by their checks.
# shellcheck shell=bash

# same_report WHAT PLACE PLACE
same_report() {
    local kind
    for kind in csv xml json; do
        if [ -s "$2/reports/regress.$kind" ] && cmp "$2/reports/regress.$kind" \
            "$3/reports/regress.$kind"; then pass; else
            fail "$1: another regress.$kind"
        fi
    done
}

# Adds up what engines say of the runs that they found undone.
still_to_do() {
    sed -nE 's/^(.*: )?([0-9]+) of [0-9]+ runs were still to be done$/\2/p' |
        awk '{ sum += $1 } END { print sum + 0 }'
}

# rows FOLDER: whole rows of all chunks, of those that are being written too.
rows() {
    cat "$1"/*.runs "$1"/*.runs.part 2>/dev/null |
        grep -cE '^[0-9]+ [0-9]+ [0-9]+ 0x[0-9a-f]{16} [0-9]' || true
}

# Which files are there: a chunk that is run again has another file, or at least another time.
files() { stat -c '%n %i %y' "$1"/*.runs 2>/dev/null; }

# await_true COMMAND...: until it succeeds, for half a minute.
await_true() {
    local tries
    for ((tries = 0; tries < 3000; tries++)); do
        if "$@"; then return; fi
        sleep 0.01
    done
    fail "waited in vain: $*"
}

has_rows() { [ "$(rows "$1")" -ge "$2" ]; }
has_begun() { [ "$(cat "$1"/*.part 2>/dev/null | grep -cE '^[0-9]+ [0-9]')" -ge "$2" ]; }
has_files() { [ "$(files "$1" | wc -l)" -ge "$2" ]; }

# kill_in_the_middle PLACE FILES COMMAND...: runs a regression in a process group of its own, and
# kills that at one blow when so many chunks are done and another is begun.
kill_in_the_middle() {
    local place=$1 enough=$2 leader
    shift 2
    set -m
    "$@" &
    leader=$!
    set +m
    await_true has_files "$place/results" "$enough"
    await_true has_begun "$place/results" 2
    kill -KILL -- "-$leader" 2>/dev/null || fail "$place: over before it could be killed"
    wait "$leader" 2>/dev/null || true
    sleep 0.3 # for all of the group to be gone
    files "$place/results" >"$place.files"
    rows "$place/results" >"$place.rows"
}

# resume PLACE RUNS COMMAND...: goes on; RUNS are all that there are to do.
resume() {
    local place=$1 left
    left=$(($2 - $(<"$place.rows")))
    shift 2
    echo "regress: $place: killed with $left runs to do"
    if [ "$left" -gt 0 ]; then pass; else fail "$place: nothing was left to do"; fi
    expect_success "$place, resumed" "$@"
    if [ -s "$place.files" ] &&
        [ "$(grep -cxFf "$place.files" <(files "$place/results"))" -eq "$(wc -l <"$place.files")" \
            ]; then pass; else
        fail "$place: chunks that were done were run again"
    fi
}
