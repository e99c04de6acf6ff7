#!/usr/bin/env bash
# A sample of the mutants of the RTL must be noticed, and those of tb/mutation/known.txt each, which
# the SAT filter must not take for equivalent.
# usage: mutation_sample.sh FOLDER CONFIG_FOLDER MUTANTS HUNT
#
# By co-simulation only. The bar is what the sample reached when it was drawn (86.5 %), less one in
# twenty, not the 95 % that make mutation asks for: upper bits of registers, counters and sums,
# which no run that begins at reset reaches, are in it.
set -euo pipefail
. "$(dirname "$0")/../checks/checks.sh"

folder=$1 configs=$2 mutants=$3 hunt=$4
rm -rf "$folder"
mkdir -p "$folder"

if SCORE=82 PROOFS=0 scripts/mutation/mutation.sh "$folder" "$folder/mutation.csv" "$configs" \
    30000 "$mutants" "$hunt"; then pass; else
    fail "too few mutants of the sample are noticed: $folder/survivors.csv"
fi
while read -r number; do
    if [ -f "$folder/survived" ] && ! grep -qx "$number" "$folder/survived"; then pass; else
        fail "not noticed: $(grep "^$number," "$mutants/table.csv")"
    fi
done <"$mutants/known"
# What runs notice is no equivalent: the SAT filter must not say so of any.
same=$(scripts/mutation/mutants_same.sh "$mutants" "$folder/same" <"$mutants/known" | tr '\n' ' ')
if [ -z "$same" ]; then pass; else fail "noticed by runs, and said to change nothing: $same"; fi
finish mutation-sample
