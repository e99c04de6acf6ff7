#!/usr/bin/env bash
# Figures: the data behind each hold the policies and points that they should, each is drawn as SVG
# and PNG, the same bytes twice, and one whose data lack something is not drawn at all.
# usage: figures_check.sh PROGRAM CONFIG_FOLDER FOLDER
set -euo pipefail
. "$(dirname "$0")/../checks/checks.sh"

program=$(realpath "$1") configs=$(realpath "$2") folder=$3
draw=$(dirname "$0")/figures.sh
results=$folder/build/results
rm -rf "$folder"
mkdir -p "$folder"

all='adaptive aggregate aggregate_class arrival_return end_return oracle primary reactive'
all+=' resource_byte scalar semacredit'
# What the data of a figure must hold: points (workloads x values x policies or loops x measures),
# then the policies, sorted.
expected() {
    case $1 in
    micro | applications) echo "$((3 * 11 * 2)) $all" ;;
    strong)
        echo "$((3 * 7 * 2 * 2 + 2 * 2 * 2 + 2 * 3 * 2))" \
            'arrival_return end_return reactive scalar semacredit' ;;
    atomic_latency) echo "$((5 * 3 * 3)) primary resource_byte semacredit" ;;
    response_overhead | window) echo "$((4 * 2 * 3)) resource_byte semacredit" ;;
    credits) echo "$((2 * 4 * 2 * 3)) resource_byte semacredit" ;;
    mapping_error) echo "$((4 * 4 * 4)) aggregate oracle resource_byte semacredit" ;;
    robustness) echo "$(((3 * 4 + 3 * 4) * 2)) adaptive adaptive_window resource_byte semacredit" ;;
    quantum_time) echo "$((6 * 11 * 3 * 5)) semacredit" ;;
    quantum_hbm) echo "$((6 * 13 * 3 * 5)) semacredit" ;;
    counter_bits) echo "$((6 * 14 * 3 * 5)) semacredit" ;;
    grant_interval) echo "$((6 * 9 * 3 * 5)) semacredit" ;;
    initiators) echo "$((6 * 8 * 2 * 8)) semacredit" ;;
    slots) echo "$((6 * 11 * 3 * 4)) semacredit" ;;
    loss) echo "$((6 * 5 * 6)) semacredit" ;;
    upsets) echo "$((6 * 6 * 4)) semacredit" ;;
    esac
}
figures='micro strong applications atomic_latency response_overhead credits window mapping_error'
figures+=' robustness'
studies='quantum_time quantum_hbm counter_bits grant_interval initiators slots loss upsets'

# What they do hold; a row with a point that is no number does not count.
found() {
    awk -F, 'NR > 1 && $11 ~ /^-?[0-9.]+$/ && $12 ~ /^-?[0-9.]+$/ && $13 ~ /^-?[0-9.]+$/ {
            points++; print $3 | "sort -u" }
             END { close("sort -u"); print points + 0 > "/dev/stderr" }' "$1" 2>"$folder/points" \
                 >"$folder/policies"
    echo "$(<"$folder/points") $(tr '\n' ' ' <"$folder/policies" | sed 's/ $//')"
}

# is_picture FILE: not empty and of its kind; an SVG is text that says nothing of when and where it
# was made.
is_picture() {
    case $1 in
    *.png) [ "$(head -c 4 "$1" | tail -c 3)" = PNG ] ;;
    *.svg) tail -n 2 "$1" | grep -q '</svg>' &&
        ! grep -qE "$PWD|20[0-9]{2}-[0-9]{2}|[0-9]:[0-9]{2}:[0-9]" "$1" ;;
    esac
}

# refused WHAT FIGURE: not drawn, and neither is an older picture left.
refused() {
    if "$draw" "$results" "$2" >"$folder/refused" 2>&1; then
        fail "$2 was drawn with $1"
    elif ! grep -q "^FAILED: figure $2, " "$folder/refused" || [ -e "$results/$2.svg" ] ||
        [ -e "$results/$2.png" ]; then
        fail "$2 with $1: no reason is given, or a picture is left"
    else
        pass
    fi
}

run_all() {
    (cd "$folder" && "$program" experiments --config-dir "$configs" >/dev/null &&
        "$program" studies --config-dir "$configs" --operations 300 >/dev/null)
}
run_all
expect_success 'drawing every figure' "$draw" "$results"
# shellcheck disable=SC2086 # a list
expect_success 'drawing every study' "$draw" "$results" $studies
for figure in $figures $studies; do
    data=$results/figures/$figure.csv
    expect_success "$data: points and policies: $(found "$data"), expected $(expected "$figure")" \
        [ "$(found "$data")" = "$(expected "$figure")" ]
    for picture in "$results/$figure".{svg,png}; do
        if is_picture "$picture"; then pass; else fail "$picture is no picture"; fi
    done
done
echo 'figures: every one drawn, from all of its data'

cp "$results/micro.svg" "$results/micro.png" "$folder"
expect_success 'drawing again' "$draw" "$results" micro
expect_success 'the same bytes again, SVG' cmp "$folder/micro.svg" "$results/micro.svg"
expect_success 'the same bytes again, PNG' cmp "$folder/micro.png" "$results/micro.png"

# Without a policy, without a workload, and without data; as every figure has semacredit, so has
# each a curve less.
for figure in $figures $studies; do
    sed -i '/,semacredit,/d' "$results/figures/$figure.csv"
    refused 'semacredit missing' "$figure"
done
run_all
sed -i '/,response,/d' "$results/figures/credits.csv"
refused 'a workload missing' credits
sed -i '/,atomic,/d' "$results/figures/counter_bits.csv"
refused 'a workload missing' counter_bits
sed -i '/,tight,/d' "$results/figures/quantum_hbm.csv"
refused 'a loop missing' quantum_hbm
rm "$results/figures/window.csv"
refused 'no data' window
echo 'figures: none drawn from less'
finish figures
