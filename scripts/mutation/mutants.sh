#!/usr/bin/env bash
# Mutates the RTL: Yosys plants mutants in every module under the top, hundreds in one Verilog file.
# usage: [HDL=FOLDER TOP=MODULE] mutants.sh OUT SEED SHARE MODELS     after `make hdl`
#
# A module gets a mutant for every SHARE cells of logic that it has, and at least one, so that the
# score is that of the RTL and not of its smallest modules. Results in OUT:
#   list       a Yosys command for each mutant, `mutate -ctrl mutsel 16 N ...`: mutants count from 1
#   table.csv  number,model,module,source,what of each
#   plain.il   the RTL as it was read, with all cells
#   top.il     the RTL that they are planted in
#   N/rtl/     mutants N, N + MODELS, ... in one Verilog file, with the sema.f to read it; N counts
#              from 0
# In a mutated design `mutsel` chooses the mutant. The C function mutant_number() is asked for it
# once, at the start of a model's life: 0 is the RTL as it is.
set -euo pipefail

out=$1 seed=$2 share=$3 models=$4
hdl=${HDL:-build/hdl}

rm -rf "$out"
mkdir -p "$out"
sources=$(scripts/build/rtl_files.sh "$hdl" | tr '\n' ' ')
top=${TOP:-semacredit}

run_yosys() {
    yosys -q "$@" >"$out/yosys.log" 2>&1 || { cat "$out/yosys.log" >&2 && exit 1; }
}

# Modules by their names in Yosys, with the parameters in them, and their cells. What is plainly
# without use in this build goes first: mutants there would change nothing.
{
    echo "read_verilog -sv -noassert -noassume $sources"
    echo "hierarchy -check -top $top; proc; write_rtlil $out/plain.il"
    echo "opt_expr; opt_merge; opt_clean"
    echo "write_rtlil $out/top.il; tee -q -o $out/stat stat"
} >"$out/read.ys"
run_yosys -s "$out/read.ys"

# A file of module and mutants wanted; modules are what is behind the last backslash without its
# parameters.
awk -v share="$share" '
    /^===/ && !/hierarchy/ {
        module = $2
        sub(/^\$paramod\\/, "", module); sub(/\\[A-Za-z0-9_]+=.*/, "", module);
        sub(/.*\\/, "", module)
    }
    /Number of cells:/ && module { cells[module] += $NF; module = "" }
    END {
        for (module in cells) {
            if (module !~ /^sema/)
                continue
            n = int(cells[module] / share + 0.5)
            print module, (n > 1 ? n : 1)
        }
    }' "$out/stat" | sort >"$out/modules"

# Memory cells themselves are left out: Yosys cannot mutate them. So are clocks, below: with a clock
# behind a gate Verilator makes another model; and bits of an index that only lead out of range,
# where the RTL has no value and Verilator that of another place.
{
    echo "read_rtlil $out/top.il"
    while read -r module wanted; do
        printf 'select -set here %s *\\%s *\\%s\\*=*\n' "$module" "$module" "$module"
        echo "mutate -list $wanted -seed $seed -o $out/list.$module @here t:\$mem* %d"
    done <"$out/modules"
} >"$out/list.ys"
run_yosys -s "$out/list.ys"
sed -E '/ -port CLK | -wire clk_i |shiftx.* -port B -portbit [1-3][0-9] /d' "$out"/list.sema* |
    awk '{ print "mutate -ctrl mutsel 16", NR, substr($0, 8) }' >"$out/list"
rm -f "$out"/list.sema*

# For people: the module by its name, the innermost place in the source, the port or signal that is
# changed.
awk -v models="$models" '
    function option(name) {
        return match($0, " -" name " [^ ]+") ? \
            substr($0, RSTART + length(name) + 3, RLENGTH - length(name) - 3) : ""
    }
    BEGIN { print "number,model,module,source,what" }
    {
        module = option("module")
        sub(/^\$paramod\\/, "", module); sub(/\\[A-Za-z0-9_]+=.*/, "", module);
        sub(/.*\\/, "", module)
        # A signal comes with where it is declared, in front of where the cell is.
        source = option("wire") != "" && match($0, / -src [^ ]+ -src /) ? substr($0, RSTART + 1) : \
            $0
        sub(/.*hdl\//, "", source)
        sub(/ .*/, "", source)
        cell = option("cell")
        sub(/^\$/, "", cell); sub(/\$.*/, "", cell)
        signal = option("wire") == "" ? "" : " of " option("wire") "[" option("wirebit") "]"
        control = option("ctrlbit") == "" ? "" : " by " option("ctrlbit")
        printf "%d,%d,%s,%s,%s %s.%s[%s]%s%s\n", $5, $5 % models, module, source, option("mode"),
            cell, \
            option("port"), option("portbit"), control, signal
    }' "$out/list" >"$out/table.csv"

for ((model = 0; model < models; model++)); do
    rtl=$out/$model/rtl
    mkdir -p "$rtl"
    awk -v models="$models" -v model="$model" '$5 % models == model' "$out/list" >"$out/$model/list"
    # A mutated bit becomes a net of its own; left a part of its word, it would make loops for
    # Verilator, which then finds wrong values. The top keeps its ports, so that all that is in it
    # goes into a module whose ports can be split.
    {
        echo "read_rtlil $out/top.il; script $out/$model/list"
        echo "submod -name inside_$top $top"
        echo "select -set inner * $top %d; splitnets -driver -ports @inner; splitnets -driver $top"
        echo "write_verilog -noattr $rtl/mutated.v"
    } >"$out/$model/plant.ys"
    run_yosys -s "$out/$model/plant.ys"
    # Yosys hands the chooser down from a port of the top, which asks C instead.
    {
        echo 'import "DPI-C" function int mutant_number();'
        awk -v top="$top" '
            /^module / {
                name = $2
                sub(/\(.*/, "", name)
                root = name == top
            }
            root { sub(/, mutsel\);$/, ");") }
            root && /^  input \[15:0\] mutsel;$/ { next }
            root && /^  wire \[15:0\] mutsel;$/ {
                $0 = "  reg [15:0] mutsel;\n  initial mutsel = 16'"'"'(mutant_number());"
            }
            { print }' "$rtl/mutated.v"
    } >"$rtl/mutated.sv"
    rm "$rtl/mutated.v"
    cp "$hdl/sema_path_pkg.sv" "$rtl"
    printf '%s\n' sema_path_pkg.sv mutated.sv >"$rtl/sema.f"
done
