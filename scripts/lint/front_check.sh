#!/usr/bin/env bash
# What other tools read of the repository itself: files made for them are current
# (scripts/ip/describe.sh), the driver's folder is all that firmware needs, compile_commands.json
# has every C file, files of forges and editors name what there is (front.py). Breaches that are
# planted in a copy are found, dead links among them (links.py).
# usage: front_check.sh FOLDER     in the root of the tree
# shellcheck disable=SC2016,SC2317 # Markdown's backquotes; functions are called by expect_success
set -euo pipefail
. "$(dirname "$0")/../checks/checks.sh"

folder=$(realpath -m "$1")
rm -rf "$folder"
mkdir -p "$folder/driver"
unset MAKEFLAGS MAKELEVEL MAKEOVERRIDES # make is asked for all it has, not as part of a run

# usage: current FOLDER; the tree of this folder has what is made of it, as it is made now
current() {
    local file
    (cd "$1" && scripts/ip/describe.sh "$folder/made") || return
    for file in semacredit.core Bender.yml rtl/semacredit.rdl csim/driver/semacredit_registers.h; do
        diff "$1/$file" "$folder/made/$file" || { echo "$file: make ip" && return 1; }
    done
}

# Without a library, and without another folder of this tree.
firmware() (
    cp csim/driver/* "$folder/driver" && cd "$folder" || return
    echo '#include "semacredit_driver.h"' >firmware.c
    compile=(cc -std=c11 -ffreestanding -Wall -Wextra -Werror -c)
    (cd driver && "${compile[@]}" ./*.c) && "${compile[@]}" -Idriver firmware.c &&
        ! nm -u driver/*.o | grep '^ *U '
)

commands() {
    make --silent compile_commands.json &&
        diff <(sed -nE 's/^ *"file": "(.*)"/\1/p' build/compile_commands.json | sort) \
            <(find csim tb -name '*.c' | sort)
}

expect_success "files made for other tools are current" current .
expect_success "the driver's folder is compiled by itself" firmware
expect_success "compile_commands.json has every C file" commands
expect_success "files of forges and editors name what there is" python3 -B scripts/lint/front.py

# usage: planted FILE SED COMMAND...; in a fresh copy with this change the command fails
planted() {
    local tree=$folder/tree
    rm -rf "$tree"
    mkdir "$tree"
    find . -mindepth 1 -maxdepth 1 ! -name build ! -name .git -exec cp -Rlt "$tree" {} +
    find "$tree" -type d -exec chmod u+w {} + # also where the tree is read-only
    sed -i "$2" "$tree/$1"
    ! cmp -s "$1" "$tree/$1" || fail "$1, $2: nothing planted"
    expect_failure "$1, $2: not noticed" "${@:3}"
}
front() { (cd "$folder/tree" && python3 -B scripts/lint/front.py); }
links() { (cd "$folder/tree" && python3 -B scripts/lint/links.py); }
planted semacredit.core 's/sema_age/sema_aged/' current "$folder/tree"
planted csim/driver/semacredit_registers.h 's/0x934/0x938/' current "$folder/tree"
planted rtl/sema.f '/sema_age/d' current "$folder/tree"
planted rtl/spec/registers.md 's/`0x934`/`0x938`/' current "$folder/tree"
planted CITATION.cff 's/^version: .*/version: 0.1.0/' front
planted CONTRIBUTING.md 's/make test-all/make test-everything/' front
planted .github/workflows/ci.yml 's|\.ci/run|.ci/all|' front
planted .devcontainer/devcontainer.json 's/"name"/name/' front
planted csim/driver/semacredit_driver.h '/SPDX/d' front
planted CONTRIBUTING.md 's/#add-a-test/#add-no-test/' links
planted CONTRIBUTING.md 's/checks\.py)/check.py)/' links
finish front
