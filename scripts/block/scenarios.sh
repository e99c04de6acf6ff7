#!/usr/bin/env bash
# The scenarios of tb/scenarios on golden model and RTL of the whole block, and on both in lockstep:
# REPORT has a row for each, and a table is printed. The first PROGRAM plays all; what needs more
# engines than its block has is played by the second; others play all that their size allows. A
# scenario that no program plays fails, and a program that plays none. And the reader: what is no
# scenario is refused in one line, and what does not come about is reported in one. usage:
# scenarios.sh REPORT WORK PROGRAM...
set -euo pipefail
. "$(dirname "$0")/../checks/checks.sh"

report=$1 work=$2
shift 2
rm -rf "$work"
mkdir -p "$work" "$(dirname "$report")"

files=(tb/scenarios/*/*.scenario)
mapfile -t needy < <(grep -lE '^needs [0-9]' "${files[@]}")
for model in golden rtl lockstep; do
    for program in "$@"; do
        played=("${files[@]}")
        [ "$program" != "${2:-}" ] || played=("${needy[@]}")
        size=$(basename "$(dirname "$program")")
        { "$program" "--$model" "${played[@]}" || true; } | sed "/,skipped,/d; s/$/,$size/"
    done
done >"$work/rows" 2>"$work/said"
{ # of several sizes those that failed last
    echo 'scenario,kind,on,steps,seconds,result,why,size'
    sort -t, -k2,2V -k1,1 -k3,3 -k6,6r "$work/rows"
} >"$report.part"
mv "$report.part" "$report"
# Of which RTL it is, beside what programs note of their reports.
versions=$(dirname "$report")/versions.csv
{
    [ -e "$versions" ] || echo 'report,of'
    grep -sv '^scenarios.csv,' "$versions" || true
    echo "scenarios.csv,\"RTL of ${CHECK_RTL:-rtl}/${PLANTED_BUG:+ with planted bug $PLANTED_BUG}\""
} >"$versions.part"
mv "$versions.part" "$versions"

cat "$work/said" >&2
sed -nE 's/^(tb\/[^:]+):[0-9]+: .*/\1/p' "$work/said" | sort -u | while IFS= read -r file; do
    echo "again: ${PLANTED_BUG:+PLANTED_BUG=$PLANTED_BUG }make scenario" \
        "FILE=$file${CHECK_RTL:+ RTL=$CHECK_RTL}" >&2
done
while IFS=, read -r scenario kind model steps _ result why; do
    if [ "$result" = passed ]; then pass; else
        fail "$kind $scenario on $model: $result after $steps clocks: $why"
    fi
done < <(tail -n +2 "$report")
expect_success 'each scenario on each model' \
    test "$(cut -d, -f1,3 "$report" | tail -n +2 | sort -u | wc -l)" -eq \
    $((3 * $(cat "${files[@]}" | grep -c '^[A-Z0-9]')))
for program in "$@"; do
    size=$(basename "$(dirname "$program")")
    count=$(grep -c ",golden,.*,$size\$" "$report") || fail "$size: no scenario was played"
    echo "$size: $count scenarios"
done

# A kind, its scenario, the result on each model, and clocks.
awk -F, '{ result[$1, $3] = $6 } !seen[$1]++ { name[++n] = $1; kind[n] = $2; clocks[n] = $4 }
    END { for (i = 1; i <= n; i++) printf "%-5s %-32s %-8s %-8s %-8s %7s\n", kind[i], name[i],
        result[name[i], "golden"], result[name[i], "rtl"], result[name[i], "lockstep"],
        clocks[i] }' <(echo 'scenario,kind,golden,clocks,,golden
scenario,kind,rtl,,,rtl
scenario,kind,lockstep,,,lockstep' && tail -n +2 "$report")

# Waves, as make scenario WAVES=1 has them: a view that opens at the first refusal; and no folder
# for them.
# shellcheck disable=SC2317 # called by expect_success
waved() {
    local status=0
    "$1" --waves "$work/waves" tb/scenarios/clocks/diagram.scenario >"$work/played" || status=1
    test -s "$work/waves/diagram.fst" && grep -q 'Afirst refusal' "$work/waves/diagram.gtkw" &&
        return "$status"
}
[ -n "${PLANTED_BUG:-}${CHECK_RTL:-}" ] || expect_success 'waves of a scenario' waved "$1"
status=0
"$1" --waves /dev/null/waves tb/scenarios/clocks/diagram.scenario >"$work/played" 2>&1 || status=$?
expect_success 'waves that cannot be written are status 2' test "$status" -eq 2

# TEXT => STATUS SAID: lines of a scenario with | between, and all that is said of it behind its
# name; * is any part of it.
program=$(realpath "$1")
while IFS= read -r row; do
    text=${row%% => *} pattern=${row##* => } status=0
    text=${text//AGAIN/A1 another: FIRST} text=${text//FIRST/A1: Something holds.}
    text=${text//OFFER/offer a write partition 0} text=${text//EXPECT/expect held exactly 0}
    echo "${text//|/$'\n'}" >"$work/x.scenario"
    said=$(cd "$work" && "$program" --golden x.scenario 2>&1 >/dev/null) || status=$?
    said="$status${said:+ ${said#x.scenario}}"
    # shellcheck disable=SC2053 # a pattern
    if [[ $said == $pattern ]]; then pass; else fail "$row: $said"; fi
done <<'END'
FIRST|EXPECT => 0
FIRST|EXPECT||AGAIN|EXPECT => 0
FIRST|EXPECT||AGAIN|expect held exactly 1 => 1 :5: expected held exactly 1, seen 0 (clock 2)
FIRST|EXPECT|AGAIN => 2 :4: expected at least one 'expect', found none
FIRST => 2 :2: expected at least one 'expect', found none
EXPECT => 2 :1: expected ROW: what must hold, as in 'A1: An urgent operation is not passed forever*
FIRST|hope for the best => 2 :2: expected register, bus, *, measure or expect, found 'hope'
FIRST|needs exactly 41 slots => 0
FIRST|needs 1 pairs|EXPECT => 2 :2: expected partitions, engines, * or slots, found 'pairs'
FIRST|stage partition 8 takes 1|EXPECT => 2 :2: expected a number from 0 to 7, found '8'
FIRST|wait soon => 2 :2: expected clocks from 1 to 10000000, found 'soon'
FIRST|executed a|EXPECT => 2 :2: expected the name of an operation that was offered, found 'a'
FIRST|OFFER|OFFER|EXPECT => 2 :3: expected a new name: letters, digits and _, *found 'a'
FIRST|offer ready write partition 0|EXPECT => 2 :2: expected a new name: *, found 'ready'
FIRST|offer a fetch_add partition 0|EXPECT => 2 :2: expected engine, found 'partition'
FIRST|OFFER bytes 8 quickly|EXPECT => 2 :2: expected tag or the end of the line, found 'quickly'
FIRST|expect held exactly   # how many? => 2 :2: expected a number *found the end of the line
FIRST|EXPECT at +3 => 1 :2: expected held exactly 0 at +3, seen it a clock earlier (clock 4)
FIRST|bus wait|EXPECT => 2 :2: expected write, send, read, stalls or goes, found 'wait'
FIRST|bus write hold 1 twice|EXPECT => 2 :2: expected strobes, address, data or *found 'twice'
FIRST|bus write hold 1 data after 3|bus stalls writes|wait 20|bus goes on|EXPECT => 0
FIRST|register hold 1|bus read hold|wait 9|expect register hold exactly 1|expect alike => 0
FIRST|leap 5000|stray partition 0 handle 1|wait 9|expect strays exactly 1|expect alike => 0
FIRST|register windows 4096|EXPECT => 2 :2: expected the name of a register, *found 'windows'
FIRST|register multiplier_min 0|EXPECT => 1 :2: expected the write to be accepted, seen it refused*
FIRST|register hold 1 refused|EXPECT => 1 :2: expected the write to be refused, seen it accepted *
FIRST|register hold 1|expect register hold exactly 2 => 1 :3: *hold exactly 2, seen 1 (clock 9)
FIRST|OFFER|expect a   granted at +6 # one too early => 1 :3: *at +6, seen waiting (clock 8)
FIRST|OFFER|wait 10|expect a granted at +6 => 1 :4: *granted at +6, seen it at +7 (clock 12)
FIRST|expect grants at least 1 within 5 => 1 :2: *at least 1 within 5, seen 0 (clock 7)
FIRST|OFFER|executed a|EXPECT => 1 :3: expected a completion of*, seen no grant of it (clock 2)
END
finish scenarios
