#!/usr/bin/env bash
# Turns RTL into C++: three files to compile, OUT/model.cpp (what runs every clock),
# OUT/model_slow.cpp (set-up) and OUT/model_names.cpp (signals by their names: tracing). PARTS is
# for what is too large for that: with PARTS='2 3' there are also model_2.cpp, model_slow_2.cpp and
# model_names_2.cpp, and the same with 3. With TRACE=no the model cannot write waves.
#
# What comes out as it was keeps its time, so that only what a change of the RTL reaches is compiled
# again: mostly the first two. OUT/headers is all headers' checksums; the three have them too, with
# the checksum of each file they include.
# usage: [VERILATOR=PROGRAM] [PARTS=LIST] [TRACE=no] [WERROR=-Werror] verilate.sh OUT RTL_FOLDER
# [VERILATOR_OPTION...]
#
# Warnings stop it with WERROR only: newer Verilators know more of them (make lint shows those of
# this one).
set -euo pipefail

out=$1 rtl=$2
shift 2

[ -n "${WERROR:-}" ] || set -- -Wno-fatal "$@"
# Newer Verilators have assertions in every model that does not refuse them.
case " $* " in
*' --assert '*) ;;
*) set -- --no-assert "$@" ;;
esac
made=$out.part
rm -rf "$made"
mkdir -p "$made"
trace=(--trace-fst)
[ "${TRACE:-}" != no ] || trace=()
# Newer Verilators report what they did also when all is well.
if ! log=$("${VERILATOR:-verilator}" --cc --top-module semacredit --prefix Vsemacredit \
    -Mdir "$made" -O3 --x-assign fast \
    --x-initial fast "${trace[@]}" "$@" -F "$rtl/sema.f" 2>&1); then
    printf '%s\n' "$log" >&2
    exit 1
fi
# One thread runs a model: what it counts is counted without a locked instruction for each.
counter='(\w+->__Vcoverage\[[0-9]+\])' relaxed=std::memory_order_relaxed
sed -Ei "s/$counter\.fetch_add\(1, $relaxed\);/\1.store(\1.load($relaxed) + 1, $relaxed);/" \
    "$made"/*.cpp
read -ra parts <<<"${PARTS:-}"
(cd "$made" && cksum ./*.h) >"$made/headers"
headers=$(cksum <"$made/headers")
suffixes=('' "${parts[@]/#/_}")
for suffix in "${suffixes[@]}"; do
    for unit in model model_slow model_names; do
        echo "// headers $headers" >"$made/$unit$suffix.cpp"
    done
done
declare -A next=([model]=0 [model_slow]=0 [model_names]=0)
for file in "$made"/V*.cpp; do
    case $file in
    *__Syms.cpp | *__Trace*) unit=model_names ;;
    *__Slow.cpp) unit=model_slow ;;
    *) unit=model ;;
    esac
    echo "#include \"$(basename "$file")\" // $(cksum <"$file")" \
        >>"$made/$unit${suffixes[next[$unit]++ % ${#suffixes[@]}]}.cpp"
done

for file in "$made"/*; do
    before=$out/$(basename "$file")
    if cmp -s "$file" "$before"; then touch -r "$before" "$file"; fi
done
rm -rf "$out"
mv "$made" "$out"
