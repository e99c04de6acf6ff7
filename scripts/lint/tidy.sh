#!/usr/bin/env bash
# clang-tidy on a C file. A file that passed, with what it includes, options and checks as they are,
# is not checked again: build/lint/FILE.tidy has their checksum.
# usage: tidy.sh FILE
#
# The compiler's warnings are those of the Makefile.
set -euo pipefail

options=(-std=c11 -D_GNU_SOURCE= -I. -Itb/library -Ibuild/generated -Wall -Wextra -Wshadow
    -Wstrict-prototypes -Wmissing-prototypes -Wno-enum-enum-conversion)
file=$1
[[ $file == tb/tests/* ]] || options+=(-Wconversion) # Criterion's macros convert

stamp=build/lint/$file.tidy
mapfile -t included < <(gcc "${options[@]}" -MM "$file" | grep -o '[^ ]*/[^ ]*')
sum=$(cat .clang-tidy "$0" "${included[@]}" | cksum)
[ "$(cat "$stamp" 2>/dev/null)" != "$sum" ] || exit 0
clang-tidy --quiet "$file" -- "${options[@]}" 2>/dev/null
mkdir -p "$(dirname "$stamp")"
echo "$sum" >"$stamp"
