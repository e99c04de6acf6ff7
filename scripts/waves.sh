#!/usr/bin/env bash
# Opens GTKWave: on the last failure; on the failure called NAME; or on a run of the workload NAME.
# usage: waves.sh PROGRAM BUILD_FOLDER [NAME]
set -euo pipefail

program=$1 build=$2 name=${3:-}
failures=$build/failures

if [ -z "$name" ]; then
    view=$(find "$failures" -name view.gtkw -printf '%T@ %p\n' 2>/dev/null | sort -n | tail -n 1 | cut -d' ' -f2-)
    if [ -z "$view" ]; then
        echo "waves: no failure in $failures; to see a run: make waves RUN=workload" >&2
        exit 2
    fi
elif [ -f "$failures/$name/view.gtkw" ]; then
    view=$failures/$name/view.gtkw
else
    mkdir -p "$build/waves"
    # A failing run has waves too.
    "$program" run --workload "$name" --admission lockstep --wave "$build/waves/$name.fst" || [ $? -eq 1 ]
    view=$build/waves/$name.gtkw
    [ -f "$view" ] || view=$build/waves/$name.fst
fi
if ! command -v gtkwave >/dev/null; then
    echo "waves: $view; gtkwave is not installed (make setup)" >&2
    exit 2
fi
echo "waves: $view"
exec gtkwave "$view"
