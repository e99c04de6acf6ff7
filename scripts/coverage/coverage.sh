#!/usr/bin/env bash
# What co-simulation, drawn traffic and unit tests reach: of the RTL, of the C, of the situations
# of tb/block/coverage/points.h.
# usage: [COSIM=OPTIONS] coverage.sh WORK REPORTS CONFIG_FOLDER EXCLUSIONS BLOCKSTEP...
#
# WORK/semacredit, WORK/unit and BLOCKSTEPs are the programs with counters in them. Writes
# REPORTS/coverage.csv and coverage.txt, and a page to browse, WORK/index.html. Points of the RTL
# are those of its source, whatever instance reached them. EXCLUSIONS has what cannot be reached.
# Status 1: a line of the RTL never reached, a situation never met, or branches of the RTL below
# 99 %.
set -euo pipefail

work=$1 reports=$2 configs=$(realpath "$3") exclusions=$4
shift 4
here=$(dirname "$0")
read -ra runs <<<"${COSIM:---quick}" # options of the co-simulation
clocks=20000                         # of each profile of drawn traffic
data=$work/data
objects=$work/obj

tell() { echo "coverage: $*"; }

# usage: run LOG COMMAND...
run() { "${@:2}" >"$1" 2>&1 </dev/null || { tail -n 20 "$1" >&2 && exit 1; }; }

rm -rf "$data" "$work/run" "$work/html"
mkdir -p "$data" "$work/run" "$reports"
find "$objects" -name '*.gcda' -delete

program=$(realpath "$work/semacredit") absolute=$(realpath "$data")
tell 'co-simulation, every workload'
(cd "$work/run" && run cosim.log env SEMA_COVERAGE="$absolute" "$program" cosim "${runs[@]}" \
    --config-dir "$configs")
for program in "$@"; do
    tell "drawn traffic, ${program#"$work/"}"
    run "$program.log" env SEMA_COVERAGE="$absolute" "$program" --clocks $clocks --coverage
done
tell 'unit tests'
run "$work/unit.log" scripts/checks/unit.sh "$work/check" "$work/unit"

tell 'adding up'
verilator_coverage --write "$work/rtl.dat" "$data"/*.dat >/dev/null
rm -r "$data"
lcov --quiet --capture --directory "$objects" --base-directory . --no-external \
    --rc lcov_branch_coverage=1 \
    --output-file "$work/all.info" 2>"$work/lcov.log" || { cat "$work/lcov.log" >&2 && exit 1; }
lcov --quiet --rc lcov_branch_coverage=1 --extract "$work/all.info" '*/csim/*' '*/tb/*/*.c' \
    --output-file "$work/some.info"
lcov --quiet --rc lcov_branch_coverage=1 --remove "$work/some.info" '*/tb/tests/*' \
    '*/tb/coverage/*' \
    --output-file "$work/c.info"

# Points of the RTL and what is left out of them.
awk -v exclusions="$exclusions" -f "$here/coverage_points.awk" "$work/rtl.dat" |
    sort -t, -k2,2 -k3,3n -k1,1 -k4,4 >"$work/points.csv"
awk -F, -v out="$work/rtl.info" '
    # As lcov reads it: a line has been where all points in it have been.
    $1 == "line" || $1 == "branch" {
        key = $2 "," $3
        if (!(key in least)) { order[++n] = key; least[key] = $6 }
        if ($5 == "" && $6 < least[key]) least[key] = $6
    }
    END {
        for (i = 1; i <= n; i++) {
            split(order[i], at, ",")
            if (at[1] != file) { if (file) print "end_of_record" >out; file = at[1];
            print "SF:" file >out }
            print "DA:" at[2] "," least[order[i]] >out
        }
        print "end_of_record" >out
    }' "$work/points.csv"
genhtml --quiet --branch-coverage --title semacredit --prefix "$PWD" \
    --output-directory "$work/html" \
    "$work/rtl.info" "$work/c.info" >"$work/genhtml.log" 2>&1 || { cat "$work/genhtml.log" >&2 &&
    exit 1; }

# Situations: clocks of co-simulation in which each was met, and runs of drawn traffic that met it,
# whose logs tell those that they missed as "KIND: NAME".
bins=$work/bins.csv
awk -F, -v OFS=, -v runs=$# '
    /^[a-z_]+: [a-z0-9_]+$/ { sub(": ", ",") && missed[$0]++; next }
    FILENAME !~ /bins.csv$/ { next }
    FNR == 1 { print $0, "drawn"; next }
    { print $0, runs - missed[$1 "," $2] }
    ' "${@/%/.log}" "$work/run/build/reports/bins.csv" >"$bins"
{
    awk -F, '
        NR > 1 { total++; covered += $3 + $4 > 0 }
        END { print "functional," covered "," total }' "$bins"
    awk -F, '$5 == "" { total[$1]++; covered[$1] += $6 > 0 }
        END { for (kind in total) print "rtl_" kind "," covered[kind] + 0 "," total[kind] }' \
            "$work/points.csv" | sort
    awk -F: '
        /^SF:/ { part = $2 ~ /\/csim\// ? "csim" : "tb" }
        /^LF:/ { total[part "_line"] += $2 } /^LH:/ { covered[part "_line"] += $2 }
        /^BRF:/ { total[part "_branch"] += $2 } /^BRH:/ { covered[part "_branch"] += $2 }
        END { for (kind in total) print kind "," covered[kind] "," total[kind] }' "$work/c.info" |
            sort
} | awk -F, 'BEGIN { print "kind,covered,total,percent" }
    { printf "%s,%d,%d,%.2f\n", $1, $2, $3, $3 ? 100 * $2 / $3 : 100 }' >"$reports/coverage.csv"

"$here/coverage_report.sh" text "$reports/coverage.csv" "$work/points.csv" "$bins" \
    >"$reports/coverage.txt"
"$here/coverage_report.sh" html "$reports/coverage.csv" "$work/points.csv" "$bins" \
    >"$work/index.html"

awk -F, '{ printf "%-14s %9s %9s %8s\n", $1, $2, $3, $4 }' "$reports/coverage.csv"
stale=$(awk -F, '$1 == "stale"' "$work/points.csv")
[ -z "$stale" ] || echo "coverage: $exclusions: these exclude nothing: $(cut -d, -f2,4 <<<"$stale" |
    tr '\n' ';')"
awk -F, '
    ($1 == "rtl_line" || $1 == "functional") && $2 < $3 || $1 == "rtl_branch" && $4 < 99 {
        bad = bad " " $1 }
    END {
        print "coverage: " (bad ? "too low:" bad : "every line of the RTL reached, branches " \
            "above 99 %, every situation met") \
            "; all of it in build/reports/coverage.txt and build/coverage/index.html"
        exit bad != ""
    }' "$reports/coverage.csv"
