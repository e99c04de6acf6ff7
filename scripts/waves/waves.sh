#!/usr/bin/env bash
# Opens GTKWave on the last failure, on the failure NAME, or on a run of the workload NAME, which
# takes more arguments; or on a view that is there.
# usage: waves.sh PROGRAM BUILD_FOLDER [failure NAME | run NAME [ARGUMENT...] | view FILE]
set -euo pipefail

program=$1 build=$2 what=${3:-last} name=${4:-}
failures=$build/failures
# A workload may be a file.
short=${name##*/}
short=${short%%.*}
other='to see a run: make waves RUN=workload'

# What failures there are, the newest last.
known() {
    [ ! -d "$failures" ] || find "$failures" -name view.gtkw -printf '%T@ %p\n' 2>/dev/null |
        sort -n | cut -d' ' -f2-
}

case $what in
last)
    view=$(known | tail -n 1)
    if [ -z "$view" ]; then
        echo "waves: no failure in $failures yet; $other" >&2
        exit 2
    fi ;;
failure)
    view=$failures/$name/view.gtkw
    if [ ! -f "$view" ]; then
        names=$(known | sed -E 's/.*\/([^/]*)\/view.gtkw$/\1/' | xargs)
        echo "waves: no failure '$name'${names:+, expected one of: $names}; $other" >&2
        exit 2
    fi ;;
run)
    mkdir -p "$build/waves"
    # A failing run has waves too.
    "$program" run --workload "$name" --admission lockstep --wave "$build/waves/$short.fst" \
        "${@:5}" || [ $? -eq 1 ]
    view=$build/waves/$short.gtkw ;;
view)
    view=$name ;;
*)
    echo "waves: '$what': expected failure, run or view" >&2
    exit 2 ;;
esac
[ -f "$view" ] || exit 2 # the program has said why
if ! command -v gtkwave >/dev/null; then
    echo "waves: the view is $view, but gtkwave is not installed (make setup)" >&2
    exit 2
fi
if [ -z "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
    echo "waves: no display here; the waves are in ${view%/*}/; where there is one: gtkwave $view"
    exit 0
fi
echo "waves: $view"
exec gtkwave "$view"
