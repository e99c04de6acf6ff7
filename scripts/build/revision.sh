#!/usr/bin/env bash
# The commit of this tree as a C header: with "-changed" where one of PATH... is not as it is there,
# and "unknown" where there is no repository. A release says in ip/revision of which it was made.
# usage: revision.sh PATH...
set -euo pipefail

commit=unknown
if [ -e .git ] && found=$(git rev-parse --short=12 HEAD 2>/dev/null); then
    commit=$found
    [ -z "$(git status --porcelain -- "$@" 2>/dev/null)" ] || commit+=-changed
elif [ -f ip/revision ]; then
    commit=$(cat ip/revision)
fi
echo "#define BUILD_REVISION \"$commit\""
