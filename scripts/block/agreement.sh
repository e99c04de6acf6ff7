#!/usr/bin/env bash
# Policy behind a port with classes, golden model and RTL: the same decisions in every run of the
# paper's experiments, one by one.
# usage: agreement.sh PROGRAM
set -euo pipefail
. "$(dirname "$0")/../checks/checks.sh"

log=$("$1" agreement 2>&1) || true
# The line of all runs: all RUNS DECISIONS DIFFERING CLOCKS
read -r _ runs decisions differing _ < <(grep '^all ' <<<"$log" || echo 'all 0 0 1 0')
echo "$runs runs, $decisions decisions, $differing differ"
if [ "$decisions" -gt 100000 ] && [ "$differing" = 0 ]; then pass; else fail "$log"; fi
finish agreement-check
