#!/usr/bin/env bash
# libsemacredit as programs outside the tree meet it: moved elsewhere, found by pkg-config, shared
# and static; its names; its ports; what it says of a good and of a broken device.
# usage: library_check.sh LIBRARY EXAMPLE.c POLICY_EXAMPLE.c FOLDER PROGRAM CONFIGS RTL
set -euo pipefail
. "$(dirname "$0")/../checks/checks.sh"

library=$1 example=$2 policies=$3 folder=$4 program=$5 configs=$6 rtl=$7
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

# Ports as the RTL declares them.
port='.*(input|output) .*[] ]([a-z_]+_n?[io]) *(,.*)?$'
declared=$(sed -nE "/^module semacredit/,/\);/s/$port/\2/p" "$rtl" | grep -vx clk_i | sort)
known=$(strings "$prefix/lib/libsemacredit.so" | grep -xE '[a-z_]+_n?[io]' | sort -u)
expect_names 'ports' "$declared" "$(comm -12 <(echo "$declared") <(echo "$known"))"

read -ra flags < <(pkg-config --cflags --libs semacredit)
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
tape=$folder/random.tape.gz
granted=$("$program" run --workload atomic --admission golden --config-dir "$configs" |
    sed -nE 's/.* granted ([0-9]+),.*/\1/p')
"$program" run --workload random --set operations=2000 --admission golden \
    --config-dir "$configs" --tape "$tape" >"$folder/log"
taped=$(sed -nE 's/.* granted ([0-9]+),.*/\1/p' "$folder/log")
for link in shared static; do
    says "^[0-9]+ clocks, $granted grants$" 0 "$folder/$link" "$configs/atomic.yaml" 0
    says "^[0-9]+ clocks, $taped grants$" 0 "$folder/$link" "$tape" 0
done
wrong=("$folder/shared" "$configs/atomic.yaml" 0)
says '^clock 300: op_ready: dut [01], ref [01]$' 1 "${wrong[@]}" op_ready_o 300
says '^clock 300, debt_as_committed: ' 1 "${wrong[@]}" commit_debt_o 300
says '^clock 300, order: ' 1 "${wrong[@]}" commit_order_o 300
says 'nosuch.yaml: cannot be read' 2 "$folder/shared" "$configs/nosuch.yaml" 0
says 'expected a file' 2 "$folder/shared" <(:) 0
cp "$configs/atomic.yaml" "$folder/no.tape"
says 'no.tape:[0-9]+: expected .semacredit tape' 2 "$folder/shared" "$folder/no.tape" 0

# Policies, by the windows of the configuration: 64,000 bytes of an HBM partition, 4,000 ns of the
# Atomic engine, 1,000 ns of the response engine, 128 commands.
expect_success 'a program with policies' gcc -Wall -Wextra -Werror -o "$folder/policies" \
    "$policies" "${flags[@]}"
# usage: fits POLICY OPCODE LENGTH RESPONSE EXPECTED...
fits() { says "^$5; credit at $6$" 0 "$folder/policies" "$configs/atomic.yaml" "${@:1:4}"; }
none='arrival 0, HBM 0, Atomic 0, response 0, completion'
fits semacredit 0 4096 0 '15 admitted, refused by 0x8' \
    'arrival 0, HBM 15, Atomic 0, response 0, completion 0'
fits semacredit 8 8 8 '40 admitted, refused by 0x100' \
    'arrival 0, HBM 0, Atomic 40, response 40, completion 0'
fits end_return 0 4096 0 '15 admitted, refused by 0x8' "$none 15"
fits arrival_return 0 4096 0 '15 admitted, refused by 0x8' \
    'arrival 15, HBM 0, Atomic 0, response 0, completion 0'
fits aggregate 0 4096 0 '128 admitted, refused by 0x400' "$none 0"
fits semacredit 0 64001 0 '0 admitted, refused by 0x800' "$none 0"
fits semacredit 3 64 0 '0 admitted, refused by 0x800' "$none 0"
says 'decides at admission, got .reactive' 2 "$folder/policies" "$configs/atomic.yaml" reactive \
    0 1 0
says 'decides at admission, got .none' 2 "$folder/policies" "$configs/atomic.yaml" none 0 1 0
says 'nosuch.yaml: cannot be read' 2 "$folder/policies" "$configs/nosuch.yaml" scalar 0 1 0
finish library-check
