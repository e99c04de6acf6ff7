#!/usr/bin/env bash
# Takes the pictures of the documents: a timing diagram of a scenario; of the failure that the
# README leads to the real GTKWave as it opens, and the page of results. The display is virtual.
# usage: screenshot.sh SCENARIO_PROGRAM TIMING.svg WAVES.png PAGE.png
set -euo pipefail

folder=build/waves
mkdir -p "$folder"

cat >"$folder/screenshot.sh" <<'END'
gtkwave --rcvar 'hide_sst on' --rcvar 'splash_disable on' --rcvar 'fontname_waves Monospace 8' \
    "$1" >"$1.log" 2>&1 &
viewer=$!
sleep 4
# Without the title, which has this folder in it, and without rows in which nothing happens.
import -window root -crop "1400x$(($3 - 52))+0+52" +repage -strip "$2"
kill "$viewer"
END
# picture VIEW OUT.png HEIGHT
picture() {
    timeout 60 xvfb-run -a -s '-screen 0 1400x980x24' bash -eu "$folder/screenshot.sh" "$@"
}

view=build/failures/atomic-0-build_mine/view.gtkw
if [ ! -f "$view" ]; then
    echo "screenshot: $view: not there: break the RTL as the README does, first" >&2
    exit 2
fi
"$1" --lockstep --log tb/scenarios/clocks/diagram.scenario >"$folder/diagram.txt"
scripts/waves/timing.py "$folder/diagram.txt" "$2"
picture "$view" "$3" 760
scripts/report/report.py build
/usr/bin/python3 scripts/report/chromium.py \
    "file://$PWD/build/report/index.html#failure-atomic-0-build_mine" "$4"
for taken in "$3" "$4"; do # a quarter of the bytes, and nothing of it is seen
    convert "$taken" +dither -colors 32 -strip -define png:compression-level=9 \
        -define png:compression-filter=0 "$taken"
done
