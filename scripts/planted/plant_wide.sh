#!/usr/bin/env bash
# Plants many faults at once, each behind a bit of `planted`, which a simulator is given as +planted=HEX: copies the RTL, and
# changes what the records of a table say (tb/bugs/wide.txt), in the file that each names, where it must stand once.
# usage: plant_wide.sh TABLE RTL_FOLDER OUT_FOLDER
set -euo pipefail

table=$1 rtl=$2 out=$3

rm -rf "$out"
mkdir -p "$out"
cp "$rtl"/*.sv "$rtl"/*.f "$out"
# The bits are read once, ahead of the first clock.
sed -i 's|^endpackage|  logic [63:0] planted /*verilator public*/;\n&|' "$out/sema_pkg.sv"
# shellcheck disable=SC2016 # it is SystemVerilog
sed -i 's|^endmodule|  initial if (!$value$plusargs("planted=%h", sema_pkg::planted)) sema_pkg::planted = '"'0"';\n&|' \
    "$out/semacredit.sv"
awk -v out="$out" '
    function apply(   path, line, text, at) {
        path = out "/" of["file"]
        gsub(/PLANTED/, "sema_pkg::planted[" bit++ "]", of["new"])
        text = ""
        while ((getline line < path) > 0) text = text line "\n"
        close(path)
        at = index(text, of["old"])
        if (!at || index(substr(text, at + 1), of["old"])) {
            print of["name"] ": must stand once in " of["file"] ": " of["old"] > "/dev/stderr"
            exit failed = 1
        }
        printf "%s%s%s", substr(text, 1, at - 1), of["new"], substr(text, at + length(of["old"])) > path
        close(path)
    }
    /^#/ { next }
    /^name: / && bit_open { apply() }
    match($0, /^[a-z]+: /) { of[substr($0, 1, RLENGTH - 2)] = substr($0, RLENGTH + 1); bit_open = 1 }
    END { if (!failed && bit_open) apply(); exit failed }
' "$table" || { rm -rf "$out"; exit 1; }
