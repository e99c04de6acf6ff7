#!/usr/bin/env bash
# Synthesises one design, behind its four pins, for one FPGA; does nothing where that is done
# already.
# usage: fpga_netlist.sh DEVICE DESIGN LANES WIDTH
#
# DEVICE is hx8k (iCE40) or lfe5u-25 (ECP5). DESIGN is core, reference,
# reference_prefix or sema_reservation_table. Result:
# build/fpga/DEVICE/DESIGN-LANES-WIDTH.json.
#
# Adders and comparators are those of rtl/fpga: the carry chain of the FPGA in place of prefix
# networks. A flop comes with every LUT, but a copy of a flop needs a LUT of its own: copies
# (sema_dup_flop) are merged. What each choice gives is in rtl/fpga/README.md.
set -euo pipefail

device=$1 design=$2 lanes=$3 width=$4

mapfile -t sources < <(scripts/build/rtl_files.sh build/hdl)
for i in "${!sources[@]}"; do
    [ ! -f "rtl/fpga/$(basename "${sources[i]}" .sv)_fpga.sv" ] || unset "sources[i]"
done
sources+=(rtl/reference/*.sv rtl/fpga/*.sv)

parameters="-chparam Lanes $lanes -chparam CntW $width"
case $design in
core) top=fpga_core ;;
reference) top=fpga_reference parameters+=' -chparam Prefix 0' ;;
reference_prefix) top=fpga_reference parameters+=' -chparam Prefix 1' ;;
sema_reservation_table) top=fpga_table \
    parameters="-chparam NHbm $((lanes - 2)) -chparam CntW $width" ;;
*) echo "fpga_netlist: unknown design '$design'" >&2 && exit 2 ;;
esac
case $device in
hx8k) synthesis=synth_ice40 ;;
lfe5u-25) synthesis=synth_ecp5 ;;
*) echo "fpga_netlist: unknown device '$device'" >&2 && exit 2 ;;
esac

name=build/fpga/$device/$design-$lanes-$width
mkdir -p "$(dirname "$name")"

# Done already, from these very inputs?
stamp=$(cat "$0" "${sources[@]}" | sha256sum)
[ "$(cat "$name.stamp" 2>/dev/null)" != "$stamp" ] || exit 0
rm -f "$name".* "$name"-seed*

yosys -q -e 'implicitly declared' -l "$name.log" -p "
    read_verilog -sv ${sources[*]}
    hierarchy -check -top $top $parameters
    setattr -mod -unset keep_hierarchy A:keep_hierarchy
    $synthesis -top $top -json $name.json" >/dev/null 2>"$name.errors" ||
    { echo "fpga_netlist: $design, $lanes lanes, $width bits, $device:" >&2 && cat "$name.errors" \
        >&2 && exit 1; }
echo "$stamp" >"$name.stamp"
