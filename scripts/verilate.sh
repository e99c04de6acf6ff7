#!/usr/bin/env bash
# Turns RTL into C++: two files to compile, OUT/model.cpp (what runs every clock) and OUT/model_slow.cpp (set-up,
# tracing). PARTS is for what is too large for that: with PARTS='2 3' there are also model_2.cpp and model_slow_2.cpp, and
# model_3.cpp and model_slow_3.cpp.
# usage: [VERILATOR=PROGRAM] [PARTS=LIST] verilate.sh OUT RTL_FOLDER [VERILATOR_OPTION...]
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
read -ra parts <<<"${PARTS:-}"
suffixes=('' "${parts[@]/#/_}")
for suffix in "${suffixes[@]}"; do : >"$out/model$suffix.cpp" && : >"$out/model_slow$suffix.cpp"; done
declare -A next=([model]=0 [model_slow]=0)
for file in "$out"/V*.cpp; do
    case $file in
    *__Slow.cpp | *__Syms.cpp | *__Trace*) unit=model_slow ;;
    *) unit=model ;;
    esac
    echo "#include \"$(basename "$file")\"" >>"$out/$unit${suffixes[next[$unit]++ % ${#suffixes[@]}]}.cpp"
done
