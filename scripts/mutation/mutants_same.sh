#!/usr/bin/env bash
# Prints the numbers of those mutants that a SAT solver proves to change nothing.
# usage: mutants_same.sh MUTANTS WORK [JOBS] <NUMBERS     MUTANTS as made by mutants.sh
#
# Flops and instances of other modules are cut: a mutated module in which whatever goes into each of
# them, and every output, is the same for all that comes out of them is the same module: from reset
# on it holds the same and shows the same. What comes out of flops and in at ports is free: a mutant
# that only differs in states that never come about is not proved so, and counts as one that
# survived.
set -euo pipefail

mutants=$1 work=$2 jobs=${3:-2}
rm -rf "$work"
mkdir -p "$work"

# The mutants to look at, by module. Flops will have names that do not begin with $, or Yosys would
# not cut them.
cat >"$work/numbers"
awk -v work="$work" '
    FNR == NR { wanted[$1] = 1; next }
    $5 in wanted {
        match($0, /-module [^ ]+/)
        module = substr($0, RSTART + 8, RLENGTH - 8)
        # One in a file: each has so many CPU seconds, whatever else the machine does.
        file[module] = work "/" ++modules
        print module >(file[module] ".module")
        if ($0 ~ /-cell \$(procdff|memrd)\$/)
            sub(/-cell \$/, "-cell ")
        print >(file[module] ".list")
        print $5 >(file[module] ".numbers")
    }' "$work/numbers" "$mutants/list"

# Flops and the ports of memories become instances of modules that hold nothing, with the same
# ports, so that mutants of them stay what they are; memories themselves go.
awk -v cuts="$work/cut.v" '
    /^  memory / { next }
    /^  cell \$(dff|memrd|memwr_v2|meminit|meminit_v2) / {
        type = substr($2, 2); name = $3; block = ""; width = abits = 1
    }
    !type { print; next }
    /^    parameter \\WIDTH / { width = $3 }
    /^    parameter \\ABITS / { abits = $3 }
    /^    connect \\/ { block = block $0 "\n" }
    /^  end$/ {
        if (type !~ /^meminit/) {
            kind = "cut_" type "_" abits "_" width
            printf "  cell \\%s \\%s\n%s  end\n", kind, substr(name, 2), block
            if (!(kind in known)) {
                known[kind] = 1
                data = "[" width - 1 ":0]"
                address = "[" abits - 1 ":0]"
                if (type == "dff")
                    ports = "input CLK, input " data " D, output " data " Q"
                else if (type == "memrd")
                    ports = "input CLK, EN, input " address " ADDR, output " data " DATA"
                else
                    ports = "input CLK, input " address " ADDR, input " data " DATA, EN"
                print "(* blackbox *) module " kind "(" ports "); endmodule" >cuts
            }
        }
        type = ""
    }' "$mutants/top.il" >"$work/cut.il"

for list in "$work"/*.list; do
    [ -f "$list" ] || exit 0 # nothing to look at
    name=${list%.list}
    module=$(cat "$name.module")
    {
        echo "read_rtlil $work/cut.il"
        echo "read_verilog $work/cut.v"
        echo "copy $module gold"
        echo 'expose -evert gold/c:*' # not the wires, which nobody sees
        echo 'design -save plain'
        # What both sides have in common is merged, so that the solver sees little but the mutant.
        while read -r line; do
            number=${line#*mutsel 16 }
            echo 'design -load plain'
            echo "${line/-ctrl mutsel 16 ${number%% *} /}"
            echo "rename $module gate"
            echo 'expose -evert gate/c:*'
            echo 'miter -equiv gold gate miter'
            echo 'delete gate %n miter %n %i gold %n %i' # all but these
            echo 'setattr -mod -unset keep_hierarchy *' # copies of flops
            echo 'flatten miter; opt_merge miter; opt_expr miter; opt_merge miter; opt_clean miter'
            echo "log mutant ${number%% *}"
            echo "sat -prove trigger 0 miter"
        done <"$list"
    } >"$name.ys"
done

# shellcheck disable=SC2016 # for the shell that xargs starts
printf '%s\n' "$work"/*.list | sed 's/\.list$//' |
    xargs -P "$jobs" -I NAME sh \
        -c 'ulimit -t 8 # after which a mutant is not proved
            { yosys -s NAME.ys >NAME.log 2>&1; } 2>/dev/null
            case $? in 0 | 137 | 152) ;; *)
                echo "mutants_same: NAME.log: Yosys failed" >&2
                exit 1 ;;
            esac'
awk '/^mutant / { number = $2 } /SUCCESS!/ { print number }' "$work"/*.log | sort -n
