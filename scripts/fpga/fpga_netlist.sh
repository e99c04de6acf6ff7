#!/usr/bin/env bash
# Synthesises one design, behind four pins, for one FPGA; does nothing where that is done already.
# usage: fpga_netlist.sh DEVICE DESIGN LANES WIDTH [OPTION=VALUE...]
#
# DEVICE is hx8k (iCE40) or lfe5u-85 (ECP5); design and options are those of
# scripts/silicon/netlist.sh. Result: build/fpga/DEVICE/NAME.json, NAME as there.
#
# Adders and comparators are those of rtl/fpga: the carry chain of the FPGA in place of prefix
# networks. A flop comes with every LUT, but a copy of a flop needs a LUT of its own: copies
# (sema_dup_flop) are merged. What each choice gives is in rtl/RESULTS.md.
set -euo pipefail

device=$1 design=$2 lanes=$3 width=$4
shift 4

mapfile -t sources < <(scripts/build/rtl_files.sh build/hdl)
for i in "${!sources[@]}"; do
    [ ! -f "rtl/fpga/$(basename "${sources[i]}" .sv)_fpga.sv" ] || unset "sources[i]"
done
sources+=(rtl/reference/*.sv rtl/fpga/*.sv)

case $design in
top) module=semacredit ;;
*) module=$design ;;
esac
flags=
case $design in
reference*) flags='empty_o full_o' ;;
esac
case $device in
hx8k) synthesis=synth_ice40 ;;
lfe5u-85) synthesis=synth_ecp5 ;;
*) echo "fpga_netlist: unknown device '$device'" >&2 && exit 2 ;;
esac

file=build/hdl/$module.sv
[ -f "$file" ] || file=rtl/reference/$module.sv
values=("$@")
declares() { grep -qE "^ *parameter +[a-z ]+ $1 *=" "$file"; }
if declares NHbm; then values+=("NHbm=$((lanes - 2))"); fi
if declares Lanes; then values+=("Lanes=$lanes"); fi
if declares CntW; then values+=("CntW=$width"); fi
parameters='' changed=''
for value in "${values[@]}"; do
    parameters+="${parameters:+, }.${value%%=*}(${value#*=})"
    changed+=" -set ${value%%=*} ${value#*=}"
done

name=build/fpga/$device/$design-$lanes-$width
for option in "$@"; do name+=-$option; done
mkdir -p "$(dirname "$name")"

# Done already, from these very inputs?
stamp=$(cat "$0" scripts/fpga/pins.awk "${sources[@]}" | sha256sum)
[ "$(cat "$name.stamp" 2>/dev/null)" != "$stamp" ] || exit 0
rm -f "$name".* "$name"-seed*

# usage: run_yosys SCRIPT
run_yosys() {
    yosys -q -e 'implicitly declared' -l "$name.log" -p "$1" >/dev/null 2>"$name.errors" ||
        { echo "fpga_netlist: ${name#build/fpga/}:" >&2 && cat "$name.errors" >&2 && exit 1; }
}
read="read_verilog -sv ${sources[*]}"
run_yosys "$read; chparam$changed $module; hierarchy -top $module
    tee -q -o $name.ports portlist"
awk -v MODULE="$module" -v PARAMETERS="$parameters" -v FLAGS="$flags" -f scripts/fpga/pins.awk \
    "$name.ports" >"$name.sv"
run_yosys "$read $name.sv
    hierarchy -check -top fpga
    setattr -mod -unset keep_hierarchy A:keep_hierarchy
    $synthesis -top fpga -json $name.json"
echo "$stamp" >"$name.stamp"
