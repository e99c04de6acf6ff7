#!/usr/bin/env bash
# Prints the numbers of those mutants of C that change nothing: the compiler makes the same code of
# the file with each as without.
# usage: mutants_c_same.sh MUTANTS [JOBS] <NUMBERS     MUTANTS as made by mutants_c.sh; in the root
#        of the tree
#
# Numbers of files that are not C are passed over. A mutant that changes nothing, but gives other
# code, counts as one that survived.
set -euo pipefail

mutants=$1 jobs=${2:-2}

# A checksum of the code of file $1 with mutant $2 alone.
code() {
    set -o pipefail
    sed 's/^extern int mutant;$/enum { mutant = '"$2"' };/' "$1" |
        gcc -std=c11 -O2 -w -I. -Ibuild/generated -x c -S -o - - | cksum
}

# usage: same FILE NUMBER...      status 255 ends xargs: it cannot be compiled
same() {
    local file=$1 without with number
    shift
    without=$(code "$file" 0) || exit 255
    for number in "$@"; do
        with=$(code "$file" "$number") || exit 255
        [ "$with" != "$without" ] || echo "$number"
    done
}
export -f code same

awk -F '[,:]' -v folder="$mutants" '
    FNR == NR { wanted[$1] = 1; next }
    $1 in wanted && $4 ~ /\.c$/ { numbers[$4] = numbers[$4] " " $1 }
    END { for (file in numbers) print folder "/" file numbers[file] }' - "$mutants/table.csv" |
    xargs -r -P "$jobs" -L 1 bash -c 'same "$@"' same
