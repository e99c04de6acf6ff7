#!/usr/bin/env bash
# The page of `make report` in a real browser: of nothing run, and of runs with a planted bug. Its
# checks are shown to notice a page that asks for something and throws an error.
# usage: report_check.sh sample|whole FOLDER CONFIG_FOLDER PROGRAM PLANTED_PROGRAM [PYTHON_FOLDER]
#
# sample: errors, requests, sections, clicks. whole: the keyboard, a phone, axe-core from
# PYTHON_FOLDER, 10,000 runs, pictures of the sections, too.
# shellcheck disable=SC2317 # functions are called by expect_success
set -euo pipefail
here=$(dirname "$0")
. "$here/../checks/checks.sh"

part=$1 folder=$2 configs=$(realpath "$3") program=$(realpath "$4") planted=$(realpath "$5")
python=${6:-}
rm -rf "$folder"
mkdir -p "$folder/none" "$folder/red"
folder=$(realpath "$folder")

for needed in chromium chromedriver; do
    command -v $needed >/dev/null || { skip "$needed is not installed (make report-check does)" &&
        finish "report-$part"; }
done
/usr/bin/python3 -c 'import selenium' 2>/dev/null ||
    { skip "python3-selenium is not installed (make report-check does)" && finish "report-$part"; }
[ -s /usr/share/nodejs/d3/dist/d3.min.js ] ||
    { skip 'node-d3 is not installed (make report does)' && finish "report-$part"; }

# usage: look PAGE CHECK...; each line of the browser's is a check
look() {
    local line
    while IFS= read -r line; do
        case $line in
        ok*) pass ;;
        *) fail "$(basename "$(dirname "$(dirname "$1")")"): ${line#not ok }" ;;
        esac
    done < <(/usr/bin/python3 "$here/report_browser.py" "$@" 2>&1 || [ $? -eq 1 ])
}

# usage: make_page BUILD
make_page() { HISTORY=$folder/history RUNS=$runs scripts/report/report.sh "$1" >"$folder/log"; }

runs=''
expect_success 'a page of nothing that was run' make_page "$folder/none"
look "$folder/none/report/index.html" quiet sections

# Runs that pass, then one with a bug: its failure, its mismatch.
(cd "$folder/red" && mkdir build && ln -s "$program" build/semacredit &&
    build/semacredit cosim --quick --workload moe,response --config-dir "$configs" &&
    mv build/reports/cosim_selected.csv build/reports/cosim.csv &&
    mv build/reports/bins_selected.csv build/reports/bins.csv &&
    build/semacredit experiments --only micro --config-dir "$configs" &&
    ! "$planted" cosim --jobs 1 --workload atomic --config-dir "$configs") >"$folder/runs" 2>&1 ||
    fail "runs for the page, see $folder/runs"
# As if it were another RTL's, and its waves had an idle gap behind the first clock.
case=$folder/red/build/failures/atomic-0 mine=$folder/mine
cp -rT rtl "$mine"
sed -i 's/~refused & ~refused_q/~refused/' "$mine/path/sema_path_choice.sv"
sed -i -E "s|RTL of rtl/|RTL of $mine/|" "$case/report.txt" \
    "$folder/red/build/reports/versions.csv"
fst2vcd -f "$case/waves.fst" >"$folder/whole.vcd"
awk '/^#/ { at = substr($0, 2) + 0 } at < 1000 || at > 30000' "$folder/whole.vcd" >"$folder/gap.vcd"
vcd2fst "$folder/gap.vcd" "$case/waves.fst"
# Of coverage a point as Verilator writes it, of mutation a survivor as Yosys names its place; of
# other checks a line each.
# usage: line_of FILE TEXT; where that stands for the first time
line_of() { grep -nF "$2" "rtl/$1" | cut -d: -f1 | head -n 1; }
# usage: report NAME COLUMNS LINE...
report() { printf '%s\n' "${@:2}" >"$folder/red/build/reports/$1.csv"; }
missed=$(line_of path/sema_path_ids.sv 'assign generation_o')
survives=$(line_of path/sema_path_lanes.sv 'assign easy')
mkdir -p "$folder/red/build/coverage"
point=$'\001f\002build/hdl/sema_path_ids.sv\001l\002'$missed
point+=$'\001page\002v_line/x\001o\002block'
printf "C '%s' 0\n" "$point" |
    PYTHONPATH=scripts/coverage python3 -Bc 'import sys, coverage as c
c.write(1, c.points_of(sys.stdin))' >"$folder/red/build/coverage/points.csv"
report mutation module,mutants,equivalent,killed,survived,score sema_path_lanes,1,0,0,1,0.0
report mutation_survivors module,source,what,number \
    "sema_path_lanes,sema_path_lanes.sv:$survives.10-$survives.17,inv of easy[0],1"
report scenarios scenario,kind,on,steps,seconds,result,why \
    'a1_first,A1,golden,9,0.000,passed,' \
    'a1_first,A1,rtl,9,0.000,failed,"line 2: expected a, seen b"'
report twins fault,about,file,found_by,clock,scenarios,what \
    'one_more,A1,csim/golden/path.c,,,,Nothing finds it.'
report bugs bug,module,section,found_by,clock,run,what \
    'one_less,sema_path_ids,3.3,lockstep,17,--seed 1,It is found.'
report sizes hbm,atomic,response,width,depth,slots,cycles,mismatches 2,1,1,4,8,10,1234567,0
report formal property,module,engine,depth,seconds,status,refuted_by,size,assumes \
    'ids.never_held,sema_path_ids,sat,2,1.5,proved,stays_first,Depth=64,lanes.limit'
runs=moe expect_success 'a page of a planted bug' make_page "$folder/red/build"
page=$folder/red/build/report/index.html
clock=$(sed -nE '1s/.*clock ([0-9]+).*/\1/p' "$folder"/red/build/failures/atomic-0/report.txt)
look "$page" quiet sections "clicks:$clock" \
    "source:path/sema_path_ids.sv:$missed,path/sema_path_lanes.sv:$survives" "failure:$mine" \
    "shrunk:$(grep -c '^offer' "$folder/red/build/failures/atomic_0.scenario")" \
    'tables:Scenarios: 1 of 1 failed=expected a, seen b;Faults of golden=Nothing finds it;'\
'Planted bugs=It is found;by size=1,234,567;Mutants by=sema_path_lanes;Properties=stays_first'
expect_success 'the second page appended to the history' \
    [ "$(wc -l <"$folder/history")" -eq 3 ]

# What the checks are for, planted.
sed 's/<meta http-equiv="Content.*/<img src="http:\/\/localhost:4999\/x.png">/
    s/^ *style-src .*//; s/^<script>drawAll/<script>throw 1;drawAll/' \
    "$page" >"$folder/red/build/report/bad.html"
/usr/bin/python3 "$here/report_browser.py" "$folder/red/build/report/bad.html" quiet sections \
    "clicks:$clock" >"$folder/bad" 2>&1 || true
for expected in 'no error' 'no request' 'section state' 'a red number'; do
    expect_success "a page that throws and asks: $expected is not seen, see $folder/bad" \
        grep -q "^not ok $expected" "$folder/bad"
done
[ "$part" = whole ] || finish report-sample

look "$page" keyboard filter phone
axe=$python/packages/axe_playwright_python/axe.min.js
if [ -s "$axe" ]; then look "$page" "axe:$axe"; else
    skip "axe-core: $(cat "$python/state" 2>/dev/null || echo 'no package')"
fi
mkdir -p "$folder/pictures"
look "$page" "pictures:$folder/pictures"
echo "report-check: pictures of the sections: $folder/pictures"

# Many runs: rows are drawn as they are asked for.
awk -F, -v OFS=, 'NR == 1 { print } { row = $0 } END { split(row, part, ",")
    for (i = 0; i < 10000; i++) { $0 = row; $2 = i; print } }' \
    "$folder/red/build/reports/cosim.csv" >"$folder/many"
mv "$folder/many" "$folder/red/build/reports/cosim.csv"
expect_success 'a page of 10,000 runs' make_page "$folder/red/build"
look "$page" quiet elements:30000
finish report-check
