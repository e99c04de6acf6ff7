#!/usr/bin/env bash
# Installs the packages of PyPI that read the IP files into FOLDER, once, and writes FOLDER/state:
# "ready", or why they are not there. No network and no pip are no failure: what needs the packages
# is skipped.
# usage: packages.sh FOLDER REQUIREMENTS
set -euo pipefail

folder=$1 requirements=$2
mkdir -p "$folder"
wanted=$(sha256sum <"$requirements" | cut -d' ' -f1)
[ "$(cat "$folder/installed" 2>/dev/null)" != "$wanted" ] || exit 0

# usage: install LOG
install() {
    python3 -m pip --version >/dev/null 2>&1 ||
        scripts/build/setup.sh "$folder/setup.log" pip || return
    rm -rf "$folder/packages"
    python3 -m pip install --quiet --disable-pip-version-check --retries 1 --timeout 8 --no-deps \
        --only-binary :all: --no-compile --target "$folder/packages" -r "$requirements"
}

echo "PIP $requirements"
if install >"$folder/log" 2>&1; then
    echo "$wanted" >"$folder/installed"
    echo ready >"$folder/state"
else
    echo "PyPI does not give the packages of $requirements, see $folder/log" >"$folder/state"
fi
