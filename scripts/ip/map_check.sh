#!/usr/bin/env bash
# The registers of 9.1 of rtl/spec/registers.md are those that RTL and golden model have at
# their bus, and those that other tools read: SystemRDL and IP-XACT are read back by
# systemrdl-compiler and PeakRDL-ipxact. Planted differences must be noticed. Without the packages
# of PyPI the second part is SKIPPED.
# usage: map_check.sh RDL IP_XACT PYTHON_FOLDER FOLDER PROGRAM...
# PROGRAM: build/block/SIZE/scenario
# shellcheck disable=SC2317,SC2016 # functions are called by expect_success; Markdown's backquotes
set -euo pipefail
here=$(realpath "$(dirname "$0")")
. "$here/../checks/checks.sh"

rdl=(rdl "$1") xml=(ipxact "$2") python=$3 folder=$4
shift 4
rm -rf "$folder"
mkdir -p "$folder"
# usage: described KIND PROGRAM [FOLDER]; the text is FOLDER/rtl/spec/registers.md
described() {
    local size
    size=$(basename "$(dirname "$2")")
    (cd "${3:-.}" && python3 -B "$here/registers.py" "$1" "${size#planted-}" check)
}
# usage: found PROGRAM [FOLDER]; the registers of its block are those of the text, and no others
found() {
    described scenario "$@" >"$folder/registers.scenario" &&
        "$1" --lockstep "$folder/registers.scenario"
}
for program in "$@"; do
    expect_success "the registers of $program" found "$program"
done
# usage: other NAME SED; a table that is not the block's
other() {
    mkdir -p "$folder/text/rtl/spec"
    sed "$2" rtl/spec/registers.md >"$folder/text/rtl/spec/registers.md"
    expect_failure "$1 in the text: not noticed" found "$program" "$folder/text"
}
other 'an address' 's/`0x934`/`0x938`/'
other 'bits' 's/| `hold` | 16/| `hold` | 15/'
other 'an access' 's/rw, static | 512/rw | 512/'
other 'a reset value' 's/| rw | 320 |/| rw | 321 |/'

refused() {
    local said status=0
    said=$(python3 -B "$here/registers.py" "$@" 2>&1) || status=$?
    [ "$status" = 2 ] && [[ $said = 'registers.py: expected '* && $said != *$'\n'* ]]
}
expect_success 'a size that is none is refused' refused rdl 4-1 1.0

export PYTHONPATH=$python/packages
# What a description does not tell of access: when a write is done.
described list "$1" | sed 's/ static / /' >"$folder/expected"
registers=$(wc -l <"$folder/expected")

# usage: reads rdl|ipxact FILE
reads() { python3 -B "$here/map_read.py" "$@" | diff "$folder/expected" -; }

# usage: planted NAME KIND FILE SED; a change of the file must make another map of it
planted() {
    sed "$4" "$3" >"$folder/planted"
    ! cmp -s "$3" "$folder/planted" || fail "$1: nothing planted"
    expect_failure "$1: not noticed" reads "$2" "$folder/planted"
}

if [ "$(cat "$python/state")" = ready ]; then
    expect_success "SystemRDL: $registers registers" reads "${rdl[@]}"
    expect_success "IP-XACT: $registers registers" reads "${xml[@]}"
    planted 'an address in SystemRDL' "${rdl[@]}" 's/ @ 0x934;/ @ 0x938;/'
    planted 'a width in SystemRDL' "${rdl[@]}" 's/value\[23:0\]/value[22:0]/'
    planted 'a reset value in SystemRDL' "${rdl[@]}" 's/= 1600;/= 1601;/'
    planted 'an access in SystemRDL' "${rdl[@]}" 's/onwrite = woclr; //'
    planted 'an address in IP-XACT' "${xml[@]}" "s/'h934</'h938</"
    planted 'a width in IP-XACT' "${xml[@]}" 's/bitWidth>24</bitWidth>23</'
    planted 'a reset value in IP-XACT' "${xml[@]}" 's/value>1600</value>1601</'
    planted 'an access in IP-XACT' "${xml[@]}" 's/>read-only</>read-write</'
else
    skip "reading SystemRDL and IP-XACT back: $(cat "$python/state")"
fi
finish ip-check
