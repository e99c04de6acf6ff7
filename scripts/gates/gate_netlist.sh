#!/usr/bin/env bash
# A design's netlist in osu018, as a folder that scripts/build/verilate.sh reads like the RTL's.
# usage: gate_netlist.sh OUT DESIGN [FAULT]      DESIGN: a name of scripts/silicon/netlist.sh; after
#                                                `make hdl`
#                                                FAULT: a flop: the gate in front of it becomes
#                                                another (scripts/gates/fault.awk)
#
# OUT gets the netlist as netlist.sh made it, its cells as what they do
# (scripts/gates/gate_logic.awk), the tables (sema_memory) as Yosys writes the RTL's, for they are
# macros, and the package, for the numbers that the harness compares.
set -euo pipefail

out=$1 design=$2 fault=${3:-}
rm -rf "$out"
mkdir -p "$out"
scripts/silicon/liberty.sh >/dev/null
scripts/silicon/netlist.sh osu018 "$design" 10 32
netlist=build/netlist/osu018/$design-10-32.v

if [ -n "$fault" ]; then
    awk -v FLOP="$fault" -f scripts/gates/fault.awk "$netlist" "$netlist" >"$out/cells.v"
    netlist=$out/cells.v
fi
awk -f scripts/gates/gate_logic.awk build/liberty/osu018.lib "$netlist" >"$out/netlist.v"
mapfile -t sources < <(scripts/build/rtl_files.sh build/hdl)
yosys -q -p "
    read_verilog -sv ${sources[*]}
    hierarchy -check -top semacredit
    select -set memories *sema_memory*; delete =* @memories %d
    proc; memory_collect; opt_clean
    write_verilog -noattr $out/memories.v" >"$out/yosys.log" 2>&1 || { cat "$out/yosys.log" >&2 &&
        exit 1; }
cp build/hdl/sema_pkg.sv "$out"
cat >"$out/sema.f" <<END
sema_pkg.sv
memories.v
netlist.v
END
