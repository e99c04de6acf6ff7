#!/usr/bin/env bash
# Maps one design of scripts/silicon/generic.sh to one library; does nothing where that is done
# already.
# usage: netlist.sh LIBRARY DESIGN LANES WIDTH [OPTION=VALUE...]
#
# LIBRARY is a name that liberty.sh printed; the others are those of generic.sh. Result:
# build/netlist/LIBRARY/NAME.v, NAME as there; and beside it .area (KEY=VALUE lines). Designs with
# several scripts also have .tries, lines SCRIPT MHZ AREA, the one that was kept first.
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
if [ ! -f "rtl/reference/$design.sv" ]; then
    abc_scripts=("${abc_scripts[0]}")
fi

scripts/silicon/generic.sh "$design" "$lanes" "$width" "${options[@]}"
out=build/netlist/$library
name=$out/$design-$lanes-$width
for option in "${options[@]}"; do name+=-$option; done
generic=build/netlist/generic/${name##*/}
mkdir -p "$out"

# Done already, from these very inputs?
stamp=$({
    cat "$0" "$generic.stamp" "$liberty" "${liberty%.lib}.facts"
    [ ${#abc_scripts[@]} -eq 1 ] || cat scripts/silicon/time_netlist.sh scripts/silicon/timing.tcl \
        constraints/core.sdc # they choose
} | sha256sum)
[ "$(cat "$name.stamp" 2>/dev/null)" != "$stamp" ] || exit 0
rm -f "$name".*

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# shellcheck source=/dev/null
. "build/liberty/$library.facts"
for script in "${!abc_scripts[@]}"; do echo "${abc_scripts[script]}" >"$work/abc.$script"; done
# shellcheck disable=SC2154 # of the facts
printf 'set_driving_cell %s\nset_load %s\n' "$driver" "$load" >"$work/constraints"

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
# (Reading sorts the design, and the order changes the netlist: every library gets the same.)
yosys -q -l "$work/log" -p "
    read_rtlil $generic.il
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
bits=$(awk '{ bits += $2 * $3 } END { print bits + 0 }' "$generic.memories")
printf 'cells=%s\narea=%.0f\nflops=%s\nmemory_bits=%s\n' "$cells" "${area:-0}" "$flops" "$bits" \
    >"$name.area"
mv "$work/log" "$name.log"
mv "$work/netlist.$kept.v" "$name.v"
echo "$stamp" >"$name.stamp"
