#!/usr/bin/env bash
# What is made in rtl/spec: timing diagrams from waves of paths.v in Icarus Verilog, the block
# diagram by Graphviz, the table of registers from registers.txt.
# usage: diagrams.sh [--check] RTL_FOLDER FOLDER
#
# Draws them into the files. With --check compares instead; also the latencies of pipeline.md with
# sema_pkg.sv, and names in the block diagram and ports.md with semacredit.sv.
# shellcheck disable=SC2317 # functions are called by expect_success
set -euo pipefail
here=$(dirname "$0")
. "$here/../checks/checks.sh"

check=0
if [ "${1:-}" = --check ]; then
    check=1
    shift
fi
rtl=$1 folder=$2 spec=rtl/spec
rm -rf "$folder"
mkdir -p "$folder/late"

# usage: simulator PATHS.v PROGRAM; needs FOLDER/block.v
simulator() { iverilog -g2005 -s paths -o "$2" "$1" "$folder/block.v"; }

# usage: scenes PROGRAM FOLDER SCENE...; FOLDER/SCENE.vcd are their waves
scenes() {
    local program=$1 waves=$2 scene
    for scene in "${@:3}"; do
        vvp -n "$program" "+scene=$scene" "+waves=$waves/$scene.vcd" | sed '/^VCD /d' >&2
    done
}

# usage: drawn WAVES FILE.md
drawn() {
    awk -v waves="$1" -f "$here/waves.awk" "$2" | awk -v table="$folder/registers" '
        /^\| byte address/ { while ((getline line <table) > 0) print line; inside = 1 }
        !/^\|/ { inside = 0 }
        !inside'
}

# usage: block_diagram FILE.dot; as SVG: a line that says of what and by what, then the drawing
block_diagram() {
    echo "<!-- $(basename "$1") sha256 $(sha256sum <"$1" | cut -d' ' -f1), $(dot -V 2>&1) -->"
    dot -Tsvg "$1" | sed -n '/^<svg/,$p' | sed 's/<!--.*-->//' | tr '\n' ' '
    echo
}
digest() { sed -nE '1s/.*(sha256 [0-9a-f]+),.*/\1/p' "$1"; }
drawn_by() { sed -nE '1s/.* - (graphviz.*) -->/\1/p' "$1"; }

awk -v what=md -f scripts/build/registers.awk rtl/registers.txt >"$folder/registers"
# Icarus reads the Verilog that Yosys writes of the RTL.
mapfile -t sources < <(scripts/build/rtl_files.sh "$rtl")
yosys -q -p "read_verilog -sv ${sources[*]}; hierarchy -check -top semacredit; proc
    write_verilog -noattr $folder/block.v" 2>&1 | sed "/^Warning: Replacing memory/d" >&2
simulator "$spec/paths.v" "$folder/paths"
mapfile -t shown < <(sed -nE 's/^<!-- waves ([a-z_]+)$/\1/p' "$spec"/*.md)
scenes "$folder/paths" "$folder" "${shown[@]}"
mapfile -t documents < <(grep -l '^<!-- waves' "$spec"/*.md)
for file in "${documents[@]}"; do drawn "$folder" "$file" >"$folder/$(basename "$file")"; done
block_diagram "$spec/block.dot" >"$folder/block.svg"

if [ "$check" = 0 ]; then
    for file in "${documents[@]}" "$spec/block.svg"; do
        new=$folder/$(basename "$file")
        cmp -s "$new" "$file" || { cp "$new" "$file" && echo "drawn: $file"; }
    done
    exit
fi

for file in "${documents[@]}"; do
    expect_success "$file: what is made in it is as it would be made (make diagrams)" \
        diff "$file" "$folder/$(basename "$file")"
done

# Another Graphviz draws otherwise; what it draws from is compared all the same.
expect_success "$spec/block.svg is of block.dot (make diagrams)" \
    diff <(digest "$spec/block.svg") <(digest "$folder/block.svg")
if [ "$(drawn_by "$spec/block.svg")" = "$(drawn_by "$folder/block.svg")" ]; then
    expect_success "$spec/block.svg is as drawn (make diagrams)" \
        diff "$spec/block.svg" "$folder/block.svg"
else
    skip "$spec/block.svg: drawn by $(drawn_by "$spec/block.svg")," \
        "here is $(drawn_by "$folder/block.svg")"
fi
# usage: names FILE.dot; succeeds if there is nothing wrong
names() { ! awk -f "$here/names.awk" rtl/semacredit.sv rtl/sema_admit.sv "$1" | grep .; }
expect_success "$spec/block.dot names what semacredit.sv and sema_admit.sv have" \
    names "$spec/block.dot"

# The latencies, as NAME CLOCKS: of the table in a document, and of the package.
# shellcheck disable=SC2016 # backquotes of Markdown
table() { sed -nE 's/^\| `([A-Z][A-Za-z]+)` \| ([0-9]+) \|.*/\1 \2/p' "$1" | sort; }
package() {
    local endings='To[A-Z][a-z]+|Clocks'
    sed -nE "s/.*localparam int unsigned ([A-Za-z]+($endings)) .*= ([0-9]+);/\1 \3/p" "$1" | sort
}
expect_success "$spec/pipeline.md has the latencies of sema_pkg.sv" \
    diff <(table "$spec/pipeline.md") <(package "$rtl/sema_pkg.sv")

# usage: unnamed TOP.sv DOCUMENT...; ports that no document names: `PORT`, of commit_X_o also `X`
unnamed() {
    local port short
    while read -r port; do
        short=${port#commit_}
        grep -qE "\`($port|${short%_o})(\[[^]]*\])?\`" "${@:2}" || echo "$port"
    done < <(sed -nE 's/^ +(input|output) +logic.* ([a-z_]+_[io]),?$/\2/p' "$1")
}
expect_success "$spec/ports.md and registers.md name every port" \
    diff <(unnamed rtl/semacredit.sv "$spec/ports.md" "$spec/registers.md") /dev/null

# The check itself: another stimulus, and signals that are not there.
late=$folder/late
sed 's/{op_valid_i, hbm_valid_i/{hbm_valid_i/' "$spec/paths.v" >"$late/paths.v"
simulator "$late/paths.v" "$late/paths"
scenes "$late/paths" "$late" "${shown[@]}"
fails() { ! "$@"; }
drawn "$late" "$spec/pipeline.md" >"$late/pipeline.md"
expect_success 'another stimulus gives other diagrams' \
    fails cmp "$late/pipeline.md" "$spec/pipeline.md"
sed 's/^grant$/granted/' "$spec/pipeline.md" >"$late/unknown.md"
expect_success 'a signal that is not there is not drawn' fails drawn "$folder" "$late/unknown.md"
sed 's/label="found"/label="lost"/' "$spec/block.dot" >"$late/block.dot"
expect_success 'a signal that no instance connects is seen' fails names "$late/block.dot"
expect_success 'a port without a name is seen' grep -qx axi_rresp_o \
    <(unnamed rtl/semacredit.sv "$spec/ports.md")
finish diagrams-check
