#!/usr/bin/env bash
# Mutates the golden model: C with every mutant behind a test of one variable, so that one program
# has them all.
# usage: mutants_c.sh OUT EVERY FILE.c...       in the root of the tree
#
# Of the mutants that there are every EVERYth is planted. Results: OUT/NAME.c for each file, and
# OUT/table.csv as of mutants.sh. Statements whose mutants do not compile are left alone.
set -euo pipefail

out=$1 every=$2
shift 2
rm -rf "$out"
mkdir -p "$out"
: >"$out/skip"

# Plants them all, but in statements of OUT/skip.
plant() {
    local first=1 phase=0 candidates file
    echo 'number,model,module,source,what' >"$out/table.csv"
    for file in "$@"; do
        awk -v first="$first" -v every="$every" -v phase=$((phase % every)) -v skip="$out/skip" \
            -v table="$out/rows" \
            -f scripts/mutation/mutants_c.awk "$file" >"$out/$(basename "$file")"
        read -r first candidates <"$out/rows.next"
        # So that it is every so-manyth over all files.
        phase=$(((phase % every + every - candidates % every) % every))
        [ ! -f "$out/rows" ] || cat "$out/rows" >>"$out/table.csv"
        rm -f "$out/rows" "$out/rows.next"
    done
}

for _ in 1 2 3 4 5; do
    plant "$@"
    for file in "$@"; do
        gcc -std=c11 -w -fsyntax-only -I. -Ibuild/generated "$out/$(basename "$file")" 2>&1 || true
    done | sed -nE 's|^csim/golden/([a-z_]+\.c):([0-9]+):.*error:.*|\1:\2|p' | sort -u >"$out/wrong"
    [ -s "$out/wrong" ] || break
    cat "$out/wrong" >>"$out/skip"
done
if [ -s "$out/wrong" ]; then
    echo "mutants_c: mutants still do not compile: $(tr '\n' ' ' <"$out/wrong")" >&2
    exit 1
fi
