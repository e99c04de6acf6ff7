#!/usr/bin/env bash
# clang-tidy on one file.
# usage: tidy.sh FILE [COMPILER_OPTION...]
set -euo pipefail
exec clang-tidy --quiet "$1" -- -std=c11 "${@:2}" -I. -Ibuild/generated 2>/dev/null
