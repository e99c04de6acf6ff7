#!/usr/bin/env bash
# Proves the promises of the RTL, and shows of each proof that it says something: the state that it
# is about is reached (cover), and bugs planted in the RTL break it. Run in the root of the tree,
# after `make hdl`.
# usage: formal.sh REPORT.csv [PROOF...]     default: all of rtl/formal/proofs.txt
#
# Writes the report and, beside it, what was seen of covers and bugs: formal_evidence.csv. Of a
# property that does not hold there is a trace: gtkwave build/formal/PROOF/prove.vcd
# build/formal/PROOF/prove.gtkw.
set -euo pipefail
. "$(dirname "$0")/../checks/checks.sh"

report=$1
shift
table=rtl/formal/proofs.txt
evidence=${report%.csv}_evidence.csv

mapfile -t all < <(awk '/^[a-z]/ { print $1 }' "$table")
[ $# -gt 0 ] || set -- "${all[@]}"
for proof in "$@"; do
    [[ " ${all[*]} " == *" $proof "* ]] ||
        { echo "formal: no proof '$proof' in $table: ${all[*]}" >&2; exit 2; }
done

# Lines PROOF MODULE SIZE PROPERTY BUGS PROMISE, separated by "|"; SIZE is in what a proof falls
# short of the block.
properties() {
    awk -v wanted=" $* " '
        /^[a-z]/ {
            proof = $1; module = $2; mine = index(wanted, " " proof " ")
            parameters = ""
            for (i = 5; i <= NF; i++)
                if ($i !~ /^(small:|clocks:|abstract=)/)
                    parameters = parameters (parameters != "" ? " " : "") $i
            gsub(/rests:/, "", parameters)
        }
        /^ / && mine {
            property = $1; bugs = $2
            sub(/^ *[^ ]+ +[^ ]+ +/, "")
            print proof "|" module "|" parameters "|" property "|" bugs "|" $0
        }' "$table"
}

# What each proof takes for granted, and by which properties: lines PROOF ASSUMPTION BY.
assumed() { awk -f scripts/formal/assumptions.awk "$table" "$1" rtl/formal/*/*_prove.sv; }

# Every assumption is discharged. That is seen to be looked at: without any of the lines, with a
# property that nothing proves, and with one that is proved of a smaller block, the table is not
# taken.
assumptions=rtl/formal/assumptions.txt
expect_success 'every assumption is discharged' assumed "$assumptions"
mkdir -p build/formal
altered=build/formal/assumptions.txt
# usage: misses WHAT     the altered table is not taken
misses() { if assumed "$altered" >/dev/null 2>&1; then fail \
    "assumptions: $1 is not missed"; else pass; fi; }
while read -r name _; do
    awk -v name="$name" '$1 != name' "$assumptions" >"$altered"
    misses "the line of $name"
done < <(grep '^[a-z*]' "$assumptions")
sed 's/ memory\.kept,/ memory.keeps,/' "$assumptions" >"$altered"
misses 'a property that nothing proves'
sed -E 's/^(choice\.first +)[^ ]+/\1dependency.blocked/' "$assumptions" >"$altered"
misses 'a proof of a smaller block'
mapfile -t rests < <(assumed "$assumptions" || true)
# The properties on which a proof rests, each once.
rests_on() {
    printf '%s\n' "${rests[@]}" | awk -v proof="$1" '
        $1 == proof && $3 != "boundary" { n = split($3, by, ";");
        for (i = 1; i <= n; i++) if (!seen[by[i]]++) list = list ";" by[i] }
        END { print substr(list, 2) }'
}

# Every task: proofs first, which take longest.
tasks() {
    local proof
    for proof in "$@"; do echo "prove $proof"; done
    properties "$@" | awk -F'|' '$2 != "-" && !seen[$1]++ { print "search " $1 }'
}

start=$SECONDS
scripts/formal/formal_task.sh block
mapfile -t tasks < <(tasks "$@")
progress() { [ -t 1 ] || cat >/dev/null; [ ! -t 1 ] || awk -v n="${#tasks[@]}" \
    '{ printf "\r%d of %d tasks", NR, n }
    END { printf "\r%30s\r", "" }'; }
printf '%s\n' "${tasks[@]}" | xargs -P "$(nproc)" -L 1 sh -c '
    scripts/formal/formal_task.sh "$@" || echo "FAILED: formal_task.sh $*" >&2
    echo' task | progress

mkdir -p "$(dirname "$report")"
echo property,module,engine,depth,seconds,status,refuted_by,size,assumes >"$report.part"
echo property,evidence,depth >"$evidence.part"
printf '%-32s %-22s %-5s %5s %7s %-8s %5s  %-8s %s\n' property module engine depth seconds status \
    cover size 'broken by'
while IFS='|' read -r proof module parameters property bugs promise; do
    folder=build/formal/$proof
    status='' depth='' cover='' seconds='' broken=()
    [ ! -f "$folder/prove.result" ] || read -r status depth _ <"$folder/prove.result"
    seconds=$(awk '$1 == "seconds" { print $2 }' "$folder/prove.result" 2>/dev/null) || true
    engine=$(awk -v proof="$proof" '/^[a-z]/ && $1 == proof { print $3 }' "$table")
    what="$proof.$property: $promise"
    expect_success "$what: ${status:-no answer}, see $folder/prove.*" [ "$status" = proved ]
    if [ "$module" != - ]; then
        # Parameters of the module, that is: a contract that stands beside it may have others.
        size=$(awk '$1 == "size" { $1 = ""; print substr($0, 2) }' "$folder/prove.result" \
            2>/dev/null) || true
        for parameter in $size; do
            [[ " $parameters " == *" $parameter "* ]] ||
                fail "$proof: proved at $parameter, which $table does not say"
        done
        cover=$(awk -v p="$property" '$1 == "covered" && $2 == p { print $3 }' \
            "$folder/search.result" 2>/dev/null) || true
        if [ -n "$cover" ]; then pass; else fail "$what: its cover is not reached"; fi
        echo "$proof.$property,cover,$cover" >>"$evidence.part"
        IFS=, read -ra names <<<"$bugs"
        for bug in "${names[@]}"; do
            at=$(awk -v b="$bug" -v p="$property" '$1 == "broken" && $2 == b && $3 == p {
                print $4 }' "$folder/search.result" 2>/dev/null) || true
            if [ -n "$at" ]; then
                pass
                broken+=("$bug")
                echo "$proof.$property,$bug,$at" >>"$evidence.part"
            else
                fail "$what: planted bug $bug does not break it, see $folder/search.*"
            fi
        done
        expect_success "$what: no planted bug breaks it" [ "${#broken[@]}" -ge 1 ]
    fi
    list=$(IFS=';' && echo "${broken[*]}")
    size=${parameters:-full}
    printf '%-32s %-22s %-5s %5s %7s %-8s %5s  %-8s %s\n' "$proof.$property" "$module" "$engine" \
        "$depth" "$seconds" \
        "${status:-none}" "$cover" "$size" "${list//;/, }"
    {
        printf '%s,' "$proof.$property" "$module" "$engine" "$depth" "$seconds" \
            "${status:-unknown}" "$list" "$size"
        rests_on "$proof"
    } >>"$report.part"
done < <(properties "$@")

# What is asserted is in the table, and the other way round.
for proof in "$@"; do
    source=$(ls rtl/formal/*/"sema_${proof}_prove.sv")
    expect_success "$table and $source name the same properties" diff \
        <(properties "$proof" | cut -d'|' -f4 | sort) \
        <(sed -E 's/^`include "(.*)"$/cat \1/e' "$source" |
            sed -nE 's/^.*\b([a-z_0-9]+)_A *: *assert.*/\1/p' | sort)
done
mv "$report.part" "$report"
mv "$evidence.part" "$evidence"
awk -F, '
    NR > 1 {
        sub(/\..*/, "", $1)
        proofs += !seen[$1]++
        full += $8 == "full"
        broken += $7 != ""
        lemmas += $2 == "-"
    }
    END { printf "formal: %d promises in %d proofs, %d at the size of the block; %d broken by " \
        "planted bugs, %d arithmetic\n",
                 NR - 1, proofs, full, broken, lemmas }' "$report"
echo "formal: ${#tasks[@]} tasks in $((SECONDS - start)) s on $(nproc) cores; $report"
finish formal
