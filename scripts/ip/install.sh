#!/usr/bin/env bash
# Installs what is built: the program with its configurations, the Python that computes what its
# runs say, manual pages and completion; the library with its examples; the driver; the RTL with its
# register descriptions. Manual pages are made of --help by help2man, which is installed where that
# can be done; else those of the verbs are left out, with a line that says so.
# A list of the files, and of the folders that were not there, is kept: by it --uninstall removes
# them, and a later version the files that it has no longer.
# usage: [DESTDIR=FOLDER] install.sh PREFIX VERSION PROGRAM RTL_FOLDER IP_XACT LIBRARY_FOLDER
#        [DESTDIR=FOLDER] install.sh PREFIX --uninstall
set -euo pipefail
umask 022

prefix=${1/#\~\//$HOME/} # not every shell expands it behind a =
to=${DESTDIR:-}$prefix to=${to:-/}
share=$to/share
list=$share/semacredit/installed.txt
refuse() { echo "$1" >&2 && exit 2; }
# Where programs find libraries, they find it at once; a package in DESTDIR has its own way.
refresh() {
    case ${DESTDIR:-}$prefix in /usr | /usr/local) [ "$(id -u)" != 0 ] || ldconfig ;; esac
}
if [ "$2" = --uninstall ]; then
    [ -f "$list" ] || refuse "uninstall: $list: expected the list of an installation"
    [ -w "$share/semacredit" ] || refuse "uninstall: $to: cannot be written"
    mapfile -t names <"$list"
    count=$(grep -vc '/$' "$list")
    rm -rf "$share"/semacredit/{library,scripts/paper}/__pycache__
    for name in "${names[@]}"; do
        case $name in
        */) rmdir --ignore-fail-on-non-empty "$(realpath -sm "$to/$name")" 2>/dev/null || true ;;
        *) rm -f "$to/$name" ;;
        esac
    done
    refresh
    echo "uninstalled: $count files of $to"
    exit
fi
version=$2 program=$3 rtl=$4 xact=$5 library=$6
stage=$(mktemp -d)
chmod 755 "$stage"
trap 'rm -rf "$stage" "$stage.list"' EXIT
final=$to to=$stage share=$stage/share
about='run, verify and explain an admission controller for scale-up fabrics'

# usage: put MODE FOLDER FILE...
put() { install -D -m "$1" -t "$2" "${@:3}"; }

# The page of the program: verbs, and the last lines of its --help.
manual_of_all() {
    printf '.TH SEMACREDIT 1 "" "semacredit %s"\n.SH NAME\nsemacredit \\- %s\n' "$version" "$about"
    printf '.SH SYNOPSIS\n.B semacredit\n.I VERB\n.RI [ OPTION ...]\n.SH VERBS\n'
    "$program" --help | sed -nE -e 's/^  ([a-z]+) +(.*)/.TP\n.BR semacredit-\1 (1)\n\2/p' \
        -e 's/^Exit status: (.*)/.SH EXIT STATUS\n\1/p'
    printf '.SH FILES\n' && printf '.TP\n.I %s\n%s\n' "$prefix/share/semacredit" \
        "configurations, RTL, register descriptions, driver, the library's examples" \
        "$prefix/share/doc/semacredit" 'the documents'
}

# usage: manual NAME COMMAND ABOUT
manual() {
    ARGP_HELP_FMT=rmargin=900 help2man --no-info --section=1 --name="$3" \
        --version-string="semacredit $version" "$2" |
        sed -e "1,/^.SH NAME/s/SEMACREDIT/${1^^}/" -e "s/^semacredit \\\\- /$1 \\\\- /" |
        install -D -m 644 /dev/stdin "$share/man/man1/$1.1"
}

put 755 "$to/bin" "$program"
put 644 "$share/semacredit/sim" sim/*.yaml sim/order.txt
put 644 "$share/semacredit/sim/domains" sim/domains/*
put 644 "$share/semacredit/scripts/paper" scripts/paper/*.{py,csv,txt}
put 644 "$share/semacredit/rtl" "$rtl"/*
put 644 "$share/semacredit/ip" rtl/semacredit.rdl "$xact"
put 644 "$share/semacredit/driver" csim/driver/*.[ch]
put 644 "$share/semacredit/library" tb/library/{example.c,*.py,*.sv} "$library/dpi/ports.svh"
# Documents with their pictures; a link to what is not among them becomes its text.
doc=$share/doc/semacredit
mkdir -p "$doc"
find -- *.md LICENSE rtl csim tb sim scripts \( -name '*.md' -o -name LICENSE -o -name '*.svg' \
    -o -name '*.png' \) -exec cp --parents -t "$doc" {} +
find "$doc" -type f -exec chmod 644 {} +
python3 - "$doc" <<'EOF'
import re, sys
from pathlib import Path
for path in Path(sys.argv[1]).rglob("*.md"):
    path.write_text(re.sub(r"\[([^\]]*)\]\((?!https?:|#)([^)#\s]+)[^)]*\)", lambda link: link[0] if
                           (path.parent / link[2]).is_file() else link[1], path.read_text()))
EOF
put 644 "$to/include" "$library/include/semacredit.h"
put 644 "$to/lib/pkgconfig" "$library/lib/pkgconfig/semacredit.pc"
put 644 "$to/lib" "$library/lib/libsemacredit.a" "$library"/lib/libsemacredit.so.*
cp -P "$library/lib/libsemacredit.so" "$to/lib"
install -D -m 644 scripts/ip/completion.bash "$share/bash-completion/completions/semacredit"
install -D -m 644 /dev/stdin "$share/zsh/site-functions/_semacredit" <<'EOF'
#compdef semacredit
# Completion of semacredit for zsh: that of bash.
autoload -U +X bashcompinit && bashcompinit
source "${${(%):-%x}:A:h}/../../bash-completion/completions/semacredit"
_bash_complete -o default -F _semacredit
EOF
manual_of_all | install -D -m 644 /dev/stdin "$share/man/man1/semacredit.1"
command -v help2man >/dev/null || scripts/build/setup.sh build/setup.log manual || true
if command -v help2man >/dev/null; then
    while read -r verb what; do manual "semacredit-$verb" "$program $verb" "$what"; done < <(
        "$program" --help | sed -nE 's/^  ([a-z]+) +(.*)/\1 \2/p')
else
    echo 'install: no manual pages of verbs: help2man is not there' >&2
fi
# All is made before any of it is installed. Folders are listed behind the files, the deepest first.
names() { (cd "$stage" && find . ! -type d -printf '%P\n' | LC_ALL=C sort); }
folders() {
    local up=./ at=$final
    (cd "$stage" && find . -depth -mindepth 1 -type d -printf '%P/\n') | while read -r name; do
        [ -d "$final/$name" ] || echo "$name"
    done
    while [ ! -d "$at" ]; do echo "$up" && at=$(dirname "$at") && up+=../; done
}
touch "$share/semacredit/installed.txt"
{ names && folders && sed -n '\|/$|p' "$list" 2>/dev/null; } >"$stage.list" || true
stale=$(grep -vxFf "$stage.list" "$list" 2>/dev/null) || true
mv "$stage.list" "$share/semacredit/installed.txt"
mkdir -p "$final" 2>/dev/null || true
[ -w "$final" ] || refuse "install: $final: cannot be written"
install -D -m 644 "$share/semacredit/installed.txt" "$list"
said=$(cp -RP --remove-destination "$stage"/. "$final" 2>&1) ||
    refuse "install: ${said%%$'\n'*}; 'make uninstall' removes what is there"
[ -z "$stale" ] || (cd "$final" && xargs -d '\n' rm -f -- <<<"$stale")
refresh
echo "installed: $(grep -vc '/$' "$list") files under $final: the program in bin/, the library in" \
    "lib/ and include/, all else in share/; 'make uninstall PREFIX=$prefix${DESTDIR:+ \
DESTDIR=$DESTDIR}' removes them"
