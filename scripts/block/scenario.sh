#!/usr/bin/env bash
# Plays the scenarios of FILE on golden model and RTL in lockstep. A line each: its result, and how
# many clocks; of one that fails the line of the file, what was expected, and what was seen.
# FOLDER/log.txt has all that crossed the boundary. With WAVES=1, FOLDER/NAME.fst has the waves, and
# GTKWave opens those of the first that failed, or else of the first.
# usage: [RTL=folder] [WAVES=1] scenario.sh PROGRAM FILE FOLDER
set -euo pipefail

program=$1 file=$2 folder=$3 status=0 view=''
rm -rf "$folder"
mkdir -p "$folder"
wish=(--lockstep --log)
[ -z "${WAVES:-}" ] || wish+=(--waves "$folder")
"$program" "${wish[@]}" "$file" >"$folder/log.txt" 2>"$folder/said" || status=$?
while IFS=, read -r name row _ clocks _ result _; do
    printf '%-8s %s (%s), golden model and RTL in lockstep, %s clocks\n' \
        "$result" "$name" "$row" "$clocks"
    if [ -z "$view" ] || { [ "$result" = failed ] && [ -z "${failed:-}" ]; }; then
        view=$folder/$name.gtkw
    fi
    [ "$result" != failed ] || failed=$name
done < <(grep -E '^[^ ,]+,[^,]+,lockstep,' "$folder/log.txt")
cat "$folder/said" >&2
rm "$folder/said"
[ "$status" -lt 2 ] || exit "$status"
echo "log:     $folder/log.txt"
printf -v line '%smake scenario FILE=%q%s' "${PLANTED_BUG:+PLANTED_BUG=$PLANTED_BUG }" "$file" \
    "${RTL:+ RTL=$RTL}"
[ "$status" = 0 ] || echo "again:   $line"
if [ -z "${WAVES:-}" ]; then
    echo "look:    $line WAVES=1"
elif [ -f "$view" ]; then
    "$(dirname "$0")/../waves/waves.sh" "$program" "$folder" view "$view"
fi
exit "$status"
