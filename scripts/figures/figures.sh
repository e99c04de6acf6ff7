#!/usr/bin/env bash
# Draws figures: RESULTS/figures/FIGURE.csv becomes RESULTS/FIGURE.svg and RESULTS/FIGURE.png;
# RESULTS/steady.csv becomes steady_open and steady_closed, collectives.points.csv collectives_*.
# usage: figures.sh RESULTS [FIGURE...]      default: every figure of the paper's experiments
#
# Whatever gnuplot complains of is a failure, a curve without a point among it; then no picture
# stays that is not of these data. Status 1.
set -euo pipefail

results=$1
shift
[ $# -gt 0 ] || set -- micro strong applications atomic_latency response_overhead credits window \
    mapping_error robustness
scripts=$(dirname "$0")

# draw FIGURE FORMAT
draw() {
    local figure=$1 format=$2
    local data=$results/figures/$figure.csv picture=$results/$figure.$format complaints status=0
    case $figure in
        steady_*) data=$results/steady.csv ;;
        collectives_*) data=$results/collectives.points.csv ;;
    esac
    rm -f "$picture" "$picture.part"
    complaints=$(
        if [ ! -s "$data" ]; then
            echo "$data is missing: run the experiments first"
            exit 1
        fi
        gnuplot -d -e "set loadpath '$scripts'" -e "figure = '$figure'; data = '$data'" \
            -e "format = '$format'; out = '$picture.part'" \
            "$(grep -lE "^(# Figure |if \\(figure eq \")$figure\\b" "$scripts"/*.gp)" 2>&1 |
            sed '/^[ ^]*$/d'
    ) || status=$?
    if [ "$status" -eq 0 ] && [ -z "$complaints" ] && [ -s "$picture.part" ]; then
        # In SVG gnuplot takes the weight of a font for a part of its name.
        [ "$format" = png ] ||
            sed -i 's/font-family="sans-serif:Bold"/font-family="sans-serif" font-weight="bold"/' \
                "$picture.part"
        mv "$picture.part" "$picture"
        return
    fi
    rm -f "$picture.part"
    complaints=${complaints:-nothing was drawn}
    echo "FAILED: figure $figure, $format: ${complaints##*$'\n'}" >&2
    return 1
}

waiting=() failed=0
finish_one() {
    wait "${waiting[0]}" || failed=1
    waiting=("${waiting[@]:1}")
}
for figure in "$@"; do
    for format in svg png; do
        [ ${#waiting[@]} -lt "$(nproc)" ] || finish_one
        draw "$figure" "$format" &
        waiting+=($!)
    done
done
while [ ${#waiting[@]} -gt 0 ]; do finish_one; done
[ "$failed" -eq 0 ] || exit 1
echo "$# figures in $results/, each as .svg and .png"
