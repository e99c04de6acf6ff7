#!/usr/bin/env bash
# Installs what is built: the program with its configurations, the Python that computes what its
# runs say, manual pages and completion; the library; the RTL with its register descriptions. Manual
# pages are made of --help by help2man; without it they are left out, with a line that says so.
# usage: [DESTDIR=FOLDER] install.sh PREFIX VERSION PROGRAM RTL_FOLDER IP_XACT LIBRARY_FOLDER
set -euo pipefail

prefix=$1 version=$2 program=$3 rtl=$4 xact=$5 library=$6
to=${DESTDIR:-}$prefix
share=$to/share
about='run, verify and explain an admission controller for scale-up fabrics'

# usage: put MODE FOLDER FILE...
put() { install -D -m "$1" -t "$2" "${@:3}"; }

# usage: manual NAME COMMAND ABOUT
manual() {
    help2man --no-info --section=1 --version-string="semacredit $version" --name="$3" "$2" |
        install -D -m 644 /dev/stdin "$share/man/man1/$1.1"
}

put 755 "$to/bin" "$program"
put 644 "$share/semacredit/sim" sim/*.yaml sim/order.txt
put 644 "$share/semacredit/sim/domains" sim/domains/*
put 644 "$share/semacredit/scripts/paper" scripts/paper/*.{py,csv,txt}
put 644 "$share/semacredit/rtl" "$rtl"/*
put 644 "$share/semacredit/ip" rtl/semacredit.rdl "$xact"
put 644 "$share/doc/semacredit" README.md CHANGELOG.md LICENSE
put 644 "$share/doc/semacredit/rtl" rtl/*.md
put 644 "$share/doc/semacredit/rtl/spec" rtl/spec/*.md
put 644 "$to/include" "$library/include/semacredit.h"
put 644 "$to/lib/pkgconfig" "$library/lib/pkgconfig/semacredit.pc"
put 644 "$to/lib" "$library/lib/libsemacredit.a" "$library"/lib/libsemacredit.so.*
cp -P "$library/lib/libsemacredit.so" "$to/lib"
install -D -m 644 scripts/ip/completion.bash "$share/bash-completion/completions/semacredit"
if command -v help2man >/dev/null; then
    manual semacredit "$program" "$about"
    while read -r verb what; do manual "semacredit-$verb" "$program $verb" "$what"; done < <(
        "$program" --help | sed -nE 's/^  ([a-z]+) +(.*)/\1 \2/p')
else
    echo 'install: no manual pages: help2man is not there' >&2
fi
