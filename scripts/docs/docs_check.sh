#!/usr/bin/env bash
# The site of the documents: mkdocs finds nothing to say against it, and in Chromium no link of its
# pages is dead, but for those of a page that is planted here.
# usage: docs_check.sh PYTHON_FOLDER SITE
set -euo pipefail
here=$(dirname "$0")
. "$here/../checks/checks.sh"

python=$1 site=$2
state=$(cat "$python/state")
[ "$state" = ready ] || { skip "docs: $state" && finish docs-check; }
rm -rf "$site"
expect_success 'the documents as pages' "$here/docs.sh" "$python" "$site"
[ "$failed" -eq 0 ] || finish docs-check

for needed in chromium chromedriver; do
    command -v $needed >/dev/null ||
        { skip "$needed is not installed (make docs-check does)" && finish docs-check; }
done
/usr/bin/python3 -c 'import selenium' 2>/dev/null ||
    { skip 'python3-selenium is not installed (make docs-check does)' && finish docs-check; }

cat >"$site/planted.html" <<'PAGE'
<!DOCTYPE html><body style="margin: 0; width: 1400px"><h1 id="here">Planted</h1>
<a href="#here">fine</a> <a href="howtos.html#how-tos">fine</a>
<a href="nowhere.html">dead</a> <a href="howtos.html#nowhere">dead</a>
<img src="nowhere.png"> <img src="howtos.html"> <script src="http://localhost:4999/x.js"></script>
PAGE
wrong=$site/wrong
PYTHONPATH="$here/../report" /usr/bin/python3 -B "$here/docs_browser.py" "$site" \
    tune_interval:rtl/spec/registers.html tune_interval:howtos.html >"$wrong" 2>&1 || true
expect_success 'what is wrong with the pages is what was planted, and nothing else' \
    diff - <(sed '$d' "$wrong") <<'WRONG'
planted.html: request http://localhost:4999/x.js
planted.html: nowhere.png - Failed to load resource: net::ERR_FILE_NOT_FOUND
planted.html: no picture nowhere.png
planted.html: no picture howtos.html
planted.html: 100 pixels too wide
planted.html: dead link nowhere.html
planted.html: dead link howtos.html#nowhere
search: tune_interval is not found in howtos.html
WRONG
echo "docs-check: $(tail -n 1 "$wrong"), in Chromium"
finish docs-check
