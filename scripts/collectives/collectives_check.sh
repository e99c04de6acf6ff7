#!/usr/bin/env bash
# The study of collectives, a sample of its points: the same bytes by every engine, where results
# were lost too, and what CONFIG_FOLDER/COLLECTIVES.md says of them; each run's tasks are held to
# their books by the program.
# usage: collectives_check.sh FOLDER CONFIG_FOLDER PROGRAM
set -euo pipefail
. "$(dirname "$0")/../checks/checks.sh"

folder=$1 configs=$(realpath "$2") program=$(realpath "$3")
scripts=$(realpath "$(dirname "$0")/..")
document=$configs/COLLECTIVES.md
rm -rf "$folder"
mkdir -p "$folder"
cd "$folder"

# study ENGINE PLACE: into a folder of its own; its words are in PLACE.log.
study() {
    VERB=collectives "$scripts/regress/regress.sh" "$1" "$program" "$2" "$2/reports" --quick \
        --config-dir "$configs" >"$2.log" 2>&1
}
same_files() {
    local file
    for file in runs points steps; do
        expect_success "$1: another $file" \
            cmp "local/reports/collectives.$file.csv" "$2/reports/collectives.$file.csv"
    done
}

if study local local; then pass; else fail 'local'; fi
expect_success 'parallel' study parallel parallel
same_files parallel parallel
points=$(grep -c '^chunk ' local/manifest)
expect_success 'points are missing' \
    [ "$(cut -d, -f1-4 local/reports/collectives.points.csv | tail -n +2 | sort -u | wc -l)" \
    -eq "$points" ]

# Lost, cut short and another's results are made again; without them there is no report.
cp -r local lost
one=$(find lost/results -name '*moe*' | LC_ALL=C sort | head -1)
two=$(find lost/results -name '*ring*' | LC_ALL=C sort | head -1)
rm "$one"
sed -i '1s/0x./0xX/' "$two"
merge=("$program" collectives --manifest lost/manifest --results lost/results)
expect_failure 'a report of points that are missing' "${merge[@]}" --report lost/none
expect_success 'a part of a report' [ ! -e lost/none.runs.csv ]
expect_success 'two points are to be run again' [ "$("${merge[@]}" --pending | wc -l)" -eq 2 ]
expect_success 'made again' study local lost
same_files 'made again' lost

sed 's/^program 0x./program 0xX/' local/manifest >other
status=0
said=$("$program" collectives --manifest other --results local/results --pending 2>&1) || status=$?
expect_success "another's manifest: status $status, '$said'" \
    [ "$status,$said" = \
    "2,semacredit: other: expected a manifest that this program has written" ]

while IFS= read -r row; do
    expect_success "sim/COLLECTIVES.md has no row '$row'" grep -qxF -- "$row" "$document"
done < <("$scripts/collectives/collectives.sh" --sample local/reports)
finish collectives
