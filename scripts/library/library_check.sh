#!/usr/bin/env bash
# libsemacredit as programs outside the tree meet it: moved elsewhere, found by pkg-config, shared
# and static; its names; its ports; what it says of a good and of a broken device.
# usage: library_check.sh LIBRARY EXAMPLE.c FOLDER PROGRAM CONFIGS RTL
set -euo pipefail
. "$(dirname "$0")/../checks/checks.sh"

library=$1 example=$2 folder=$3 program=$4 configs=$5 rtl=$6
rm -rf "$folder"
mkdir -p "$folder"
prefix=$folder/elsewhere
cp -r "$library" "$prefix"
export PKG_CONFIG_PATH=$prefix/lib/pkgconfig LD_LIBRARY_PATH=$prefix/lib

# usage: expect_names WHAT EXPECTED GOT     sorted lists
expect_names() {
    local differing
    differing=$(comm -3 <(echo "$2") <(echo "$3") | xargs)
    if [ -z "$differing" ]; then pass; else fail "$1: there or expected, not both: $differing"; fi
}

# Functions and data that a program could be linked with.
public=$(sed -nE 's/^[a-z].*[ *](semacredit_[a-z_]+)\(.*/\1/p' "$prefix/include/semacredit.h" |
    sort -u)
names() { nm --defined-only "$@" | sed -nE 's/^[0-9a-f]+ [A-Z] (.*)/\1/p' | sort -u; }
expect_names 'names of the shared library' "$public" "$(names -D "$prefix"/lib/libsemacredit.so)"
expect_names 'names of the static library' "$public" "$(names -g "$prefix"/lib/libsemacredit.a)"

# Ports as the RTL declares them, but one whose value no model of the whole block tells.
cat >"$folder/ports.c" <<'END'
#include <semacredit.h>
#include <stdio.h>
int main(void) {
    for (int port = 0; semacredit_port_name(port); port++)
        printf("%s %s%s\n", semacredit_port_is_output(port) ? "output" : "input",
               semacredit_port_name(port),
               semacredit_port(semacredit_port_name(port)) == port ? "" : " has another number");
}
END
ports() {
    gcc -o "$folder/ports" "$folder/ports.c" "${flags[@]}" && "$folder/ports" | sort
}
port='.*(input|output) .*[] ]([a-z_]+_n?[io]) *(,.*)?$'
declared=$(sed -nE "/^module semacredit/,/\);/s/$port/\1 \2/p" "$rtl" |
    grep -vE ' (clk_i|trace_return_observed_o)$' | sort)
read -ra flags < <(pkg-config --cflags --libs semacredit)
expect_names 'ports' "$declared" "$(ports)"
read -ra whole < <(pkg-config --static --libs semacredit)
expect_success 'a program with the shared library' gcc -Wall -Wextra -Werror -o "$folder/shared" \
    "$example" "${flags[@]}"
expect_success 'a program with the static library' gcc -Wall -Wextra -Werror -o "$folder/static" \
    "$example" "${flags[@]}" -Wl,-Bstatic "${whole[@]:0:2}" -Wl,-Bdynamic "${whole[@]:2}"
expect_success 'a program in C++' g++ -Wall -Wextra -Werror -x c++ -fsyntax-only "${flags[0]}" \
    "$prefix/include/semacredit.h"

# says EXPECTED STATUS PROGRAM ARGUMENT...: what it prints, a pattern, and how it ends.
says() {
    local status=0 text
    text=$("${@:3}" 2>&1) || status=$?
    if [ "$status" -eq "$2" ] && grep -qE "$1" <<<"$text"; then pass; else
        fail "${*:3}: expected status $2 and '$1', got status $status: $text"
    fi
}
# The example's device is golden model and RTL; runs of the program are the same clock by clock.
tape=$folder/random.tape.gz
sed -E 's/^operations: .*/operations: 2000/' "$configs/random.yaml" >"$folder/random.yaml"
"$program" run --workload random --set operations=2000 --admission golden \
    --config-dir "$configs" --tape "$tape" >"$folder/log"
granted=$(sed -nE 's/.* granted ([0-9]+),.*/\1/p' "$folder/log")
for link in shared static; do
    says "^[0-9]+ clocks, $granted grants$" 0 "$folder/$link" "$folder/random.yaml" 0
    says "^[0-9]+ clocks, $granted grants$" 0 "$folder/$link" "$tape" 0
    says "^[0-9]+ clocks, [0-9]+ grants$" 0 "$folder/$link" "$configs/atomic.yaml" 0
done
wrong=("$folder/shared" "$configs/atomic.yaml" 0)
says '^clock 300: op_ready.0..0.: dut [01], ref [01]$' 1 "${wrong[@]}" op_ready_o 300
says '^clock 300: port: ready of done 0 is 0, and should be 1$' 1 "${wrong[@]}" done_ready_o 300
PLANTED_BUG=reads_zero says '^clock [0-9]+: axi_rdata: dut 0, ref [0-9]+$' 1 "$folder/shared" \
    "$folder/random.yaml" 0
says 'nosuch.yaml: cannot be read' 2 "$folder/shared" "$configs/nosuch.yaml" 0
says 'expected a file' 2 "$folder/shared" <(:) 0
cp "$configs/atomic.yaml" "$folder/no.tape"
says 'no.tape: expected .semacredit block tape 2.' 2 "$folder/shared" "$folder/no.tape" 0
finish library-check
