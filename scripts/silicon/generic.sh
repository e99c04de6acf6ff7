#!/usr/bin/env bash
# Synthesises one design as far as it is the same for every library; does nothing where that is done
# already.
# usage: generic.sh DESIGN LANES WIDTH [OPTION=VALUE...]
#
# DESIGN is top, a file of rtl/reference, or a module of build/hdl (`make hdl`). An OPTION is a
# parameter of that module, or tables=flops: tables are made of flops, not left as memories. Result:
# build/netlist/generic/NAME.il, the design as gates and flops of no library, NAME being
# DESIGN-LANES-WIDTH and the options, each behind a "-"; and beside it .memories (INSTANCE WORDS
# BITS READ_PORTS WRITE_PORTS) and .log.
set -euo pipefail

design=$1 lanes=$2 width=$3
shift 3
options=("$@")

mapfile -t sources < <(scripts/build/rtl_files.sh build/hdl)
sources+=(rtl/reference/*.sv)
case $design in
top) top=semacredit ;;
*) top=$design ;;
esac
file=build/hdl/$top.sv
[ -f "$file" ] || file=rtl/reference/$top.sv
[ -f "$file" ] || { echo "generic: unknown design '$design'" >&2 && exit 2; }

# Lanes and width are parameters where the module declares them; where it does not, they are what it
# is built for.
parameters=
declares() { grep -qE "^ *parameter +[a-z ]+ $1 *=" "$file"; }
set_parameter() {
    declares "$1" || { echo "generic: $design has no parameter $1" >&2 && exit 2; }
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

# Only what the design uses is read: the names of other modules would change the order in which abc
# sees the logic of this one, and with it the netlist by a percent or two.
mapfile -t sources < <(awk -v TOP="$top" -v FILES=1 -f scripts/silicon/rtl_text.awk "${sources[@]}")

out=build/netlist/generic
name=$out/$design-$lanes-$width
for option in "${options[@]}"; do name+=-$option; done
mkdir -p "$out"
exec 9>"$name.lock"
flock 9 # for several libraries at once

# Done already, from these very inputs?
stamp=$({
    cat "$0"
    awk -v TOP="$top" -f scripts/silicon/rtl_text.awk "${sources[@]}"
} | sha256sum)
[ "$(cat "$name.stamp" 2>/dev/null)" != "$stamp" ] || exit 0
rm -f "$name".{il,memories,log,stamp}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Tables (sema_memory) stay memories, unless flops are asked for: their bits are counted and their
# cells left out. Any other memory becomes flops, and no register is drawn into it (-nordff), which
# would then be there twice. Copies of flops (sema_dup_flop) are whole until abc is through.
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
    write_rtlil $work/generic.il" >/dev/null 2>"$work/errors" ||
    { echo "generic: $design, $lanes lanes, $width bits:" >&2 && cat "$work/errors" >&2 && exit 1; }
[ "$tables" != flops ] || : >"$work/memories"
awk '$1 == "parameter" { value[$2] = $3 }
    $1 == "end" && "\\SIZE" in value {
        gsub(/["\\]/, "", value["\\MEMID"])
        print value["\\MEMID"], value["\\SIZE"], value["\\WIDTH"], value["\\RD_PORTS"],
            value["\\WR_PORTS"]
        delete value
    }' "$work/memories" >"$name.memories"
mv "$work/log" "$name.log"
mv "$work/generic.il" "$name.il"
echo "$stamp" >"$name.stamp"
