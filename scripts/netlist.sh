#!/usr/bin/env bash
# Synthesises one design for one library; does nothing where that is done already.
# usage: netlist.sh LIBRARY DESIGN LANES WIDTH [OPTION=VALUE...]
#
# LIBRARY is a name that liberty.sh printed. DESIGN is core (high rate), core_low_latency, top, a file of
# rtl/reference, or a module of build/hdl (`make hdl`). An OPTION is a parameter of that module, or tables=flops: tables are made
# of flops, not left as memories. Result: build/netlist/LIBRARY/NAME.v, NAME being DESIGN-LANES-WIDTH and the options, each
# behind a "-"; and beside it .area (KEY=VALUE lines), .memories (INSTANCE WORDS BITS READ_PORTS WRITE_PORTS) and .log.
# With GENERIC=1 also .il, the design before flops and gates became the library's.
#
# One script for all designs. abc gets a delay as target that it cannot reach, so that it makes
# everything as fast as it can. Of some thirty scripts tried in osu018 on the references and the core,
# each a percent or two by chance:
#   - strash; map -f; buffer; upsize; dnsize (this one), where no large gate drives many others;
#   - without -f: core 5 % slower, references 0 to 3 %;
#   - the same behind ifraig; scorr; dch -f and with map -B 0.9: smaller and 8 to 11 % slower for both references;
#   - map -B 0.9 alone: reference_prefix 4 % faster, reference 18 % and core 9 % slower;
#   - other numbers of gates to drive than 7 and then 5: no more for the references, and 590 instead of 622 MHz at 64 lanes
#     or 701 instead of 778 at 16 bits with 8 and then 5;
#   - yosys's own script: dc2 turns prefix logic back into chains;
#   - without -constr nothing is buffered at all.
# Flops drive and load the logic between them as inverters would: of the drivers tried (the first and
# the second inverter by drive, and buffers) the second inverter served both references best, 477 and
# 766 MHz for 470 and 729 with the first; the load made no difference.
set -euo pipefail

library=$1 design=$2 lanes=$3 width=$4
shift 4
options=("$@")
abc_script='strash; map -f -D 1; topo; buffer -c -N 7; upsize -D 1; dnsize -D 1; buffer -c -N 5; upsize -D 1; dnsize -D 1; stime -p'

liberty=build/liberty/$library.lib
mapfile -t sources < <(scripts/rtl_files.sh build/hdl)
sources+=(rtl/reference/*.sv)

case $design in
core) top=sema_core parameters='-set HighRate 1' ;;
core_low_latency) top=sema_core parameters='-set HighRate 0' ;;
top) top=semacredit parameters= ;;
*) top=$design parameters= ;;
esac
file=build/hdl/$top.sv
[ -f "$file" ] || file=rtl/reference/$top.sv
[ -f "$file" ] || { echo "netlist: unknown design '$design'" >&2 && exit 2; }

# Lanes and width are parameters where the module declares them; where it does not, they are what it is built for.
declares() { grep -qE "^ *parameter +[a-z ]+ $1 *=" "$file"; }
set_parameter() {
    declares "$1" || { echo "netlist: $design has no parameter $1" >&2 && exit 2; }
    parameters+=" -set $1 $2"
}
if declares NHbm; then set_parameter NHbm $((lanes - 2)); fi
if declares Lanes; then set_parameter Lanes "$lanes"; fi
if declares CntW; then set_parameter CntW "$width"; fi
tables=memories
for option in "${options[@]}"; do
    case $option in
    tables=flops) tables=flops ;;
    *) set_parameter "${option%%=*}" "${option#*=}" ;;
    esac
done
[ "$top" != sema_memory ] || tables=flops

# Only what the design uses is read: the names of other modules would change the order in which abc sees the logic of this
# one, and with it the netlist by a percent or two.
mapfile -t sources < <(awk -v TOP="$top" -v FILES=1 -f scripts/rtl_text.awk "${sources[@]}")

out=build/netlist/$library
name=$out/$design-$lanes-$width
for option in "${options[@]}"; do name+=-$option; done
mkdir -p "$out"

# Done already, from these very inputs?
stamp=$({
    cat "$0" "$liberty" "${liberty%.lib}.facts"
    awk -v TOP="$top" -f scripts/rtl_text.awk "${sources[@]}"
} | sha256sum)
if [ "$(cat "$name.stamp" 2>/dev/null)" = "$stamp" ] && { [ -z "${GENERIC:-}" ] || [ -f "$name.il" ]; }; then exit 0; fi
rm -f "$name".*

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# shellcheck source=/dev/null
. "build/liberty/$library.facts"
echo "$abc_script" >"$work/abc"
# shellcheck disable=SC2154 # of the facts
printf 'set_driving_cell %s\nset_load %s\n' "$driver" "$load" >"$work/constraints"

# Tables (sema_memory) stay memories, unless flops are asked for: their bits are counted and their cells left out. Any other
# memory becomes flops, and no register is drawn into it (-nordff), which would then be there twice. Copies of flops (sema_copy)
# are whole until abc is through.
generic=
[ -z "${GENERIC:-}" ] || generic="write_ilang $name.il"
memories=
[ "$tables" = flops ] || memories='blackbox *sema_memory*'
# (With hierarchy's own -chparam, Yosys 0.23 makes the whole block twice and fails.)
yosys -q -l "$work/log" -p "
    read_verilog -sv ${sources[*]}
    ${parameters:+chparam $parameters $top}
    hierarchy -check -top $top; rename -top $top
    design -save read
    proc; select -set others * *sema_memory* %d; memory_collect @others; opt_clean
    flatten; select -set others t:\$mem_v2
    memory_collect; tee -q -o $work/memories dump t:\$mem_v2 @others %d
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
cells=$(number 'Number of cells:' "$work/stat")
area=$(number 'Chip area for .*:' "$work/stat")
# shellcheck disable=SC2154
flops=$(awk -v names="$flops" 'BEGIN { split(names, n, " "); for (i in n) is_flop[n[i]] = 1 }
    NF == 2 && $1 in is_flop { count += $2 } END { print count + 0 }' "$work/stat")
awk '$1 == "parameter" { value[$2] = $3 }
    $1 == "end" && "\\SIZE" in value {
        gsub(/["\\]/, "", value["\\MEMID"])
        print value["\\MEMID"], value["\\SIZE"], value["\\WIDTH"], value["\\RD_PORTS"], value["\\WR_PORTS"]
        delete value
    }' "$work/memories" >"$name.memories"
bits=0
[ "$tables" = flops ] || bits=$(awk '{ bits += $2 * $3 } END { print bits + 0 }' "$name.memories")
printf 'cells=%s\narea=%.0f\nflops=%s\nmemory_bits=%s\n' "$cells" "${area:-0}" "$flops" "$bits" >"$name.area"
mv "$work/log" "$name.log"
mv "$work/netlist.v" "$name.v"
echo "$stamp" >"$name.stamp"
