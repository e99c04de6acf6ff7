#!/bin/bash
# usage: try.sh NAME ENV...   builds semacredit with VX and copies
cd /work/tmp/exp
touch scripts/build/verilate.sh
env "${@:2}" make build/semacredit >/work/tmp/exp_$1.log 2>&1 || { tail -3 /work/tmp/exp_$1.log; exit 1; }
cp build/semacredit /work/tmp/exp_bin_$1; size build/obj/gcc-O3/rtl-fast/model.o | tail -1
