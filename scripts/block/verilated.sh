#!/usr/bin/env bash
# Makes OUT/rtl.a: a part of rtl/endpoint of a folder, Verilated, and what stands between it and its
# harness: sema_queues (tb/queues), sema_ledger (tb/ledger), or semacredit_endpoint (tb/endpoint),
# whose block's ports can be read. It links with the library of --library.
# usage: [CXX=...] [VERILATOR=...] verilated.sh queues|ledger|endpoint OUT RTL_FOLDER
#            NAME=NUMBER,...
#        verilated.sh PART OUT RTL_FOLDER NAME=NUMBER,... --commands   how its C++ is compiled, for
#            editors
#        verilated.sh --library LIBRARY   Verilator's own library, and what all of them share
set -euo pipefail
: "${CXX:=g++}" "${VERILATOR:=verilator}"
include=$("$VERILATOR" --getenv VERILATOR_ROOT)/include
common=(-std=gnu++17 -I. -isystem "$include" -isystem "$include/vltstd" -DVM_COVERAGE=0 -DVM_SC=0
    -DVM_TRACE=0 -DVM_TRACE_FST=0 -DVM_TRACE_VCD=0)

# usage: compile OBJECT SOURCE OPTION...
compile() { "$CXX" "${common[@]}" "${@:3}" -c -o "$1" "$2"; }

if [ "$1" = --library ]; then
    mkdir -p "$2.obj"
    for name in verilated verilated_threads verilated_dpi; do
        compile "$2.obj/$name.o" "$include/$name.cpp" -O1 -w
    done
    compile "$2.obj/planted.o" tb/block/dut/planted.cpp -O2
    rm -f "$2" && ar rcs "$2" "$2".obj/*.o
    exit
fi
part=$1 out=${2%/} rtl=$3 numbers=$4 obj=${2%/}/obj
shift 4
read -ra parameters <<<"$(sed -E 's/(^|,)/ -G/g' <<<"$numbers")"
read -ra defines <<<"$(tr '[:lower:]' '[:upper:]' <<<"$numbers" | sed -E 's/(^|,)/ -D/g')"
shim=(-O2 "-I$obj" "${defines[@]}")
if [ "${1:-}" = --commands ]; then
    echo "$CXX ${common[*]} ${shim[*]} -c -o ${part}_rtl.o tb/$part/${part}_rtl.cpp"
    exit
fi
packages=("$rtl"/sema_map.sv "$rtl"/sema_path_pkg.sv)
if [ "$part" != endpoint ]; then
    top=sema_$part
    mapfile -t sources < <(find "$rtl" -name 'sema_memory.sv' -o -name "sema_$part*.sv")
    options=(--assert --x-assign unique --x-initial unique +define+SEMA_CHECKED)
else
    top=semacredit_endpoint
    mapfile -t sources < <(find "$rtl" -name '*.sv' ! -name sema_map.sv \
        ! -name sema_path_pkg.sv | sort)
    options=(--no-assert --x-assign fast --x-initial fast tb/endpoint/endpoint.vlt)
fi
rm -rf "$out/rtl.a" "$obj"
mkdir -p "$obj"
"$VERILATOR" --cc -O3 -Wno-lint -Wno-fatal --top-module "$top" --prefix "V$part" -Mdir "$obj" \
    "${parameters[@]}" "${options[@]}" "${packages[@]}" "${sources[@]}" >"$out/log" 2>&1 ||
    { tail -n 20 "$out/log" >&2 && exit 1; }

# What runs once, at the start, is compiled in a moment; each half reads the long headers once.
for file in "$obj"/*.cpp; do
    case $file in
    *__Slow.cpp | *__Syms.cpp | *__Dpi.cpp) echo "#include \"${file##*/}\"" >>"$obj/once.cxx" ;;
    *) echo "#include \"${file##*/}\"" >>"$obj/model.cxx" ;;
    esac
done
compile "$obj/once.o" "$obj/once.cxx" -O0 -w "-I$obj" &
compile "$obj/shim.o" "tb/$part/${part}_rtl.cpp" "${shim[@]}"
compile "$obj/model.o" "$obj/model.cxx" -O1 -w "-I$obj"
wait $!
ar rcs "$out/rtl.a" "$obj"/*.o
