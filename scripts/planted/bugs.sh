#!/usr/bin/env bash
# Every planted bug of one kind must be caught by `cosim`, in the way that the table says, and the
# run must shrink to 100 operations or fewer, nine of ten to 20. With none in force the same program
# passes, and so do the other programs.
# usage: [SAMPLE=N] bugs.sh KIND REPORT.csv FOLDER CONFIG_FOLDER TABLE PROGRAM [OTHER_PROGRAM...]
#
# PROGRAM is build/semacredit. KIND is how a line "= KIND..." of TABLE begins:
#   lockstep   the check that the line names, or one of those, catches the bug in runs from reset
#   drawn      ordinary runs are cut short, so that those that begin in a drawn state catch the bug;
#              the first six are also in force together
#   report     in longer and longer runs; a line of the report matches the expression
# Reports stay in FOLDER/BUG. REPORT.csv says which check caught the bug, and in which cycle.
set -euo pipefail
. "$(dirname "$0")/../checks/checks.sh"

kind=$1 report=$2 folder=$3 configs=$(realpath "$4") table=$5 program=$(realpath "$6")
shift 6
most_operations=100 # of each, and of nine of ten:
few_operations=20

# What is tried, in this order, until a bug shows.
case $kind in
lockstep)
    limit=240
    runs=('--quick --begins 0' '--quick --begins 0 --set operations=200000') ;;
drawn)
    limit=120
    runs=('--workload random,adversarial --set operations=100') ;;
report)
    limit=900
    runs=()
    for run in 'random operations=20000' 'adversarial operations=20000' \
        'random operations=20000 chaos_reset=2000' 'random operations=1000000' \
        'adversarial operations=1000000'; do
        runs+=("--workload ${run// / --set }")
    done ;;
*)
    echo "bugs: expected lockstep, drawn or report, got '$kind'" >&2
    exit 2 ;;
esac
plain=(--quick)
[ "$kind" != lockstep ] || plain+=(--begins 0)

# cosim PROGRAM BUGS FOLDER OPTION...: one worker, so that what fails first is always the same;
# reports stay in the folder. The limit is of CPU seconds.
cosim() {
    mkdir -p "$3"
    (cd "$3" && rm -rf build && ulimit -t $limit && PLANTED_BUG=$2 exec "$1" cosim --jobs 1 \
        --config-dir "$configs" "${@:4}") >"$3/cosim.log" 2>&1 </dev/null
}

# hunt NAME BUGS: the first run that does not pass; its status is in FOLDER/NAME/status.
hunt() {
    local run options status
    for run in "${runs[@]}"; do
        status=0
        read -ra options <<<"$run"
        cosim "$program" "$2" "$folder/$1" "${options[@]}" || status=$?
        [ "$status" -eq 0 ] || break
    done
    echo "$status" >"$folder/$1/status"
}

passes() { cosim "$(realpath "$1")" '' "$2" "${plain[@]}" || { cat "$2/cosim.log" && return 1; }; }

rm -f "$report"
rm -rf "$folder"
mkdir -p "$folder" "$(dirname "$report")"
declare -A how what
names=()
while IFS=$'\t' read -r name caught_by text; do
    names+=("$name")
    how[$name]=$caught_by
    what[$name]=${text//\"/\'}
done < <(awk -v by="$kind" -f "$(dirname "$0")/planted.awk" "$table")
# One bug of each way of being caught, evenly spread over the ways, where a sample is asked for.
if [ -n "${SAMPLE:-}" ]; then
    mapfile -t names < <(for name in "${names[@]}"; do echo "${how[$name]%% or *}:$name"; done |
        sort -t: -k1,2 -su | awk -F: -v most="$SAMPLE" '{ name[NR] = $NF }
            END { for (i = 0; i < most; i++) print name[1 + int(i * NR / most)] }')
fi

for other in "$program" "$@"; do
    place=$folder/passes-$(basename "$(dirname "$other")")
    expect_success "$other passes where no bug is in force" passes "$other" "$place"
done
if [ "$kind" = drawn ]; then
    together=$(IFS=, && echo "${names[*]:0:6}")
    hunt together "$together" &
fi
for name in "${names[@]}"; do
    # As many at a time as there are cores.
    [ "$(jobs -rp | wc -l)" -lt "$(nproc)" ] || wait -n
    hunt "$name" "$name" &
done
wait
[ "$kind" != drawn ] || names=(together "${names[@]}")

failure='s/^FAILED: ([a-z_]+), seed ([0-9]+), cycle ([0-9]+), ([a-z]+: [^:]+): .*$/\1,\2,\4,\3/p'
shrunk_runs=0 shrunk_to_few=0
columns=bug,what,workload,seed,caught_by,cycle,shrunk_to
[ "$kind" != report ] || columns+=,shown
echo $columns >"$report.part"
printf '%-28s %-28s %-16s %10s %10s\n' bug 'caught by' 'workload, seed' cycle 'shrunk to'
for name in "${names[@]}"; do
    log=$folder/$name/cosim.log status=$(cat "$folder/$name/status")
    line=$(sed -nE "$failure" "$log" | head -n 1)
    if [ "$status" -ne 1 ]; then
        fail "$name: cosim ended with status $status instead of 1, see $log"
        continue
    elif [ -z "$line" ]; then
        fail "$name: cosim does not say what caught it, see $log"
        continue
    fi
    IFS=, read -r workload seed caught cycle <<<"$line"
    shrunk=$(sed -nE 's/^shrunk to ([0-9]+) operations .*/\1/p' "$log")
    printf '%-28s %-28s %-16s %10s %10s\n' "$name" "$caught" "$workload, $seed" "$cycle" "$shrunk"
    row=$name,\"${what[$name]:-}\",$workload,$seed,$caught,$cycle,$shrunk
    case $kind in
    lockstep)
        # One or the other, where both show in the clock of the failure and traffic decides.
        if [[ " or ${how[$name]} or " == *" or $caught or "* ]]; then pass; else
            fail "$name: caught by '$caught', expected '${how[$name]}'"
        fi ;;
    report)
        # The report of the run, or of what is left of it.
        shown=$(cat "$folder/$name"/build/failures/*/report.txt |
            grep -E -m 1 -e "${how[$name]}" | sed 's/^ *//' || true)
        echo "    ${shown:0:110}"
        row+=,\"${shown//\"/\'}\"
        if [ -n "$shown" ]; then pass; else
            fail "$name: no line of the reports matches: ${how[$name]}"
        fi ;;
    esac
    echo "$row" >>"$report.part"
    expect_success "$name: shrunk to ${shrunk:-no} operations, expected at most $most_operations" \
        [ "${shrunk:-999999}" -le $most_operations ]
    shrunk_runs=$((shrunk_runs + 1))
    [ "${shrunk:-999999}" -gt $few_operations ] || shrunk_to_few=$((shrunk_to_few + 1))
done
expect_success "nine of ten shrink to $few_operations operations: $shrunk_to_few of $shrunk_runs" \
    [ $((10 * shrunk_to_few)) -ge $((9 * shrunk_runs)) ]
mv "$report.part" "$report"
case $kind in lockstep) finish bugs ;; drawn) finish wide-bugs ;; report) finish faults ;; esac
