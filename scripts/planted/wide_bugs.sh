#!/usr/bin/env bash
# Each fault in the upper bits of what is wide must be caught by runs of `cosim` that begin in drawn states, the first six
# also together, and be shrunk; without any the same runs pass.
# usage: wide_bugs.sh REPORT.csv FOLDER CONFIG_FOLDER TABLE PROGRAM
#
# PROGRAM holds all faults of TABLE (tb/bugs/wide.txt), each behind a bit of +planted=HEX. Ordinary runs are cut short, so
# that it is the others that catch.
set -euo pipefail
. "$(dirname "$0")/../checks/checks.sh"

report=$1 folder=$2 configs=$(realpath "$3") table=$4 program=$(realpath "$5")
most_operations=10

# hunt NAME HEX [OPTION...]: with those bits planted; output and status in the folder NAME.
hunt() {
    local status=0
    rm -rf "${folder:?}/$1"
    mkdir -p "$folder/$1"
    (cd "$folder/$1" && SEMA_PLUSARG=+planted=$2 exec timeout 120 "$program" cosim --workload random,adversarial \
        --set operations=100 --config-dir "$configs" --jobs 1 "${@:3}") >"$folder/$1/log" 2>&1 </dev/null || status=$?
    echo "$status" >"$folder/$1/status"
}

rm -f "$report"
mapfile -t names < <(sed -n 's/^name: //p' "$table")
mkdir -p "$(dirname "$report")"
hunt plain 0 --quick &
hunt together 3f &
wait
for number in "${!names[@]}"; do
    # As many at a time as there are cores.
    [ "$(jobs -rp | wc -l)" -lt "$(nproc)" ] || wait -n
    hunt "${names[number]}" "$(printf '%x' $((1 << number)))" &
done
wait

expect_success 'without a fault the runs pass' test "$(cat "$folder/plain/status")" -eq 0
echo 'bug,what,workload,seed,caught_by,cycle,shrunk_to' >"$report.part"
printf '%-22s %-28s %-16s %10s %10s\n' bug 'caught by' 'workload, seed' cycle 'shrunk to'
for name in together "${names[@]}"; do
    log=$folder/$name/log
    line=$(sed -nE 's/^FAILED: ([a-z_]+), seed ([0-9]+), cycle ([0-9]+), ([a-z]+: [^:]+): .*$/\1,\2,\4,\3/p' \
        "$log" | head -n 1)
    if [ "$(cat "$folder/$name/status")" -ne 1 ] || [ -z "$line" ]; then
        fail "$name: not caught, see $log"
        continue
    fi
    IFS=, read -r workload seed caught cycle <<<"$line"
    shrunk=$(sed -nE 's/^shrunk to ([0-9]+) operations .*/\1/p' "$log")
    what=$(sed -n "/^name: $name\$/{n;s/^what: //p}" "$table")
    printf '%-22s %-28s %-16s %10s %10s\n' "$name" "$caught" "$workload, $seed" "$cycle" "$shrunk"
    echo "$name,\"$what\",$workload,$seed,$caught,$cycle,$shrunk" >>"$report.part"
    if [ "${shrunk:-999999}" -le "$most_operations" ]; then pass; else
        fail "$name: shrunk to ${shrunk:-no} operations, expected at most $most_operations"
    fi
done
mv "$report.part" "$report"
finish wide-bugs
