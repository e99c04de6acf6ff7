#!/usr/bin/env bash
# Prepares cell libraries for synthesis and timing: build/liberty/NAME.lib, and NAME.facts beside
# it.
# usage: liberty.sh [LIBERTY_FILE...]      files may be compressed (.gz); prints the libraries'
#                                          names
#
# Always osu018, of Debian's package qflow-tech-osu018. A file with flops and gates is a library of
# its own, named as the file; the others are parts of one library and are joined, named as the first
# of them.
set -euo pipefail

out=build/liberty
osu018=share/qflow/tech/osu018/osu018_stdcells.lib
mkdir -p "$out"
work=$(mktemp -d "$out/new.XXXXXX")
trap 'rm -rf "$work"' EXIT

# Puts a file in its place, at once: others may be reading it. One that is there and the same stays.
# usage: put NEW FILE
put() { cmp -s "$1" "$2" || mv "$1" "$2"; }

# usage: add NAME FILE...
add() {
    local name=$1 flops gates driver
    shift
    awk -f scripts/silicon/liberty.awk "$@" >"$work/$name.new"
    awk -f scripts/silicon/liberty_facts.awk "$work/$name.new" >"$work/$name.facts"
    # shellcheck source=/dev/null
    . "$work/$name.facts"
    if [ -z "$flops" ] || [ "$gates" = 0 ] || [ -z "$driver" ]; then
        echo "liberty: $name: expected flops, gates and an inverter, found flops '$flops'," \
            "$gates gates," \
            "inverter '$driver'" >&2
        exit 2
    fi
    put "$work/$name.facts" "$out/$name.facts"
    put "$work/$name.new" "$out/$name.lib"
    echo "$name"
}

for root in /usr /usr/local; do
    if [ -f "$root/$osu018" ]; then
        add osu018 "$root/$osu018"
        break
    fi
done
[ -f "$out/osu018.lib" ] || { echo "liberty: $osu018 not found under /usr or /usr/local" >&2 &&
    exit 2; }

parts=() parts_name=
for file in "$@"; do
    stem=$(basename "$file")
    stem=${stem%.gz}
    stem=${stem%.lib}
    if ! [[ $stem =~ ^[A-Za-z0-9_.-]+$ ]] || [ "$stem" = osu018 ]; then
        echo "liberty: $file: expected a name of letters, digits, '_', '-' and '.', and not" \
            "osu018" >&2
        exit 2
    fi
    case $file in
    *.gz) gzip -dc -- "$file" ;;
    *) cat -- "$file" ;;
    esac >"$work/$stem" 2>/dev/null || { echo "liberty: $file: cannot be read" >&2 && exit 2; }
    if ! grep -qE '^[[:space:]]*library[[:space:]]*\(' "$work/$stem"; then
        echo "liberty: $file: expected a Liberty file, found no 'library ('" >&2
        exit 2
    fi
    awk -f scripts/silicon/liberty_facts.awk "$work/$stem" >"$work/facts"
    # shellcheck source=/dev/null
    . "$work/facts"
    # shellcheck disable=SC2154
    if [ -n "$flops" ] && [ "$gates" -gt 0 ] && [ -n "$driver" ]; then
        add "$stem" "$work/$stem"
    else
        parts+=("$work/$stem") parts_name=${parts_name:-$stem}
    fi
done
[ ${#parts[@]} -eq 0 ] || add "$parts_name" "${parts[@]}"
