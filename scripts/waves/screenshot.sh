#!/usr/bin/env bash
# Takes the picture of the README: the start of a run, opened in the real GTKWave by the save file
# that comes with it, on a display that nobody sees.
# usage: screenshot.sh PROGRAM FOLDER WAVES.png
set -euo pipefail

program=$1 folder=$2
mkdir -p "$folder"

cat >"$folder/screenshot.sh" <<'END'
gtkwave --rcvar 'hide_sst on' --rcvar 'splash_disable on' --rcvar 'fontname_waves Monospace 8' \
    "$1" ${4:+-S "$4"} >"$1.log" 2>&1 &
viewer=$!
sleep 4
# Without the title, which has this folder in it, and without rows in which nothing happens.
import -window root -crop "1400x$(($3 - 52))+0+52" +repage -strip "$2"
kill "$viewer"
END
# picture VIEW OUT.png HEIGHT [SCRIPT.tcl]
picture() {
    timeout 60 xvfb-run -a -s '-screen 0 1400x980x24' bash -eu "$folder/screenshot.sh" "$@"
}

"$program" run --workload hbm_hotspot --admission rtl --wave "$folder/hbm_hotspot.fst"
# As the view is, with the marker on the first refusal, but closer up, from the first decision on:
# 200 pixels are 2^12.3 ps.
echo 'gtkwave::setZoomFactor -12.3; gtkwave::setWindowStartTime 188000' >"$folder/screenshot.tcl"
picture "$folder/hbm_hotspot.gtkw" "$3" 724 "$folder/screenshot.tcl"
