#!/usr/bin/env bash
# Times one netlist of scripts/silicon/netlist.sh by OpenSTA; does nothing where that is done
# already.
# usage: time_netlist.sh LIBRARY NAME
#
# Result: build/netlist/LIBRARY/NAME.timing, lines as scripts/silicon/timing.tcl prints them, under
# constraints/core.sdc.
set -euo pipefail

library=$1
netlist=build/netlist/$library/$2
result=$netlist.timing

# Done already, from these very inputs?
stamp=$(cat "$0" scripts/silicon/timing.tcl constraints/core.sdc "$netlist.stamp" | sha256sum)
[ "$(cat "$result.stamp" 2>/dev/null)" != "$stamp" ] || exit 0
rm -f "$result"*

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# shellcheck source=/dev/null
. "build/liberty/$library.facts"
# shellcheck disable=SC2154 # of the facts
cat >"$work/run.tcl" <<END
set liberty build/liberty/$library.lib
set netlist $netlist.v
set top $(sed -nE 's/^module +([^ (]+).*/\1/p' "$netlist.v" | tail -n 1)
set sdc constraints/core.sdc
set load $load
set period 1.5
source scripts/silicon/timing.tcl
END
if ! sta -exit -no_splash "$work/run.tcl" >"$work/report" 2>&1 || ! grep -q '^borders ' \
    "$work/report" ||
    grep -q '^Error' "$work/report"; then
    echo "timing: $2, $library:" >&2
    cat "$work/report" >&2
    exit 1
fi
grep -E '^(fmax|borders|block) ' "$work/report" >"$result"
echo "$stamp" >"$result.stamp"
