# Counting checks; sourced by the check scripts.
# shellcheck shell=bash

checks=0 failed=0

pass() { checks=$((checks + 1)); }

# One line, on stderr.
fail() {
    checks=$((checks + 1)) failed=$((failed + 1))
    echo "FAILED: $*" >&2
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

# The closing line, which scripts/test.sh adds up, and the exit status. No check at all is a failure.
# usage: finish NAME
finish() {
    [ "$checks" -gt 0 ] || fail "$1 checked nothing"
    echo "$1: $checks checks, $failed failed"
    [ "$failed" -eq 0 ] || exit 1
    exit 0
}
