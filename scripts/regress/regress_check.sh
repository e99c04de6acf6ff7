#!/usr/bin/env bash
# Regressions: the same report by one machine and by GNU parallel over several hosts; killed in the
# middle nothing is lost and nothing repeated; what fails comes in buckets, with waves of one of
# each.
# usage: regress_check.sh FOLDER CONFIG_FOLDER PROGRAM BUGGED_PROGRAM
#
# BUGGED_PROGRAM has the bug generation_stays.
set -euo pipefail
. "$(dirname "$0")/../checks/checks.sh"

folder=$1 configs=$(realpath "$2") program=$(realpath "$3") bugged=$(realpath "$4")
regress=$(realpath "$(dirname "$0")/regress.py")
rm -rf "$folder"
mkdir -p "$folder"
cd "$folder"

# at PLACE COMMAND...: in a folder of its own; its words are added to PLACE/log.
at() { (mkdir -p "$1" && cd "$1" && "${@:2}" >>log 2>&1); }
# same_report WHAT PLACE PLACE
same_report() {
    local kind
    for kind in csv xml json; do
        expect_success "$1: another regress.$kind" cmp {"$2","$3"}/build/reports/regress.$kind
    done
}
# What is said of runs that were found undone, added up.
still_to_do() {
    sed -nE 's/^([0-9]+) of [0-9]+ runs were still to be done$/\1/p' "$@" |
        awk '{ sum += $1 } END { print sum + 0 }'
}
rows() { cat "$1"/build/regress/*.csv 2>/dev/null | grep -cE '^random,.*,[0-9a-f]{16}$' || true; }
# await_rows PLACE COUNT: for half a minute.
await_rows() {
    local tries
    for ((tries = 0; tries < 3000; tries++)); do
        if [ "$(rows "$1")" -ge "$2" ]; then return; fi
        sleep 0.01
    done
    fail "waited in vain for $2 rows in $1"
}

small=(--config-dir "$configs" --workload 'adversarial,random,atomic' --seeds 3-60
    --operations 1500)
echo "regress: machines"
expect_success 'one machine' at local "$regress" "$program" "${small[@]}"
# Every run is there once, in order, and says what it says on its own.
expect_success 'rows are missing or not in order' \
    diff <(for workload in atomic random adversarial; do seq -f "$workload,%g" 3 60; done) \
    <(tail -n +2 local/build/reports/regress.csv | cut -d, -f1,2)
alone=$("$program" run --workload adversarial --seed 31 --admission lockstep \
    --config-dir "$configs" --set operations=1500 \
    --hash | sed -nE 's/^ *hash +([0-9a-f]{16})$/\1/p')
expect_success "adversarial, seed 31: alone it has the hash '$alone'" \
    grep -qE "^adversarial,31,1500,[0-9]+,${alone:-missing},0,$" local/build/reports/regress.csv
expect_success 'different runs have one hash' \
    [ "$(cut -d, -f5 local/build/reports/regress.csv | sort -u | wc -l)" -eq 175 ]

# A shell instead of ssh, for two hosts.
mkdir tools home
cat >tools/ssh <<'END'
#!/usr/bin/env bash
# usage: ssh [OPTION...] HOST COMMAND...
while [[ $1 == -* ]]; do shift; done
echo "$1" >>"$SSH_LOG"
shift
[ "$1" != -- ] || shift
cd / && exec env -i PATH="$PATH" HOME="${0%/*}/../home" SHELL=/bin/sh bash -c "$*"
END
chmod +x tools/ssh
printf '2/one\n2/two\n' >hosts
export SSH_LOG=$PWD/ssh.log PARALLEL_SSH=$PWD/tools/ssh
expect_success 'shares on hosts' at shared parallel --will-cite --quote --sshloginfile ../hosts \
    --workdir "$PWD/shared" "$program" regress -j1 --share '{}/7' "${small[@]}" < <(seq 7)
expect_success 'the shares are not all runs once' [ "$(still_to_do shared/log)" -eq 174 ]
expect_success 'the report of shares' at shared "$regress" "$program" "${small[@]}"
expect_success 'runs were left' [ "$(still_to_do shared/log)" -eq 174 ]
same_report shares local shared
expect_success 'hosts were not used' [ "$(sort -u ssh.log | xargs)" = 'one two' ]

echo "regress: killed and resumed"
long=(regress --config-dir "$configs" --workload random --seeds 1-60 --operations 6000)
expect_success 'the run to compare with' at whole "$program" "${long[@]}"
same_rows() {
    expect_success "$1: other rows" cmp {whole,killed}/build/reports/regress.csv
}
# shoot SIGNAL ROWS WHOM: runs and sends the signal, when there are so many rows, to the program or
# to a process of its runs; the status.
shoot() {
    local status=0 main
    mkdir -p killed
    (cd killed && exec "$program" "${long[@]}" >>log 2>&1) &
    main=$!
    await_rows killed "$2"
    case $3 in
    program) kill "-$1" "$main" ;;
    runs) kill "-$1" "$(cut -d' ' -f1 "/proc/$main/task/$main/children")" ;;
    esac
    wait "$main" 2>/dev/null || status=$?
    echo "$status"
}
# left WHAT: the program goes on with as many runs as there are no rows.
left() {
    local expected=$((60 - $(rows killed)))
    rm killed/log
    expect_success "$1: nothing was left to do" [ "$expected" -gt 0 ]
    expect_success "$1, resumed" at killed "$program" "${long[@]}"
    expect_success "$1: $expected runs were left" [ "$(still_to_do killed/log)" -eq "$expected" ]
    same_rows "$1"
}
expect_success 'killed, and yet done' [ "$(shoot KILL 5 program)" = 137 ]
sleep 0.3 # for its processes to be gone
left killed
# A row cut short, one of another program, and one that a piece of another stands before.
sed -i '$s/....$//; 5s/.$/g/; 7s/^/ran/' killed/build/regress/1-of-1.csv
left 'rows lost'
rm killed/log
expect_success 'another configuration' at killed "$program" "${long[@]}" --set clock_ps=900
expect_success 'rows of another configuration count' [ "$(still_to_do killed/log)" -eq 60 ]
rm -r killed
expect_success 'a process of its runs killed, and yet done' [ "$(shoot KILL 5 runs)" = 1 ]
expect_success 'no word of it' grep -qx 'FAILED: [0-9]* of 60 runs have no row in build/regress' \
    killed/log
expect_success 'a report all the same' [ ! -e killed/build/reports/regress.csv ]
left 'a process of its runs'
rm -r killed
expect_success 'a crash is no failure' [ "$(shoot SEGV 9 runs)" = 1 ]
crash='^random,[0-9]*,0,0,0*,0,"crash: Segmentation fault"$'
expect_success 'a crash is not one failed run' \
    [ "$(grep -c "$crash" killed/build/reports/regress.csv)" -eq 1 ]
expect_success 'runs beside the crash are missing' \
    [ "$(comm -12 {whole,killed}/build/reports/regress.csv 2>/dev/null | wc -l)" -eq 60 ]
rm -r killed
mkdir killed
at killed "$program" "${long[@]}" &
at killed "$program" "${long[@]}" || fail 'run twice at a time'
wait $! || fail 'run twice at a time'
expect_success 'two processes did not share the runs' [ "$(still_to_do killed/log)" -eq 60 ]
same_rows 'run twice at a time'

echo "regress: failures"
cp -r local bugged # whose rows count for nothing
expect_failure 'the planted bug was not caught' at bugged "$regress" "$bugged" "${small[@]}"
report=bugged/build/reports/regress
expect_success 'no bucket of the signature that the bug has' \
    grep -q '"signature": "lockstep: decision_handle: dut #.#.#, ref #.#.#"' $report.json
buckets=$(grep -c '"signature"' $report.json || true)
expect_success "$buckets buckets, but other signatures" \
    [ "$buckets" -eq "$(sed -nE 's/.*,"(.*)"$/\1/p' $report.csv | sort -u | wc -l)" ]
looks=$(sed -nE 's/^look: *make waves FAILURE=//p' bugged/log)
expect_success 'no run was repeated' [ -n "$looks" ]
while read -r name; do
    for file in waves.fst report.txt; do
        expect_success "$name: no $file" [ -s "bugged/build/failures/$name/$file" ]
    done
done <<<"$looks"
failures=$(grep -c '<failure ' $report.xml || true)
expect_success 'JUnit and CSV tell of different failures' \
    [ "$failures" -eq "$(grep -c '"$' $report.csv)" ]
expect_success 'JUnit has another sum' \
    grep -q "<testsuites .* tests=\"174\" failures=\"$failures\" errors=\"0\">" $report.xml
# Jenkins' schema: what may be in what, and which attributes each has to have and may have.
expect_success 'JUnit is not of the schema' python3 - $report.xml <<'EOF'
import sys, xml.etree.ElementTree as ET
COUNTS = {"tests", "failures", "errors"}
RULES = {"testsuites": ({"testsuite"}, COUNTS, {"name"}),
         "testsuite": ({"testcase"}, COUNTS | {"name"}, {"skipped"}),
         "testcase": ({"failure"}, {"name", "classname"}, set()),
         "failure": (set(), {"message"}, set())}
for element in ET.parse(sys.argv[1]).iter():
    inside, has, may = RULES[element.tag]
    assert {part.tag for part in element} <= inside, element.tag
    assert has <= set(element.attrib) <= has | may, (element.tag, element.attrib)
EOF
finish regress
