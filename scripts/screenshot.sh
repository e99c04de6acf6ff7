#!/usr/bin/env bash
# Takes the picture of the README: the start of a run, opened in the real GTKWave by the save file that comes with it,
# on a display that nobody sees.
# usage: screenshot.sh PROGRAM FOLDER OUT.png
set -euo pipefail

program=$1 folder=$2 out=$3
mkdir -p "$folder"
"$program" run --workload hbm_hotspot --admission rtl --wave "$folder/hbm_hotspot.fst"
# As the view is, with the marker on the first refusal, but closer up: 200 pixels are 2^12.3 ps.
echo 'gtkwave::setZoomFactor -12.3; gtkwave::setWindowStartTime 0' >"$folder/screenshot.tcl"
cat >"$folder/screenshot.sh" <<'END'
gtkwave --rcvar 'hide_sst on' --rcvar 'splash_disable on' --rcvar 'fontname_waves Monospace 8' \
    "$1/hbm_hotspot.fst" "$1/hbm_hotspot.gtkw" -S "$1/screenshot.tcl" >"$1/gtkwave.log" 2>&1 &
viewer=$!
sleep 4
import -window root -crop 1400x724+0+0 +repage -strip "$2" # without rows in which nothing happens
kill "$viewer"
END
timeout 60 xvfb-run -a -s '-screen 0 1400x900x24' bash -eu "$folder/screenshot.sh" "$folder" "$out"
