#!/usr/bin/env bash
# Opens save files in real GTKWave without a screen and checks that it shows what they ask for: every signal resolves
# (GTKWave drops others silently), and values with a translation file read as words of that file.
# usage: waves_check.sh FOLDER VIEW.gtkw...     FOLDER gets, for each, what GTKWave showed and a picture
set -euo pipefail
. "$(dirname "$0")/checks.sh"

folder=$(realpath -m "$1")
shift
mkdir -p "$folder"
tcl=$(realpath "$(dirname "$0")/waves.tcl")

for view in "$@"; do
    name=$(basename "$(dirname "$view")")-$(basename "$view" .gtkw)
    shown=$folder/$name.shown
    rm -f "$shown"
    # GTKWave resolves the paths inside a save file from where it runs.
    if ! (cd "$(dirname "$view")" &&
        WAVES_REPORT=$shown WAVES_PICTURE=$folder/$name.png timeout 120 \
            xvfb-run -a -s '-screen 0 1600x1000x24' gtkwave "$(basename "$view")" -S "$tcl") \
        >"$folder/$name.log" 2>&1 </dev/null; then
        fail "$view: gtkwave failed, see $folder/$name.log"
        continue
    fi
    # Signal lines of the save file: a name, perhaps behind an alias. The rest is options, comments and flags.
    wanted=$(grep -cE '^(\+\{[^}]*\} )?[A-Za-z_]' "$view" || true)
    got=$(awk -F'\t' '$2 != ""' "$shown" | wc -l)
    if [ "$wanted" -gt 0 ] && [ "$wanted" -eq "$got" ]; then pass; else
        fail "$view: $wanted signals asked for, $got shown, see $shown"
    fi
    echo "waves: $view: $got signals"
done
finish waves
