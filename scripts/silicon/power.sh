#!/usr/bin/env bash
# Power, with the switching of a co-simulated workload: energy of a decision, by block.
# usage: [LIBERTY='FILE...'] power.sh CSV PROGRAM CONFIG_FOLDER [WORKLOAD[:top]...]
#        default: random and moe; with :top the whole block only, whose parts need more netlists
#
# PROGRAM runs the workload in lockstep and writes waves of every register;
# scripts/silicon/toggles.awk counts how often each bit changes a clock. OpenSTA gets these numbers
# for the registers and inputs of each block's netlist, reckons what the gates behind them do, and
# adds up. Beside it, activity "default": what OpenSTA says without the numbers. At the clock that
# the whole block reaches. Blocks are of osu018; the whole block is of the libraries in LIBERTY,
# too.
#
# In CSV: block is an instance in the whole block, or top, all in one netlist; annotated the part of
# registers and inputs whose changes were counted, the others get the mean; pj_per_decision takes
# grants, denials, rejects and repeats as the run commits them. The tables are memories and take no
# part, but for the block *_flops, where they are flops; wires and a clock tree take none either.
set -euo pipefail

csv=$1 program=$2 configs=$3
shift 3
[ $# -gt 0 ] || set -- random moe
first=${1%:top}
. "$(dirname "$0")/designs.sh"

operations=4000
start=$SECONDS
work=build/power
mkdir -p "$work"

# INSTANCE MODULE of the block.
mapfile -t blocks < <(sed -nE 's/^ +(sema_[a-z_]+) .*\b(u_[a-z_]+) \($/\2 \1/p' \
    build/hdl/semacredit.sv)
[ ${#blocks[@]} -gt 0 ] || { echo 'power: found no instances in build/hdl/semacredit.sv' >&2 &&
    exit 1; }
depth=$(sed -nE 's/.* Depth .*= ([0-9]+);.*/\1/p' build/hdl/sema_pkg.sv)
flop_tables=sema_reservation_table:10:32:Depth=$depth,tables=flops
mapfile -t modules < <(printf '%s\n' "${blocks[@]}" | cut -d' ' -f2 | sort -u)
prepare_netlists top
time_netlists top
all_libraries=("${libraries[@]}")
for workload in "$@"; do
    if [[ $workload != *:top ]]; then
        LIBERTY='' prepare_netlists "${modules[@]}" "$flop_tables"
        break
    fi
done

# usage: use LIBRARY; sets library, mhz, and the library with the cell that drives a register's net
# in place of the register
use() {
    library=$1
    mhz=$(sed -nE 's/^fmax ([0-9.]+) .*/\1/p' "build/netlist/$library/top-10-32.timing")
    # shellcheck source=/dev/null
    . "build/liberty/$library.facts"
    sed '$d' "build/liberty/$library.lib" >"$work/seed.lib"
    cat >>"$work/seed.lib" <<'END'
cell(SEED) {
  area : 0;
  pin(A) {
    direction : input;
    capacitance : 0;
  }
  pin(Y) {
    direction : output;
    function : "A";
    timing() {
      related_pin : "A";
      timing_sense : positive_unate;
      cell_rise(scalar) { values("0.2"); }
      cell_fall(scalar) { values("0.2"); }
      rise_transition(scalar) { values("0.1"); }
      fall_transition(scalar) { values("0.1"); }
    }
  }
}
}
END
}

# usage: measure NAME ACTIVITY SCOPE; prints what scripts/silicon/power.tcl does
measure() {
    local netlist=$work/$1
    # shellcheck disable=SC2154 # of the facts
    awk -v flops="$flops" -v map="$netlist.seeds" -f scripts/silicon/power_netlist.awk \
        "build/netlist/$library/$1.v" >"$netlist.v"
    touch "$netlist.seeds"
    cat >"$netlist.tcl" <<END
set liberty $work/seed.lib
set netlist $netlist.v
set top $(sed -nE 's/^module +([^ (]+).*/\1/p' "$netlist.v" | tail -n 1)
set period [expr 1000.0 / $mhz]
set seeds $netlist.seeds
set activity {$2}
set scope {$3}
source scripts/silicon/power.tcl
END
    if ! sta -exit -no_splash "$netlist.tcl" >"$netlist.log" 2>&1 || ! grep -q '^watt ' \
        "$netlist.log"; then
        echo "power: $1:" >&2
        grep -v '^unknown' "$netlist.log" | tail -n 5 >&2
        exit 1
    fi
    cat "$netlist.log"
}

# usage: row WORKLOAD BLOCK NAME ACTIVITY SCOPE
row() {
    local kind=measured
    [ -n "$4" ] || kind=default
    measure "$3" "$4" "$5" | awk -v row="$1,$2,${3%%-*},$library,$mhz,$clocks,$decisions,$kind" \
        -v mhz="$mhz" -v clocks="$clocks" \
        -v decisions="$decisions" '
        $1 == "registers" || $1 == "inputs" { all += $2; found += $3;
        if ($1 == "registers") registers = $2 }
        $1 == "watt" { for (i = 2; i <= 6; i++) mw[i] = $i * 1000 }
        END {
            total = mw[2] + mw[3] + mw[4] + mw[5] + mw[6]
            printf "%s,%s,%.3f,%.3f,%.3f,%.3f,%.6f,%.3f,%.2f,%.2f\n", row, all ? sprintf("%.1f",
                100 * found / all) : "", mw[2], mw[3],
                mw[4], mw[5], mw[6], total, 1000 * total / mhz,
                    1000 * total / mhz * clocks / decisions
        }'
}

mkdir -p "$(dirname "$csv")"
echo workload,block,module,library,clock_mhz,clocks,decisions,activity,annotated_percent,\
register_internal_mw,register_switching_mw,gate_internal_mw,gate_switching_mw,leakage_mw,total_mw,\
pj_per_clock,pj_per_decision \
    >"$csv.new"
for asked in "$@"; do
    workload=${asked%:top}
    "$program" run --workload "$workload" --config-dir "$configs" --admission lockstep \
        --set operations=$operations \
        --wave "$work/$workload.fst" --commits "$work/$workload.csv" >"$work/$workload.log"
    fst2vcd "$work/$workload.fst" | awk -v scope=TOP.semacredit -v clock=clk_i \
        -f scripts/silicon/toggles.awk >"$work/$workload.activity"
    clocks=$(awk '$1 == "clocks" { print $2 }' "$work/$workload.activity")
    decisions=$(awk -F, '$4 ~ /^(grant|deny|reject|repeat)$/ { n++ } END { print n + 0 }' \
        "$work/$workload.csv")
    echo "power: $workload: $clocks clocks, $decisions decisions"
    # The default is the same for every workload, but a decision's. osu018 is last, for the blocks.
    for ((i = ${#all_libraries[@]} - 1; i >= 0; i--)); do
        use "${all_libraries[i]}"
        row "$workload" top top-10-32 "$work/$workload.activity" ''
        [ "$workload" != "$first" ] || row "$workload" top top-10-32 '' ''
    done >>"$csv.new"
    [ "$workload" = "$asked" ] || continue
    for block in "${blocks[@]}"; do
        read -r instance module <<<"$block"
        row "$workload" "$instance" "$module-10-32" "$work/$workload.activity" "$instance." \
            >>"$csv.new"
        [ "$module" != sema_reservation_table ] ||
            row "$workload" "${instance}_flops" "$module-10-32-Depth=$depth-tables=flops" \
                "$work/$workload.activity" "$instance." \
                >>"$csv.new"
    done
done
mv "$csv.new" "$csv"

awk -F, 'FNR == 1 { printf "%-10s %-28s %-12s %-9s %9s %10s %10s %9s %10s " \
    "%12s\n", "workload", "block", "library", "activity", "annotated", "registers",
        "gates", "mW", "pJ/clock", "pJ/decision"; next }
    { printf "%-10s %-28s %-12s %-9s %9s %10.2f %10.2f %9.2f %10.2f %12.2f\n", $1, $2, $4, $8, $9,
        $10 + $11, $12 + $13, $15, $16, $17 }' "$csv"
echo "power: $((SECONDS - start)) s; $csv"
