#!/usr/bin/env bash
# Synthesises one design for one library; does nothing where that is done already.
# usage: netlist.sh LIBRARY DESIGN LANES WIDTH
#
# LIBRARY is a name that liberty.sh printed. DESIGN is core (high rate), core_low_latency, top, a file of
# rtl/reference, or a module of build/hdl (which has its default lanes and width; `make hdl`). Result:
# build/netlist/LIBRARY/DESIGN-LANES-WIDTH.v, and beside it .area (KEY=VALUE lines) and .log; with GENERIC=1 also
# .il, the design before flops and gates became the library's.
#
# One script for all designs. abc gets a delay as target that it cannot reach, so that it makes
# everything as fast as it can. Tried on the references and the core, in osu018:
#   - strash; map; buffer; upsize; dnsize (this one): the fastest for all of them;
#   - the same behind ifraig; scorr; dch -f and with map -B 0.9: smaller and 8 to 11 % slower for both references;
#   - yosys's own script: dc2 turns prefix logic back into chains;
#   - without -constr nothing is buffered at all.
# Flops drive and load the logic between them as inverters would: of the drivers tried (the first and
# the second inverter by drive, and buffers) the second inverter served both references best, 477 and
# 766 MHz for 470 and 729 with the first; the load made no difference.
set -euo pipefail

library=$1 design=$2 lanes=$3 width=$4
abc_script='strash; map -D 1; topo; buffer -c -N 8; upsize -D 1; dnsize -D 1; buffer -c -N 6; upsize -D 1; dnsize -D 1; stime -p'

liberty=build/liberty/$library.lib
mapfile -t sources < <(sed -e 's/[[:space:]]*\/\/.*//' -e '/^$/d' -e 's/^/build\/hdl\//' build/hdl/sema.f)
sources+=(rtl/reference/*.sv)

case $design in
core) top=sema_core parameters="-chparam HighRate 1 -chparam Lanes $lanes -chparam CntW $width" ;;
core_low_latency) top=sema_core parameters="-chparam HighRate 0 -chparam Lanes $lanes -chparam CntW $width" ;;
top) top=semacredit parameters="-chparam NHbm $((lanes - 2)) -chparam CntW $width" ;;
*)
    if [ -f "rtl/reference/$design.sv" ]; then
        top=$design parameters="-chparam CntW $width"
        [ "$design" = aggregate ] || parameters+=" -chparam Lanes $lanes"
    elif [ -f "build/hdl/$design.sv" ]; then
        top=$design parameters=
    else
        echo "netlist: unknown design '$design'" >&2
        exit 2
    fi ;;
esac

out=build/netlist/$library
name=$out/$design-$lanes-$width
mkdir -p "$out"

# Done already, from these very inputs?
stamp=$(cat "$0" "$liberty" "${liberty%.lib}.facts" "${sources[@]}" | sha256sum)
if [ "$(cat "$name.stamp" 2>/dev/null)" = "$stamp" ] && { [ -z "${GENERIC:-}" ] || [ -f "$name.il" ]; }; then exit 0; fi
rm -f "$name".*

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# shellcheck source=/dev/null
. "build/liberty/$library.facts"
echo "$abc_script" >"$work/abc"
# shellcheck disable=SC2154 # of the facts
printf 'set_driving_cell %s\nset_load %s\n' "$driver" "$load" >"$work/constraints"

# Tables (sema_memory) stay memories where the design is not one itself: their bits are counted and their
# cells left out. Any other memory becomes flops. Copies of flops (sema_copy) are whole until abc is through.
generic=
[ -z "${GENERIC:-}" ] || generic="write_ilang $name.il"
memories=
[ "$top" = sema_memory ] || memories='blackbox *sema_memory*'
yosys -q -l "$work/log" -p "
    read_verilog -sv ${sources[*]}
    hierarchy -check -top $top $parameters
    design -save read
    proc; select -set others * *sema_memory* %d; memory_collect @others
    flatten; tee -q -o $work/memory stat
    design -load read
    $memories
    synth -flatten -noabc -nordff -top $top
    splitnets; rename -wire t:*DFF*
    $generic
    dfflibmap -liberty $liberty
    abc -constr $work/constraints -liberty $liberty -script $work/abc
    setattr -mod -unset keep_hierarchy A:keep_hierarchy
    flatten; splitnets; opt_clean -purge
    tee -q -o $work/stat stat -liberty $liberty
    write_verilog -noattr -noexpr $work/netlist.v" >/dev/null 2>"$work/errors" ||
    { echo "netlist: $design, $lanes lanes, $width bits, $library:" >&2 && cat "$work/errors" >&2 && exit 1; }

number() { sed -nE "s/.*$1 *([0-9.]+)\$/\\1/p" "$2" | tail -n 1; }
bits=$(number 'Number of memory bits:' "$work/memory")
[ "$top" != sema_memory ] || bits=0
cells=$(number 'Number of cells:' "$work/stat")
area=$(number 'Chip area for .*:' "$work/stat")
# shellcheck disable=SC2154
flops=$(awk -v names="$flops" 'BEGIN { split(names, n, " "); for (i in n) is_flop[n[i]] = 1 }
    NF == 2 && $1 in is_flop { count += $2 } END { print count + 0 }' "$work/stat")
printf 'cells=%s\narea=%.0f\nflops=%s\nmemory_bits=%s\n' "$cells" "${area:-0}" "$flops" "$bits" >"$name.area"
mv "$work/log" "$name.log"
mv "$work/netlist.v" "$name.v"
echo "$stamp" >"$name.stamp"
