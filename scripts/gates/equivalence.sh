#!/usr/bin/env bash
# Every module's netlist in osu018, and the whole block's, is proved equivalent to its RTL; with a
# fault in one cell it must be refuted. How: scripts/gates/equivalent.sh.
# usage: equivalence.sh CSV [DESIGN...]      default: the block and every module; after `make hdl`
#
# Writes CSV and prints it as a table: flops of the netlist, points compared, of these the ones
# compared with the RTL as Yosys maps its multipliers, and what became of the fault.
set -euo pipefail
. "$(dirname "$0")/../checks/checks.sh"

csv=$1
shift
work=build/equivalence
mkdir -p "$work" "$(dirname "$csv")"
rm -f "$work"/*.csv
scripts/silicon/liberty.sh >/dev/null

# The largest first, so that no core is left with it at the end.
if [ $# -eq 0 ]; then
    set -- top sema_autotune sema_decide
    while read -r module; do
        case " sema_pkg $* " in
        *" $module "*) ;;
        *) set -- "$@" "$module" ;;
        esac
    done < <(sed -nE 's/^(sema_[a-z_]+)\.sv.*/\1/p' build/hdl/sema.f)
fi

header=module,method,seconds,result,flops,points,against_mapped,fault
# shellcheck disable=SC2016 # awk's fields
# One line each, as they end; a design that fails leaves none.
show='printf "%-26s %-30s %7s  %-8s %7s %7s %14s  %s\n", $1, $2, $3, $4, $5, $6, $7, $8; fflush()'
echo $header | awk -F, "{ $show }"
# shellcheck disable=SC2016 # for the inner shell
printf '%s\n' "$@" | xargs -P "$(nproc)" -I DESIGN sh \
    -c 'scripts/gates/equivalent.sh "$1" >"$2/$1.csv.part" &&
    mv "$2/$1.csv.part" "$2/$1.csv" && cat "$2/$1.csv"' sh DESIGN "$work" | awk -F, "{ $show }" ||
    true

for design in "$@"; do
    line=$(cat "$work/$design.csv" 2>/dev/null || echo "$design,,,unknown,,,,")
    echo "$line"
    if [[ $line == *,proved,* ]]; then
        pass
    else
        fail "equivalence: $design is not proved: $work/$design/"
    fi
    if [[ $line == *,refuted ]]; then
        pass
    else
        fail "equivalence: $design with a fault in a cell is not refuted"
    fi
done >"$work/lines"
{
    echo $header
    cat "$work/lines"
} >"$csv"
# What was proved equal to what: points behind multipliers, and the whole block's, are not compared
# with the RTL.
awk -F, 'NR > 1 {
        designs++
        proved += $4 == "proved"
        refuted += $8 == "refuted"
        points += $6
        mapped += $7
        if ($1 == "top") whole = $7
    }
    END {
        printf "equivalence: %d of %d netlists proved, %d refuted with a fault in one cell; of " \
            "%d points %d are equal to the RTL, ",
            proved, designs, refuted, points, points - mapped
        printf "%d (%.0f %%) to the design before it was mapped to cells", mapped,
            points ? 100 * mapped / points : 0
        printf whole ? ", the whole block'"'"'s %d among them\n" : "\n", whole
    }' "$csv"
echo "equivalence: $# designs in $SECONDS s; $csv"
finish equivalence
