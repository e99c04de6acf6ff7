#!/usr/bin/env bash
# The report of coverage.sh, for reading (text) or browsing (html), on standard output.
# usage: coverage_report.sh text|html COVERAGE.csv POINTS.csv BINS.csv
#
# COVERAGE.csv has the sums, POINTS.csv the points of the RTL (coverage_points.awk), BINS.csv those
# of tb/block/coverage/points.h.
set -euo pipefail

form=$1 sums=$2 points=$3 bins=$4

# Sections as lines of "title", "head" and "row" with cells between tabs.
sections() {
    printf 'title\tCoverage\n'
    awk -F, -v OFS='\t' '{ print NR == 1 ? "head" : "row", $1, $2, $3, $4 }' "$sums"
    printf 'title\tSituations never met\n'
    awk -F, -v OFS='\t' '
        NR == 1 { print "head", $1, $2; next }
        $3 + $4 == 0 { print "row", $1, $2 }' "$bins"
    printf 'title\tLines and branches of the RTL never reached\n'
    printf 'head\tkind\tplace\twhat\n'
    awk -F, -v OFS='\t' '
        ($1 == "line" || $1 == "branch") && $5 == "" && $6 == 0 {
            print "row", $1, $2 ":" $3, $4
        }' "$points"
    printf 'title\tLeft out, with reasons\n'
    printf 'head\tkind\tplace\twhat\treason\n'
    awk -F, -v OFS='\t' '$5 != "" { print "row", $1, $2 ":" $3, $4, $5 }' "$points"
    printf 'title\tBits of the RTL that never toggled, by file\n'
    printf 'head\tfile\tnever\tof\n'
    awk -F, -v OFS='\t' '$1 == "toggle" && $5 == "" { total[$2]++; never[$2] += $6 == 0 }
        END { for (file in total) print "row", file, never[file], total[file] }' "$points" | sort
    printf 'title\tSituations\n'
    awk -F, -v OFS='\t' '{ print NR == 1 ? "head" : "row", $1, $2, $3, $4 }' "$bins"
}

case $form in
text)
    sections | awk -F'\t' '
        $1 == "title" { printf "%s%s\n", (NR > 1 ? "\n" : ""), $2; next }
        {
            line = "   "
            for (i = 2; i <= NF; i++)
                line = line sprintf(" %-28s", $i)
            sub(/ +$/, "", line)
            print line
        }' ;;
html)
    sections | awk -F'\t' '
        function text(cell) {
            gsub(/&/, "\\&amp;", cell); gsub(/</, "\\&lt;", cell); gsub(/>/, "\\&gt;", cell)
            return cell
        }
        function row(tag,    i, line) {
            line = "<tr>"
            for (i = 2; i <= NF; i++)
                line = line "<" tag ">" text($i) "</" tag ">"
            return line "</tr>"
        }
        function finish() { if (open) print "</table></details>"; open = 0 }
        BEGIN {
            print "<!DOCTYPE html><html lang=\"en\"><meta charset=\"utf-8\"><title>semacredit: " \
                "coverage</title>"
            print "<style>body { font: 15px sans-serif; margin: 2em } td, th { text-align: " \
                "left; padding: 1px 1em 1px 0 }" \
                " summary { font-size: 120%; margin: 0.6em 0; cursor: pointer }</style>"
            print "<h1>semacredit: coverage</h1><p><a href=\"html/index.html\">Line by line, " \
                "RTL and C</a></p>"
        }
        $1 == "title" {
            finish()
            print "<details" (NR == 1 ? " open" : "") "><summary>" text($2) "</summary><table>"
            open = 1
        }
        $1 == "head" { print row("th") }
        $1 == "row" { print row("td") }
        END { finish() }' ;;
*)
    echo "coverage_report: unknown form '$form': text or html" >&2
    exit 2 ;;
esac
