#!/usr/bin/env bash
# Writes sim/COLLECTIVES.md of what `make collectives` measures: collectives.md with a table in the
# place of every line "@NAME", and numbers in the place of "@{NAME}".
# usage: collectives.sh RESULTS             the folder of collectives.points.csv; to standard output
#        collectives.sh --sample RESULTS    only the rows of the table @sample
set -euo pipefail
here=$(dirname "$0")

if [ "$1" = --sample ]; then
    awk -v text=<(echo @sample) -f "$here/collectives.awk" "$2/collectives.points.csv" |
        tail -n +3
else
    awk -v text="$here/collectives.md" -f "$here/collectives.awk" "$1/collectives.points.csv"
fi
