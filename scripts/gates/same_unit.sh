#!/usr/bin/env bash
# Whether a unit of a model (scripts/build/verilate.sh) is the same in two models: itself, what it
# includes, all headers.
# usage: same_unit.sh MODEL OTHER_MODEL UNIT.cpp      status 0 if so
set -euo pipefail

model=$1 other=$2 unit=$3
mapfile -t files < <(sed -nE 's/^#include "(.*)".*$/\1/p' "$model/$unit")
for file in "$unit" "${files[@]}" $(cd "$model" && printf '%s\n' ./*.h); do
    cmp -s "$model/$file" "$other/$file" || exit 1
done
