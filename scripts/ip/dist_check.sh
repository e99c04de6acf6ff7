#!/usr/bin/env bash
# The release, unpacked into an empty folder: it has the files of the tree, those for other tools
# (describe.sh) among them, makes itself again, and FuseSoC's targets succeed. FuseSoC is of PyPI:
# without it this part is SKIPPED. Lint is shown to fail without a file, the bench with another
# demand than the RTL's.
# usage: dist_check.sh TARBALL PYTHON_FOLDER FOLDER TARGET...
#   TARGET: lint, sim, synth; build: the release makes its program
# shellcheck disable=SC2317 # functions are called by expect_success
set -euo pipefail
. "$(dirname "$0")/../checks/checks.sh"

tarball=$(realpath "$1") python=$(realpath "$2") folder=$3
shift 3
rm -rf "$folder"
mkdir -p "$folder"
touch "$folder/FUSESOC_IGNORE" # FuseSoC in the tree finds its core there only
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
again() {
    (cd "$name" && scripts/ip/dist.sh "${name#*-}" build/dist ip/semacredit.xml)
    cmp "$tarball" "$name/build/dist/$name.tar.gz"
}
expect_success 'it makes the same release again' again
rm -r "$name/build"

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

target_sim() {
    expect_success 'fusesoc run --target=sim' fusesoc "$name" sim
    expect_success 'the bench says what it did' \
        grep -q '^semacredit_bench: 5 operations granted and completed' "$name.sim/fusesoc.log"
    cp -rl "$name" other
    sed -i 's/ResponseFixed = 320/ResponseFixed = 321/' other/tb/ip/semacredit_bench.sv
    expect_failure 'fusesoc run --target=sim: another demand is not noticed' fusesoc other sim
}

target_synth() { expect_success 'fusesoc run --target=synth' fusesoc "$name" synth; }

target_build() {
    expect_success 'the release makes build/semacredit' make -C "$name" build/semacredit
    expect_success 'it says of which release it is' grep -qF "semacredit ${name#*-}, " \
        <("$name/build/semacredit" --version)
    expect_success 'and it runs' "$name/build/semacredit" run --config-dir "$name/sim" \
        --workload atomic
}

if [ "$(cat "$python/state")" = ready ]; then
    for target in "$@"; do "target_$target"; done
else
    skip "FuseSoC: $(cat "$python/state")"
fi
finish dist-check
