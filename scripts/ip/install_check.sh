#!/usr/bin/env bash
# `make install` into a prefix: the program runs from there in an empty folder with the installed
# configurations, a program is linked with the library, every verb has a manual page, bash and zsh
# complete, uninstall leaves what was there before, and an upgrade no file of the older version.
# Manual pages are SKIPPED where help2man cannot be installed.
# usage: install_check.sh VERSION PROGRAM RTL_FOLDER IP_XACT LIBRARY_FOLDER FOLDER
# shellcheck disable=SC2317 # functions are called by expect_success
set -euo pipefail
here=$(dirname "$0")
. "$here/../checks/checks.sh"

version=$1 program=$2 rtl=$3 xact=$4 library=$5 folder=$6
rm -rf "$folder"
mkdir -p "$folder/empty"
prefix=$(realpath "$folder")/prefix
mkdir -p "$prefix/share/man"
before=$(find "$prefix")
install_to() { "$here/install.sh" "$1" "$version" "$program" "$rtl" "$xact" "$library"; }
expect_success 'install' install_to "$prefix"
list=$prefix/share/semacredit/installed.txt
expect_success 'it says what it wrote' diff <(cd "$prefix" && find . ! -type d -printf '%P\n' |
    LC_ALL=C sort) <(grep -v '/$' "$list")
touch "$prefix/bin/older"
sed -i '1i bin/older' "$list"
expect_success 'an upgrade' install_to "$prefix"
expect_failure 'it leaves what the older version had' [ -e "$prefix/bin/older" ]

installed() { (cd "$folder/empty" && "$prefix/bin/semacredit" "$@"); }
expect_success 'the installed program runs with its configurations' \
    installed run --workload atomic --set operations=100 --admission golden
expect_success 'it reads the installed configuration' \
    diff <(installed keys atomic | wc -l) <("$program" keys atomic | wc -l)
expect_success "it compares the paper's numbers" installed claims --seeds 5
# usage: lacks PATTERN COMMAND...: which ends with status 2 and says in one line what is missing
lacks() {
    local status=0 said
    said=$("${@:2}" 2>&1) || status=$?
    [ "$status" -eq 2 ] && [[ $said != *$'\n'* ]] && grep -q "$1" <<<"$said"
}
expect_success 'without python3 it says so' lacks 'python3: not found' \
    env PATH=/nowhere "$prefix/bin/semacredit" claims -C sim --seeds 5
mv "$prefix/share/semacredit/scripts" "$folder/scripts"
expect_success 'without its Python it says so' lacks 'paper.py: not found' \
    "$prefix/bin/semacredit" claims -C sim --seeds 5
mv "$folder/scripts" "$prefix/share/semacredit/scripts"
expect_failure 'a workload that is not installed is not refused' installed run --workload nowhere
missing() {
    (cd "$prefix/share/semacredit/rtl" && sed s/^-F// path.f sema.f | xargs ls >/dev/null) 2>&1
}
expect_success 'the RTL has every file of its list' diff /dev/null <(missing)

# The program that tb/library/README.md shows, found by pkg-config as one outside the tree finds it:
# on a tape it makes as many grants as the run that recorded it.
# shellcheck disable=SC2016 # backquotes of Markdown
sed -n '/^```c$/,/^```$/p' tb/library/README.md | sed '1d;$d' >"$folder/shown.c"
read -ra flags < <(PKG_CONFIG_PATH=$prefix/lib/pkgconfig pkg-config --cflags --libs semacredit)
expect_success 'the program of tb/library/README.md is built with the installed library' \
    gcc -std=c11 -Wall -Wextra -Werror -o "$folder/shown" "$folder/shown.c" "${flags[@]}" \
    -Wl,-rpath,"$prefix/lib"
granted=$("$prefix/bin/semacredit" run --config-dir sim --workload random --set operations=500 \
    --admission golden --tape "$PWD/$folder/random.tape" | sed -nE 's/.* granted ([0-9]+),.*/\1/p')
expect_success "it runs a tape of $granted grants" \
    grep -qx "[0-9]* clocks, $granted grants" <("$folder/shown" "$folder/random.tape")
expect_failure 'it runs what is no tape' "$folder/shown" "$folder/shown.c"
expect_success 'it has at most 30 lines' [ "$(wc -l <"$folder/shown.c")" -le 30 ]

expect_success 'the documents have no dead link' \
    python3 -B "$here/../lint/links.py" "$prefix/share/doc/semacredit"
expect_success 'the page of the program has a synopsis' \
    grep -qx '.SH SYNOPSIS' "$prefix/share/man/man1/semacredit.1"
mv "$prefix/share/semacredit/sim" "$folder/sim"
expect_failure 'the installed program runs without its configurations' \
    installed run --workload atomic --set operations=100 --admission golden
mv "$folder/sim" "$prefix/share/semacredit/sim"

# usage: completes SHELL TYPED WANTED; what an interactive shell shows when a tabulator follows
completes() {
    python3 - "$prefix" "$@" <<'EOF'
import os, pty, re, signal, sys
prefix, shell, typed, wanted = sys.argv[1:]
words, start = {"bash": (["--norc"], f". {prefix}/share/bash-completion/completions/semacredit"),
                "zsh": (["-f"], f"fpath=({prefix}/share/zsh/site-functions $fpath); autoload -U "
                        "compinit; compinit -uD")}[shell]
signal.alarm(20)
child, terminal = pty.fork()
if not child:
    os.environ.update(PATH=f"{prefix}/bin:{os.environ['PATH']}", TERM="dumb", COLUMNS="200")
    os.execvp(shell, [shell, *words])
def answer(keys, end, shown=""):
    os.write(terminal, keys.encode())
    while end not in shown:
        shown += os.read(terminal, 65536).decode()
    return shown
answer(f"{start}; PS1=rea''dy:\n", "ready:") # what is typed does not show what it waits for
shown = answer(f"semacredit {typed}\t\t\x15echo do''ne\n", "done\r")
os.write(terminal, b"exit\n")
sys.exit(not re.search(wanted, shown))
EOF
}
shells=bash
if command -v zsh >/dev/null; then shells+=' zsh'; else skip 'zsh: it is not there'; fi
for shell in $shells; do
    expect_success "$shell completes a verb" completes "$shell" cos 'cosim '
    expect_success "$shell completes an option" completes "$shell" 'run --wor' --workload
    expect_success "$shell completes a workload" completes "$shell" 'run -w ato' atomic
    expect_success "$shell completes what follows --policy=" completes "$shell" 'run --policy=sca' \
        'policy=scalar'
    expect_success "$shell completes a key" completes "$shell" 'run --set matrix_a' matrix_as=
    expect_success "$shell shows a key's values" completes "$shell" 'run -s matrix_as=' \
        'atomic *(matrix_as=)?read'
    expect_success "$shell completes a value" completes "$shell" 'run -s matrix_as=at' =atomic
    expect_success "$shell completes a value of --set=" completes "$shell" \
        'run --set=matrix_as=at' =atomic
    expect_success "$shell shows experiments" completes "$shell" 'agreement --only m' 'micro *mixed'
    expect_failure "$shell completes an option of another verb" completes "$shell" 'run --qui' quick
done

pages() { ls "$prefix/share/man/man1"; }
verbs() { "$program" --help | sed -nE 's/^  ([a-z]+) .*/semacredit-\1.1/p'; }
if command -v help2man >/dev/null; then
    expect_success 'a manual page of each verb' \
        diff <(pages) <((echo semacredit.1 && verbs) | LC_ALL=C sort)
    expect_success 'the page of run has its options' \
        grep -q '\\-\\-workload' "$prefix/share/man/man1/semacredit-run.1"
    expect_success 'its synopsis is one paragraph' \
        grep -q '^\\fI.*run .*workload' "$prefix/share/man/man1/semacredit-run.1"
else
    skip "manual pages: help2man cannot be installed, see $folder/setup"
fi
rm "$prefix/bin/semacredit"
mkdir "$prefix/share/semacredit/library/__pycache__"
uninstall() { "$here/install.sh" "$1" --uninstall; }
expect_success 'it is uninstalled, though a file is missing' uninstall "$prefix"
expect_success 'what was there is there, and nothing else' diff <(echo "$before") <(find "$prefix")
# usage: stage COMMAND...; what goes into a folder with blanks, under the home that ~ means.
stage() { DESTDIR="$PWD/$folder/with blanks" HOME=/home/of "$@"; }
expect_success 'it goes into a package' grep -q "PREFIX=/home/of/x DESTDIR=.*with blanks'" \
    <(stage install_to \~/x)
expect_success 'whose program runs' "$folder/with blanks/home/of/x/bin/semacredit" run -w atomic
expect_success 'it is removed from there' stage uninstall \~/x
expect_failure 'folders of it are left' [ -e "$folder/with blanks" ]
expect_success 'a prefix that is a file is told' lacks "file/x: cannot be written" \
    install_to "$PWD/$folder/shown.c/file/x"
finish install-check
