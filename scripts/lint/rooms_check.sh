#!/usr/bin/env bash
# scripts/lint/rooms.sh finds nothing in this tree, and every kind of breach that is planted in a
# copy of it.
# usage: rooms_check.sh FOLDER     in the root of the tree
set -euo pipefail
. "$(dirname "$0")/../checks/checks.sh"

folder=$1

# A fresh copy of what rooms.sh reads, by links: what changes it makes files anew.
copy() {
    rm -rf "$folder"
    mkdir -p "$folder"
    cp -Rl csim tb rtl scripts sim constraints "$folder"
    find "$folder" -type d -exec chmod u+w {} + # also where the tree is read-only
}

# caught WHAT LINE: rooms.sh on the copy fails with that line.
caught() {
    local output
    if output=$("$folder/scripts/lint/rooms.sh" "$folder"); then
        fail "$1: not noticed"
    elif grep -qxF -- "$2" <<<"$output"; then
        pass
    else
        fail "$1: expected '$2', found '$output'"
    fi
}

# planted FILE TEXT: puts a line in front of a file of a fresh copy.
planted() {
    copy
    sed -i "1i $2" "$folder/$1"
}

expect_success "the rooms of this tree (scripts/lint/LAYERS)" scripts/lint/rooms.sh

layers='(scripts/lint/LAYERS)'
planted csim/base/rng.h '#include "csim/interface/names.h"'
caught "an include upward" "csim/base/rng.h:1: csim/base may not use csim/interface/names.h $layers"
planted csim/fabric/stages.c '#include "csim/traffic/traffic.h"'
caught "an include sideways" \
    "csim/fabric/stages.c:1: csim/fabric may not use csim/traffic/traffic.h $layers"
planted csim/golden/path_golden.c '#include "csim/policy/demand.h"'
caught "a golden model that uses a policy" \
    "csim/golden/path_golden.c:1: csim/golden may not use csim/policy/demand.h $layers"
planted rtl/path/sema_memory.sv 'sema_axi u_axi (.clk_i);'
caught "an instance upward" \
    "rtl/path/sema_memory.sv:1: rtl/path may not use rtl/sema_axi.sv $layers"
copy
sed -i 's|^csim/base:|& csim/interface|' "$folder/scripts/lint/LAYERS"
line=$(grep -n '^csim/base:' scripts/lint/LAYERS | cut -d: -f1)
caught "a grant upward" "LAYERS:$line: csim/interface does not stand above csim/base"
copy
sed -i '/^csim\/fabric:/s|$| csim/record/commit.h|' "$folder/scripts/lint/LAYERS"
line=$(grep -n '^csim/fabric:' scripts/lint/LAYERS | cut -d: -f1)
caught "a grant that is not used" \
    "LAYERS:$line: csim/fabric does not use csim/record/commit.h"
copy
mkdir "$folder/csim/elsewhere"
echo '#include "csim/base/rng.h"' >"$folder/csim/elsewhere/else.c"
caught "a room that LAYERS does not know" \
    "csim/elsewhere/else.c:1: the room csim/elsewhere is not in LAYERS"
copy
touch "$folder"/csim/fabric/more{1..24}.c
caught "a room of more than 24 files" "csim/fabric: more than 24 files"
copy
touch "$folder/tb/cli/rng.h"
caught "a basename used twice" "tb/cli/rng.h: the name rng.h is taken by csim/base/rng.h"
copy
sed -i '/policy/d' "$folder/csim/README.md"
caught "a room that no README names" "csim/README.md: does not name the room policy"
copy
touch "$folder/try.sh"
caught "a file in the root that is none of the project's" "try.sh: nothing of this project"
finish rooms
