#!/usr/bin/env bash
# The SystemVerilog example with libsemacredit: the RTL passes, with a planted bug it does not.
# usage: dpi_check.sh EXAMPLE CONFIGS
set -euo pipefail
. "$(dirname "$0")/../checks/checks.sh"

example=$1 configs=$2

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
for bug in generation_stays empty_too_soon reads_zero first_write_is_lost done_by_handle; do
    says '^clock [0-9]+: [a-z_0-9]+.*: dut .*, ref ' "$bug" adversarial 1
done
finish dpi-check
