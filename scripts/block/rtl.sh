#!/usr/bin/env bash
# Makes OUT/rtl.a: Verilated models of the block and what stands between them and C
# (tb/block/dut/block_rtl.h). What links it needs -lz -lpthread -latomic too.
# usage: [CXX=...] [OPT=-O3] [VERILATOR=...] [WERROR=-Werror] [FOLDER=RTL_FOLDER] [COVERAGE=1]
#        [RUNTIME=OTHER/runtime.a] rtl.sh OUT NAME=NUMBER,... VARIANT=LIST.f...
#        rtl.sh OUT --runtime                                         makes OUT/runtime.a
#        rtl.sh OUT NAME=NUMBER,... --commands   prints how this folder is compiled, for editors
#
# A variant is fast, checked, or alone, which is the only one; LIST.f lists its RTL; NAME is a
# parameter of it (ports.md, 1.2). COVERAGE=1: fast counts what it reaches, and so does alone,
# without assertions and waves. runtime.a is Verilator's own library and what else models of one
# compiler share.
set -euo pipefail

out=$1 numbers=$2
shift 2
: "${CXX:=g++}" "${OPT:=-O3}" "${VERILATOR:=verilator}" "${COVERAGE:=0}"
include=$("$VERILATOR" --getenv VERILATOR_ROOT)/include
mkdir -p "$out"
strict="-Wall -Wextra -Wshadow -Wconversion ${WERROR:-}"
common="-std=gnu++17 -fPIC -I. -DVM_TRACE_FST=1 -DVM_TRACE_VCD=0 -DVM_COVERAGE=$COVERAGE -DVM_SC=0"
common+=" -isystem $include -isystem $include/vltstd"
read -ra parameters <<<"$(sed -E 's/(^|,)/ -G/g' <<<"$numbers")"
read -ra defines <<<"$(tr '[:lower:]' '[:upper:]' <<<"$numbers" | sed -E 's/(^|,)/ -D/g')"

# Compilations are rules of a makefile, so that they are jobs of the make that called, or as many as
# there are cores.
rules=() archive=()
compile() { # OBJECT SOURCE OPTION...
    local object=$1 source=$2
    shift 2
    rules+=("all: $object" "$object: ; @${OBJCACHE:-} $CXX $common $* -c -o $object $source")
    archive+=("addmod $object")
}

# Verilator writes some twenty files, each of which reads the same long headers: they are compiled
# together, as two halves of what runs in each clock, and what runs once, at the start.
generated() { # FOLDER TRACE OPTION
    local folder=$1 file half=0
    rm -f "$folder".{once,0,1}.cpp
    for file in "$folder"/*.cpp; do
        case $file in
        *__Slow.cpp | *__Syms*.cpp | *__ConstPool*.cpp)
            echo "#include \"${file##*/}\"" >>"$folder.once.cpp"
            ;;
        *)
            echo "#include \"${file##*/}\"" >>"$folder.$half.cpp"
            half=$((1 - half))
            ;;
        esac
    done
    compile "$folder.0.o" "$folder.0.cpp" "-w -I$folder -DVM_TRACE=$2 $3"
    compile "$folder.once.o" "$folder.once.cpp" "-w -I$folder -DVM_TRACE=$2 -O0"
    compile "$folder.1.o" "$folder.1.cpp" "-w -I$folder -DVM_TRACE=$2 $3"
}

# The checked model rarely runs: it is compiled in half the time.
verilate() { # VARIANT LIST
    local variant=$1 list=$2 beside=() options=(--assert --x-assign unique --x-initial unique
        --trace-fst +define+SEMA_CHECKED +define+SEMA_FLIPS -Wno-lint -Wno-MULTIDRIVEN)
    if [ "$(trace "$variant")" = 1 ]; then
        beside=(tb/block/dut/sema_golden.sv)
    else
        options=(--no-assert --x-assign fast --x-initial fast)
        [ "$COVERAGE" = 0 ] || options+=(--coverage --coverage-max-width 8192)
    fi
    [ -n "${WERROR:-}" ] || options+=(-Wno-fatal)
    rm -rf "${out:?}/$variant"
    "$VERILATOR" --cc --top-module semacredit --prefix "Vsema_$variant" -Mdir "$out/$variant" -O3 \
        "${options[@]}" "${parameters[@]}" -F "$list" "${beside[@]}"
}

trace() { # VARIANT: 1 with assertions and waves
    case $1$COVERAGE in
    fast* | alone1) echo 0 ;;
    *) echo 1 ;;
    esac
}

model() { # VARIANT
    local variant=$1 effort=$OPT
    [ "$variant" != checked ] || effort=-Og
    generated "$out/$variant" "$(trace "$variant")" "$effort"
    shim "$variant"
}

shim() { # VARIANT
    local variant=$1
    compile "$out/block_rtl_$variant.o" tb/block/dut/block_rtl.cpp "$strict -isystem \
        $out/$variant $OPT -g -DRTL_MODEL=Vsema_$variant -DRTL_${variant^^} \
        -DVM_TRACE=$(trace "$variant") '-DRTL_FOLDER=\"${FOLDER:-rtl}\"' ${defines[*]}"
}

# Verilator's own library, and what is the same for every model.
runtime() {
    local name use library=(verilated verilated_threads verilated_fst_c)
    for name in rtl_base planted; do
        compile "$out/$name.o" "tb/block/dut/$name.cpp" "$strict -O2"
    done
    [ "$COVERAGE" = 0 ] || library+=(verilated_cov)
    for name in "${library[@]}"; do
        use="-O1 -w -DVM_TRACE=1 -include tb/block/dut/rtl_say.h"
        [ "$name" != verilated_fst_c ] || use+=" -DRTL_CLOSE"
        compile "$out/$name.o" "$include/$name.cpp" "$use"
    done
}

make_archive() { # NAME
    local flags=${MAKEFLAGS:-} jobs=() file
    # Where a program between that make and this script closed the files that tell of jobs: our own.
    file=${flags##*--jobserver-auth=} file=/dev/fd/${file%%,*}
    if [[ $flags != *--jobserver-auth=fifo:* && ! -e $file ]]; then
        unset MAKEFLAGS
        jobs=(-j "$(nproc)")
    fi
    printf '%s\n' "${rules[@]}" | "${MAKE:-make}" -B "${jobs[@]}" --no-print-directory -f -
    rm -f "$1"
    printf '%s\n' "create $1" "${archive[@]}" save end | ar -M
}

if [ "$numbers" = --runtime ]; then
    runtime
    make_archive "$out/runtime.a"
    exit
elif [ "$1" = --commands ]; then
    runtime
    shim fast
    printf '%s\n' "${rules[@]}" | sed -n 's/.*; @//p'
    exit
fi
pids=() variants=()
touch "$out.stamp"
for variant; do
    list=${variant#*=} variant=${variant%%=*}
    verilate "$variant" "$list" >"$out/$variant.log" 2>&1 &
    pids+=($!) variants+=("$variant")
done
for i in "${!pids[@]}"; do
    wait "${pids[i]}" || { tail -n 20 "$out/${variants[i]}.log" >&2 && exit 1; }
    model "${variants[i]}"
done
# What Verilator read (scripts/build/stamp.sh), unless it changed meanwhile.
mapfile -t read < <(sed -n 's/^S .*"\(.*\)"$/\1/p' "$out"/*/*__verFiles.dat | sort -u)
found=$(find -L "${read[@]}" -newercm "$out.stamp")
if [ -n "$found" ]; then rm "$out.stamp"; else sha256sum "${read[@]}" >"$out.stamp"; fi
if [ -n "${RUNTIME:-}" ]; then
    archive+=("addlib $RUNTIME")
else
    runtime
fi
make_archive "$out/rtl.a"
