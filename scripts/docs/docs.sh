#!/usr/bin/env bash
# The documents as a site, by mkdocs from PyPI (scripts/ip/packages.sh).
# usage: docs.sh PYTHON_FOLDER SITE
set -euo pipefail

state=$(cat "$1/state")
[ "$state" = ready ] || { echo "SKIPPED: docs: $state" && exit 0; }
# Not --quiet, which drops the warnings that --strict stops at.
said=$(PYTHONPATH=$1/packages python3 -m mkdocs build --strict \
    --config-file scripts/docs/mkdocs.yml --site-dir "$(realpath -m "$2")" 2>&1) ||
    { echo "$said" >&2 && exit 1; }
# For a server: their links begin at its root.
rm -f "$2/404.html" "$2"/sitemap.xml*
echo "docs: $2/index.html"
