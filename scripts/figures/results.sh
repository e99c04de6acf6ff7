#!/usr/bin/env bash
# Puts what the program measures into the documents: the verdicts become RESULTS.md, the table of
# all readings its place in READINGS.md.
# usage: results.sh VERDICTS READINGS_OUTPUT FOLDER     files of claims and of readings.sh
set -euo pipefail

cp "$1" "$3/RESULTS.md"
awk -v table="$2" '
    /^```$/ { inside = 0 }
    !inside
    /^```text$/ { inside = 1; while ((getline line <table) > 0) print line }' \
    "$3/READINGS.md" >"$3/READINGS.md.new"
mv "$3/READINGS.md.new" "$3/READINGS.md"
