#!/usr/bin/env bash
# Makes FOLDER/litedram.so (tb/endpoint/litedram.h): LiteDRAM with a DDR3 memory behind it, which
# the packages of PYTHON generate, Verilated. Where they are not there, or do not do it, it says
# why, and there is none. Rows are fewer than the module's, so that several fit into memory.
# usage: [CXX=...] [VERILATOR=...] litedram.sh FOLDER PYTHON
#        litedram.sh FOLDER PYTHON --commands   how its C++ is compiled, for editors
set -euo pipefail
folder=$1 python=$(realpath -m "$2")
: "${CXX:=g++}" "${VERILATOR:=verilator}"
include=$("$VERILATOR" --getenv VERILATOR_ROOT)/include
if [ "${3:-}" = --commands ]; then
    echo "$CXX -std=gnu++17 -I. -I$folder/obj -isystem $include -c -o litedram.o" \
        tb/endpoint/litedram.cpp
    exit
fi
gateware=$folder/core/gateware/litedram_core.v
mkdir -p "$folder"
rm -rf "$folder"/{litedram.so,core,obj}

none() {
    echo "litedram: SKIPPED: $1"
    exit
}

[ "$(cat "$python/state")" = ready ] || none "$(cat "$python/state")"
cat >"$folder/core.yml" <<'END'
cpu: "None"
uart: "serial"
memtype: DDR3
sdram_module: MT41K64M16
sdram_module_nb: 2
sdram_rank_nb: 1
sdram_phy: GENSDRPHY
sys_clk_freq: 100e6
input_clk_freq: 100e6
user_ports:
  axi_0: {type: axi, id_width: 7}
END
# It stops for a simulation module of LiteX that no registry has, after it has written the RTL.
PYTHONPATH=$python/packages PYTHONDONTWRITEBYTECODE=1 python3 - --sim --no-compile-software \
    --no-compile-gateware --csr-csv "$folder/csr.csv" --output-dir "$folder/core" \
    "$folder/core.yml" >"$folder/log" 2>&1 <<'END' || true
import runpy
import litedram.modules
litedram.modules.MT41K64M16.nrows = 2048
runpy.run_module("litedram.gen", run_name="__main__")
END
[ -s "$gateware" ] || none "the generator wrote no RTL, see $folder/log"
"$VERILATOR" --cc --build -j 2 -O3 -Wno-lint -Wno-fatal --no-assert --x-assign fast \
    --x-initial fast --top-module litedram_core --prefix Vlitedram -Mdir "$folder/obj" \
    -CFLAGS "-O2 -fPIC -fvisibility=hidden" "$gateware" >>"$folder/log" 2>&1 ||
    none "Verilator does not build it, see $folder/log"
"$CXX" -std=gnu++17 -O2 -w -fPIC -fvisibility=hidden -shared -I. -I"$folder/obj" \
    -isystem "$include" -isystem "$include/vltstd" -o "$folder/litedram.so" \
    tb/endpoint/litedram.cpp "$folder/obj/Vlitedram__ALL.a" "$include"/verilated.cpp \
    "$include"/verilated_threads.cpp -lpthread -latomic
