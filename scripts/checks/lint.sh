#!/usr/bin/env bash
# Lint: rooms and their direction, each RTL module on its own with Verilator -Wall, the whole with Yosys, C with clang-tidy and clang-format,
# scripts with shellcheck. Run in the root of the tree, after `make hdl`.
# usage: lint.sh [rooms|rtl|yosys|tidy|format|shell]...     default: all
set -euo pipefail
. "$(dirname "$0")/checks.sh"

# The format and the tidy checks are those of this clang: others format and warn differently.
clang_major=14

mapfile -t modules < <(cd build/hdl && ls -- *.sv)
mapfile -t sources < <(scripts/build/rtl_files.sh build/hdl)
# As scripts/fpga/fpga_netlist.sh reads them: the FPGA's own modules in place of the block's.
fpga_sources=()
for file in "${sources[@]}"; do
    [ -f "rtl/fpga/$(basename "$file" .sv)_fpga.sv" ] || fpga_sources+=("$file")
done
fpga_sources+=(rtl/reference/*.sv rtl/fpga/*.sv)
mapfile -t c_files < <(printf '%s\n' csim/*/*.c tb/*/*.c tb/tests/*/*.c | grep -v ^tb/faults/)
mapfile -t formatted < <(printf '%s\n' csim/*/*.[ch] tb/*/*.[ch] tb/*/*.cpp tb/tests/*/*.[ch])
mapfile -t scripts < <(ls scripts/*/*.sh .ci/run .githooks/* 2>/dev/null)

# Waivers, with their reasons, are in files of their own.
waivers=()
[ ! -f build/hdl/waivers.vlt ] || waivers=(build/hdl/waivers.vlt)

verilator=${VERILATOR:-verilator}

# Constructs that some versions of the tools do not take; of the check itself, that it sees one.
lint_dialect() {
    local files=(rtl/*.sv rtl/*/*.sv rtl/formal/*/*.sv tb/mutation/*.sv build/hdl/sema_registers.sv)
    expect_success "no construct that some versions of the tools do not take" \
        diff /dev/null <(awk -f scripts/checks/rtl_dialect.awk "${files[@]}")
    expect_success "scripts/checks/rtl_dialect.awk names a function call in an index, and nothing else" \
        diff <(echo 'function call in an index, give the index a name: p::f') \
        <(printf '%s\n' "q[W'(p::f(i))] <= d;" "q[\$clog2(N)] <= d;" "q[W'(i)] <= f(d[i]);  // q[f(i)]" |
            awk -f scripts/checks/rtl_dialect.awk | cut -d' ' -f2-)
    echo "lint: dialect of the RTL"
}

lint_rtl() {
    lint_dialect
    local file module
    for file in "${modules[@]}"; do
        module=${file%.sv}
        grep -qE "^module +$module\b" "build/hdl/$file" || continue # a package has no top
        expect_success "verilator -Wall, $module as top" \
            "$verilator" --lint-only -Wall --top-module "$module" "${waivers[@]}" "${sources[@]}"
    done
    for file in rtl/reference/*.sv; do
        module=$(basename "$file" .sv)
        expect_success "verilator -Wall, $file" "$verilator" --lint-only -Wall --top-module "$module" "$file"
    done
    for file in rtl/fpga/*.sv; do
        module=$(basename "$file" .sv) module=${module%_fpga}
        expect_success "verilator -Wall, $file" \
            "$verilator" --lint-only -Wall --top-module "$module" "${waivers[@]}" "${fpga_sources[@]}"
    done
    # Proofs: a peek is driven by scripts/formal/formal_task.sh, and not all that a module says is of use to each.
    for file in rtl/formal/*/*_prove.sv; do
        module=$(basename "$file" .sv)
        expect_success "verilator -Wall, $file" "$verilator" --lint-only -Wall -Wno-UNUSED -Wno-UNDRIVEN -Wno-PINCONNECTEMPTY \
            -DFORMAL --top-module "$module" "${waivers[@]}" "${sources[@]}" rtl/formal/*/*_prove.sv
    done
    echo "lint: verilator -Wall, each module as its own top"
}

lint_yosys() {
    expect_success "every module is in rtl/sema.f" \
        diff <(printf 'build/hdl/%s\n' "${modules[@]}" | sort) <(printf '%s\n' "${sources[@]}" | sort)
    expect_success "yosys reads the RTL" yosys -q -e 'implicitly declared' -p \
        "read_verilog -sv ${sources[*]}; hierarchy -check -top semacredit; proc; check -assert"
    for file in rtl/formal/*/*_prove.sv; do
        expect_success "yosys reads $file" yosys -q -e 'implicitly declared' -p \
            "read_verilog -defer -sv -formal -DSYNTHESIS -DFORMAL ${sources[*]}
             read_verilog -defer -sv -formal -DSYNTHESIS -DFORMAL rtl/formal/*/*_prove.sv; hierarchy -check -top $(basename "$file" .sv)"
    done
    echo "lint: yosys, hierarchy and check"
}

# Succeeds if TOOL is of the version that the tree is held to, else says that it is left out.
right_version() {
    local version
    version=$("$1" --version | sed -nE 's/.*version ([0-9]+).*/\1/p' | head -n 1)
    [ "$version" = "$clang_major" ] && return
    skip "$1: the tree is held to version $clang_major, here is $version"
    return 1
}

# One file a process, as many at a time as there are cores. The compiler's warnings are those of the Makefile.
tidy_all() {
    local warnings='-Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wno-enum-enum-conversion'
    printf '%s\n' "${c_files[@]}" | sed "s|\$| $warnings -Wconversion|; /^tb\/tests/s/ -Wconversion//" |
        xargs -P "$(nproc)" -L 1 scripts/checks/tidy.sh
}

lint_tidy() {
    right_version clang-tidy || return 0
    local output
    if output=$(tidy_all); then
        checks=$((checks + ${#c_files[@]}))
    else
        printf '%s\n' "$output" >&2
        fail clang-tidy
    fi
    echo "lint: clang-tidy, ${#c_files[@]} files"
}

lint_format() {
    right_version clang-format || return 0
    local file
    for file in "${formatted[@]}"; do
        expect_success "clang-format $file (make format)" clang-format --dry-run -Werror "$file"
    done
    echo "lint: clang-format, ${#formatted[@]} files"
}

lint_shell() {
    local file
    for file in "${scripts[@]}"; do
        expect_success "shellcheck $file" shellcheck "$file"
    done
    echo "lint: shellcheck, ${#scripts[@]} scripts"
}

lint_rooms() {
    expect_success "rooms and their direction" scripts/checks/rooms_check.sh build/check/rooms
    echo "lint: rooms, includes and instances"
}

[ $# -gt 0 ] || set -- rooms rtl yosys tidy format shell
for part in "$@"; do
    case $part in
    rooms) lint_rooms ;;
    rtl) lint_rtl ;;
    yosys) lint_yosys ;;
    tidy) lint_tidy ;;
    format) lint_format ;;
    shell) lint_shell ;;
    *)
        echo "lint: unknown part '$part': rooms, rtl, yosys, tidy, format, shell" >&2
        exit 2 ;;
    esac
done
finish lint
