#!/bin/bash
# usage: try2.sh NAME FLAGS...: compiles model.o of the base with flags, links
cd /work/tmp/exp
G="g++ -std=gnu++17 -DVM_TRACE=1 -DVM_TRACE_FST=1 -DVM_TRACE_VCD=0 -DVM_COVERAGE=0 -DVM_SC=0 -w -I/usr/share/verilator/include -I/usr/share/verilator/include/vltstd"
n=$1; shift
$G "$@" -c -o /work/tmp/exp_$n.o build/rtl/fast/model.cpp || exit 1
cp build/obj/gcc-O3/rtl-fast/model.o /work/tmp/exp_keep.o
cp /work/tmp/exp_$n.o build/obj/gcc-O3/rtl-fast/model.o
L=$(make -n V=1 build/semacredit -W build/obj/gcc-O3/rtl-fast/shim.o 2>/dev/null | grep -- "-o build/semacredit " | tail -1)
eval "${L/-o build\/semacredit/-o \/work\/tmp\/exp_bin_$n}"
cp -p /work/tmp/exp_keep.o build/obj/gcc-O3/rtl-fast/model.o
size /work/tmp/exp_$n.o | tail -1
