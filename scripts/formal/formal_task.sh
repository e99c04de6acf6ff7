#!/usr/bin/env bash
# One task of `make formal`, in build/formal/PROOF/; scripts/formal/formal.sh makes the list of
# them.
# usage: formal_task.sh block            write build/formal/block: the parameters that modules have
#                                        in the block
#        formal_task.sh prove PROOF      prove all assertions, for all time
#        formal_task.sh cover PROOF      reach every cover
#        formal_task.sh bug PROOF BUG    with the bug planted, break each property that names it
#        formal_task.sh mutant PROOF MUTANT      prove with MUTANT.il in the place of the proof's
#                                        module, at the parameters of MUTANT.parameters
#                                        (scripts/mutation/mutants_proved.sh)
#
# Writes build/formal/PROOF/TASK.result, a line for each fact, and fails only where a tool does. A
# property that does not hold leaves a trace and a view of it: gtkwave TRACE.vcd TRACE.gtkw.
set -euo pipefail

kind=$1 proof=${2:-} bug=${3:-}
table=rtl/formal/proofs.txt

# What modules there are in the block, and in the decision core, which is not under it.
if [ "$kind" = block ]; then
    mkdir -p build/formal
    mapfile -t files < <(scripts/build/rtl_files.sh build/hdl)
    for top in semacredit 'sema_core -chparam HighRate 1' 'sema_core -chparam HighRate 0'; do
        yosys -q -p "read_verilog -defer -sv ${files[*]}; hierarchy -top $top
            write_rtlil build/formal/block.il" \
            >build/formal/block.log 2>&1
        awk -f scripts/formal/parameters.awk build/formal/block.il
    done | sort -u >build/formal/block.part
    rm build/formal/block.il
    mv build/formal/block.part build/formal/block
    exit
fi

top=sema_${proof}_prove
source=$(ls rtl/formal/*/"$top.sv")
text=$(sed -E 's/^`include "(.*)"$/cat \1/e' "$source")
name=$kind${bug:+-$bug}
folder=build/formal/$proof
mkdir -p "$folder"
rm -rf "$folder/$name".*

# Clocks after which a cover must be reached and a bug must have shown; seconds for one run of a
# solver.
clocks=${FORMAL_CLOCKS:-20}
seconds=${FORMAL_SECONDS:-240}

read -r module engine steps parameters <<<"$(awk -v proof="$proof" '
    /^[a-z]/ && $1 == proof { $1 = ""; print }' "$table")"

# One engine to prove, the other to search.
case $kind in
prove | mutant) engine=${engine%/*} ;;
*) engine=${engine#*/} ;;
esac

# A mutant has the size that it has in the block.
mutant=''
if [ "$kind" = mutant ]; then
    mutant=$bug
    name=mutant-$(basename "$mutant")
    rm -rf "$folder/$name".*
    parameters="$(tr ' ' '\n' <<<"$parameters" | grep '^abstract=' || true) $(
        while read -r parameter value; do
            ! grep -q "parameter .*\<$parameter\>" "$source" || echo "$parameter=$value"
        done <"$mutant.parameters"
    )"
fi

# small:NAME=VALUE is for searches only: what a cover or a bug says of the proof, a smaller block of
# the same text says too.
if [ "$kind" = prove ]; then parameters=$(sed -E 's/ *small:[^ ]+//g' <<<"$parameters"); fi
parameters=$(sed -E 's/ *rests:[^ ]+//g' <<<"${parameters//small:/}")

# The RTL, with the bug if there is one.
rtl=build/hdl
if [ "$kind" = bug ]; then
    rtl=$folder/$name.rtl
    scripts/planted/plant.sh rtl/bugs/planted.txt build/hdl "$rtl" "$bug"
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
    [ -z "$mutant" ] ||
        printf 'read_rtlil %s.il; chtype -set mutant_%s t:%s t:*\\%s t:*\\%s\\*\n' "$mutant" \
            "$module" "$module" "$module" "$module"
    sed -nE 's|^// cut: ||p' <<<"$text" | tr ' ' '\n' |
        sed -nE 's|^([^/]+)/(.+)$|cutpoint *\1*/\2|p'
    # Copies that synthesis must not merge are no obstacle here.
    echo "setattr -mod -unset keep_hierarchy; flatten"
    sed -nE 's/.*\(\* *peek *= *"([^"]+)" *\*\).* ([a-z_0-9]+);.*/connect -nounset -set \2 \1/p' \
        <<<"$text"
    sed -nE 's/.*\(\* *poke *= *"([^"]+)" *\*\).* ([a-z_0-9]+);.*/connect -nounset -set \1 \2/p' \
        <<<"$text"
    # What a proof and the block write alike becomes alike also where mutants.sh has been at work on
    # the block: sums and products in both are then one, and no solver need find out that they are
    # equal.
    [ -z "$mutant" ] || echo 'opt_expr; wreduce; opt_expr'
    echo "prep -top $top"
    if [ "$engine" = sat ]; then
        echo 'memory_map; async2sync; opt -full; dffunmap; opt_clean'
    else
        echo 'async2sync; dffunmap; opt_clean'
    fi
}

# yosys_run LOG COMMAND...
yosys_run() {
    local log=$1
    shift
    printf '%s\n' "$@" >"$log.ys"
    timeout "$seconds" yosys -q -l "$log" "$log.ys" >"$log.out" 2>&1
}

# Reads the design once for many properties; says the command that has it again. usage: prepare
# TYPE_TO_LEAVE_OUT
prepare() {
    yosys_run "$folder/$name.log" "$(design)" "chformal -$1 -remove" 'opt_clean' \
        "write_rtlil $folder/$name.il"
    prepared="read_rtlil $folder/$name.il"
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
    timeout "$seconds" yosys-smtbmc -s "$engine" --noprogress "$@" >"$log" 2>&1 || true
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

# ---------------------------------------------------------------------------- cover

cover_smt() {
    yosys_run "$folder/$name.log" "$(design)" 'chformal -assert -remove' \
        "write_smt2 -wires $folder/$name.smt2"
    smt "$folder/$name.search" -c -t "$clocks" --dump-vcd "$folder/$name-%.vcd" \
        "$folder/$name.smt2" || true
    # Newer Yosys names the step before the cover.
    sed -nE -e 's/.*Reached cover statement at ([^ ]+) in step ([0-9]+).*/covered \1 \2/p' \
        -e 's/.*Reached cover statement in step ([0-9]+) at [^ ]+: ([^ ]+).*/covered \2 \1/p' \
        "$folder/$name.search" |
        sed 's/_C / /' >>"$folder/$name.result.part"
}

# A cover is an assertion that it never holds, which must fail. What it does not depend on is left
# out, as of bugs.
cover_sat() {
    # shellcheck disable=SC2016 # $cover is a name
    echo 'module \$cover (input A, EN); $assert _TECHMAP_REPLACE_ (.A(!A), .EN(EN)); endmodule' \
        >"$folder/cover.v"
    local property
    prepare assert
    for property in $(properties); do
        if yosys_run "$folder/$name.$property.log" "$prepared" \
            "techmap -map $folder/cover.v" "delete t:\$assert c:${property}_C %d" \
            'opt_clean -purge' \
            "sat -falsify -tempinduct -tempinduct-baseonly -prove-asserts -set-assumes -seq 1 \
                -maxsteps $clocks -show-public -dump_vcd $folder/$name-$property.vcd"; then
            say covered "$property" "$(sat_depth "$folder/$name.$property.log")"
        fi
    done
}

# The clock in which a bounded search of LOG ended, or how long an induction was.
sat_depth() { sed -nE 's/^\[(base case|induction step) ([0-9]+)\].*/\2/p' "$1" | tail -n 1; }

# ---------------------------------------------------------------------------- bug

# Properties of the proof; with a bug, those that it must break.
properties() {
    awk -v proof="$proof" -v bug="$bug" '
        /^[a-z]/ { mine = $1 == proof }
        /^ / && mine && (bug == "" || index("," $2 ",", "," bug ",")) { print $1 }' "$table"
}

bug_smt() {
    local property
    prepare cover
    for property in $(properties); do
        local path=$folder/$name.$property
        yosys_run "$path.log" "$prepared" "delete t:\$assert c:${property}_A %d" \
            'opt_clean' "write_smt2 -wires $path.smt2"
        if smt "$path.search" -t "$clocks" --dump-vcd "$path.vcd" "$path.smt2" || [ $? != 1 ]; then
            continue
        fi
        say broken "$property" "$(last_step "$path.search")"
    done
}

bug_sat() {
    local property
    prepare cover
    for property in $(properties); do
        local path=$folder/$name.$property
        if yosys_run "$path.log" "$prepared" "delete t:\$assert c:${property}_A %d" \
            'opt_clean -purge' \
            "sat -falsify -tempinduct -tempinduct-baseonly -prove-asserts -set-assumes -seq 1 \
                -maxsteps $clocks -show-public -dump_vcd $path.vcd"; then
            say broken "$property" "$(sat_depth "$path.log")"
        fi
    done
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
        build/formal/block - | sort -u | xargs
}

: >"$folder/$name.result.part"
[ "$kind" != mutant ] || kind=prove
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
