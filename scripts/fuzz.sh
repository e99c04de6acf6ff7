#!/usr/bin/env bash
# Fuzzes each target for some time, starting from its own corpus of earlier runs and the seed files.
# usage: fuzz.sh SECONDS FOLDER TARGET...
#
# Seeds of a target fuzz_NAME: tb/fuzz/NAME/*, and for fuzz_config the files of sim/. What crashes a target is left
# in FOLDER/NAME/.
set -euo pipefail
. "$(dirname "$0")/checks.sh"

seconds=$1 folder=$2
shift 2

for target in "$@"; do
    name=$(basename "$target") name=${name#fuzz_}
    corpus=$folder/$name/corpus seeds=$folder/$name/seeds
    rm -rf "$seeds"
    mkdir -p "$corpus" "$seeds"
    if [ -d "tb/fuzz/$name" ]; then cp "tb/fuzz/$name"/* "$seeds"; fi
    if [ "$name" = config ]; then cp sim/*.yaml "$seeds"; fi
    echo "fuzz: $name for $seconds s"
    expect_success "fuzz_$name, see $folder/$name" "$target" -max_total_time="$seconds" -timeout=10 \
        -rss_limit_mb=1024 -print_final_stats=1 -artifact_prefix="$folder/$name/" "$corpus" "$seeds"
done
finish fuzz
