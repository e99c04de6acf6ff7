#!/usr/bin/env bash
# Prints those mutants that the proofs of rtl/formal/ notice: "NUMBER,PROOF: what became of it".
# usage: mutants_proved.sh MUTANTS WORK [JOBS] <NUMBERS     MUTANTS as made by mutants.sh
#
# A mutant is put in the place of the module in the proofs about that module, with what the module
# has for them. It is noticed if one of them no longer goes through: it is refuted by a run from
# reset, or there is a step from a state that meets all invariants to one that does not. Either way
# `make formal` would fail. A proof that has no answer in time says nothing. So does one that does
# not hold of the module as it is, of the block's size and put in its place in the same way: that is
# tried first.
set -euo pipefail

mutants=$1 work=$2 jobs=${3:-2}
table=rtl/formal/proofs.txt
# Seconds of processor time for a try: what else the machine does is no part of it.
seconds=${PROOF_SECONDS:-240}
export FORMAL_SECONDS=3600
rm -rf "$work" build/formal/*/mutant-*
mkdir -p "$work"

# Lines DERIVED MODULE NUMBER COMMAND of the mutants that are asked for, where there is a proof of
# the module, and of each such DERIVED, a module as it is with parameters in it, one with the number
# 0.
cat >"$work/numbers"
awk '
    FILENAME == ARGV[1] { if (/^[a-z]/ && $2 != "-") proved[$2] = 1; next }
    FILENAME == ARGV[2] { wanted[$1] = 1; next }
    $5 in wanted {
        match($0, /-module [^ ]+/)
        derived = module = substr($0, RSTART + 8, RLENGTH - 8)
        sub(/^\$paramod\\/, "", module); sub(/\\[A-Za-z0-9_]+=.*/, "", module);
        sub(/.*\\/, "", module)
        if (!(module in proved))
            next
        if (!seen[derived]++)
            print derived, module, 0
        number = $5
        sub(/-ctrl mutsel 16 [0-9]+ /, "")
        print derived, module, number, $0
    }' "$table" "$work/numbers" "$mutants/list" >"$work/wanted"
[ -s "$work/wanted" ] || exit 0

# MODULE-VARIANT-NUMBER.il and .parameters: the module alone, by the name that formal_task.sh looks
# for.
{
    echo "read_rtlil $mutants/formal.il"
    echo 'design -save plain'
    while read -r derived module number command; do
        [ "$number" != 0 ] || variant=$((${variant:-0} + 1))
        name=$module-$variant-$number
        echo 'design -load plain'
        [ -z "$command" ] || echo "$command"
        echo "rename $derived mutant_$module; select mutant_$module; write_rtlil -selected" \
            "$work/$name.il"
        derived=$derived awk '
            $1 == "module" { mine = $2 == ENVIRON["derived"] || $2 == "\\" ENVIRON["derived"] }
            mine && /^  parameter / { print substr($2, 2), $3 }' "$mutants/formal.il" \
                >"$work/$name.parameters"
        echo "$module $variant $number" >>"$work/names"
    done < <(sort -k1,1 -k3,3n "$work/wanted")
} >"$work/mutants.ys"
yosys -q -s "$work/mutants.ys" >"$work/yosys.log" 2>&1 || { cat "$work/yosys.log" >&2 && exit 1; }

# What became of a try: "proved", "refuted", "no induction", or nothing. usage: outcome PROOF
# MODULE-VARIANT-NUMBER
outcome() {
    awk '$1 == "proved" || $1 == "refuted" { print $1 } $1 == "unknown" && $3 != "" { print "no " \
        "induction" }' \
        "build/formal/$1/mutant-$2.result" 2>/dev/null || true
}
# Proofs of one in turn, until one notices it, which is told. usage: try_one WORK SECONDS
# MODULE-VARIANT-NUMBER PROOF...
try_one() {
    local work=$1 seconds=$2 name=$3 proof what
    shift 3
    for proof; do
        (ulimit -t "$seconds"; scripts/formal/formal_task.sh mutant "$proof" "$work/$name") \
            >"$work/$name-$proof.log" 2>&1 || true
        what=$(outcome "$proof" "$name")
        case $what in
        refuted | 'no induction') echo "${name##*-},$proof: $what" && break ;;
        esac
    done
}
export -f outcome try_one
# usage: try <LINES: MODULE-VARIANT-NUMBER PROOF...
try() {
    # shellcheck disable=SC2016 # for the shell that xargs starts
    xargs -r -P "$jobs" -L 1 bash -c 'try_one "$@"' try "$work" "$seconds"
}
# Proofs of a module.
proofs_of() { awk -v module="$1" '/^[a-z]/ && $2 == module { print $1 }' "$table"; }

# Each proof of a module as it is by itself: none may keep another from being tried.
while read -r module variant number; do
    [ "$number" != 0 ] ||
        for proof in $(proofs_of "$module"); do echo "$module-$variant-0 $proof"; done
done <"$work/names" >"$work/controls"
try <"$work/controls" >/dev/null

# Of the proofs that hold the one that takes least comes first. The module as it is comes before its
# mutants.
while read -r module variant number; do
    if [ "$number" = 0 ]; then
        proofs=$(for proof in $(proofs_of "$module"); do
            [ "$(outcome "$proof" "$module-$variant-0")" != proved ] ||
                awk -v proof="$proof" '$1 == "seconds" { print $2, proof }' \
                    "build/formal/$proof/mutant-$module-$variant-0.result"
        done | sort -n | cut -d' ' -f2 | xargs)
    elif [ -n "$proofs" ]; then
        echo "$module-$variant-$number $proofs"
    fi
done <"$work/names" >"$work/tries"
try <"$work/tries" | sort -t, -k1,1n
