#!/usr/bin/env bash
# Installs the Debian or Ubuntu packages that are missing here; costs nothing where none is.
# usage: setup.sh GROUP LOG     GROUP: core (build and run), test (everything else that the tests use)
#
# A package counts as there when what we need of it is there, wherever it came from. Status 2: it could not be
# installed; the message says what to do.
set -euo pipefail

group=$1 log=$2

# PACKAGE:PROBE; a probe is a command, or (with a slash) a file, globs allowed.
case $group in
core)
    needed='gcc:gcc g++:g++ libc6-dev:include/stdio.h verilator:verilator
            libcyaml-dev:include/cyaml/cyaml.h zlib1g-dev:include/zlib.h' ;;
test)
    needed='libcriterion-dev:include/criterion/criterion.h clang:clang clang-format:clang-format
            clang-tidy:clang-tidy libclang-rt-N-dev:lib/llvm-*/lib/clang/*/lib/linux/libclang_rt.fuzzer-*.a
            shellcheck:shellcheck yosys:yosys gtkwave:gtkwave xvfb:xvfb-run xauth:xauth imagemagick:import' ;;
*)
    echo "setup: unknown group '$group': core or test" >&2
    exit 2 ;;
esac

there() {
    case $1 in
    */*) compgen -G "/usr/$1" >/dev/null || compgen -G "/usr/local/$1" >/dev/null ;;
    *) command -v "$1" >/dev/null ;;
    esac
}

find_missing() {
    missing=()
    local item
    for item in $needed; do
        there "${item#*:}" || missing+=("${item%%:*}")
    done
}

find_missing
[ ${#missing[@]} -gt 0 ] || exit 0

if ! command -v apt-get >/dev/null; then
    echo "setup: not found: ${missing[*]} (Debian's names); this script knows apt only, install them by hand" >&2
    exit 2
fi

# Without a terminal sudo must not ask; with one it may.
if [ "$(id -u)" = 0 ]; then
    as_root=(env)
elif command -v sudo >/dev/null && sudo -n true 2>/dev/null; then
    as_root=(sudo -n env)
elif command -v sudo >/dev/null && [ -t 0 ] && [ -t 2 ]; then
    as_root=(sudo env)
else
    echo "setup: packages are missing and only root can install them; run as root:" >&2
    echo "    apt-get update && apt-get install --no-install-recommends ${missing[*]/libclang-rt-N-dev/libclang-rt-dev}" >&2
    exit 2
fi
apt=("${as_root[@]}" DEBIAN_FRONTEND=noninteractive apt-get -q -y -o DPkg::Lock::Timeout=300)

mkdir -p "$(dirname "$log")"
echo "setup: installing what is missing with apt-get: ${missing[*]} (log: $log)"
if ! "${apt[@]}" update >"$log" 2>&1 </dev/null; then
    if ! compgen -G '/var/lib/apt/lists/*Packages*' >/dev/null; then
        tail -n 5 "$log" >&2
        echo "setup: apt-get update failed and there are no package lists: is the network there?" >&2
        exit 2
    fi
    echo "setup: apt-get update failed, going on with the package lists that are here"
fi

# The compiler runtime's package has clang's version in its name.
if [[ " ${missing[*]} " == *' libclang-rt-N-dev '* ]]; then
    version=$(clang -dumpversion 2>/dev/null | cut -d. -f1) ||
        version=$(apt-cache depends clang | sed -n 's/.*Depends: clang-\([0-9]*\)$/\1/p' | head -n 1)
    missing=("${missing[@]/libclang-rt-N-dev/libclang-rt-$version-dev}")
fi

if ! "${apt[@]}" install --no-install-recommends "${missing[@]}" >>"$log" 2>&1 </dev/null; then
    tail -n 5 "$log" >&2
    echo "setup: apt-get install --no-install-recommends ${missing[*]} failed, see $log" >&2
    exit 2
fi
find_missing
if [ ${#missing[@]} -gt 0 ]; then
    echo "setup: installed, but still not found: ${missing[*]}" >&2
    exit 2
fi
