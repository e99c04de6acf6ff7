#!/usr/bin/env bash
# The RTL with every planted bug behind a select, and the select constant zero, is the RTL as it is:
# Verilator makes the same C++ of both, byte for byte, in both forms of the modules that have two
# (SEMA_GATES). With a bug in force it does not. And every bug of the table is looked for by some
# check: its own lines say which, or a proof names it.
# usage: planted_check.sh FOLDER TABLE RTL_FOLDER RTL_WITH_NONE_IN_FORCE
set -euo pipefail
. "$(dirname "$0")/../checks/checks.sh"

folder=$1 table=$2 rtl=$3 none=$4
rm -rf "$folder"
mkdir -p "$folder"

# model RTL_FOLDER OUT OPTION...: what Verilator makes, without what is only about the making.
model() {
    local out
    out=$(realpath -m "$2")
    (cd "$1" && "${VERILATOR:-verilator}" --cc --prefix Vplanted -Mdir "$out" --no-assert \
        -Wno-fatal -Wno-lint -O3 --x-assign fast --x-initial fast "${@:3}" -F sema.f) \
        >"$folder/log" 2>&1 || { cat "$folder/log" && return 1; }
    rm -f "$out"/*.d "$out"/*.dat "$out"/*.mk
}

# same DIFFERENCE RTL_FOLDER OPTION...
same() {
    rm -rf "$folder/shipped" "$folder/planted"
    model "$rtl" "$folder/shipped" "${@:3}" && model "$2" "$folder/planted" "${@:3}" &&
        diff -r "$folder/shipped" "$folder/planted" >"$1"
}

for form in '' +define+SEMA_GATES; do
    expect_success "the block $form with no bug in force is as shipped, see $folder/diff$form" \
        same "$folder/diff$form" "$none" --top-module semacredit $form
done
scripts/planted/plant.sh "$table" "$rtl" "$folder/bug" fit_refused
if same "$folder/seen" "$folder/bug" --top-module semacredit; then
    fail 'a bug in force is not seen'
else
    pass
fi

while IFS=$'\t' read -r name _; do
    expect_success "$name: no line of $table says how it is caught, and no proof names it" \
        grep -qE "^ +[a-z_]+ +([a-z0-9_]+,)*${name}[, ]" rtl/formal/proofs.txt
done < <(awk -v by=- -f "$(dirname "$0")/planted.awk" "$table")

# A table that says something else of the RTL than what stands there is not taken. usage: refused
# WHAT SED_SCRIPT
refused() {
    sed "$2" "$table" >"$folder/table"
    if scripts/planted/plant.sh "$folder/table" "$rtl" "$folder/refused" all >/dev/null 2>&1; then
        fail "$1 is taken"
    else
        pass
    fi
}
refused 'text that is not there' 's/^- run_q \&\& !grant_o$/- run_q \&\& !grant_i/'
refused 'text that is there twice' 's/^- run_q \&\& !grant_o$/- grant_o/'
refused 'a name that is there twice' 's/^grant_twice:/return_lost:/'
refused 'a module that is not there' 's/^\[sema_over\]$/[sema_overs]/'
finish planted-check
