#!/usr/bin/env bash
# Mishaps: standard output that cannot be written, two runs into one file, interrupts, full disks,
# runs that show nothing, nothing to look at. Each must be told, by the status and by one line, and
# leave nothing half. The program with a bug has generation_stays
# (rtl/bugs/planted.txt).
# usage: mishaps.sh PROGRAM CONFIG_FOLDER FOLDER BUGGED_PROGRAM
set -euo pipefail
. "$(dirname "$0")/checks.sh"

program=$(realpath "$1") configs=$(realpath "$2") folder=$3 bugged=$(realpath "$4")
tree=$(realpath "$(dirname "$0")/../..")
rm -rf "$folder"
mkdir -p "$folder"
cd "$folder" # the program writes below build/ of where it is
run() { "$program" "$1" --config-dir "$configs" "${@:2}"; }

# ends WHAT STATUS PATTERN: the last command, whose status is in $status and whose standard error in
# the file err, has ended so, with one line there, which matches the extended regular expression.
ends() {
    local problem=''
    if [ "$status" -ne "$2" ]; then problem+="status $status, expected $2; "; fi
    if [ "$(wc -l <err)" -ne 1 ]; then problem+='standard error is not one line; '; fi
    if ! grep -qE -- "$3" err; then problem+="standard error lacks '$3'; "; fi
    if [ -z "$problem" ]; then pass; else fail "$1: ${problem%; }: $(head -n 3 err)"; fi
}

echo "mishaps: standard output"
run run --workload random --admission golden --set operations=40 --tape good.tape >/dev/null
mapfile -t verbs < <("$program" --help | sed -n 's/^  \([a-z]*\) .*/\1/p')
[ "${#verbs[@]}" -gt 5 ] || fail "--help shows ${#verbs[@]} verbs"
cases=(--help 'run --workload atomic' 'run --workload atomic --policy scalar' 'replay good.tape' \
    'cosim --quick -w atomic'
    'agreement --only micro' 'regress --workload atomic --seeds 1-2')
for verb in "${verbs[@]}"; do cases+=("$verb --help"); done
for case in "${cases[@]}"; do
    read -ra words <<<"$case"
    case $case in *--help* | replay*) ;; *) words+=(--config-dir "$configs") ;; esac
    status=0
    "$program" "${words[@]}" >/dev/full 2>err || status=$?
    ends "$case, onto a full device" 2 'standard output: cannot be written'
    status=0
    "$program" "${words[@]}" >&- 2>err || status=$?
    ends "$case, standard output closed" 2 'standard output: cannot be written'
done
status=0
run run --workload atomic --commits commits.csv >&- 2>err || status=$?
if [ "$(head -c 6 commits.csv)" = order, ] && ! grep -q verdict commits.csv; then pass; else
    fail 'a closed standard output becomes the next file'
fi

echo "mishaps: two runs into one file"
into() {
    run run --workload random --admission golden --set operations=4000 --seed "$1" \
        --commits "$2.csv" --tape "$2.tape"
}
into 1 one >/dev/null
into 2 two >/dev/null
for _ in 1 2 3; do
    into 1 both >/dev/null &
    into 2 both >/dev/null || fail 'the second of two runs into one file'
    wait $! || fail 'the first of two runs into one file'
    for kind in csv tape; do
        if cmp -s "both.$kind" "one.$kind" || cmp -s "both.$kind" "two.$kind"; then pass; else
            fail "two runs into one $kind: neither's"
        fi
    done
done
left=$(find . -maxdepth 1 -name '*.part')
[ -z "$left" ] || fail "two runs into one file leave $left"

echo "mishaps: interrupts"
# interrupted WHAT SIGNAL STATUS PATTERN ARGUMENT...: the program, which would run for long, ends
# soon with the status, says so in one line on standard error and as the pattern on standard output,
# leaves no file in "written", publishes none in build/reports, and no process.
interrupted() {
    local what=$1 signal=$2 expected=$3 pattern=$4 begun problem='' child
    shift 4
    rm -rf written build/reports
    mkdir written
    # A background process of a shell ignores SIGINT, and so would the program.
    setsid env --default-signal=INT,TERM,HUP,QUIT "$program" "$@" >out 2>err &
    child=$!
    for _ in {1..200}; do # until it listens, and works
        if grep -q '^SigCgt:.*4..[2367]$' "/proc/$child/status" 2>/dev/null &&
            compgen -G "$awaited" >/dev/null; then
            break
        fi
        sleep 0.05
    done
    sleep 0.1
    begun=$(date +%s%N)
    kill -s "$signal" "$child" || problem+='it had ended by itself; '
    status=0
    wait "$child" || status=$?
    [ $(($(date +%s%N) - begun)) -lt 5000000000 ] || problem+='it took longer than 5 s; '
    grep -qE -- "$pattern" out || problem+="standard output lacks '$pattern': $(tail -n 1 out); "
    problem+=$(find written build/reports -type f -printf 'left behind: %f; ' 2>/dev/null) || true
    if kill -0 -- "-$child" 2>/dev/null; then problem+='processes go on; '; fi
    if [ -z "$problem" ]; then ends "$what, $signal" "$expected" '^semacredit: interrupted$'; else
        fail "$what, $signal: ${problem%; }"
    fi
}
long=(--config-dir "$configs" --set operations=20000000)
all=(--commits written/c.csv --tape written/t.tape.gz --trace written/t.trace \
    --blocked written/b.csv)
awaited=. # a file that shows that it is as far as it should be
for signal in INT TERM; do
    if [ "$signal" = INT ]; then expected=130; else expected=143; fi
    interrupted 'a run' "$signal" "$expected" 'verdict  *interrupted' run --workload random \
        "${all[@]}" --wave written/w.fst \
        "${long[@]}"
    interrupted 'a run by a policy' "$signal" "$expected" 'interrupted after [0-9]+ of' run \
        --workload atomic --policy semacredit \
        --set outstanding=64 --set operations=20000000 "${all[@]:0:2}" --csv written/r.csv \
        --config-dir "$configs"
    interrupted 'a domain on two cores' "$signal" "$expected" 'interrupted after [0-9]+ of' run \
        --workload "$configs/domains/paper.yaml" --policy semacredit --admission lockstep \
        --set collective_bytes=640000000 --jobs 2 --csv written/d.csv
    awaited='written/*.part.hier'
    interrupted 'waves' "$signal" "$expected" 'verdict  *fine' run --workload random \
        --wave written/w.fst --set operations=60000 \
        --config-dir "$configs"
    awaited=.
    interrupted 'a cosim' "$signal" "$expected" 'interrupted after [0-9]+ of [0-9]+ runs' cosim \
        --workload random "${long[@]}"
    interrupted 'steady states' "$signal" "$expected" 'interrupted after [0-9]+ of' steady \
        --config-dir "$configs"
done
for signal in 'HUP 129' 'QUIT 131' 'XCPU 152'; do
    read -r signal expected <<<"$signal"
    interrupted 'a run' "$signal" "$expected" 'verdict  *interrupted' run --workload random \
        "${all[@]}" --wave written/w.fst "${long[@]}"
done
# Nothing can be told of a kill; the next run into the same file takes away what it left.
mkdir -p killed
"$program" run --workload random --commits killed/c.csv "${long[@]}" >out 2>err &
child=$!
for _ in {1..200}; do
    if compgen -G 'killed/*.part' >/dev/null; then break; fi
    sleep 0.05
done
kill -s KILL $child
wait $child 2>/dev/null || true
expect_success 'a killed run leaves its part' compgen -G 'killed/*.part'
run run --workload atomic --commits killed/c.csv >/dev/null
expect_success 'the next run leaves its file alone' [ "$(ls killed)" = c.csv ]
awaited=build/regress
interrupted 'a regression' TERM 143 'runs were still to be done' regress --workload random \
    --seeds 1-400 --operations 200000 --jobs 2 --config-dir "$configs"
[ ! -e build/reports/regress.csv ] || fail 'an interrupted regression reports'

echo "mishaps: runs that show nothing"
# shows STATUS PATTERN VERB OPTION...: it ends so, with such a line, and is "fine" in none.
shows() {
    status=0
    output=$(run "${@:3}" 2>&1) || status=$?
    if [ "$status" -eq "$1" ] && grep -qE "$2" <<<"$output" && ! grep -q '^fine\|verdict *fine' \
        <<<"$output"; then pass; else
        fail "${*:3}: status $status, no '$2': $(tail -n 1 <<<"$output")"
    fi
}
closed=(--set window_hbm=0 --set window_atomic=0 --set window_response=0)
nothing=(--set operations=0)
printf 'semacredit trace 1\n0 write 0 0 64 0 bulk 0\n1000000 opcode3 0 0 64 0 bulk 0\n' >lost.trace
shows 1 'verdict  *empty, nothing was granted' run --workload atomic "${nothing[@]}"
shows 1 'an empty run' run --workload atomic --policy scalar "${nothing[@]}"
shows 1 'verdict  *empty, nothing completed' run --workload lost.trace --set upset_cycle=100 \
    --set upset_percent=0
shows 1 'refused by Atomic: debt 0 . demand 1600, window 0: 1600 too much' \
    explain 100 --workload atomic "${closed[@]}"
shows 1 'verdict *FAILED .*operations never became admissible' run --workload remote_read \
    "${closed[@]}"
shows 1 '^FAILED: remote_read, seed 0, an empty run: nothing was granted' \
    cosim --quick --workload remote_read "${nothing[@]}"
shows 1 '^FAILED: remote_read, seed 0, .*: stall: 240 operations never became admissible' \
    cosim --quick --workload remote_read "${closed[@]}"
shows 1 . regress --workload remote_read --seeds 1-2 "${nothing[@]}"
expect_success 'regress of empty runs says so' grep -q 'empty run: nothing was granted' \
    build/reports/regress.csv
run run --workload atomic "${nothing[@]}" --tape empty.tape >/dev/null || true
expect_success 'replay of an empty tape says so' grep -q 'an empty tape: nothing was granted' \
    <("$program" replay empty.tape)

echo "mishaps: full disks"
mkdir disk broken
ln -s ../disk broken/build
# shellcheck disable=SC2317 # called by way of $way
halves() { find disk \( -name '*.fst' -o -name '*.hier' -o -name '*.part*' \) -printf '%f '; }
# The two ways to have no room for more than so many bytes: a command's standard error goes to the
# file err, its status to $status, what it leaves half in the folder disk to $left.
# shellcheck disable=SC2317
by_disk() {
    local bytes=$1
    shift
    mount -t tmpfs -o size="$bytes" mishaps disk
    status=0
    "$@" >/dev/null 2>err || status=$?
    left=$(halves)
    umount disk
}
# shellcheck disable=SC2317
by_limit() {
    local bytes=$1
    shift
    set +e
    (ulimit -f $((bytes / 1024)) && "$@" 2>&1 >/dev/null) | cat >err
    status=${PIPESTATUS[0]}
    set -e
    left=$(halves)
    rm -rf disk/*
}
# shellcheck disable=SC2317
fails() (cd broken && "$bugged" run --workload atomic --config-dir "$configs")
ways=(by_limit)
if mount -t tmpfs -o size=4096 mishaps disk 2>/dev/null; then
    umount disk
    ways+=(by_disk)
    trap 'umount "$PWD/disk" 2>/dev/null || true' EXIT
else
    skip 'mishaps: disks that are really full: no file system can be mounted here'
fi
expect_success 'waves where there is room' run run --workload atomic --wave whole.fst
for way in "${ways[@]}"; do
    for bytes in 4096 65536 262144; do
        "$way" "$bytes" run run --workload atomic --wave disk/w.fst
        ends "waves, $bytes bytes $way" 2 \
            'disk/w.fst: waves cannot be written whole: |disk/[a-z./]*: cannot write: '
        [ -z "$left" ] || fail "waves, $bytes bytes $way: left behind: $left"
    done
    for bytes in 1024 8192; do
        "$way" "$bytes" fails
        if [ "$status" -eq 1 ] && grep -qE '^FAILED: atomic, seed 0, clock [0-9]+$' err &&
            grep -q '^read: ' err &&
            grep -q '^replay: ' err && tail -n 1 err |
            grep -q '^semacredit: build/failures/.*: .*cannot'; then pass; else
            fail "a failing run, $bytes bytes $way: status $status: $(tail -n 1 err)"
        fi
        [ -z "$left" ] || fail "a failing run, $bytes bytes $way: left behind: $left"
    done
done

echo "mishaps: what is left of a failure fails again"
rm -rf build/failures
mkdir -p build/failures
touch build/failures/atomic_0_generation_stays.scenario
"$bugged" run --workload atomic --config-dir "$configs" >out 2>&1 || true
# The line of its report, where the program was called, without the make before it.
# shellcheck disable=SC2317 # called by expect_success
replayed() {
    local line
    line=$(sed -n 's/^replay: make .* && //p' build/failures/atomic-0-generation_stays/report.txt)
    [ -n "$line" ] || { echo "no line to replay" && return 1; }
    { bash -c "$line" 2>&1 || true; } | grep "^grant of handle .*'handle' is broken"
}
expect_success 'the replay line of a failure' replayed
# A terminal of 50 rows shows all that is said, and of which RTL.
# shellcheck disable=SC2317 # called by expect_success
short() {
    local case=build/failures/atomic-0-generation_stays
    [ "$(sed -n '/^FAILED/,$p' out | wc -l)" -le 12 ] &&
        [ "$(tail -n 1 out)" = "report: $case/report.txt" ] &&
        grep -q '^narrower: PLANTED_BUG=generation_stays make scenarios$' out &&
        grep -q '^of: .* with planted bug generation_stays$' "$case/report.txt"
}
expect_success 'a failure in few lines, the report last, of its planted bug' short
expect_success 'a shrunk failure takes the place of an earlier one of its name' \
    grep -q '^offer ' build/failures/atomic_0_generation_stays.scenario

echo "mishaps: nothing to look at"
# A tree as a fresh clone has it.
mkdir clone
if (cd "$tree" && git ls-files -z --cached 2>/dev/null | tar -ch --null -T -) 2>/dev/null |
    tar -x -C clone &&
    [ -f clone/Makefile ]; then
    # looks WHAT PATTERN MAKE_ARGUMENT...: one line beside make's own.
    looks() {
        local what=$1 pattern=$2 status=0
        shift 2
        env -u DISPLAY -u WAYLAND_DISPLAY -u MAKEFLAGS -u MAKELEVEL make -C clone \
            --no-print-directory waves "$@" >out 2>&1 ||
            status=$?
        grep -v '^make: \*\*\*' out >err || true
        ends "make waves, $what" "$status" "$pattern"
        [ "$status" -ne 0 ] || grep -q "where there is one: gtkwave" out ||
            fail "make waves, $what: status 0"
    }
    looks 'no failure yet' 'no failure in build/failures yet; .*RUN='
    looks 'no such failure, none at all' "no failure 'nope'; .*RUN=" FAILURE=nope
    mkdir -p clone/build/failures/atomic-0
    touch clone/build/failures/atomic-0/view.gtkw
    looks 'no such failure' "no failure 'nope', expected one of: atomic-0; .*RUN=" FAILURE=nope
    looks 'a failure, no display' \
        'no display .* in build/failures/atomic-0/|the view is .*atomic-0/view.gtkw, but gtkwave'
else
    skip 'mishaps: make waves on a fresh clone: this tree is not of git'
fi
finish mishaps
