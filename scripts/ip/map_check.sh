#!/usr/bin/env bash
# The register map in the IP files is that of rtl/registers.txt: SystemRDL and IP-XACT are read back
# by systemrdl-compiler and PeakRDL-ipxact, and PeakRDL's C header and HTML of it are read, too.
# Compared are every register's address, name, bits, access and reset value. Planted differences
# must be noticed. Without the packages of PyPI this part is SKIPPED.
# usage: map_check.sh IP_FOLDER PYTHON_FOLDER REGISTER_LIST FOLDER
# shellcheck disable=SC2317 # functions are called by expect_success
set -euo pipefail
here=$(dirname "$0")
. "$here/../checks/checks.sh"

ip=$1 python=$2 list=$3 folder=$4
rm -rf "$folder"
mkdir -p "$folder"
export PYTHONPATH=$python/packages

# Lines as map_read.py has them: ADDRESS NAME BITS ACCESS RESET.
"$list" | awk -F'|' '{ print 4 * $4, $1 ($3 > 1 ? "_" $2 : ""), $5, $6, $7 }' >"$folder/expected"
registers=$(wc -l <"$folder/expected")
# In IP-XACT a register that the block writes, too, is volatile, wherever it is kept.
sed 's/ ext / rwh /' "$folder/expected" >"$folder/expected.ipxact"
# C header and HTML have no access.
cut -d' ' -f1-3,5 "$folder/expected" >"$folder/expected.exported"

# The list has what the specification's table has: address of the first, name, access.
# shellcheck disable=SC2016 # backquotes of Markdown
documented() {
    diff <(awk -F'[|`]' '/^\| `0x/ { gsub(/ /, "", $9); print $3, $6, $9 }' rtl/spec/registers.md) \
        <("$list" | awk -F'|' '$2 == 0 { printf "0x%03x %s %s\n", 4 * $4, $1, $6 }')
}
expect_success 'the list of registers is that of rtl/spec/registers.md' documented

# usage: reads rdl|ipxact FILE EXPECTED [HEADER HTML]
reads() { python3 "$here/map_read.py" "$1" "$2" "${@:4}" | diff "$3" -; }

# The same of PeakRDL's HTML: its index, in which an array is one entry.
html_map() { python3 "$here/html_read.py" "$1/data/ral-data-0.json"; }

# The same of PeakRDL's C header, by a program made with it.
header_map() {
    { cat <<<'#include "peakrdl.h"' && cat <<<'#include <stddef.h>' && cat <<<'#include <stdio.h>'
        echo 'int main(void) {'
        "$list" | awk -f "$here/families.awk" -f "$here/header_read.awk"
        echo '}'; } >"$folder/header.c"
    gcc -std=c11 -Wall -Werror -I"$folder" -o "$folder/header" "$folder/header.c"
    "$folder/header"
}

# usage: planted NAME KIND FILE EXPECTED SED; a change of the file must make another map of it
planted() {
    sed "$5" "$3" >"$folder/planted"
    ! cmp -s "$3" "$folder/planted" || fail "$1: nothing planted"
    expect_failure "$1: not noticed" reads "$2" "$folder/planted" "$4"
}

if [ "$(cat "$python/state")" = ready ]; then
    rdl=(rdl "$ip/semacredit.rdl" "$folder/expected")
    xml=(ipxact "$ip/semacredit.xml" "$folder/expected.ipxact")
    expect_success "SystemRDL: $registers registers as in rtl/registers.txt" \
        reads "${rdl[@]}" "$folder/peakrdl.h" "$folder/html"
    expect_success "IP-XACT: $registers registers as in rtl/registers.txt" reads "${xml[@]}"
    expect_success "PeakRDL's C header: the same" \
        diff "$folder/expected.exported" <(header_map)
    expect_success "PeakRDL's HTML: the same" \
        diff "$folder/expected.exported" <(html_map "$folder/html")
    planted 'an address in SystemRDL' "${rdl[@]}" 's/ @ 0x448;/ @ 0x450;/'
    planted 'a width in SystemRDL' "${rdl[@]}" 's/value\[23:0\]/value[22:0]/'
    planted 'a reset value in SystemRDL' "${rdl[@]}" 's/= 1600;/= 1601;/'
    planted 'an access in SystemRDL' "${rdl[@]}" 's/onwrite = woclr; //'
    planted 'an address in IP-XACT' "${xml[@]}" "s/'h448</'h450</"
    planted 'a width in IP-XACT' "${xml[@]}" 's/bitWidth>24</bitWidth>23</'
    planted 'a reset value in IP-XACT' "${xml[@]}" 's/value>1600</value>1601</'
    planted 'an access in IP-XACT' "${xml[@]}" 's/>read-only</>read-write</'
    echo "ip-check: $registers registers, 4 readings"
else
    skip "reading SystemRDL and IP-XACT back: $(cat "$python/state")"
fi
finish ip-check
