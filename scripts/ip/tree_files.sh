#!/usr/bin/env bash
# The files of the tree that a release has, one a line: those of git that are there, or, where git
# does not say, all but what is built.
# usage: tree_files.sh     in the root of the tree
set -euo pipefail

{ git ls-files 2>/dev/null || find . -type f ! -path './build/*' ! -path './.git/*'; } |
    sed 's|^\./||' | while IFS= read -r file; do
    [ ! -f "$file" ] || printf '%s\n' "$file"
done | LC_ALL=C sort
