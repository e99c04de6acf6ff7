#!/usr/bin/env bash
# Installs the Debian or Ubuntu packages that are missing here; costs nothing where none is.
# usage: setup.sh LOG GROUP...     groups are those of the table: core is what building and running
#                                  needs, test what tests need beside the others
#
# A package counts as there when what we need of it is there, wherever it came from. One beyond core
# that apt does not know here is left out, as osu018 on Debian 13: a line says so, and LOG.none
# remembers it. Status 2: it could not be installed; the message says what to do.
set -euo pipefail

log=$1
shift

# PACKAGE:PROBE; a probe is a command, or (with a slash) a file under /usr or /usr/local, globs
# allowed.
declare -A packages=(
    [core]='gcc:gcc g++:g++ python3:python3 libc6-dev:include/stdio.h verilator:verilator
        zlib1g-dev:include/zlib.h liblz4-dev:include/lz4.h libexpat1-dev:include/expat.h
        libyaml-dev:include/yaml.h'
    [figures]='python3-matplotlib:lib/python3/dist-packages/matplotlib/__init__.py
        fonts-dejavu-core:share/fonts/truetype/dejavu/DejaVuSans.ttf'
    [test]='libcriterion-dev:include/criterion/criterion.h clang:clang clang-format:clang-format
        clang-tidy:clang-tidy
        libclang-rt-dev:lib/llvm-*/lib/clang/*/lib/linux/libclang_rt.fuzzer-*.a
        shellcheck:shellcheck yosys:yosys iverilog:iverilog gtkwave:gtkwave graphviz:dot
        xvfb:xvfb-run xauth:xauth imagemagick:import
        python3-yaml:lib/python3/dist-packages/yaml/__init__.py'
    [pytest]='python3-pytest:lib/python3/dist-packages/pytest/__init__.py
        python3-pytest-xdist:lib/python3/dist-packages/xdist/__init__.py'
    [pip]='python3-pip:pip3'
    [manual]='help2man:help2man'
    [zsh]='zsh:zsh'
    [yosys]='yosys:yosys'
    [spelling]='codespell:codespell'
    [parallel]='parallel:parallel'
    [synth]='yosys:yosys opensta:sta gtkwave:fst2vcd
       qflow-tech-osu018:share/qflow/tech/osu018/osu018_stdcells.lib'
    [fpga]='yosys:yosys nextpnr-ice40:nextpnr-ice40'
    [coverage]='lcov:lcov'
    [formal]='yosys:yosys z3:z3'
    [report]='node-d3:share/nodejs/d3/dist/d3.min.js gtkwave:fst2vcd
        python3-jinja2:lib/python3/dist-packages/jinja2/__init__.py'
    [page]='clang:clang lld:wasm-ld wasi-libc:include/wasm32-wasi/stdio.h
        libclang-rt-dev-wasm32:lib/llvm-*/lib/clang/*/lib/wasi/libclang_rt.builtins-wasm32.a
        python3-yaml:lib/python3/dist-packages/yaml/__init__.py'
    [browser]='chromium:chromium chromium-driver:chromedriver
        python3-selenium:lib/python3/dist-packages/selenium/__init__.py'
)
needed=''
for group in "$@"; do
    if [ -z "${packages[$group]:-}" ]; then
        echo "setup: unknown group '$group': expected one of ${!packages[*]}" >&2
        exit 2
    fi
    needed+=" ${packages[$group]}"
done

# Package lists, in whatever form apt keeps them.
have_lists() { compgen -G '/var/lib/apt/lists/*Packages*' >/dev/null; }

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
        there "${item#*:}" || grep -qxF "${item%%:*}" "$log.none" 2>/dev/null ||
            missing+=("${item%%:*}")
    done
}

find_missing
[ ${#missing[@]} -gt 0 ] || exit 0
# One at a time, and what another has installed meanwhile is there.
mkdir -p "$(dirname "$log")"
exec 9>"$log.lock"
flock 9
find_missing
[ ${#missing[@]} -gt 0 ] || exit 0

if ! command -v apt-get >/dev/null; then
    echo "setup: not found: ${missing[*]} (Debian's names); this script knows apt only, install" \
        "them by hand" >&2
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
    echo "    apt-get update && apt-get install --no-install-recommends ${missing[*]}" >&2
    exit 2
fi
apt=("${as_root[@]}" DEBIAN_FRONTEND=noninteractive apt-get -q -y -o DPkg::Lock::Timeout=300)

echo "setup: installing what is missing with apt-get: ${missing[*]} (log: $log)"
if ! "${apt[@]}" update >"$log" 2>&1 </dev/null; then
    echo "setup: apt-get update failed, trying with the package lists that are here"
fi
if ! have_lists; then
    tail -n 5 "$log" >&2
    echo "setup: apt-get update brought no package lists: is the network there? log: $log" >&2
    exit 2
fi
for package in "${missing[@]}"; do
    if [[ ${packages[core]} != *"$package:"* ]] && ! apt-cache show "$package" >/dev/null 2>&1; then
        echo "setup: apt has no $package here: what needs it says so, or is skipped"
        echo "$package" >>"$log.none"
    fi
done
find_missing
[ ${#missing[@]} -gt 0 ] || exit 0
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
