#!/usr/bin/env bash
# The rooms of the tree and their one direction (scripts/lint/LAYERS): a line for each breach,
# with its place.
# usage: rooms.sh [FOLDER]     default: the root of the tree
#
# A breach: an include, or an instance in the RTL, of what LAYERS does not grant; a grant that is
# not used; a room above 24 files; a basename used twice; a room that the README of its top folder
# does not name; a file in the root that is none of the project's.
set -euo pipefail
here=$(dirname "$(realpath "$0")")
cd "${1:-.}"

top=()
for folder in csim tb rtl scripts sim constraints; do
    [ ! -d "$folder" ] || top+=("$folder")
done
mapfile -t files < <(find "${top[@]}" -type f | LC_ALL=C sort)
# What is in the root: in a git tree what git has of it.
in_root() {
    if [ -e .git ]; then git ls-files; else find . -mindepth 1 -maxdepth 1 -printf '%P\n'; fi
}
own="${top[*]} build Makefile README.md CHANGELOG.md CONTRIBUTING.md CITATION.cff LICENSE"
strays=$(in_root | awk -F/ -v own=" $own semacredit.core Bender.yml " '
    !/^\./ && !index(own, " " $1 " ") && !seen[$1]++ { print $1 }')

# FILE:LINE USED of every include of a project's header and every instance of a module of rtl/.
uses() {
    { grep -nEH '^ *# *include "(csim|tb)/' "${files[@]}" || true; } |
        sed -nE 's/^([^:]+:[0-9]+):.*"([^"]+)".*/\1 \2/p'
    { grep -nEH '^ *[a-z][a-z0-9_]* +(#\(|u_[a-z0-9_]+ *\()' "${files[@]}" || true; } |
        sed -nE 's/^(rtl\/[^:]+\.sv:[0-9]+): *([a-z0-9_]+) .*/\1 \2.sv/p'
}

list=$(printf '%s\n' "${files[@]}")
uses | awk -v layers="$here/LAYERS" -v list="$list" -v strays="$strays" '
function breach(place, text) { print place ": " text; breaches++ }
function folder_of(path) { sub(/\/[^\/]*$/, "", path); return path }
function base_of(path) { sub(/.*\//, "", path); return path }
# The room that LAYERS speaks of: the nearest folder that has a line there.
function room_of(path) {
    for (path = folder_of(path); !(path in line_of) && path ~ /\//; path = folder_of(path)) ;
    return path
}
function read_layers(    line, number, text, i, n, word, room) {
    while ((getline line <layers) > 0) {
        number++
        sub(/#.*/, "", line)
        text = text line
        if (sub(/\\$/, "", text) || text ~ /^ *$/) { if (text ~ /^ *$/) text = ""; continue }
        room = text
        sub(/:.*/, "", room)
        sub(/[^:]*:/, "", text)
        line_of[room] = number
        n = split(text, word, " ")
        for (i = 1; i <= n; i++) {
            grants[room, word[i]] = 1
            if (word[i] !~ /^(csim|tb|rtl)$/ && !(word[i] in line_of) &&
                !(folder_of(word[i]) in line_of))
                breach("LAYERS:" number, word[i] " does not stand above " room)
        }
        text = ""
    }
}
function granted(room, path,    other) {
    other = room_of(path)
    used_grants[room, other] = used_grants[room, path] = 1
    return other == room || (room, other) in grants || (room, path) in grants ||
        (other !~ /^tb\/tests/ && (room, substr(path, 1, index(path, "/") - 1)) in grants)
}
function read_list(    path, n, i, base, folder) {
    n = split(list, path, "\n")
    for (i = 1; i <= n; i++) {
        base = base_of(path[i])
        folder = folder_of(path[i])
        there[path[i]] = 1
        if (path[i] ~ /^rtl\/.*\.sv$/) module[base] = path[i]
        if (base !~ /^(README|RESULTS)\.md$/ && base in first)
            breach(path[i], "the name " base " is taken by " first[base])
        first[base] = path[i]
        if (++count[folder] == 25)
            breach(folder, "more than 24 files")
    }
}
# The README of a top folder names each of its rooms: `ROOM`.
function check_readmes(    folder, part, readme, line, text) {
    for (folder in count) {
        if (folder !~ /^(csim|tb|rtl|scripts)\/[^\/]*$/) continue
        split(folder, part, "/")
        readme = part[1] "/README.md"
        if (!(readme in text))
            while ((getline line <readme) > 0) text[readme] = text[readme] line
        if (!index(text[readme], "`" part[2] "`"))
            breach(readme, "does not name the room " part[2])
    }
}
# Rooms that may use whole folders need not use each room of them.
function check_grants(    grant, part) {
    for (grant in grants) {
        split(grant, part, SUBSEP)
        if (part[2] ~ /\// && !(grant in used_grants))
            breach("LAYERS:" line_of[part[1]], part[1] " does not use " part[2])
    }
}
function check_root(    n, i, path) {
    n = split(strays, path, "\n")
    for (i = 1; i <= n; i++)
        breach(path[i], "nothing of this project")
}
BEGIN { read_layers(); read_list() }
{
    split($1, place, ":")
    used = $2 in module ? module[$2] : $2
    if (used !~ /\//) next # no module of ours
    room = room_of(place[1])
    if (!(room in line_of)) breach($1, "the room " folder_of(place[1]) " is not in LAYERS")
    else if (!granted(room, used)) breach($1, room " may not use " used " (scripts/lint/LAYERS)")
}
END {
    check_readmes()
    check_grants()
    check_root()
    exit breaches > 0
}'
