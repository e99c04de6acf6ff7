#!/usr/bin/env bash
# Makes OUT: sema_queues of a folder, and its golden model, in lockstep (tb/queues).
# usage: [CXX=...] [VERILATOR=...] queues.sh OUT RTL_FOLDER NAME=NUMBER,... OBJECT...
#        queues.sh OUT RTL_FOLDER NAME=NUMBER,... --commands   how its C++ is compiled, for editors
set -euo pipefail
out=$(realpath -m "$1") rtl=$2 numbers=$3
shift 3
defines=$(tr '[:lower:]' '[:upper:]' <<<"$numbers" | sed -E 's/(^|,)/ -D/g')
if [ "${1:-}" = --commands ]; then
    include=$("${VERILATOR:-verilator}" --getenv VERILATOR_ROOT)/include
    echo "${CXX:-g++} -O2 -I. -I$out.obj -I$include$defines -c -o queues_rtl.o" \
        tb/queues/queues_rtl.cpp
    exit
fi
objects=()
for object; do objects+=("$(realpath "$object")"); done
read -ra parameters <<<"$(sed -E 's/(^|,)/ -G/g' <<<"$numbers")"
mapfile -t sources < <(ls "$rtl"/sema_queues*.sv)
sources=("$rtl"/{sema_map,sema_path_pkg,sema_memory}.sv "${sources[@]}")
mkdir -p "$out.obj"
rm -f "$out" # which is not linked again where only OBJECT changed
"${VERILATOR:-verilator}" --cc --exe --build -O3 --assert --x-assign unique --x-initial unique \
    +define+SEMA_CHECKED -Wno-lint -Wno-fatal --top-module sema_queues --prefix Vqueues \
    -Mdir "$out.obj" -o "$out" "${parameters[@]}" -CFLAGS "-O2 -I$PWD $defines" \
    "${sources[@]/#/$PWD/}" "$PWD"/tb/queues/queues_rtl.cpp "$PWD"/tb/block/dut/planted.cpp \
    "${objects[@]}" >"$out.log" 2>&1 || { tail -n 20 "$out.log" >&2 && exit 1; }
