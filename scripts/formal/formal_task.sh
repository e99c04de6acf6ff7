#!/usr/bin/env bash
# One task of `make formal`, in build/formal/PROOF/; scripts/formal/formal.sh makes the list of
# them.
# usage: formal_task.sh block            write build/formal/block: the parameters that modules have
#                                        in the block
#        formal_task.sh prove PROOF      prove all assertions, for all time
#        formal_task.sh search PROOF     reach every cover; with each bug planted, break each
#                                        property that names it
#        formal_task.sh prove PROOF SIZE     the same with what SIZE says of parameters of the proof
#                                        that the table leaves open: NHbm=2,Slots=4
#
# Writes build/formal/PROOF/TASK.result, a line for each fact, and fails only where a tool does. A
# property that does not hold leaves a trace and a view of it: gtkwave TRACE.vcd TRACE.gtkw.
set -euo pipefail

kind=$1 proof=${2:-} size=''
[ "$kind" != prove ] || size=${3:-}
table=rtl/formal/proofs.txt

# What modules there are in the block.
if [ "$kind" = block ]; then
    mkdir -p build/formal
    mapfile -t files < <(scripts/build/rtl_files.sh build/hdl)
    yosys -q -p "read_verilog -defer -sv ${files[*]}; hierarchy -top semacredit
        write_rtlil build/formal/block.il" >build/formal/block.log 2>&1
    awk -f scripts/formal/parameters.awk build/formal/block.il | sort -u >build/formal/block.part
    rm build/formal/block.il
    mv build/formal/block.part build/formal/block
    exit
fi

top=sema_${proof}_prove
source=$(ls rtl/formal/*/"$top.sv")
text=$(sed -E 's/^`include "(.*)"$/cat \1/e' "$source")
name=$kind${size:+-$size}
folder=build/formal/$proof
mkdir -p "$folder"
rm -rf "$folder/$name"[.-]*

# Clocks after which a cover must be reached and a bug must have shown; seconds of processor time
# for one run of a solver.
clocks=${FORMAL_CLOCKS:-20}
seconds=${FORMAL_SECONDS:-240}

read -r module engine steps parameters <<<"$(awk -v proof="$proof" '
    /^[a-z]/ && $1 == proof { $1 = ""; print }' "$table")"

[ "$kind" != search ] || engine=sat

# clocks:N is for searches of what takes longer than that.
longer=$(sed -nE 's/(^|.* )clocks:([0-9]+).*/\2/p' <<<"$parameters")
clocks=${longer:-$clocks}
parameters=$(sed -E 's/ *clocks:[0-9]+//' <<<"$parameters")

# small:NAME=VALUE is for searches only: what a cover or a bug says of the proof, a smaller block of
# the same text says too.
if [ "$kind" = prove ]; then parameters=$(sed -E 's/ *small:[^ ]+//g' <<<"$parameters"); fi
parameters=$(sed -E 's/ *rests:[^ ]+//g' <<<"${parameters//small:/}")
for setting in ${size//,/ }; do
    [[ " $parameters" == *" ${setting%%=*}="* ]] ||
        ! grep -qE "^ *parameter .*\<${setting%%=*} *=" "$source" || parameters+=" $setting"
done

# Lines PROPERTY BUG,BUG,... of the proof.
properties=$(awk -v proof="$proof" '
    /^[a-z]/ { mine = $1 == proof }
    /^ / && mine { print $1, $2 }' "$table")
bugs=$(awk '{ print $2 }' <<<"$properties" | tr , '\n' | sort -u | xargs)

# The RTL, or with each bug behind a cell of its own.
rtl=build/hdl
if [ "$kind" = search ]; then
    rtl=$folder/$name.rtl
    scripts/planted/plant.sh rtl/bugs/planted.txt build/hdl "$rtl" "cells $bugs"
fi
mapfile -t files < <(scripts/build/rtl_files.sh "$rtl")

# Abstractions in the place of modules, which proofs of their own are about.
for setting in $parameters; do
    [ "${setting%%=*}" = abstract ] || continue
    for i in "${!files[@]}"; do
        [[ ${files[i]} != */"${setting#*=}".sv ]] ||
            files[i]=rtl/formal/abstract/${setting#*=}_abstract.sv
    done
done

# Of all of them, and of what proofs share, only what this proof uses: how long a solver takes
# depends on the names that Yosys makes up, and so on all that it reads, and a proof is not to
# depend on modules that are not in it.
mapfile -t files < <(awk -v top="$top" -f scripts/formal/used_files.awk "${files[@]}" \
    rtl/formal/*/*_prove.sv | grep -vxF "$source")
if [ "$kind" = search ]; then
    for bug in $bugs; do
        echo "(* blackbox *) module planted_$bug (output y); endmodule"
    done >"$folder/cells.v"
    files+=("$folder/cells.v")
fi

# Yosys commands that read the design. A line "// cut: MODULE/INSTANCE..." in a proof takes
# instances away: what they say is then free, but for what the proof assumes of it. What the module
# does not show is wired to the proof after flattening, so that no port is there for proofs only:
# (* peek = "u_dut.state_q" *) on a signal of the proof says what it sees, and
# (* poke = "u_dut.watch" *) what it drives, where nothing else does.
design() {
    echo "read_verilog -defer -sv -formal -DSYNTHESIS -DFORMAL ${files[*]}"
    echo "read_verilog -sv -formal -DSYNTHESIS -DFORMAL $source"
    local setting settings=()
    for setting in $parameters; do
        [ "${setting%%=*}" = abstract ] || settings+=(-set "${setting%%=*}" "${setting#*=}")
    done
    # One command: a second one would begin anew from the defaults.
    [ ${#settings[@]} -eq 0 ] || echo "chparam ${settings[*]} $top"
    echo "hierarchy -check -top $top; rename -top $top; proc"
    [ "$kind" != prove ] || [ "$module" = - ] ||
        echo "select *$module*; write_rtlil -selected $folder/$name.modules; select -clear"
    sed -nE 's|^// cut: ||p' <<<"$text" | tr ' ' '\n' |
        sed -nE 's|^([^/]+)/(.+)$|cutpoint *\1*/\2|p'
    # Copies that synthesis must not merge are no obstacle here.
    echo "setattr -mod -unset keep_hierarchy; flatten"
    sed -nE 's/.*\(\* *peek *= *"([^"]+)" *\*\).* ([a-z_0-9]+);.*/connect -nounset -set \2 \1/p' \
        <<<"$text"
    sed -nE 's/.*\(\* *poke *= *"([^"]+)" *\*\).* ([a-z_0-9]+);.*/connect -nounset -set \1 \2/p' \
        <<<"$text"
    echo "prep -top $top"
    if [ "$engine" = sat ]; then
        echo 'memory_map; async2sync; opt -full; dffunmap; opt_clean'
    else
        echo 'async2sync; dffunmap; opt_clean'
    fi
}

# limited COMMAND...: for so long, or for as long as who called this script allows
limited() { ([ "$(ulimit -t)" != unlimited ] || ulimit -t "$seconds"; exec "$@"); }

# yosys_run LOG COMMAND...
yosys_run() {
    local log=$1
    shift
    printf '%s\n' "$@" >"$log.ys"
    limited yosys -q -l "$log" "$log.ys" >"$log.out" 2>&1
}

# Makes the view of a trace: the signals of the proof itself.
view() {
    [ -f "$1.vcd" ] || return 0
    awk -v trace="$(basename "$1").vcd" '
        BEGIN { print "[dumpfile] \"" trace "\"" }
        $1 == "$scope" { scope = scope (scope == "" ? "" : ".") $3; depth++ }
        $1 == "$upscope" { sub(/\.?[^.]*$/, "", scope); depth-- }
        $1 == "$var" && depth == 1 && $5 !~ /[.\\$]|^smt_/ {
            print scope "." $5 ($3 > 1 && $6 ~ /^\[/ ? $6 : $3 > 1 ? "[" $3 - 1 ":0]" : "")
        }
        $1 == "$enddefinitions" { exit }' "$1.vcd" >"$1.gtkw"
}

# smt LOG OPTION... MODEL: yosys-smtbmc; 0 holds, 1 fails, 2 no answer
smt() {
    local log=$1
    shift
    limited yosys-smtbmc -s "$engine" --noprogress "$@" >"$log" 2>&1 || true
    if grep -q 'Status: PASSED' "$log"; then return 0; fi
    if grep -q 'Status: FAILED' "$log"; then return 1; fi
    return 2
}

# The step in which a bounded search of LOG ended.
last_step() { sed -nE 's/.*[Cc]hecking .* in step ([0-9]+).*/\1/p' "$1" | tail -n 1; }

say() { echo "$*" >>"$folder/$name.result.part"; }

# ---------------------------------------------------------------------------- prove

# The assertions that LOG says failed.
failed_in() { sed -nE 's/.*Assert failed in [a-z_0-9]+: ([^ ]+).*/\1/p' "$1" | xargs; }

# The step first: how long an induction it takes says how many clocks from reset are to be checked.
prove_smt() {
    local path=$folder/$name status=0 depth=$steps
    yosys_run "$path.log" "$(design)" 'chformal -cover -remove' "write_smt2 -wires $path.smt2"
    smt "$path.step" -i -t "$steps" --dump-vcd "$path.step.vcd" "$path.smt2" || status=$?
    if [ "$status" = 0 ]; then
        local left
        left=$(sed -nE 's/.*induction in step ([0-9]+).*/\1/p' "$path.step" | tail -n 1)
        depth=$((steps - left))
    fi
    local base=0
    smt "$path.base" --presat -t $((depth + 1)) --dump-vcd "$path.vcd" "$path.smt2" || base=$?
    case $base$status in
    00) say proved "$depth" ;;
    1*) say refuted "$(last_step "$path.base")" "$(failed_in "$path.base")" ;;
    # A step from a state that no reset leads to, perhaps: PROOF/prove.step.vcd shows it.
    *) say unknown "$depth" "$(failed_in "$path.step")" ;;
    esac
}

prove_sat() {
    if yosys_run "$folder/$name.log" "$(design)" 'chformal -cover -remove' \
        "sat -verify -tempinduct -prove-asserts -set-assumes -seq 1 -maxsteps $steps \
            -show-public -dump_vcd $folder/$name.vcd"; then
        rm -f "$folder/$name.vcd"
        say proved "$(sat_depth "$folder/$name.log")"
    elif grep -q 'model found for base case' "$folder/$name.log"; then
        say refuted "$(sat_depth "$folder/$name.log")"
    else
        # A step from a state that no reset leads to, perhaps, or a time-out.
        say unknown "$(sat_depth "$folder/$name.log")" \
            "$(sed -nE 's/^Reached maximum number of time steps.*/step/p' "$folder/$name.log")"
    fi
}

# The clock in which a bounded search of LOG ended, or how long an induction was.
sat_depth() { sed -nE 's/^\[(base case|induction step) ([0-9]+)\].*/\2/p' "$1" | tail -n 1; }

# ---------------------------------------------------------------------------- search

# Yosys commands: the design is read once, for all. A cover is an assertion that it never holds,
# which must fail. What a property does not depend on is left out. The search is clock by clock, so
# that it ends with the first; where it goes far, all clocks at once take a fifth of the time.
searches() {
    local bug property of what how="-tempinduct -tempinduct-baseonly -seq 1 -maxsteps $clocks"
    [ -z "$longer" ] || how="-seq $clocks"
    design
    echo 'design -save read'
    for bug in cover $bugs; do
        echo "design -load read; chtype -set bug_on t:planted_$bug; chtype -set bug_off t:planted_*"
        if [ "$bug" = cover ]; then
            what=C
            echo "chformal -assert -remove; techmap -map $folder/search.v"
        else
            what=A
            echo "chformal -cover -remove; techmap -map $folder/search.v t:bug_*"
        fi
        echo "opt -fast; design -save planted"
        while read -r property of; do
            [[ $bug = cover || ,$of, == *,$bug,* ]] || continue
            echo "design -load planted; log SEARCH $bug $property"
            echo "delete t:\$assert c:${property}_$what %d; opt_clean -purge"
            echo "sat $how -prove-asserts -set-assumes -timeout $seconds -show-public \
                -dump_vcd $folder/$name-$bug.$property.vcd"
        done <<<"$properties"
    done
}

search_sat() {
    local bug
    # shellcheck disable=SC2016 # $cover is a name
    {
        echo 'module \$cover (input A, EN); $assert _TECHMAP_REPLACE_ (.A(!A), .EN(EN)); endmodule'
        echo 'module bug_on (output y); assign y = 1; endmodule'
        echo 'module bug_off (output y); assign y = 0; endmodule'
    } >"$folder/search.v"
    seconds=3600 yosys_run "$folder/$name.log" "$(searches)" || true
    awk -v clock="$clocks" '
        /^SEARCH / { bug = $2; property = $3 }
        /^\[base case [0-9]+\]/ { clock = $3 + 0 }
        /^SAT .*proof finished - model found.*: FAIL!/ {
            if (bug == "cover") print "covered", property, clock
            else print "broken", bug, property, clock
        }' "$folder/$name.log" >>"$folder/$name.result.part"
}

# The parameters in which what was proved differs from all such modules of the block.
other_size() {
    awk -f scripts/formal/parameters.awk "$folder/$name.modules" | awk -v module="$module" '
        FILENAME != "-" {
            if ($1 == module) {
                of_block[$0] = 1
                for (i = 2; i <= NF; i++) there[$i] = 1
            }
            next
        }
        $1 == module { seen = 1 }
        $1 == module && !($0 in of_block) { for (i = 2; i <= NF; i++) if (!($i in there)) print $i }
        END { if (!seen) print "unknown" }' \
        build/formal/block - | sort -u | paste -sd' ' -
}

: >"$folder/$name.result.part"
case $engine in
sat) "${kind}_sat" ;;
*) "${kind}_smt" ;;
esac
# Of processor time: what else the machine does is no part of it.
times >"$folder/$name.times"
say seconds "$(awk -F'[ms ]' 'NR == 2 { printf "%.1f", $1 * 60 + $2 + $4 * 60 + $5 }' \
    "$folder/$name.times")"
if [ -f "$folder/$name.modules" ]; then say size "$(other_size)"; fi
for trace in "$folder/$name"*.vcd; do view "${trace%.vcd}"; done
mv "$folder/$name.result.part" "$folder/$name.result"
