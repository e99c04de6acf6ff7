#!/usr/bin/env bash
# Opens views in the real GTKWave, on a display that nobody sees, and reads back what they show:
# every trace of the save file is there, the marker is at the first refusal, and at clocks of every
# kind of commit the names and numbers are those of the commit stream. In the same way the views of
# why operations waited: the longest refusal under the markers, refusals as their CSV has them, and
# who holds a lane's debt as the commit stream says. With a program whose RTL has a bug, the view of
# a failure too: its marker and decision are those of the report.
# usage: waves_check.sh PROGRAM CONFIG_FOLDER FOLDER [BUGGED_PROGRAM]
set -euo pipefail
. "$(dirname "$0")/../checks/checks.sh"

program=$(realpath "$1") configs=$(realpath "$2") folder=$3 bugged=${4:+$(realpath "$4")}
script=$(realpath "$(dirname "$0")/waves_check.tcl")
each=6 # commits of a kind that are looked at

# The traces that a view must have.
traces() { sed -n 's/^+{\([^}]*\)}.*/trace\t\1/p' "$1"; }

# What the awk programs below have in common: numbers and names of masks in hexadecimal, which lanes
# have which name (`first`: what lane 0 is called instead).
common='
    function hex(text,    i, n) {
        sub(/^0x/, "", text)
        for (i = 1; i <= length(text); i++) n = 16 * n + index("123456789abcdef",
            substr(text, i, 1))
        return n
    }
    function names(mask,    lane, text) {
        for (lane = 0; lane < 11; lane++) {
            if (mask % 2) text = text (text == "" ? "" : ", ") name[lane]
            mask = int(mask / 2)
        }
        return text == "" ? "-" : text
    }
    BEGIN {
        for (lane = 0; lane < 8; lane++) name[lane] = "HBM " lane
        name[8] = "Atomic"; name[9] = "response"; name[10] = "table or limit"
        if (first != "") name[0] = first
    }'

# What the view of a run must show. The last commit of a clock has the clock's debts.
commits() {
    awk -F, -v each="$each" "$common"'
        function value(what, label) { printf "value\t%s\t%s\t%s\n", $3, what, label }
        NR == 1 { next }
        $3 != time && looked { for (lane = 0; lane < 10; lane++) print debt[lane]; looked = 0 }
        {
            time = $3
            for (lane = 0; lane < 10; lane++)
                debt[lane] = "value\t" $3 "\t" $(18 + lane) "\t" name[lane] " debt (own scale)"
            mask = hex($7)
            key = $4 == "return" || $4 == "stray" ? $4 (mask < 256 ? "HBM" : mask) : $4
            if (seen[key]++ >= each) next
        }
        $4 == "deny" && seen["deny"] == 1 { printf "marker\t%s\n", $3 }
        $4 == "grant" || $4 == "deny" || $4 == "reject" {
            value($4, "decision"); value($5, "of operation");
            value(names(mask), "lanes used, or refusing")
            value($4, "ref decision"); value($5, "ref of operation"); value(0, "differs")
            if ($4 == "grant") { value($6, "its reservation"); looked = 1 }
        }
        $4 == "return" {
            label = mask < 256 ? "HBM" : name[mask < 512 ? 8 : 9]
            value("return", label); value($6, label " reservation")
            if (mask < 256) value(names(mask), "HBM lane")
            looked = 1
        }
        $4 == "stray" && mask > 0 && seen[key] <= each {
            # A stray done has no lane, so its lane field says nothing of the channel.
            label = mask < 256 ? "HBM" : name[mask < 512 ? 8 : 9]
            value("stray", label)
        }' "$1"
}

# look NAME VIEW: opens the view and reads back what FOLDER/NAME.expect says.
look() {
    local at=$folder/$1 view=$2 line ended=''
    rm -f "$at.result"
    # From another folder than the save file's, as a user would.
    (cd / && EXPECT=$at.expect RESULT=$at.result timeout 60 xvfb-run -a gtkwave "$view" \
        -S "$script") \
        >"$at.log" 2>&1 </dev/null || true
    while read -r line; do
        case $line in
        ok\ *) pass ;;
        end) ended=yes ;;
        *) fail "$1: ${line#FAILED: }" ;;
        esac
    done < <(cat "$at.result" 2>/dev/null)
    if [ -z "$ended" ]; then
        tail -n 5 "$at.log" >&2
        fail "$1: GTKWave ended before it had looked at everything"
    elif [ "$(wc -l <"$at.expect")" -ne "$(grep -c -v '^end$' "$at.result")" ]; then
        fail "$1: not every expectation was looked at"
    fi
    echo "waves: $1:$(cut -f 1 "$at.expect" | sort | uniq -c | awk '{ printf " %ss %d", $2, $1 }')"
}

# run NAME ARGUMENT...: the view of a whole run of workload NAME.
run() {
    local at=$folder/$1
    rm -f "$at".*
    if "$program" run --admission rtl --wave "$at.fst" --commits "$at.csv" --config-dir "$configs" \
        --workload "$@" \
        >"$at.log" 2>&1 && [ -f "$at.gtkw" ]; then
        { traces "$at.gtkw" && commits "$at.csv"; } >"$at.expect"
        look "$1" "$at.gtkw"
    else
        cat "$at.log" >&2
        fail "$1: the run failed, or left no view"
    fi
}

# What the view of why operations waited must show, from its CSV and from the commit stream: of each
# lane's refusals a few, evenly spread, and the longest of all. `first` is what lane 0 is called.
refusals() {
    awk -F, -v each="$each" -v first="$3" "$common"'
        function value(time, what, label) { printf "value\t%s\t%s\t%s\n", time, what, label }
        function ns(ps) { return sprintf("%d.%03d", int(ps / 1000), ps % 1000) }
        # The stream has gone past a time that is looked at: what holds from then on.
        function look(    key, part, lane, holders, op, i) {
            for (lane = 0; lane < 11; lane++) {
                if (!((time, lane) in wanted)) continue
                holders = 0
                for (key in hold) {
                    split(key, part, SUBSEP)
                    if (part[1] != lane) continue
                    holders++
                    printf "among\t%s\t%s *: %s\t%s held by \n", time, part[2], hold[key],
                        name[lane]
                }
                printf "count\t%s\t%d\t%s held by \n", time, holders, name[lane]
                value(time, holders, name[lane] " operations that hold")
                if (lane < 10) {
                    value(time, debt[lane], name[lane] " debt (own scale)")
                    value(time, window[lane] - debt[lane], name[lane] " headroom")
                }
                if (denied != "") { value(time, denied, "denied last");
                value(time, by, "by lanes") }
            }
            denied = ""
        }
        FNR == 1 { files++; next }
        files == 1 {
            of = ++count[$3]
            line[$3, of] = $0
            begin[$3, of] = $4; end[$3, of] = $5
            begun[$3, $4]++
            class[$1] = $2
            if (NR == 2 || $5 - $4 > worst_to - worst || ($5 - $4 == worst_to - worst &&
                $4 < worst)) {
                worst = $4; worst_to = $5; worst_lane = $3; worst_of = of
            }
            next
        }
        FNR == 2 {
            printf "marker\t%s\nend\t%s\n", worst, worst_to
            for (lane = 0; lane < 11; lane++)
                for (of = 1; of <= count[lane]; of++) {
                    if ((of - 1) % (int(count[lane] / each) + 1) && !(lane == worst_lane &&
                        of == worst_of)) continue
                    split(line[lane, of], is, ",")
                    at = is[4]
                    if (is[5] == at) continue
                    wanted[at, lane]
                    waiting = 0
                    for (i = 1; i <= count[lane]; i++) waiting += begin[lane, i] <= at &&
                        at < end[lane, i]
                    value(at, waiting, name[lane] " operations refused")
                    printf "count\t%s\t%d\t%s refuses \n", at, waiting < 32 ? waiting : 32,
                        name[lane]
                    if (waiting <= 32)
                        printf "among\t%s\t%s %s: %s, short %s\t%s refuses \n", at, is[1], is[2],
                            is[7], is[10],
                               name[lane]
                    # The last of several is shown; the CSV is in order of their ends.
                    if (begun[lane, at] > 1) continue
                    value(at, is[1] " " is[2], name[lane] " refused last")
                    value(at, is[7], name[lane] " its demand")
                    value(at, is[13], name[lane] " held then by")
                    # Nobody holds what a return gave back of which decisions do not know yet.
                    value(at, is[14] == "" ? "nobody" : is[14] " " is[15] ": " is[16] \
                        ", since " ns(is[17]) " ns", name[lane] " the oldest")
                    value(at, is[18] == "" ? "nobody" : is[18] " " is[19] ": " is[20],
                        name[lane] " the one with most")
                    if (lane == 10) continue
                    value(at, is[9] - is[8], name[lane] " headroom then")
                    value(at, is[10], name[lane] " short by")
                }
        }
        $3 != time { look(); time = $3 }
        {
            for (lane = 0; lane < 10; lane++) debt[lane] = $(18 + lane)
            for (lane = 0; lane < 10 && ($4 == "grant" || $4 == "return" || $4 == "window"); lane++)
                if ($4 == "window") window[lane] = $(8 + lane)
                else if ($(8 + lane) > 0 && $4 == "grant") hold[lane, $5] = $(8 + lane)
                else if ($(8 + lane) > 0) delete hold[lane, $5]
        }
        $4 == "grant" { hold[10, $5] = 1 }
        $4 == "complete" { for (lane = 0; lane < 11; lane++) delete hold[lane, $5] }
        $4 == "reset" { split("", hold) }
        $4 == "deny" { denied = $5 " " class[$5]; by = names(hex($7)) }
        END { look() }' "$1" "$2"
}

# blocked NAME FIRST ARGUMENT...: the view of why operations waited in a run; FIRST is what lane 0
# is called.
blocked() {
    local at=$folder/$1 first=$2
    shift 2
    rm -f "$at".*
    if "$program" run --blocked-wave "$at.vcd" --blocked "$at.csv" --commits "$at.commits.csv" \
        --config-dir "$configs" "$@" >"$at.log" 2>&1 && [ -f "$at.gtkw" ]; then
        {
            traces "$at.gtkw"
            refusals "$at.csv" "$at.commits.csv" "$first" | sort -s -t "$(printf '\t')" -k 2,2n
        } >"$at.expect"
        look "$(basename "$at")" "$at.gtkw"
    else
        cat "$at.log" >&2
        fail "$(basename "$at"): the run failed, or left no view"
    fi
}

# The view of a failure, in a folder of its own.
failure() {
    local place=$folder/failing at=$folder/failure status=0 view report
    rm -rf "$place"
    mkdir -p "$place/build"
    (cd "$place" && exec "$bugged" cosim --quick --config-dir "$configs") >"$at.log" 2>&1 \
        </dev/null || status=$?
    view=$(find "$place" -name view.gtkw | head -n 1)
    if [ "$status" -ne 1 ] || [ -z "$view" ]; then
        cat "$at.log" >&2
        fail "failure: $bugged ended with status $status instead of 1, or without a view"
        return
    fi
    report=$(dirname "$view")/report.txt
    {
        traces "$view"
        sed -nE '1s/.*\(([0-9]+) ps\)$/marker\t\1/p' "$report"
        # Golden model and block agree up to the clock before, and each decides as the report says.
        awk -F '[( ]' 'NR == 1 {
                time = $(NF - 1)
                sub(/.*, clock /, ""); clock = $1 + 0
                print "value\t" time "\t1\tdiffers"
                print "value\t" time - time / clock "\t0\tdiffers"
            }
            /^  (dut|ref): / {
                of = $0 ~ /^  ref/ ? "ref " : ""
                sub(/^  ...: /, "")
                split($0, word, "[ ,]")
                print "value\t" time "\t" (word[1] ~ /^no(ne)?$/ ? "-" : word[1]) "\t" of "decision"
                print "value\t" time "\t" (word[4] == "" ? 0 : word[4]) "\t" of "of operation"
            }' "$report"
    } >"$at.expect"
    look failure "$view"
}

mkdir -p "$folder"
folder=$(realpath "$folder")
run atomic
run random --set operations=3000
blocked blocked-atomic '' --workload atomic --admission rtl
blocked blocked-random '' --workload random --admission golden --set operations=3000 --seed 2
blocked blocked-scalar 'one window' --workload hbm_hotspot --policy scalar
[ -z "$bugged" ] || failure
finish waves
