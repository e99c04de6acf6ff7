#!/usr/bin/env bash
# The study of collectives, a sample of its points: the same bytes in shares, and what
# CONFIG_FOLDER/COLLECTIVES.md says of them; the program holds each run to the books of its tasks.
# Results that were lost: scripts/regress/regress_check.sh.
# usage: collectives_check.sh FOLDER CONFIG_FOLDER PROGRAM
set -euo pipefail
. "$(dirname "$0")/../checks/checks.sh"

folder=$1 configs=$(realpath "$2") program=$(realpath "$3")
scripts=$(realpath "$(dirname "$0")/..")
document=$configs/COLLECTIVES.md
rm -rf "$folder"
mkdir -p "$folder"
cd "$folder"

# study PLACE OPTION...: in a folder of its own; its words are added to PLACE/log.
# shellcheck disable=SC2317 # expect_success calls it
study() {
    mkdir -p "$1"
    (cd "$1" && "$program" collectives --quick --config-dir "$configs" "${@:2}" >>log 2>&1)
}
expect_success 'local' study local
points=local/build/results/collectives.points.csv
expect_success 'points are missing' [ "$(cut -d, -f1-4 $points | tail -n +2 | sort -u | wc -l)" \
    -eq "$(sed -nE 's/^fine: ([0-9]+) points$/\1/p' local/log)" ]
for share in 1 2 3; do expect_success "share $share" study shared --share "$share/3"; done
expect_success 'shares and a report' [ ! -e shared/build/results ]
expect_success 'shared' study shared
expect_success 'points were left' grep -q '^0 of ' shared/log
for file in runs points steps; do
    expect_success "shared: another $file" cmp {local,shared}/build/results/collectives.$file.csv
done

while IFS= read -r row; do
    expect_success "sim/COLLECTIVES.md has no row '$row'" grep -qF -- "$row" "$document"
done < <("$scripts/collectives/collectives.py" local/build/results --sample)
finish collectives
