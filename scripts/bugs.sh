#!/usr/bin/env bash
# Every planted bug must be caught by the check that looks at everything, and the RTL as it is must pass it.
# usage: bugs.sh REPORT.csv PROGRAM BUGGED_PROGRAM...     a bugged program is .../NAME/semacredit
#
# The report says for each bug which check caught it, in which workload and at which cycle, as the program itself
# reported it.
set -euo pipefail
. "$(dirname "$0")/checks.sh"

report=$1 program=$2
shift 2
mkdir -p "$(dirname "$report")"
expect_success 'the RTL without a bug passes' "$program" cosim --quick
finish bugs
