#!/usr/bin/env bash
# Opens views in the real GTKWave, on a display that nobody sees, and reads back what they show:
# every trace of the save file is there, the marker is at the first refusal, and at clocks of every
# kind of commit the names and numbers are those of the commit stream. With a program whose RTL has
# a bug, the view of a failure too: its marker, decision and debts are those of the report.
# usage: waves_check.sh PROGRAM CONFIG_FOLDER FOLDER [BUGGED_PROGRAM]
set -euo pipefail
. "$(dirname "$0")/../checks/checks.sh"

program=$(realpath "$1") configs=$(realpath "$2") folder=$3 bugged=${4:+$(realpath "$4")}
script=$(realpath "$(dirname "$0")/waves_check.tcl")
each=6 # commits of a kind that are looked at

# The traces that a view must have.
traces() { sed -n 's/^+{\([^}]*\)}.*/trace\t\1/p' "$1"; }

# The name of each lane.
lanes='BEGIN {
        for (lane = 0; lane < 8; lane++) name[lane] = "HBM " lane
        name[8] = "Atomic"; name[9] = "response"; name[10] = "table or limit"
    }'

# What the view of a run must show. The last commit of a clock has the clock's debts.
commits() {
    awk -F, -v each="$each" "$lanes"'
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

# The view of a failure, in a folder of its own.
failure() {
    local place=$folder/failing at=$folder/failure status=0 view report
    rm -rf "$place"
    mkdir -p "$place/build"
    (cd "$place" && exec "$bugged" cosim --quick --config-dir "$configs") >"$at.log" 2>&1 \
        </dev/null || status=$?
    view=$(find "$place" -name view.gtkw ! -path '*-shrunk/*' | head -n 1)
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
        awk -F '[( ]' "$lanes"'NR == 1 {
                time = $(NF - 1)
                sub(/.*, clock /, ""); clock = $1 + 0
                print "value\t" time "\t1\tdiffers"
                print "value\t" time - time / clock "\t0\tdiffers"
            }
            /^  debt\[/ {
                split($0, part, "[],[]")
                sub(/;.*/, "", part[4])
                sub(/.* /, "", part[3]); sub(/.* /, "", part[4])
                print "value\t" time "\t" part[3] "\t" name[part[2]] " debt (own scale)"
                print "value\t" time "\t" part[4] "\t" name[part[2]] " ref debt"
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
[ -z "$bugged" ] || failure
finish waves
