#!/usr/bin/env bash
# Makes one HTML page of what other targets left in a build folder: the files themselves, as text,
# and scripts that draw them. Appends a line to HISTORY, where that is given.
# usage: [HISTORY=FILE] [RUNS='WORKLOAD...'] report.sh BUILD [test]
#
# Writes BUILD/report/index.html. RUNS: of these, why operations waited. With `test` only the
# history's line is written.
# shellcheck disable=SC2016 # of awk
set -euo pipefail

build=$1 what=${2:-page}
here=$(dirname "$0")
out=$build/report
library=${D3:-/usr/share/nodejs/d3/dist/d3.min.js}
licence=/usr/share/doc/node-d3/copyright
most=$((4 << 20))      # bytes of the page
waves_most=$((2 << 20)) # of them waves
failures_most=40

# ---- parts

# A file as text of the page. What would end it is written otherwise; text() of page.js undoes it.
# usage: embed NAME [FILE]     default: standard input
embed() {
    printf '<script type="text/plain" id="file:%s">' "$1"
    sed 's/&/\&amp;/g; s/</\&lt;/g' "${2:--}"
    echo '</script>'
}

# What of a file the page shows.
# usage: shown FILE
shown() {
    case $1 in
    */points.csv) awk -F, '$1 != "toggle" || $5 == 0' "$1" ;;
    *) cat "$1" ;;
    esac
}

first_word() { "$@" 2>/dev/null | head -n 1 | cut -c1-60 || true; }

commit_now() { git rev-parse --short=12 HEAD 2>/dev/null || true; }
tree_state() { [ -n "$(git status --porcelain 2>/dev/null)" ] && echo changed || echo clean; }

about() {
    local key
    key=$(commit_now)
    printf '%s\t%s\n' commit "${key:-unknown}" \
        subject "$(git log -1 --format=%s 2>/dev/null || true)" \
        state "$(tree_state)" \
        made "$(date -u +%FT%TZ)" seconds "$(date +%s)" \
        committed "$(git log -1 --format=%ct 2>/dev/null || echo 0)" \
        machine "$(uname -srm), $(nproc) cores"
    for key in verilator yosys gcc z3 sta; do
        case $key in
        yosys) printf 'tool %s\t%s\n' $key "$(first_word yosys -V)" ;;
        sta) printf 'tool %s\t%s\n' $key "$(first_word sta -version)" ;;
        *) printf 'tool %s\t%s\n' $key "$(first_word "$key" --version)" ;;
        esac
    done
}

# NAME,CHECKS,FAILED,SKIPPED,SECONDS,CPU,TIME of each check of the last `make test`.
checks() {
    local result
    echo name,checks,failed,skipped,seconds,cpu,time
    for result in "$build"/check/*.result; do
        [ ! -s "$result" ] || echo "$(basename "$result" .result),$(tr ' ' , <"$result"),$(
            stat -c %Y "$result")"
    done
}

check_lines() {
    local log
    for log in "$build"/check/*.log; do
        [ ! -s "$log" ] || { grep -hE '^(FAILED|SKIPPED)' "$log" || true; } | head -n 20 |
            sed "s/^/$(basename "$log" .log)\t/"
    done
}

# SECTION,FILE,COMMAND,TIME of each input; TIME is empty where it was not run.
inputs() {
    local section pattern command file found
    echo section,file,command,time
    while read -r section pattern command; do
        mapfile -t found < <(compgen -G "$build/$pattern" | sort | head -n 60)
        for file in "${found[@]:-$build/$pattern}"; do
            echo "$section,${file#"$build"/},$command,$(stat -c %Y "$file" 2>/dev/null || true)"
        done
    done < <(sed '/^#/d; /^$/d' "$here/inputs.txt")
}

# ---- history

history_header=time,commit,state,made_by,passed,failed,skipped,clocks_per_s,coverage_points
history_header+=,published_within,mutants_noticed,mhz
# Column COLUMN of FILE by an awk program; empty where there is no FILE.
of() { [ ! -s "$build/$1" ] || awk -F, "$2" "$build/$1"; }
history_line() {
    local clocks=reports/cosim.csv
    printf '%s,' "$(date -u +%FT%TZ)" "$(commit_now)" "$(tree_state)" "$what" \
        "$(checks | awk -F, -v OFS=, 'NR > 1 { passed += $2 - $3; failed += $3; skipped += $4 }
            END { if (NR > 1) print passed, failed, skipped; else print "", "", "" }')" \
        "$(of $clocks 'NR > 1 { n += $4; s += $4 / $10 } END { if (s) printf "%.0f", n / s }')" \
        "$(of reports/bins.csv 'NR > 1 { all++; met += $3 > 0 }
            END { printf "%.2f", all ? 100 * met / all : 0 }')" \
        "$(of results/claims.csv 'NR > 1 { n += $6 == "ok" } END { print n }')" \
        "$(of reports/mutation.csv 'NR > 1 { n += $2 - $3; k += $4 }
            END { if (n) printf "%.1f", 100 * k / n }')"
    of reports/timing.csv '$1 == "top" && !mhz { mhz = $5 } END { printf "%s", mhz }'
    echo
}

if [ -n "${HISTORY:-}" ]; then
    [ -s "$HISTORY" ] || echo "$history_header" >"$HISTORY"
    history_line >>"$HISTORY"
fi
[ "$what" = page ] || exit 0

# ---- runs and failures

mkdir -p "$out/waits" "$out/waves"
waits() {
    local run name
    rm -f "$out"/waits/*
    [ -x "$build/semacredit" ] || return 0
    for run in $RUNS; do
        name=$(basename "${run%.*}")
        "$build/semacredit" run --workload "$run" --blocked "$out/waits/part" \
            >"$out/waits/$name.txt" || [ $? -eq 1 ]
        awk -F, -v OFS=, '{ print $1, $2, $3, $4, $5, $6, $10, $13, $14 }' "$out/waits/part" |
            head -n 8000 >"$out/waits/$name.csv"
        rm "$out/waits/part"
    done
}

# Folders of failures, the newest first.
failures() {
    [ ! -d "$build/failures" ] || find "$build/failures" -name report.txt -printf '%T@ %h\n' |
        sort -rn | cut -d' ' -f2- | head -n "$failures_most"
}

# The waves of a failure as JSON.
waves_of() {
    local waves=$1/waves.fst json
    json=$out/waves/$(basename "$1").json
    [ -s "$waves" ] && [ -s "$1/view.gtkw" ] && command -v fst2vcd >/dev/null || return 1
    fst2vcd -f "$waves" | awk -v view="$1/view.gtkw" -v clock="$(
        sed -nE '1s/.*, clock ([0-9]+).*/\1/p' "$1/report.txt")" -f "$here/wave_json.awk" >"$json"
    echo "$json"
}

# Of another RTL in whose folder a failure is: how it differs from ours, and files that do.
embed_rtl() {
    local name rtl
    rtl=$(sed -nE 's/^of:.*; RTL of (.*)\/( with .*)?$/\1/p' "$1/report.txt")
    [ "$rtl" != rtl ] && [ -s "$rtl/sema.f" ] || return 0
    { diff -ruN -x bugs -x spec -x '*.md' -x '*.txt' rtl "$rtl" || true; } |
        sed -E '/^diff /d; s/^(---|\+\+\+) ([^\t]*)\t.*/\1 \2/' | head -n 60 |
        embed "failures/$(basename "$1")/rtl.diff"
    for name in "$rtl"/*.sv "$rtl"/*/*.sv; do
        if [ -s "$name" ] && [ -z "${embedded[$name]:-}" ] && ! cmp -s "$name" "rtl${name#"$rtl"}"
        then embed "$name" "$name"; fi
        embedded[$name]=1
    done
}

embed_failures() {
    local folder name json shrunk size=0
    local -A embedded=()
    echo name,time >"$out/failures.csv"
    while IFS= read -r folder; do
        name=$(basename "$folder")
        echo "$name,$(stat -c %Y "$folder/report.txt")" >>"$out/failures.csv"
        embed "failures/$name/report.txt" "$folder/report.txt"
        embed_rtl "$folder"
        shrunk=${folder%-*}_${folder##*-}.scenario
        [ ! -s "$shrunk" ] || embed "failures/$name/shrunk.scenario" "$shrunk"
        if json=$(waves_of "$folder") && size=$((size + $(stat -c %s "$json"))) &&
            [ "$size" -le "$waves_most" ]; then
            embed "failures/$name/waves.json" "$json"
        fi
    done < <(failures)
    embed failures.csv "$out/failures.csv"
}

embed_inputs() {
    local name
    while IFS=, read -r _ name _; do
        case $name in
        *'*'* | file | *.result) ;;
        *) [ ! -s "$build/$name" ] || shown "$build/$name" | embed "$name" ;;
        esac
    done < <(inputs)
    [ ! -s "$build/reports/versions.csv" ] ||
        embed reports/versions.csv "$build/reports/versions.csv"
    for name in "$out"/waits/*.txt; do
        [ ! -s "$name" ] || embed "report/waits/$(basename "$name")" "$name"
    done
    embed rtl/proofs.txt rtl/proofs.txt
    embed rtl/spec/promises.md rtl/spec/promises.md
    # The source, where something is known of its lines, or a failure asks for them.
    if [ -s "$build/coverage/points.csv" ] || [ -s "$build/reports/mutation.csv" ] ||
        [ -n "$(failures)" ]; then
        for name in rtl/*.sv rtl/*/*.sv; do
            embed "$name" "$name"
        done
    fi
}

[ -s "$library" ] || { echo "report: no $library: install node-d3 (make setup)" >&2; exit 2; }
waits
{
    sed "/<!-- style -->/{
        r $here/page.css
        d
    }" "$here/page.html"
    about | embed about
    checks | embed checks.csv
    check_lines | embed check_lines
    inputs | embed inputs.csv
    sed -nE 's/^([a-z][a-z-]*):[^#]*## (([0-9]+ min): )?(.*)/\1\t\3\t\4/p' Makefile |
        embed targets
    embed policies.csv scripts/figures/policies.csv
    [ ! -s "${HISTORY:-}" ] || embed history.csv "$HISTORY"
    embed_inputs
    embed_failures
    [ ! -s "$licence" ] || embed licence_of_d3 "$licence"
    echo '<script>'
    cat "$library"
    echo '</script>'
    for script in page chart source wave state cosimulation waits coverage proofs silicon paper; do
        echo '<script>'
        cat "$here/$script.js"
        echo '</script>'
    done
    echo '<script>drawAll();</script></body></html>'
} >"$out/index.html.part"
mv "$out/index.html.part" "$out/index.html"
size=$(stat -c %s "$out/index.html")
echo "report: $out/index.html, $((size / 1024)) KB"
[ "$size" -le "$most" ] || { echo "report: more than $most bytes" >&2; exit 1; }
