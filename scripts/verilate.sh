#!/usr/bin/env bash
# Turns RTL into C++: two files to compile, OUT/model.cpp (what runs every clock) and OUT/model_slow.cpp (set-up,
# tracing).
# usage: [VERILATOR=PROGRAM] verilate.sh OUT RTL_FOLDER [VERILATOR_OPTION...]
set -euo pipefail

out=$1 rtl=$2
shift 2

rm -rf "$out"
mkdir -p "$out"
# Newer Verilators report what they did also when all is well.
if ! log=$("${VERILATOR:-verilator}" --cc --top-module semacredit --prefix Vsemacredit -Mdir "$out" -O3 --x-assign fast \
    --x-initial fast --trace-fst "$@" -F "$rtl/sema.f" 2>&1); then
    printf '%s\n' "$log" >&2
    exit 1
fi
for file in "$out"/V*.cpp; do
    case $file in
    *__Slow.cpp | *__Syms.cpp | *__Trace*) unit=$out/model_slow.cpp ;;
    *) unit=$out/model.cpp ;;
    esac
    echo "#include \"$(basename "$file")\"" >>"$unit"
done
