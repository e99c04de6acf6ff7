#!/usr/bin/env bash
# Bad input: each case must give exactly one line on stderr that names what is wrong, nothing on
# stdout, status 2, and leave no file behind.
# usage: badinput.sh PROGRAM FOLDER
set -euo pipefail
. "$(dirname "$0")/checks.sh"

program=$1 folder=$2
rm -rf "$folder"
mkdir -p "$folder/given" "$folder/out"
given=$folder/given out=$folder/out

# refuses WHAT PATTERN ARGUMENT...: one case; the line must match the extended regular expression,
# case ignored.
refuses() {
    local what=$1 pattern=$2 status=0 problem='' left
    shift 2
    timeout 20 "$program" "$@" >"$folder/stdout" 2>"$folder/stderr" </dev/null || status=$?
    if [ "$status" -ne 2 ]; then problem+="status $status, expected 2; "; fi
    if [ "$(wc -l <"$folder/stderr")" -ne 1 ]; then problem+="stderr is not one line; "; fi
    if ! grep -qiE -- "$pattern" "$folder/stderr"; then problem+="stderr lacks '$pattern'; "; fi
    if [ -s "$folder/stdout" ]; then problem+="stdout is not empty; "; fi
    left=$(find "$out" -mindepth 1 -printf '%f ')
    if [ -n "$left" ]; then problem+="left behind: $left; "; fi
    if [ -z "$problem" ]; then pass; else
        fail "$what: ${problem%; }: $(head -c 300 "$folder/stderr" | head -n 3)"
        rm -rf "${out:?}"/*
    fi
}

# A short run that could write all its outputs, if its input were good.
run=(run --admission golden --commits "$out/commits.csv" --blocked "$out/blocked.csv" \
    --tape "$out/run.tape")
random=("${run[@]}" --workload random)

echo "badinput: command line"
refuses 'no verb' 'cosim.*run.*replay'
refuses 'unknown verb' "'?juggle'?.*(run|cosim)" juggle
refuses 'misspelt verb' "'cosmi', did you mean cosim" cosmi
refuses 'misspelt option' 'worklaod.*did you mean --workload' run --worklaod random
refuses 'unknown option' 'frobnicate' "${random[@]}" --frobnicate
refuses 'option without value' 'workload|seed|argument' "${run[@]}" --workload
refuses 'no workload' 'workload' "${run[@]}"
refuses 'unknown workload' 'nosuch.*(remote_read|hbm_hotspot)' "${run[@]}" --workload nosuch
refuses 'misspelt workload' 'atomc.*did you mean atomic.*remote_read.*FILE.yaml' "${run[@]}" \
    --workload atomc
refuses 'misspelt workload of cosim' 'atomc.*did you mean atomic' cosim --workload atomic,atomc
refuses 'workload twice' 'atomic.*once' cosim --workload atomic,sim/atomic.yaml
refuses 'workload of a file that is not there' 'nowhere\.yaml: cannot be read' "${run[@]}" \
    --workload "$given/nowhere.yaml"
refuses 'a file that has no reader' 'all\.xml' "${run[@]}" --workload all.xml
refuses 'seeds of bursts only' 'seeds.*effect' cosim --workload atomic --seeds 3
refuses 'workload with a slash' 'etc/passwd' "${run[@]}" --workload ../../etc/passwd
refuses 'unknown admission' 'golden.*lockstep.*nosuch' "${random[@]}" --admission nosuch
refuses 'unknown policy' 'aggregate.*oracle.*nosuch' run --workload atomic --policy nosuch \
    --csv "$out/row.csv"
refuses 'explain without an operation' 'explain.*OP' explain --workload atomic
refuses 'explain an operation that there is none of' 'from 0 to 279.*280' explain 280 \
    --workload atomic
refuses 'explain what is no number' 'many' explain many --workload atomic
refuses 'explain by an unknown policy' 'scaler.*did you mean scalar' explain 1 --workload atomic \
    --policy scaler
refuses 'explain by an unknown admission' 'lockstep.*goldne.*did you mean golden' explain 1 \
    --workload atomic --admission goldne
refuses 'explain what no run comes to' 'ended before' explain 5 --workload random --set cycles=4 \
    --admission golden
refuses 'clocked without a policy' 'mode.*without effect.*--policy and --admission' "${random[@]}" \
    --set mode=clocked
refuses 'clocked without a block' 'mode.*without effect' run --policy scalar --workload atomic \
    --csv "$out/row.csv" --set mode=clocked
refuses 'disturbances of a policy' 'chaos_reset.*without effect' run --policy scalar \
    --workload random --set chaos_reset=5
refuses 'initiators of a block' 'initiators.*without effect.*--policy' "${random[@]}" \
    --set initiators=4
refuses 'weights of a burst' 'weight_read.*without effect.*random' run --workload atomic \
    --set weight_read=5
refuses 'faults of blocks without a clock' 'loss_percent.*without effect.*mode=clocked' run \
    --workload sim/domains/paper.yaml --policy semacredit --admission golden --set loss_percent=5
refuses 'an upset receiver of none' 'upset_receiver.*without effect' "${random[@]}" \
    --set upset_receiver=3
refuses 'drawn stages of a policy' 'stages.*no clock' run --policy semacredit --workload atomic \
    --csv "$out/row.csv" --set stages=random
refuses 'a matrix of none' 'matrix_node.*without effect.*cm' explain 3 --workload atomic \
    --set matrix_node=5
refuses 'a policy in cosim' 'scalar_window_percent.*without effect' cosim \
    --set scalar_window_percent=50
refuses 'keys of an unknown workload' 'moee.*did you mean moe' keys moee
refuses 'keys of two workloads' 'no further argument.*atomic' keys moe atomic
refuses 'misspelt key' 'operatoins.*did you mean operations' keys moe --set operatoins=1
refuses 'misspelt policy' 'scaler.*did you mean scalar' run --workload atomic --policy scaler \
    --csv "$out/row.csv"
block=(run --policy semacredit --admission golden --commits "$out/commits.csv" --csv "$out/row.csv")
refuses 'policy that no block can be' 'policy.*oracle.*admission' "${block[@]}" --workload atomic \
    --policy scalar
refuses 'unknown admission of a block' 'golden.*lockstep.*nosuch' "${block[@]}" --workload atomic \
    --admission nosuch
refuses 'unknown mode' 'mode.*zero.*clocked.*nosuch' "${block[@]}" --workload atomic \
    --set mode=nosuch
refuses 'coalesced grants of a block' 'grant_interval_ns' "${block[@]}" --workload atomic \
    --set grant_interval_ns=100
refuses 'windows wider than counters' 'window.*32 bits' "${block[@]}" --workload atomic \
    --set window_request_ns=1000000 --set atomic_window_multiple=1000
refuses 'a port with classes and with one queue' 'arbiter_slots.*port_slots' run --workload moe \
    --policy semacredit --set port_slots=32 --set arbiter_slots=32
refuses 'clock without admission' 'clock.*admission' experiments --clock 1
refuses 'clock that is none' 'clock.*nanoseconds' experiments --admission golden --clock fast
refuses 'unknown experiment of agreement' 'micro.*nosuch' agreement --only nosuch
refuses 'unknown experiment' 'micro.*nosuch' experiments --only nosuch
refuses 'classes of partitions at the port' 'hbm_classes.*port_slots' run --workload moe \
    --policy semacredit --set port_slots=32 --set hbm_classes=4
refuses 'a threshold of the port in a block' 'port_threshold_percent.*admitter' run --workload moe \
    --policy semacredit --admission golden --set port_threshold_percent=50
refuses 'classes of partitions in a block' 'hbm_classes.*admitter' run --workload moe \
    --policy semacredit --admission golden --set hbm_classes=4
refuses 'unknown sweep' 'counter_bits.*nosuch' studies --only nosuch
refuses 'set of what the policies do not read' 'cycles.*without effect' experiments --set cycles=5
refuses 'set of what other traffic reads' 'weight_read.*traffic=random' steady --set weight_read=5
refuses 'set of what every run sets' 'every run of studies sets it' studies --only upsets \
    --set cycles=5
refuses 'set of what is swept' 'every run of studies sets it' studies --only slots \
    --set arbiter_slots=9
refuses 'a closed loop too short' '--operations.*from 100' studies --operations 9
refuses 'too few seeds' '--seeds.*from 5' claims --seeds 0
refuses 'seed that is no number' 'one' "${random[@]}" --seed one
refuses 'negative seed' '-1' "${random[@]}" --seed=-1
refuses 'seed above 64 bits' '99999999999999999999' "${random[@]}" --seed 99999999999999999999
refuses 'set of an unknown key' 'nosuch' "${random[@]}" --set nosuch=1
refuses 'set out of range' 'operations' "${random[@]}" --set operations=-1
refuses 'argument too many' 'surplus' "${random[@]}" surplus
refuses 'replay without a file' 'file|tape' replay

echo "badinput: make"
# A make of its own, not the job slots of the one that runs this.
unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES
bare_program=$program
program='make'
refuses 'misspelt variable of make' 'WORKLAODS.*expected one of.*WORKLOADS' -n cosim \
    WORKLAODS=random
refuses 'variable that make does not read' 'CFLAGS.*expected one of' -n build/semacredit CFLAGS=-O1
refuses 'RTL that is not there' 'RTL.*sema\.f.*/nowhere' -n cosim RTL=/nowhere
refuses 'RTL where it is without effect' 'RTL.*cosim.*lint' -n lint RTL=rtl
program=$bare_program
# Another RTL is made beside ours, and is what runs.
other=$(make -n cosim RTL=rtl WORKLOADS='random atomic' | tail -n 1)
if [[ $other == build/own/*/semacredit\ cosim\ --workload\ "'random,atomic'"* ]]; then pass; else
    fail "make cosim RTL=rtl WORKLOADS='random atomic' runs: $other"
fi

echo "badinput: outputs"
for option in --commits --blocked --tape --wave; do
    refuses "$option into a folder that is not there" "$folder/nowhere/x" \
        run --workload random --admission lockstep "$option" "$folder/nowhere/x"
    refuses "$option onto a folder" "$given" run --workload random --admission lockstep "$option" \
        "$given"
done
for option in --csv --commits --blocked; do
    refuses "$option into a folder that is not there, by a policy" "$folder/nowhere/x" \
        run --workload atomic --policy scalar "$option" "$folder/nowhere/x"
    refuses "$option onto a full device, by a policy" '/dev/full' run --workload atomic \
        --policy scalar "$option" /dev/full
done
refuses 'what is open goes when --tape cannot be' "$folder/nowhere/x" "${run[@]}" \
    --workload random --tape "$folder/nowhere/x"
refuses 'what is open goes when --trace cannot be, by a policy' "$folder/nowhere/x" run \
    --workload atomic --policy scalar \
    --csv "$out/row.csv" --commits "$out/commits.csv" --blocked "$out/blocked.csv" \
    --trace "$folder/nowhere/x"
refuses '--wave without an RTL' 'wave' run --workload random --admission golden --wave "$out/w.fst"
# /dev/full takes the open and refuses the bytes.
refuses '--commits onto a full device' '/dev/full' run --workload random --commits /dev/full \
    --set operations=20000
refuses '--blocked onto a full device' '/dev/full' run --workload random --blocked /dev/full \
    --set operations=20000

echo "badinput: one file for two"
cp sim/atomic.yaml "$given/own.yaml"
ln -f "$given/own.yaml" "$given/linked.yaml"
ln -sf . "$given/here"
pair=(--tape "$out/x" --trace "$out/../out/x")
refuses 'two options, one file' \
    "--trace: expected another file than --tape writes: '$out/../out/x'" run --workload atomic \
    "${pair[@]}"
refuses 'standard output, and an option' '--commits.*standard output writes' run --workload atomic \
    --commits "$folder/stdout"
refuses 'two options, one file, by a policy' '--commits.*--csv writes' run --workload atomic \
    --policy scalar --csv "$out/x" \
    --commits "$out/x"
refuses 'a file and the view of waves' 'the view of --wave.*--commits writes' \
    run --workload atomic --wave "$out/x.fst" --commits "$out/x.gtkw"
refuses 'a configuration that is written' '--commits.*--workload reads' run --workload own \
    --config-dir "$given" \
    --commits "$given/here/own.yaml"
refuses 'a configuration that is written by another name' '--commits.*--workload reads' run \
    --workload "$given/own.yaml" \
    --commits "$given/linked.yaml"
printf 'semacredit trace 1\n0 write 0 0 64 0 bulk 0\n' >"$given/own.trace"
refuses 'a trace that is written' '--trace.*--workload reads' run --workload "$given/own.trace" \
    --trace "$given/here/own.trace"
printf 'semacredit trace 1\n0 write 0 0 64 0 bulk 0\n0 write 0 0 64 0 bulky 0\n' >"$given/late"
refuses 'a stream for what reads its file twice' "only run reads a stream" explain 0 --workload -
refuses 'an empty stream' "standard input:1: expected 'semacredit trace 1'" run --workload - \
    --trace "$out/x"
refuses 'a line of a stream, while it runs' "late:3: class: .*'bulky'" run \
    --workload "|cat $given/late" --trace "$out/x" --policy scalar
refuses 'the same on the block' "late:3: class: .*'bulky'" run --workload "|cat $given/late" \
    --trace "$out/x"
refuses 'a stream onto what it is recorded in' "--trace: expected another file" run --workload - \
    --trace "$out/x" --commits "$out/x"
if [ "$(head -n 1 "$given/own.trace")" = 'semacredit trace 1' ] && cmp -s sim/atomic.yaml \
    "$given/own.yaml"; then pass; else
    fail 'an input was written'
fi

echo "badinput: configuration"
# A config folder of our own, with one file spoiled: spoil SED_SCRIPT, or a command that writes the
# file.
config=$given/sim
fresh() { rm -rf "$config" && cp -r sim "$config"; }
configured=("${random[@]}" --config-dir "$config")
fresh
refuses 'no such config folder' 'nowhere.*-C' "${random[@]}" --config-dir "$folder/nowhere"
rm -f "$config/random.yaml"
refuses 'config file missing' 'random' "${configured[@]}"
# spoiled WHAT PATTERN: runs with random.yaml as read from stdin.
spoiled() {
    fresh
    cat >"$config/random.yaml"
    refuses "$1" "$2" "${configured[@]}"
}
good() { cat sim/random.yaml; }
spoiled 'config: empty' 'random\.yaml' </dev/null
spoiled 'config: binary' 'random\.yaml' < <(head -c 4000 "$program")
spoiled 'config: not closed' 'random\.yaml:[0-9]+' < <(good && echo 'x: [1, 2')
spoiled 'config: tab for indentation' 'random\.yaml:[0-9]+' < <(good && printf 'x:\n\ty: 1\n')

echo "badinput: tapes"
tape=$given/good.tape
if ! "$program" run --workload random --admission golden --set operations=40 --tape "$tape" \
    >/dev/null || ! "$program" replay "$tape" >/dev/null; then
    fail "a good tape cannot be written and replayed"
    finish badinput
fi
bad=$given/bad.tape
# broken WHAT: replays the tape read from stdin.
broken() {
    cat >"$bad"
    refuses "$1" 'bad\.tape(\.gz)?(:[0-9]+)?: ' replay "$bad"
}
refuses 'tape: not there' 'nowhere' replay "$given/nowhere.tape"
refuses 'tape: a folder' "$given: is a folder without a tape" replay "$given"
mkdir -p "$given/failure" && gzip -c "$tape" >"$given/failure/tape.gz"
refuses 'tape: the folder of a failure' 'is a folder.*its own is .*/failure/tape.gz' replay \
    "$given/failure"
refuses "depth of a block, which is the build's" 'depth.*without effect' run --workload atomic \
    --set depth=16
refuses 'depth that there is none of' 'depth: expected one of 2.*256.*512' run --policy scalar \
    --workload atomic --csv "$out/row.csv" --set depth=512
broken 'tape: empty' </dev/null
broken 'tape: another kind of file' <sim/random.yaml
broken 'tape: a program' < <(head -c 100000 "$program")
broken 'tape: other version' < <(sed '1s/[0-9]*$/99/' "$tape")
broken 'tape: cut short' < <(head -c -9 "$tape")
sed '2s/8-/2-/' "$tape" >"$bad"
refuses 'tape: of another size' 'tape: expected a tape of a block of 8-.*, found 2-' replay "$bad"
broken 'tape: something after its end' < <(cat "$tape" && echo more)
gzip -c "$tape" >"$given/good.gz"
bad=$given/bad.tape.gz
broken 'tape: gzip cut short' < <(head -c $(($(wc -c <"$given/good.gz") / 2)) "$given/good.gz")

echo "badinput: files of operations"
trace=$given/good.trace
if ! "$program" run --workload random --admission golden --set operations=40 \
    --set ordering_domains=3 --trace "$trace" \
    >/dev/null || ! "$program" run --workload "$trace" --admission golden >/dev/null; then
    fail "a good trace cannot be written and replayed"
    finish badinput
fi
bad=$given/bad.trace
writing=(--commits "$out/commits.csv" --blocked "$out/blocked.csv" --trace "$out/again.trace")
# astray WHAT PATTERN: runs what is read from stdin as $bad, by a block and by a policy.
astray() {
    cat >"$bad"
    refuses "$1" "bad\.[a-z.]*(:[0-9]+)?: .*$2" run --workload "$bad" --admission golden \
        "${writing[@]}"
    refuses "$1, by a policy" "bad\.[a-z.]*(:[0-9]+)?: .*$2" run --workload "$bad" --policy scalar \
        "${writing[@]}"
}
refuses 'trace: not there' 'nowhere\.trace' run --workload "$given/nowhere.trace" "${writing[@]}"
refuses 'trace: a folder' 'expected a file' run --workload "$given/" "${writing[@]}"
refuses 'trace: a device' 'expected a file' run --workload /dev/zero "${writing[@]}"
refuses '--trace onto a full device' '/dev/full' run --workload random --admission golden \
    --set operations=20000 --trace /dev/full
astray 'trace: empty' 'semacredit trace 1' </dev/null
astray 'trace: a program' 'expected (text|a line)' < <(head -c 100000 "$program")
astray 'trace: cut short' 'cut short' < <(head -c -2 "$trace")
bad=$given/bad.trace.gz
astray 'trace: gzip cut short' 'gzip' < <(gzip -c "$trace" | head -c 700)
bad=$given/bad.cm
astray 'matrix: trigger' 'trigger 1: expected 1 flows that fire it, found 0' \
    < <(printf 'Nodes 4\nConnections 1\n1->0 trigger 1 size 10\n')
bad=$given/bad.xml
astray 'algorithm: no such protocol' 'proto: expected Simple, LL or LL128' \
    < <(echo '<algo proto="HH" ngpus="2" nchunksperloop="1"/>')
bad=$given/bad.trace
astray 'domain: a cycle' 'a cycle: line 3 waits for line 4, that for line 3' \
    < <(printf '%s\n' 'semacredit trace 1' 'set receivers=2' '0 wait 0 0 0 0 bulk 0 after=1' \
        '0 wait 0 0 0 0 bulk 0 after=0')

echo "badinput: regressions"
refuses 'regress: unknown workload' 'nosuch.*random' regress --workload atomic,nosuch
refuses 'regress: no workload' 'workload' regress --workload ''
refuses 'regress: seeds backwards' '--seeds.*from 9' regress --seeds 9-1
refuses 'regress: seeds without end' '--seeds' regress --seeds 9-
refuses 'regress: too many runs' 'at most' regress --seeds 1-99999999
refuses 'regress: all seeds' 'at most' regress --seeds 0-18446744073709551615
refuses 'regress: setting without effect' 'mode.*without effect' regress --set mode=clocked
for share in '' 3 3/ /3 0/3 4/3 1/3x x/3 1/-1; do
    refuses "regress: share '$share'" '--share: expected I/N' regress --share "$share"
done
finish badinput
