#!/usr/bin/env bash
# The files of the tree that a release has, one a line: those of git that are there, or, where the
# tree is no repository, all but what is built.
# usage: tree_files.sh     in the root of the tree
set -euo pipefail

if [ -e .git ]; then git ls-files; else find . -type f ! -path './build/*'; fi |
    sed 's|^\./||' | while IFS= read -r file; do
    [ ! -f "$file" ] || printf '%s\n' "$file"
done | LC_ALL=C sort
