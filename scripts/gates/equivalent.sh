#!/usr/bin/env bash
# Proves one design's netlist equivalent to its RTL, and refutes that of the netlist with a fault in
# one cell.
# usage: equivalent.sh DESIGN      a name of scripts/silicon/netlist.sh; 10 lanes, 32 bits, osu018;
#                                  prints a line of CSV:
#                                  module,method,seconds,result,flops,points,against_mapped,fault
#
# What is proved already is not proved again.
#
# Both circuits are cut at their flops (scripts/gates/cut.awk) and what is left is proved equal by
# ABC: every output, what every flop takes and what every memory is given is a point. The RTL is
# read, flattened and made of plain gates, constants folded, nothing else. But two ways to add up
# the same partial products are beyond any SAT solver, so multipliers are left out of the RTL, and
# what depends on one is compared in a second proof, with the very design that became the netlist,
# as it was before gates and flops became the library's. Its points are against_mapped. So are all
# of the whole block, of which plain gates would be too many: its modules are compared with the RTL
# one by one.
#
# Flops that nothing reads (copies of which only some bits are needed) are dropped on both sides.
# Cells are what the Liberty file says that they are. Tables (sema_memory) are macros, cut like
# flops.
set -euo pipefail

design=$1
case $design in
top) top=semacredit ;;
*) top=$design ;;
esac
start=$SECONDS
mapfile -t sources < <(scripts/build/rtl_files.sh build/hdl)
netlist=build/netlist/osu018/$design-10-32
generic=build/netlist/generic/$design-10-32
out=build/equivalence/$design
mkdir -p "$out"
scripts/silicon/netlist.sh osu018 "$design" 10 32

# Done already, from these very inputs?
stamp=$(cat "$0" scripts/gates/cut.awk scripts/gates/fault.awk "$netlist.stamp" | sha256sum)
if [ "$(cat "$out/stamp" 2>/dev/null)" = "$stamp" ]; then
    cat "$out/line"
    exit
fi
rm -f "$out/stamp"

# Those that generic.sh sets: a module's own default need not be ten lanes of 32 bits.
parameters=$(awk -v module="\\\\$top" '$1 == "module" { mine = $2 == module }
    mine && $1 == "parameter" && $2 ~ /^.(NHbm|Lanes|CntW)$/ {
        printf " -set %s %s", substr($2, 2), $3
    }' "$generic.il")

# usage: run_yosys WHAT SCRIPT
run_yosys() {
    yosys -q -p "$2" >"$out/$1.log" 2>&1 && return
    echo "equivalence: $design: $1:" >&2
    cat "$out/$1.log" >&2
    exit 1
}

flat='setattr -mod -unset keep_hierarchy A:keep_hierarchy; flatten'
memories='' macros=''
if [ "$top" != sema_memory ]; then
    memories='blackbox *sema_memory*'
    # Their ports, under the names that they have once a netlist is read from Verilog.
    sed 's/^module \$/module \\$/' "$generic.il" >"$out/macros.il"
    macros="read_rtlil $out/macros.il; delete $top"
fi
[ "$design" = top ] || run_yosys rtl "
    read_verilog -sv ${sources[*]}
    ${parameters:+chparam$parameters $top}
    hierarchy -check -top $top; rename -top $top
    $memories
    proc; $flat; memory_collect; memory_map; opt_clean
    opt_expr t:\$mul; chtype -set product t:\$mul
    techmap; simplemap; dffunmap; opt_expr; clean
    write_blif -cname -blackbox $out/rtl.blif"
# As generic.sh left it; it tells which flops were merged, too.
run_yosys mapped "
    read_rtlil $generic.il
    hierarchy -top $top
    $flat; dffunmap
    write_blif -cname -blackbox $out/mapped.blif"

# usage: netlist_blif NETLIST.v OUT.blif
netlist_blif() {
    run_yosys netlist "
        $macros
        read_liberty -ignore_miss_func build/liberty/osu018.lib
        read_verilog $1
        hierarchy -check -top $top
        proc; flatten; techmap; simplemap; clean
        write_blif -cname -blackbox $2"
    sed -i 's/^\.subckt \\\$/.subckt $/' "$2" # macros under their own names again
}

# usage: equal DESIGN.blif NETLIST.blif; status 0 if proved, 1 if refuted; 3 if neither
equal() {
    points=0 left_out=0 flops=0
    awk -v TOP="$top" -v OUT="$out" -f scripts/gates/cut.awk "$1" "$out/mapped.blif" "$2" ||
        return 3
    # shellcheck source=/dev/null
    . "$out/facts" # flops, points, left_out
    [ "$points" -gt 0 ] || return 0
    # (cec, without &, crashes on some of them and takes minutes where this one takes seconds.)
    yosys-abc -c "read $out/design.blif; strash; write $out/design.aig;
        read $out/netlist.blif; strash; write $out/netlist.aig;
        &cec -T 600 $out/design.aig $out/netlist.aig" >"$out/cec.log" 2>&1
    if grep -q 'Networks are equivalent' "$out/cec.log"; then return 0; fi
    if grep -q 'Networks are NOT EQUIVALENT' "$out/cec.log"; then return 1; fi
    return 3
}

netlist_blif "$netlist.v" "$out/gates.blif"
verdict=0 against_mapped=0
if [ "$design" = top ]; then
    method='cec; all as mapped' against=$out/mapped.blif
    equal "$against" "$out/gates.blif" || verdict=$?
    all=$points against_mapped=$points
else
    method=cec against=$out/rtl.blif
    equal "$against" "$out/gates.blif" || verdict=$?
    all=$((points + left_out))
    if [ "$left_out" -gt 0 ]; then
        method='cec; multipliers as mapped' against=$out/mapped.blif against_mapped=$left_out
        [ "$verdict" -ne 0 ] || equal "$against" "$out/gates.blif" || verdict=$?
    fi
fi
case $verdict in
0) result=proved ;;
1) result=refuted ;;
*) result=unknown ;;
esac
shown=$flops

awk -f scripts/gates/fault.awk "$netlist.v" "$netlist.v" >"$out/fault.v"
netlist_blif "$out/fault.v" "$out/fault.blif"
verdict=0
equal "$against" "$out/fault.blif" || verdict=$?
fault=missed
[ "$verdict" -ne 1 ] || fault=refuted
echo "$design,$method,$((SECONDS - start)),$result,$shown,$all,$against_mapped,$fault" |
    tee "$out/line"
[ "$result,$fault" != proved,refuted ] || echo "$stamp" >"$out/stamp"
