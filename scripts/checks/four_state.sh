#!/usr/bin/env bash
# Four states: the block runs in Icarus Verilog, where a flop that nothing has set is x and so is
# what a beat that is not valid carries; every output of every clock must be what was recorded in
# lockstep, without an x. Icarus reads the Verilog that Yosys writes of the RTL.
# usage: four_state.sh PROGRAM FOLDER CONFIG_FOLDER RTL_FOLDER TABLE
#
# A flop without its reset and a bug, both of TABLE (rtl/bugs), must be caught, so that the check is
# known to see.
# shellcheck disable=SC2317 # functions are called by expect_success
set -euo pipefail
. "$(dirname "$0")/checks.sh"

program=$1 folder=$2 configs=$3 rtl=$4 table=$5
rm -rf "$folder"
mkdir -p "$folder"

# simulator NAME RTL_FOLDER: FOLDER/NAME, a program for vvp.
simulator() {
    local sources
    mapfile -t sources < <(scripts/build/rtl_files.sh "$2")
    yosys -q -p "read_verilog -sv ${sources[*]}; hierarchy -check -top semacredit; proc; opt_clean
        write_verilog -noattr $folder/$1.v" 2>&1 | sed "/^Warning: Replacing memory/d"
    iverilog -g2012 -o "$folder/$1" tb/dut/four_state.v "$folder/$1.v"
}

# vectors WORKLOAD OPERATIONS
vectors() {
    "$program" run --config-dir "$configs" --workload "$1" --set "operations=$2" \
        --admission lockstep --no-skip \
        --tape "$folder/$1.tape" >/dev/null
    "$program" replay --vectors "$folder/$1.vectors" "$folder/$1.tape"
}

# runs NAME WORKLOAD: the number of clocks that were as recorded, all of them.
runs() {
    local log=$folder/$1-$2.log
    vvp -N "$folder/$1" "+vectors=$folder/$2.vectors" >"$log" 2>&1
    [ "$(sed -n 's/^clocks //p' "$log")" = "$(wc -l <"$folder/$2.vectors")" ]
}

differs() { ! runs "$@" && grep -q '^FAILED: clock' "$folder/$1-$2.log"; }

simulator block "$rtl"
for workload in random adversarial hbm_hotspot; do
    vectors "$workload" 300
    expect_success "$workload, $(wc -l <"$folder/$workload.vectors") clocks, without an x" runs \
        block "$workload"
done

# The check itself. Verilator sees nothing of the first unless its flops start with something
# random.
scripts/planted/plant.sh "$table" "$rtl" "$folder/rtl-unset" order_unset
simulator unset "$folder/rtl-unset"
expect_success 'a flop without reset is seen' differs unset random
scripts/planted/plant.sh "$table" "$rtl" "$folder/rtl-bug" fit_refused
simulator bug "$folder/rtl-bug"
expect_success 'a planted bug is seen' differs bug random

finish four-state
