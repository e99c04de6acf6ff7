#!/usr/bin/env bash
# Makes OUT/rtl.a: Verilated models of the block and what stands between them and C
# (tb/block/dut/block_rtl.h). What links it needs -lz -lpthread -latomic too.
# usage: [CXX=...] [OPT=-O3] [VERILATOR=...] [WERROR=-Werror] [FOLDER=RTL_FOLDER] [COVERAGE=1]
#        [RUNTIME=OTHER/runtime.a] rtl.sh OUT NAME=NUMBER,... VARIANT=LIST.f...
#        rtl.sh OUT --runtime                                         makes OUT/runtime.a
#
# A variant is fast, checked, or alone, which is the only one; LIST.f lists its RTL; NAME is a
# parameter of it (ports.md, 1.2). COVERAGE=1: fast counts what it reaches, and so does alone,
# without assertions and waves. runtime.a is Verilator's own library, which models of one compiler
# can share.
set -euo pipefail

out=$1 numbers=$2
shift 2
: "${CXX:=g++}" "${OPT:=-O3}" "${VERILATOR:=verilator}" "${COVERAGE:=0}"
include=$("$VERILATOR" --getenv VERILATOR_ROOT)/include
mkdir -p "$out"
strict="-Wall -Wextra -Wshadow -Wconversion ${WERROR:-}"
common="-std=gnu++17 -fPIC -I. -DVM_TRACE_FST=1 -DVM_TRACE_VCD=0 -DVM_COVERAGE=$COVERAGE -DVM_SC=0"
read -ra parameters <<<"$(sed -E 's/(^|,)/ -G/g' <<<"$numbers")"
read -ra defines <<<"$(tr '[:lower:]' '[:upper:]' <<<"$numbers" | sed -E 's/(^|,)/ -D/g')"

compile() { # OBJECT SOURCE OPTION...
    local object=$1 source=$2
    shift 2
    # shellcheck disable=SC2086  # lists of options
    ${OBJCACHE:-} $CXX $common $strict -isystem "$include" -isystem "$include/vltstd" "$@" -c \
        -o "$object" "$source"
}

# Newer Verilators that were installed from a package do not know how their compiler takes a
# precompiled header.
precompiled=CFG_CXXFLAGS_PCH_I=-include

# What is checked is seldom run: it is compiled in a third of the time.
model() { # VARIANT LIST
    local variant=$1 list=$2 made=$out/$1 effort=$OPT trace=1 beside=()
    local verilate=(--assert --x-assign unique --x-initial unique --trace-fst
        +define+SEMA_CHECKED -Wno-lint)
    case $variant$COVERAGE in
    fast* | alone1)
        verilate=(--no-assert --x-assign fast --x-initial fast) trace=0
        [ "$COVERAGE" = 0 ] || verilate+=(--coverage --coverage-max-width 8192)
        ;;
    checked*) effort=-O1 ;;
    esac
    [ "$trace" = 0 ] || beside=(tb/block/dut/sema_golden.sv)
    [ -n "${WERROR:-}" ] || verilate+=(-Wno-fatal)
    "$VERILATOR" --cc --build --top-module semacredit --prefix "Vsema_$variant" -Mdir "$made" -O3 \
        "${verilate[@]}" "${parameters[@]}" -CFLAGS -fPIC \
        -MAKEFLAGS "OPT_FAST=$effort OPT_SLOW=-O0 OPT_GLOBAL=-O1 CXX='$CXX' $precompiled" \
        -F "$list" "${beside[@]}"
    compile "$out/block_rtl_$variant.o" tb/block/dut/block_rtl.cpp -isystem "$made" "$OPT" -g \
        "-DRTL_MODEL=Vsema_$variant" "-DRTL_${variant^^}" "-DVM_TRACE=$trace" "${defines[@]}"
}

# Verilator's own library, as objects for an archive.
runtime() {
    local name use library=(verilated verilated_threads verilated_fst_c)
    [ "$COVERAGE" = 0 ] || library+=(verilated_cov)
    for name in "${library[@]}"; do
        use=()
        [ "$name" != verilated_fst_c ] || use=(-DRTL_CLOSE)
        compile "$out/$name.o" "$include/$name.cpp" -O2 -w -DVM_TRACE=1 \
            -include tb/block/dut/rtl_say.h "${use[@]}"
        objects+=("addmod $out/$name.o")
    done
}

archive() { # NAME
    rm -f "$1"
    printf '%s\n' "create $1" "${objects[@]}" save end | ar -M
}

models=() objects=() logs=()
if [ "$numbers" = --runtime ]; then
    runtime
    archive "$out/runtime.a"
    exit
fi
for variant; do
    list=${variant#*=} variant=${variant%%=*}
    model "$variant" "$list" >"$out/$variant.log" 2>&1 &
    models+=($!) logs+=("$out/$variant.log")
    objects+=("addmod $out/block_rtl_$variant.o" "addlib $out/$variant/Vsema_${variant}__ALL.a")
done
if [ -n "${RUNTIME:-}" ]; then
    objects+=("addlib $RUNTIME")
else
    runtime
fi
for name in rtl_open rtl_say planted; do
    compile "$out/$name.o" "tb/block/dut/$name.cpp" -O2 \
        "-DRTL_FOLDER=\"${FOLDER:-rtl}\""
    objects+=("addmod $out/$name.o")
done
for pid in "${models[@]}"; do
    wait "$pid" || { tail -n 20 "${logs[@]}" >&2 && exit 1; }
done
archive "$out/rtl.a"
