#!/usr/bin/env bash
# Lint: folders and their direction, links and what other tools read of the repository, each RTL
# module on its own with Verilator -Wall, the whole with Yosys, C with clang-tidy and clang-format,
# scripts with shellcheck, Python with ruff and mypy, the length of lines, spelling. In the root of
# the tree, after `make hdl build/lint/python/state`.
# usage: lint.sh [PART]...          default: all
#        lint.sh changed FILE...    in seconds: what these files can break
# PART: folders, links, front, dialect, top, rtl, yosys, tidy, format, shell, python, columns,
# PART: spelling
# shellcheck disable=SC2317 # functions are called by the names of parts
set -euo pipefail
. "$(dirname "$0")/../checks/checks.sh"

# The format and the tidy checks are those of this clang: others format and warn differently.
clang_major=14

mapfile -t modules < <(cd build/hdl && ls -- *.sv)
mapfile -t sources < <(sed 's|^|build/hdl/|' build/hdl/sema.f)
mapfile -t endpoint < <(sed '/^-F/d; s|^|rtl/endpoint/|' rtl/endpoint/endpoint.f)
mapfile -t c_files < <(find csim tb -name '*.c' | sort)
mapfile -t formatted < <(find csim tb -name '*.[ch]' -o -name '*.cpp' | sort)
mapfile -t scripts < <(ls scripts/*/*.sh .ci/run .githooks/*)
mapfile -t lined < <(find Makefile scripts .ci .githooks -type f ! -name '*.md' | sort)
mapfile -t spelled < <(scripts/ip/tree_files.sh | grep -v '\.png$')

verilator=${VERILATOR:-verilator}

# Constructs that some versions of the tools do not take.
lint_dialect() {
    local files=(rtl/*.sv rtl/*/*.sv)
    expect_success "no construct that some versions of the tools do not take" \
        diff /dev/null <(python3 -B scripts/lint/rtl_dialect.py "${files[@]}")
}

lint_folders() { expect_success "folders and their direction" python3 -B scripts/lint/folders.py; }

lint_links() { expect_success "links of the documents" python3 -B scripts/lint/links.py; }

# The driver without a library, and without another folder of this tree.
firmware() (
    rm -rf build/check/front && mkdir -p build/check/front &&
        cp -r csim/driver build/check/front && cd build/check/front ||
        return
    echo '#include "semacredit_driver.h"' >firmware.c
    compile=(cc -std=c11 -ffreestanding -Wall -Wextra -Werror -c)
    (cd driver && "${compile[@]}" ./*.c) && "${compile[@]}" -Idriver firmware.c &&
        ld -r -o all.o driver/*.o && ! nm -u all.o | grep '^ *U '
)

commands() {
    env -u MAKEFLAGS -u MAKELEVEL make --silent compile_commands.json &&
        diff <(sed -nE 's/^ *"file": "(.*)"/\1/p' build/compile_commands.json | sort) \
            <(find csim tb -name '*.c' -o -name '*.cpp' | sort)
}

# What other tools read of the repository itself: forges, packagers, editors, firmware.
lint_front() {
    expect_success "files of forges and packagers name what there is" \
        env -u MAKEFLAGS -u MAKELEVEL python3 -B scripts/lint/front.py
    expect_success "the driver's folder is compiled alone" firmware
    expect_success "compile_commands.json has every C and C++ file" commands
}

# usage: wall MODULE [OPTION]: a job for expect_each
wall() {
    printf 'verilator -Wall, %s as top\t%s\n' "$1" \
        "$verilator --lint-only -Wall ${2:-} --top-module $1 ${sources[*]} ${endpoint[*]}"
}

rtl_jobs() {
    local file name
    for file in "${modules[@]/#/build/hdl/}" "${endpoint[@]}"; do
        name=$(basename "$file" .sv)
        ! grep -qE "^module +$name\b" "$file" || # no package
            wall "$name" -Wno-UNUSEDPARAM # of packages, most of which one module does not use
    done
}

# The block alone, which is what most edits break; and each module as its own top.
lint_top() { expect_each < <(wall semacredit); }
lint_rtl() { expect_each < <(rtl_jobs); }

lint_yosys() {
    expect_success "every module is in rtl/sema.f" \
        diff <(printf 'build/hdl/%s\n' "${modules[@]}" | sort) \
        <(printf '%s\n' "${sources[@]}" | sort)
    expect_success "every module of rtl/endpoint is in its endpoint.f" \
        diff <(ls rtl/endpoint/*.sv) <(printf '%s\n' "${endpoint[@]}" | sort)
    expect_success "yosys reads the endpoint, and the block in it" \
        yosys -q -e 'implicitly declared' -p "read_verilog -sv ${sources[*]} ${endpoint[*]}; \
        hierarchy -check -top semacredit_endpoint; proc; check -assert"
}

# Succeeds if TOOL is of the version that the tree is held to, else says that it is left out.
right_version() {
    local version
    version=$("$1" --version | sed -nE 's/.*version ([0-9]+).*/\1/p' | head -n 1)
    [ "$version" = "$clang_major" ] && return
    skip "$1: the tree is held to version $clang_major, here is $version"
    return 1
}

lint_tidy() {
    right_version clang-tidy || return 0
    expect_each < <(printf '%s\n' "${c_files[@]}" |
        sed 's|.*|clang-tidy &\tscripts/lint/tidy.sh &|')
}

# Of all files few processes: to start one takes longer than a file.
lint_format() {
    right_version clang-format || return 0
    local file wrong
    wrong=$(printf '%s\n' "${formatted[@]}" |
        xargs -P "$(nproc)" -n 40 clang-format --dry-run -Werror 2>&1 >/dev/null |
        sed -nE 's/^([^: ]+):[0-9]+:.*/\1/p' | sort -u) || true
    for file in "${formatted[@]}"; do
        if [[ $'\n'$wrong$'\n' == *$'\n'"$file"$'\n'* ]]; then
            fail "clang-format $file (make format)"
        else pass; fi
    done
}

lint_shell() {
    expect_each < <(printf '%s\n' "${scripts[@]}" | sed 's|.*|shellcheck &\tshellcheck &|')
}

# Of PyPI, in the versions of python.txt; without network they are skipped.
lint_python() {
    if [ "$(cat build/lint/python/state)" != ready ]; then
        skip "ruff and mypy: $(cat build/lint/python/state)"
        return
    fi
    local packages=build/lint/python/packages
    expect_success "ruff (scripts/pyproject.toml)" "$packages/bin/ruff" check --quiet \
        --output-format concise --config scripts/pyproject.toml --cache-dir build/lint/ruff scripts
    expect_success "mypy (scripts/pyproject.toml)" env PYTHONPATH="$packages" \
        MYPYPATH="$(printf '%s:' scripts/*/)" python3 -B -m mypy --no-error-summary \
        --cache-dir build/lint/mypy --config-file scripts/pyproject.toml scripts/*/*.py
}

# No line of a script or a makefile has more than 100 columns.
lint_columns() {
    local file
    for file in "${lined[@]}"; do
        expect_success "100 columns: $file" \
            diff /dev/null <(LC_ALL=C.UTF-8 grep -nE '^.{101,}' "$file" | sed 's/:.*//; s/^/line /')
    done
}

# Words that are misspelt; .codespellrc has the names that only look so.
lint_spelling() {
    if ! command -v codespell >/dev/null; then
        skip 'spelling: codespell is not installed'
        return
    fi
    expect_success "spelling (.codespellrc)" codespell "${spelled[@]}"
    expect_failure "a misspelt word is not noticed" codespell - <<<"the ad""ress of a lane"
}

# Of the list NAME only what is among FILE...
# usage: keep NAME FILE...
keep() {
    local -n list=$1
    mapfile -t list < <(printf '%s\n' "${list[@]}" | grep -xF -f <(printf '%s\n' "${@:2}"))
}

parts=(folders links front dialect rtl yosys tidy format shell python columns spelling)
if [ "${1:-}" = changed ]; then
    shift
    changed=" $*"
    for list in formatted scripts lined spelled; do keep "$list" "$@"; done
    set -- folders links front
    [[ $changed != *.sv* ]] || set -- "$@" dialect top
    [ ${#formatted[@]} = 0 ] || set -- "$@" format
    [ ${#scripts[@]} = 0 ] || set -- "$@" shell
    [[ $changed != *.py* ]] || set -- "$@" python
    [ ${#lined[@]} = 0 ] || set -- "$@" columns
    [ ${#spelled[@]} = 0 ] || set -- "$@" spelling
fi
[ $# -gt 0 ] || set -- "${parts[@]}"
parts+=(top) # which is one of those of rtl
for part in "$@"; do
    if [[ " ${parts[*]} " != *" $part "* ]]; then
        echo "lint: unknown part '$part': expected one of ${parts[*]}" >&2
        exit 2
    fi
    echo "lint: $part"
    "lint_$part"
done
finish lint
