#!/usr/bin/env bash
# The release, unpacked into an empty folder: it has the files of the tree, its lists of RTL files
# name what is there, and FuseSoC's targets succeed. FuseSoC is of PyPI: without it this part is
# SKIPPED. Each target is shown to fail: lint without a file, sim with vectors that are not the
# RTL's.
# usage: dist_check.sh TARBALL PYTHON_FOLDER RTL_FOLDER FOLDER TARGET...
#   TARGET: lint, sim, synth; build: the release makes its program; bug: sim sees a bug in the RTL
# shellcheck disable=SC2317 # functions are called by expect_success
set -euo pipefail
. "$(dirname "$0")/../checks/checks.sh"

tarball=$(realpath "$1") python=$(realpath "$2") rtl=$(realpath "$3") folder=$4
shift 4
rm -rf "$folder"
mkdir -p "$folder"
name=$(basename "$tarball" .tar.gz)
tar -xzf "$tarball" -C "$folder"
root=$PWD
cd "$folder"
# Makes and programs of their own, not parts of this one.
unset MAKEFLAGS MAKELEVEL MAKEOVERRIDES

# The release has the tree.
whole() {
    (cd "$root" && scripts/ip/tree_files.sh | xargs -d '\n' sha256sum) >files
    (cd "$name" && sha256sum --quiet -c ../files)
}
expect_success 'the release has every file of the tree' whole

# FuseSoC's and Bender's lists have every file of sema.f, in its order, and no other.
listed() { sed -nE 's#^ *- ((rtl|ip)/[a-z_/]+\.sv)$#\1#p' "$name/$1"; }
for list in semacredit.core Bender.yml; do
    expect_success "$list: the files of sema.f" \
        diff <(listed $list | sed 's|.*/||') <(sed 's|.*/||' "$rtl/sema.f")
done
same() { for file in $(listed "$1"); do cmp "$name/$file" "$rtl/${file##*/}" || return; done; }
expect_success "the files of semacredit.core are the RTL's" same semacredit.core

# usage: fusesoc ROOT TARGET [OPTION...]; in a folder of its own, with no configuration but its own
fusesoc() {
    mkdir -p "$1.$2"
    (cd "$1.$2" && HOME=$PWD PYTHONPATH=$python/packages PYTHONDONTWRITEBYTECODE=1 \
        python3 "$python/packages/bin/fusesoc" --cores-root "../$1" run --target "$2" "${@:3}" \
        semacredit:admission:semacredit >fusesoc.log 2>&1) || {
        tail -n 5 "$1.$2/fusesoc.log"
        return 1
    }
}

target_lint() {
    expect_success 'fusesoc run --target=lint' fusesoc "$name" lint
    cp -rl "$name" missing
    sed -i '\|rtl/semacredit\.sv|d' missing/semacredit.core
    expect_failure 'fusesoc run --target=lint: a missing file is not noticed' fusesoc missing lint
}

# In a shell of its own, which says there what ended it.
replay() { ("$1" "+vectors=$2"; exit $?); }

# One build of the bench; then it alone, on vectors in which one bit is another.
target_sim() {
    # The makefile that Verilator writes compiles as a simulator that runs for hours wants it.
    MAKEFLAGS='OPT_FAST=-O0 OPT_SLOW=-O0' expect_success 'fusesoc run --target=sim' \
        fusesoc "$name" sim
    expect_success 'sim: the clocks that it says are those of its vectors' \
        grep -qx "clocks $(wc -l <"$name/ip/random.vectors")" "$name.sim/fusesoc.log"
    local bench
    bench=$(echo "$name".sim/build/*/*/Vfour_state)
    sed '300s/0$/x/; 300s/1$/0/; 300s/x$/1/' "$name/ip/random.vectors" >vectors
    expect_failure 'sim: another bit is not noticed' replay "$bench" vectors
    expect_failure 'sim: no vectors are not noticed' replay "$bench" /dev/null
}

target_synth() { expect_success 'fusesoc run --target=synth' fusesoc "$name" synth; }

target_build() {
    expect_success 'the release makes build/semacredit' make -C "$name" build/semacredit
    expect_success 'it says of which release it is' grep -qF "semacredit ${name#*-}, " \
        <("$name/build/semacredit" --version)
    expect_success 'and it runs' "$name/build/semacredit" run --config-dir "$name/sim" \
        --workload atomic
}

target_bug() {
    local file
    (cd "$root" && scripts/planted/plant.sh rtl/bugs/planted.txt "$rtl" "$OLDPWD/planted" \
        fit_refused)
    cp -r "$name" bug
    for file in $(listed semacredit.core); do cp "planted/${file##*/}" "bug/$file"; done
    MAKEFLAGS='OPT_FAST=-O0 OPT_SLOW=-O0' \
        expect_failure 'fusesoc run --target=sim: a bug is not noticed' fusesoc bug sim
    expect_success 'sim: the bug fails as a difference' grep -q '^FAILED: clock' bug.sim/fusesoc.log
}

if [ "$(cat "$python/state")" = ready ]; then
    for target in "$@"; do "target_$target"; done
else
    skip "FuseSoC: $(cat "$python/state")"
fi
finish dist-check
