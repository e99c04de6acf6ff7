#!/usr/bin/env bash
# Runs the commands that a document shows: every fenced block marked "sh", in order, each in a shell
# of its own. A block marked "sh no-run" is only shown. `make test` is left out, as this check is
# part of it.
# usage: readme.sh DOCUMENT
set -euo pipefail
. "$(dirname "$0")/checks.sh"

document=$1
# The commands get a make of their own, not the job slots of the one that runs this.
unset MAKEFLAGS MFLAGS MAKELEVEL

# Prints block N without prompts and shown output: where a line begins with "$ ", only such lines
# are commands.
block() {
    awk -v wanted="$1" '
        /^```sh *$/ { inside = 1; n++; next }
        /^```/      { inside = 0 }
        inside && n == wanted' "$document" |
        awk '{ line[NR] = $0; if (/^\$ /) prompts = 1 }
             END { for (i = 1; i <= NR; i++)
                       if (!prompts) print line[i]
                       else if (sub(/^\$ /, "", line[i])) print line[i] }' |
        sed '/^make test\b/d'
}

count=$(grep -cE '^```sh *$' "$document" || true)
for ((n = 1; n <= count; n++)); do
    commands=$(block "$n")
    [ -n "$commands" ] || continue
    echo "readme: ${commands//$'\n'/; }"
    expect_success "$document, block $n of $count" bash -euo pipefail -c "$commands"
done
finish readme
