# Counting checks; sourced by the check scripts.
# shellcheck shell=bash

checks=0 failed=0 skipped=0

pass() { checks=$((checks + 1)); }

# One line, on stderr.
fail() {
    checks=$((checks + 1)) failed=$((failed + 1))
    echo "FAILED: $*" >&2
}

# What is not checked here, and why: one line. It counts neither as passed nor as failed.
skip() {
    skipped=$((skipped + 1))
    echo "SKIPPED: $*"
}

# Runs a command as one check: quiet where it succeeds, its output and a line where it fails.
# usage: expect_success WHAT COMMAND...
expect_success() {
    local what=$1 output
    shift
    if output=$("$@" 2>&1); then
        pass
    else
        printf '%s\n' "$output" >&2
        fail "$what"
    fi
}

# The same of a command that must fail.
expect_failure() { if "${@:2}" >/dev/null 2>&1; then fail "$1"; else pass; fi; }

# Runs many commands as checks, as many at a time as there are cores. Lines of standard input are
# WHAT, a tab, and a command of bash.
expect_each() {
    local result results
    # shellcheck disable=SC2016 # for the shell that xargs starts
    results=$(xargs -r -d '\n' -P "$(nproc)" -n 1 bash -c '
        tab=$(printf "\t")
        if output=$(eval "${1#*"$tab"}" 2>&1); then echo passed; else
            printf "%s\n" "$output" >&2
            echo "${1%%"$tab"*}"
        fi' each)
    while IFS= read -r result; do
        if [ "$result" = passed ]; then pass; else fail "$result"; fi
    done <<<"$results"
}

# The closing line, which scripts/tests adds up, and the exit status. Neither a check nor a
# skip is a failure.
# usage: finish NAME
finish() {
    [ $((checks + skipped)) -gt 0 ] || fail "$1 checked nothing"
    if [ "$skipped" -eq 0 ]; then echo "$1: $checks checks, $failed failed"; else
        echo "$1: $checks checks, $failed failed, $skipped skipped"
    fi
    [ "$failed" -eq 0 ] || exit 1
    exit 0
}
