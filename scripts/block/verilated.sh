#!/usr/bin/env bash
# Makes OUT: a part of rtl/endpoint of a folder, Verilated, and its harness: of sema_queues
# (tb/queues), sema_ledger (tb/ledger), or semacredit_endpoint (tb/endpoint), whose block's ports
# can be read.
# usage: [CXX=...] [VERILATOR=...] verilated.sh queues|ledger|endpoint OUT RTL_FOLDER
#            NAME=NUMBER,... OBJECT...
#        verilated.sh PART OUT RTL_FOLDER NAME=NUMBER,... --commands   how its C++ is compiled, for
#            editors
set -euo pipefail
part=$1 out=$(realpath -m "$2") rtl=$3 numbers=$4
shift 4
defines=$(tr '[:lower:]' '[:upper:]' <<<"$numbers" | sed -E 's/(^|,)/ -D/g')
shim=tb/$part/${part}_rtl.cpp
if [ "${1:-}" = --commands ]; then
    include=$("${VERILATOR:-verilator}" --getenv VERILATOR_ROOT)/include
    echo "${CXX:-g++} -O2 -I. -I$out.obj -I$include$defines -c -o ${part}_rtl.o $shim"
    exit
fi
objects=()
for object; do objects+=("$(realpath "$object")"); done
read -ra parameters <<<"$(sed -E 's/(^|,)/ -G/g' <<<"$numbers")"
packages=("$rtl"/sema_map.sv "$rtl"/sema_path_pkg.sv)
if [ "$part" != endpoint ]; then
    top=sema_$part
    mapfile -t sources < <(find "$rtl" -name 'sema_memory.sv' -o -name "sema_$part*.sv")
    options=(--assert --x-assign unique --x-initial unique +define+SEMA_CHECKED)
else
    top=semacredit_endpoint
    mapfile -t sources < <(find "$rtl" -name '*.sv' ! -name sema_map.sv \
        ! -name sema_path_pkg.sv | sort)
    options=(--no-assert --x-assign fast --x-initial fast "$PWD/tb/endpoint/endpoint.vlt")
fi
mkdir -p "$out.obj"
# Which are not made again where only OBJECT changed, or a header has gone.
rm -f "$out" "$out.obj/${part}_rtl".[do]
"${VERILATOR:-verilator}" --cc --exe --build -j 2 -O3 -Wno-lint -Wno-fatal --top-module "$top" \
    --prefix "V$part" -Mdir "$out.obj" -o "$out" "${parameters[@]}" \
    -CFLAGS "-O2 -I$PWD $defines" -LDFLAGS "-Wl,--no-as-needed -lz" \
    "${options[@]}" "${packages[@]/#/$PWD/}" "${sources[@]/#/$PWD/}" "$PWD/$shim" \
    "$PWD"/tb/block/dut/planted.cpp "${objects[@]}" >"$out.log" 2>&1 ||
    { tail -n 20 "$out.log" >&2 && exit 1; }
