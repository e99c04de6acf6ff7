#!/usr/bin/env bash
# The files of the RTL in the order in which tools read them, one a line: those of sema.f in its
# folder.
# usage: rtl_files.sh RTL_FOLDER
set -euo pipefail

folder=${1:?expected the folder of the RTL}
sed -e 's/[[:space:]]*\(\/\/\|#\).*//' -e '/^$/d' -e "s|^|$folder/|" "$folder/sema.f"
