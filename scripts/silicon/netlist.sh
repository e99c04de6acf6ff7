#!/usr/bin/env bash
# Synthesises one design for one library; does nothing where that is done already.
# usage: netlist.sh LIBRARY DESIGN LANES WIDTH [OPTION=VALUE...]
#
# LIBRARY is a name that liberty.sh printed. DESIGN is top, a file of rtl/reference, or a
# module of build/hdl (`make hdl`). An OPTION is a parameter of that
# module, or tables=flops: tables are made of flops, not left as memories. Result:
# build/netlist/LIBRARY/NAME.v, NAME being DESIGN-LANES-WIDTH and the options, each behind a "-";
# and beside it .area (KEY=VALUE lines), .memories (INSTANCE WORDS BITS READ_PORTS WRITE_PORTS) and
# .log. With GENERIC=1 also .il, the design before flops and gates became the library's. Designs
# with several scripts also have .tries, lines SCRIPT MHZ AREA, the one that was kept first.
#
# abc gets a delay as target that it cannot reach, so that it makes everything as fast as it can, by
# a script: how it maps to gates, and how many gates one may drive before it gets a buffer, in two
# turns. No script is best for all designs. The decision core and what it is compared with
# (rtl/reference) each try all of the scripts below and keep the fastest netlist, by OpenSTA, so
# that ratios are of bests; the .tries file has what each gave. All other designs get the first
# script. (map: -f, no large gates where much is driven; -B, a "delay multiplier to bias gate
# selection".) Tried in osu018 on references and cores, and left out since they are best for none:
# the first script without -f; with -B 0.9 and -f; with -B 0.9 and 7 and 5 gates; behind dch -f;
# behind ifraig; scorr; dch -f. Further: yosys's own script turns prefix logic back into chains
# (dc2), and without -constr nothing is buffered at all. Flops drive and load the logic between them
# as inverters would: of the drivers tried (the first and the second inverter by drive, and buffers)
# the second inverter served both references best, 477 and 766 MHz for 470 and 729 with the first;
# the load made no difference.
set -euo pipefail

library=$1 design=$2 lanes=$3 width=$4
shift 4
options=("$@")

# usage: mapping OPTIONS MOST_DRIVEN MOST_DRIVEN_THEN
mapping() {
    local sizes='upsize -D 1; dnsize -D 1'
    echo "strash; map $1 -D 1; topo; buffer -c -N $2; $sizes; buffer -c -N $3; $sizes; stime -p"
}
abc_names=(map-f_7_5 map-f_8_6 map-B0.9_8_6)
abc_scripts=("$(mapping -f 7 5)" "$(mapping -f 8 6)" "$(mapping '-B 0.9' 8 6)")

liberty=build/liberty/$library.lib
mapfile -t sources < <(scripts/build/rtl_files.sh build/hdl)
sources+=(rtl/reference/*.sv)

case $design in
top) top=semacredit parameters= ;;
*) top=$design parameters= ;;
esac
file=build/hdl/$top.sv
[ -f "$file" ] || file=rtl/reference/$top.sv
[ -f "$file" ] || { echo "netlist: unknown design '$design'" >&2 && exit 2; }
if [ ! -f "rtl/reference/$top.sv" ]; then
    abc_scripts=("${abc_scripts[0]}")
fi

# Lanes and width are parameters where the module declares them; where it does not, they are what it
# is built for.
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

# Only what the design uses is read: the names of other modules would change the order in which abc
# sees the logic of this one, and with it the netlist by a percent or two.
mapfile -t sources < <(awk -v TOP="$top" -v FILES=1 -f scripts/silicon/rtl_text.awk "${sources[@]}")

out=build/netlist/$library
name=$out/$design-$lanes-$width
for option in "${options[@]}"; do name+=-$option; done
mkdir -p "$out"

# Done already, from these very inputs?
stamp=$({
    cat "$0" "$liberty" "${liberty%.lib}.facts"
    [ ${#abc_scripts[@]} -eq 1 ] || cat scripts/silicon/time_netlist.sh scripts/silicon/timing.tcl \
        constraints/core.sdc # they choose
    awk -v TOP="$top" -f scripts/silicon/rtl_text.awk "${sources[@]}"
} | sha256sum)
if [ "$(cat "$name.stamp" 2>/dev/null)" = "$stamp" ] && { [ -z "${GENERIC:-}" ] || [ -f "$name.il" \
    ]; }; then
    exit 0
fi
rm -f "$name".*

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# shellcheck source=/dev/null
. "build/liberty/$library.facts"
for script in "${!abc_scripts[@]}"; do echo "${abc_scripts[script]}" >"$work/abc.$script"; done
# shellcheck disable=SC2154 # of the facts
printf 'set_driving_cell %s\nset_load %s\n' "$driver" "$load" >"$work/constraints"

# Tables (sema_memory) stay memories, unless flops are asked for: their bits are counted and their
# cells left out. Any other memory becomes flops, and no register is drawn into it (-nordff), which
# would then be there twice. Copies of flops (sema_dup_flop) are whole until abc is through.
memories=
[ "$tables" = flops ] || memories='blackbox *sema_memory*'
# The netlist by one abc script.
map_by() {
    echo "abc -constr $work/constraints -liberty $liberty -script $work/abc.$1
    setattr -mod -unset keep_hierarchy A:keep_hierarchy
    flatten; splitnets; opt_clean -purge
    tee -q -o $work/stat.$1 stat -liberty $liberty
    write_verilog -noattr -noexpr $work/netlist.$1.v"
}
mapped=$(map_by 0)
if [ ${#abc_scripts[@]} -gt 1 ]; then
    mapped='design -save mapped'
    for script in "${!abc_scripts[@]}"; do
        mapped+=$'\n'"design -load mapped; $(map_by "$script")"
    done
fi
# (The design is written before it is mapped whether GENERIC asks for it or not: writing sorts it,
# and the order changes the netlist.) (With hierarchy's own -chparam, Yosys 0.23 makes the whole
# block twice and fails.)
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
    write_rtlil $work/generic.il
    dfflibmap -liberty $liberty
    $mapped" >/dev/null 2>"$work/errors" ||
    { echo "netlist: $design, $lanes lanes, $width bits, $library:" >&2 && cat "$work/errors" >&2 &&
    exit 1; }

area_of() { sed -nE 's/.*Chip area for .*: *([0-9.]+)$/\1/p' "$work/stat.$1" | tail -n 1; }

# The fastest, and of those the smallest.
kept=0
if [ ${#abc_scripts[@]} -gt 1 ]; then
    for script in "${!abc_scripts[@]}"; do
        mv "$work/netlist.$script.v" "$name.try$script.v"
        echo "$stamp" >"$name.try$script.stamp"
        scripts/silicon/time_netlist.sh "$library" "${name##*/}.try$script"
        echo "$script $(sed -nE 's/^fmax ([0-9.]+) .*/\1/p' "$name.try$script.timing") $(area_of \
            "$script")"
    done | sort -k2,2nr -k3,3n >"$work/tries"
    read -r kept _ <"$work/tries"
    while read -r script mhz area; do
        echo "${abc_names[script]} ${mhz:-0} $area"
    done <"$work/tries" >"$name.tries"
    mv "$name.try$kept.v" "$work/netlist.$kept.v"
    rm -f "$name".try*
fi

cells=$(sed -nE 's/.*Number of cells: *([0-9]+)$/\1/p' "$work/stat.$kept" | tail -n 1)
area=$(area_of "$kept")
# shellcheck disable=SC2154
flops=$(awk -v names="$flops" 'BEGIN { split(names, n, " "); for (i in n) is_flop[n[i]] = 1 }
    NF == 2 && $1 in is_flop { count += $2 } END { print count + 0 }' "$work/stat.$kept")
awk '$1 == "parameter" { value[$2] = $3 }
    $1 == "end" && "\\SIZE" in value {
        gsub(/["\\]/, "", value["\\MEMID"])
        print value["\\MEMID"], value["\\SIZE"], value["\\WIDTH"], value["\\RD_PORTS"],
            value["\\WR_PORTS"]
        delete value
    }' "$work/memories" >"$name.memories"
bits=0
[ "$tables" = flops ] || bits=$(awk '{ bits += $2 * $3 } END { print bits + 0 }' "$name.memories")
printf 'cells=%s\narea=%.0f\nflops=%s\nmemory_bits=%s\n' "$cells" "${area:-0}" "$flops" "$bits" \
    >"$name.area"
mv "$work/log" "$name.log"
mv "$work/netlist.$kept.v" "$name.v"
[ -z "${GENERIC:-}" ] || mv "$work/generic.il" "$name.il"
echo "$stamp" >"$name.stamp"
