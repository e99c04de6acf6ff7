#!/usr/bin/env bash
# Regressions: the same report by every engine, over several hosts too; killed in the middle and
# resumed nothing is lost and nothing repeated; what fails comes in buckets, with waves of one of
# each.
# usage: regress_check.sh FOLDER CONFIG_FOLDER PROGRAM BUGGED_PROGRAM
#
# BUGGED_PROGRAM has the bug generation_stays.
set -euo pipefail
. "$(dirname "$0")/../checks/checks.sh"

folder=$1 configs=$(realpath "$2") program=$(realpath "$3") bugged=$(realpath "$4")
scripts=$(realpath "$(dirname "$0")/..")
. "$(dirname "$0")/regress_kill.sh"
rm -rf "$folder"
mkdir -p "$folder"
cd "$folder"

# regress ENGINE PLACE PROGRAM OPTION...: into folders of its own; its words are in PLACE.log.
regress() {
    local engine=$1 place=$2 binary=$3
    shift 3
    "$scripts/regress/regress.sh" "$engine" "$binary" "$place" "$place/reports" \
        --config-dir "$configs" "$@" >"$place.log" 2>&1
}

small=(--workload 'adversarial,random,atomic' --seeds 3-60 --operations 1500 --chunk-seeds 25)
echo "regress: engines"
expect_success 'local' regress local local "$program" "${small[@]}"
expect_success 'parallel' regress parallel parallel "$program" "${small[@]}"
same_report parallel local parallel

# Every run is there once, in order, and says what it says on its own.
if diff <(for workload in atomic random adversarial; do seq -f "$workload,%g" 3 60; done) \
    <(tail -n +2 local/reports/regress.csv | cut -d, -f1,2); then pass; else fail \
    'rows are missing or not in order'; fi
alone=$("$program" run --workload adversarial --seed 31 --admission lockstep \
    --config-dir "$configs" --set operations=1500 \
    --hash | sed -nE 's/^ *hash +([0-9a-f]{16})$/\1/p')
expect_success "adversarial, seed 31: alone it has the hash '$alone'" \
    grep -qE "^adversarial,31,1500,[0-9]+,${alone:-missing},0,$" local/reports/regress.csv
expect_success 'different runs have one hash' \
    [ "$(cut -d, -f5 local/reports/regress.csv | sort -u | wc -l)" -eq 175 ]

# A shell in place of ssh, for two hosts; a loop in place of a Slurm cluster, whose arrays have at
# most three tasks.
mkdir tools home
put() { cat >"tools/$1" && chmod +x "tools/$1"; }
put ssh <<'END'
#!/usr/bin/env bash
# usage: ssh [OPTION...] HOST COMMAND...
while [[ $1 == -* ]]; do shift; done
echo "$1" >>"$SSH_LOG"
shift
[ "$1" != -- ] || shift
cd / && exec env -i PATH="$PATH" HOME="${0%/*}/../home" SHELL=/bin/sh bash -c "$*"
END
put sbatch <<'END'
#!/usr/bin/env bash
job=$(mktemp)
cat >"$job"
for option; do
    case $option in
    --array=*) last=${option##*-} ;;
    --output=*) log=${option#*=} ;;
    esac
done
for ((task = 0; task <= last; task++)); do SLURM_ARRAY_TASK_ID=$task bash "$job" >>"$log" 2>&1; done
rm "$job"
echo 1
END
for tool in sinfo squeue scancel; do put "$tool" <<<'#!/bin/sh'; done
put scontrol <<<$'#!/bin/sh\necho MaxArraySize = 3'
printf '2/one\n2/two\n' >hosts
export SSH_LOG=$PWD/ssh.log PARALLEL_SSH=$PWD/tools/ssh
SSHLOGINFILE=$PWD/hosts expect_success 'two hosts' regress parallel hosts_of "$program" \
    "${small[@]}"
unset PARALLEL_SSH
same_report 'two hosts' local hosts_of
for host in one two; do
    if grep -qx "$host" ssh.log; then pass; else fail "host $host was not used"; fi
done
PATH=$PWD/tools:$PATH expect_success 'slurm' regress slurm slurm_of "$program" "${small[@]}"
same_report 'slurm' local slurm_of
expect_success 'slurm did not do all runs once' [ "$(still_to_do <slurm_of/slurm.log)" -eq 174 ]
expect_failure 'no Slurm cluster, and yet run' regress slurm none "$program" "${small[@]}"

echo "regress: killed and resumed"
long=(--workload 'random,adversarial' --seeds 1-48 --operations 15000 --chunk-seeds 8)
expect_success 'the run to compare with' regress local whole "$program" "${long[@]}"
for engine in local parallel; do
    place=killed_$engine runs=96
    kill_in_the_middle "$place" 2 regress "$engine" "$place" "$program" "${long[@]}"
    resume "$place" "$runs" regress "$engine" "$place" "$program" "${long[@]}"
    left=$((runs - $(<"$place.rows"))) todo=$(still_to_do <"$place.log")
    # What the parallel engine has started goes on when it is killed, and does some of them.
    if [ "$todo" -eq "$left" ] || { [ "$engine" = parallel ] && [ "$todo" -gt 0 ] &&
        [ "$todo" -lt "$left" ]; }; then pass; else
        fail "$place: $left runs were left, $todo were done"
    fi
    same_report "$engine, resumed" whole "$place"
done
# A log that calls a chunk done whose result is gone; and a result of another program.
rm killed_parallel/results/random-9-16.runs
sed -i '1s/0x./0xX/; 2s/ 0x./ 0x_/; 2s/_./77/' killed_parallel/results/adversarial-1-8.runs
expect_success 'results lost' regress parallel killed_parallel "$program" "${long[@]}"
same_report 'results lost' whole killed_parallel

echo "regress: processes that die, chunks that are taken twice"
one=(regress --manifest one.manifest --results one --chunk 0)
"$program" regress --list --config-dir "$configs" --workload random --seeds 1-30 \
    --operations 15000 >one.manifest
# shoot SIGNAL ROWS: runs chunk 0 and sends the process of its runs the signal when there are so
# many rows; the status.
shoot() {
    local status=0 main
    "$program" "${one[@]}" >one.log 2>&1 &
    main=$!
    await_true has_rows one "$2"
    kill "-$1" "$(cat "/proc/$main/task/$main/children")"
    wait "$main" || status=$?
    echo "$status"
}
if [ "$(shoot KILL 3)" = 2 ] && [ ! -e one/random-1-30.runs ]; then
    pass
else
    fail 'killed, and yet done'
fi
before=$(($(wc -l <one/random-1-30.runs.part) - 1))
if "$program" regress --manifest one.manifest --results one --report one/report >one.log 2>&1; then
    fail 'a report of a chunk that is not whole'
elif grep -q "^MISSING: chunk 0, random, seeds 1 to 30: $before of them ran" one.log &&
    [ ! -e one/report.csv ]; then pass
else fail 'what is missing is not told'; fi
if [ "$(shoot SEGV 9)" = 1 ] && [ "$(grep -c 'crash: Segmentation fault$' one/random-1-30.runs)" \
    -eq 1 ] &&
    [ "$(wc -l <one/random-1-30.runs)" -eq 31 ]; then pass; else fail \
        'a crash is not one failed run of 30'; fi
if "$program" "${one[@]}" >one.log; [ $? -eq 1 ] && grep -q ': 0 of 30 runs were still' \
    one.log; then pass; else
    fail 'a chunk that is there was run again'
fi
rm -r one
"$program" "${one[@]}" >twice.log &
"$program" "${one[@]}" >>one.log || fail 'chunk taken twice'
wait $! || fail 'chunk taken twice'
expect_success 'two processes did not share one chunk' \
    [ "$(cat twice.log one.log | still_to_do)" -eq 30 ]

echo "regress: failures"
expect_failure 'the planted bug was not caught' regress local bugged "$bugged" "${small[@]}"
expect_success 'the report of failures, by parallel' \
    diff <(regress parallel bugged_parallel "$bugged" "${small[@]}" ||
    cat bugged_parallel/reports/regress.*) \
    <(cat bugged/reports/regress.*)
expect_success 'no bucket of the signature that the bug has' \
    grep -q '"signature": "lockstep: decision_handle: dut #.#.#, ref #.#.#"' \
    bugged/reports/regress.json
buckets=$(grep -c '"signature"' bugged/reports/regress.json || true)
signatures=$(sed -nE 's/.*,"(.*)"$/\1/p' bugged/reports/regress.csv | sort -u | wc -l)
if [ "$buckets" -gt 0 ] && [ "$buckets" -eq "$signatures" ]; then pass; else
    fail "$signatures signatures, but $buckets buckets"
fi
while read -r name; do
    if [ -s "build/failures/$name/waves.fst" ] && [ -s "build/failures/$name/report.txt" \
        ]; then pass; else
        fail "$name: no waves, or no report"
    fi
done < <(sed -nE 's/^look: *make waves FAILURE=//p' bugged.log)
failures=$(grep -c '<failure ' bugged/reports/regress.xml || true)
if [ "$failures" -gt 0 ] && [ "$failures" -eq "$(grep -c '"$' bugged/reports/regress.csv)" ] &&
    grep -q "<testsuites .* tests=\"174\" failures=\"$failures\">" \
        bugged/reports/regress.xml; then pass; else
    fail 'JUnit and CSV tell of different failures'
fi
finish regress
