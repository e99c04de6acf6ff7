#!/usr/bin/env bash
# The SystemVerilog example with libsemacredit: the RTL passes, with a planted bug it does not.
# usage: dpi_check.sh EXAMPLE CONFIGS TABLE
set -euo pipefail
. "$(dirname "$0")/../checks/checks.sh"

example=$1 configs=$2 table=$3

# says EXPECTED BUG WORKLOAD SEED: the last line that it prints.
says() {
    local said
    said=$(PLANTED_BUG=$2 "$example" "+workload=$configs/$3.yaml" "+seed=$4" 2>&1 |
        grep -v 'Verilog [$]finish' | tail -n 1) || true
    if grep -qE "$1" <<<"$said"; then pass; else fail "$2 $3 $4: expected '$1', got '$said'"; fi
}
says '^[0-9]+ clocks, no difference$' '' atomic 0
says '^[0-9]+ clocks, no difference$' '' moe 1
says 'nosuch.yaml: cannot be read' '' nosuch 0
while read -r bug; do
    says '^clock [0-9]+' "$bug" adversarial 1
done < <(awk -v by=lockstep -f "$(dirname "$0")/../planted/planted.awk" "$table" |
    cut -f 1 | awk 'NR % 20 < 3')
finish dpi-check
