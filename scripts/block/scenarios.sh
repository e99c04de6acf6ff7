#!/usr/bin/env bash
# The scenarios of tb/scenarios on golden model and RTL of the whole block, and on both in lockstep:
# REPORT has a row for each, and a table is printed. A scenario that needs more engines than the
# first program's block has is played by another PROGRAM. And the reader: what is no scenario is
# refused in one line, and what does not come about is told in one.
# usage: scenarios.sh REPORT WORK PROGRAM...
set -euo pipefail
. "$(dirname "$0")/../checks/checks.sh"

report=$1 work=$2
shift 2
rm -rf "$work"
mkdir -p "$work" "$(dirname "$report")"

# What one block skips for want of engines, the next one plays: whole files.
files=(tb/scenarios/*/*.scenario)
mapfile -t needy < <(grep -l '^needs ' "${files[@]}")
for model in golden rtl lockstep; do
    left=("${files[@]}")
    for program in "$@"; do
        "$program" "--$model" "${left[@]}" >"$work/played" || true
        grep -v ',skipped,' "$work/played" || true
        left=("${needy[@]}")
        grep -q ',skipped,' "$work/played" || break
    done
done >"$work/rows" 2>"$work/said"
{
    echo 'scenario,kind,on,steps,seconds,result,why'
    sort -t, -k2,2V -k1,1 -k3,3 "$work/rows"
} >"$report.part"
mv "$report.part" "$report"

cat "$work/said" >&2
while IFS=, read -r scenario kind model steps _ result why; do
    case $result in
    passed) pass ;;
    open) skip "$kind $scenario on $model: a fault that is open" ;;
    *) fail "$kind $scenario on $model: $result after $steps clocks: $why" ;;
    esac
done < <(tail -n +2 "$report")
expect_success 'each scenario on each model' \
    test "$(cut -d, -f1,3 "$report" | tail -n +2 | sort -u | wc -l)" -eq \
    $((3 * $(cat "${files[@]}" | grep -c '^[A-Z0-9]')))

# A kind, its scenario, the result on each model, and clocks.
awk -F, '{ result[$1, $3] = $6 } !seen[$1]++ { name[++n] = $1; kind[n] = $2; clocks[n] = $4 }
    END { for (i = 1; i <= n; i++) printf "%-5s %-32s %-8s %-8s %-8s %7s\n", kind[i], name[i],
        result[name[i], "golden"], result[name[i], "rtl"], result[name[i], "lockstep"],
        clocks[i] }' <(echo 'scenario,kind,golden,clocks,,golden
scenario,kind,rtl,,,rtl
scenario,kind,lockstep,,,lockstep' && tail -n +2 "$report")

# Writes lines as a scenario, plays it, and expects a status and the whole of what is said.
# usage: expect_said STATUS SAID LINE...
expect_said() {
    local status=0 said
    printf '%s\n' "${@:3}" >"$work/x.scenario"
    said=$(cd "$work" && "$program" --golden x.scenario 2>&1 >/dev/null) || status=$?
    expect_success "status $1 and '$2'" test "$status: $said" = "$1: $2"
}
program=$(realpath "$1")
first='A1: Something holds.'
expect='expect held exactly 0'
expect_said 0 '' "$first" "$expect"
expect_said 0 '' "$first" "$expect" '' "A1 another: $first" "$expect"
expect_said 1 "x.scenario:5: expected held exactly 1, seen 0 (clock 2)" \
    "$first" "$expect" '' "A1 another: $first" 'expect held exactly 1'
expect_said 2 'x.scenario:4: expected at least one '"'expect', found none" \
    "$first" "$expect" "A1 another: $first"
expect_said 2 'x.scenario:2: expected at least one '"'expect', found none" "$first"
expect_said 2 "x.scenario:1: expected ROW: what must hold, as in 'A1: An urgent operation is not \
passed for ever.'" "$expect"
expect_said 2 "x.scenario:2: expected register, bus, messages, stage, offer, ask, again, flood, \
repeat, stop, executed, responded, done, stray, send, write, pause, resume, reset, wait, \
leap, measure or expect, found 'hope'" \
    "$first" 'hope for the best'
expect_said 2 "x.scenario:2: expected a number from 0 to 7, found '8'" "$first" \
    'stage partition 8 takes 1' "$expect"
expect_said 2 "x.scenario:2: expected clocks from 1 to 10000000, found 'soon'" "$first" 'wait soon'
expect_said 2 "x.scenario:2: expected the name of an operation that was offered, found 'a'" \
    "$first" 'executed a' "$expect"
expect_said 2 "x.scenario:3: expected a new name: letters, digits and _, no word of the language, \
found 'a'" "$first" 'offer a write partition 0' 'offer a write partition 0' "$expect"
expect_said 2 "x.scenario:2: expected a new name: letters, digits and _, no word of the language, \
found 'ready'" "$first" 'offer ready write partition 0' "$expect"
expect_said 2 "x.scenario:2: expected engine, found 'partition'" "$first" \
    'offer a fetch_add partition 0' "$expect"
expect_said 2 "x.scenario:2: expected tag or the end of the line, found 'quickly'" "$first" \
    'offer a write partition 0 bytes 8 quickly' "$expect"
expect_said 2 'x.scenario:2: expected a number from 0 to 4294967295, found the end of the line' \
    "$first" 'expect held exactly   # how many?'
expect_said 1 "x.scenario:2: expected held exactly 0 at +3, seen it a clock earlier (clock 4)" \
    "$first" 'expect held exactly 0 at +3'
expect_said 2 "x.scenario:2: expected write, send, read, stalls or goes, found 'wait'" "$first" \
    'bus wait' "$expect"
expect_said 2 "x.scenario:2: expected strobes, address, data or the end of the line, \
found 'twice'" "$first" \
    'bus write hold 1 twice' "$expect"
expect_said 0 '' "$first" 'bus write hold 1 data after 3' 'bus stalls writes' 'wait 20' \
    'bus goes on' 'bus read hold' 'leap 5000' 'stray partition 0 handle 1' 'wait 9' \
    'expect strays exactly 1' 'expect register hold exactly 1' 'expect alike'
expect_said 2 "x.scenario:2: expected the name of a register, or an address, found 'windows'" \
    "$first" 'register windows 4096' "$expect"
expect_said 1 "x.scenario:2: expected the write to be accepted, seen it refused (clock 4)" \
    "$first" 'register multiplier_min 0' "$expect"
expect_said 1 "x.scenario:2: expected the write to be refused, seen it accepted (clock 4)" \
    "$first" 'register hold 1 refused' "$expect"
expect_said 1 "x.scenario:3: expected register hold exactly 2, seen 1 (clock 9)" \
    "$first" 'register hold 1' 'expect register hold exactly 2'
expect_said 1 "x.scenario:3: expected a granted at +6, seen waiting (clock 8)" "$first" \
    'offer a write partition 0' 'expect a   granted at +6 # one too early'
expect_said 1 "x.scenario:4: expected a granted at +6, seen it at +7 (clock 12)" "$first" \
    'offer a write partition 0' 'wait 10' 'expect a granted at +6'
expect_said 1 "x.scenario:2: expected grants at least 1 within 5, seen 0 (clock 7)" "$first" \
    'expect grants at least 1 within 5'
expect_said 1 "x.scenario:3: expected a completion of what was granted, seen no grant of it \
(clock 2)" "$first" 'offer a write partition 0' 'executed a' "$expect"
expect_said 1 'x.scenario: expected its fault to be open, seen none: take open out' "$first" \
    'open nothing in fact' "$expect"
finish scenarios
