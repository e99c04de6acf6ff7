#!/usr/bin/env bash
# The rooms of the tree and their one direction (scripts/checks/LAYERS): a line for each breach, with its place.
# usage: rooms.sh [FOLDER]     default: the root of the tree
#
# A breach: an include, or an instance in the RTL, of what LAYERS does not grant; a room above 24 files; a basename used
# twice; a room without README; a header that other rooms use and its room's README does not name.
set -euo pipefail
here=$(dirname "$(realpath "$0")")
cd "${1:-.}"

# Two folders of planted bugs and one of figures are tables, a file a row, and no rooms.
tables='rtl/formal/bugs|tb/bugs(/.*)?|scripts/figures'
top=()
for folder in csim tb rtl scripts sim constraints; do
    [ ! -d "$folder" ] || top+=("$folder")
done
mapfile -t files < <(find "${top[@]}" -type f | LC_ALL=C sort)

# FILE:LINE:"USED" of every include of a project's header, and of every instance of a module of rtl/.
uses() {
    { grep -nEH '^ *# *include "(csim|tb)/' "${files[@]}" || true; } | sed -nE 's/^([^:]+:[0-9]+):.*"([^"]+)".*/\1 \2/p'
    { grep -nEH '^ *[a-z][a-z0-9_]* +(#\(|u_[a-z0-9_]+ *\()' "${files[@]}" || true; } |
        sed -nE 's/^(rtl\/[^:]+\.sv:[0-9]+): *([a-z0-9_]+) .*/\1 \2.sv/p'
}

uses | awk -v layers="$here/LAYERS" -v list="$(printf '%s\n' "${files[@]}")" -v tables="^($tables)\$" '
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
            if (word[i] !~ /^(csim|tb|rtl)$/ && !(word[i] in line_of) && !(folder_of(word[i]) in line_of))
                breach("LAYERS:" number, word[i] " does not stand above " room)
        }
        text = ""
    }
}
function granted(room, path,    other) {
    other = room_of(path)
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
        if (base != "README.md" && base in first)
            breach(path[i], "the name " base " is taken by " first[base])
        first[base] = path[i]
        if (folder !~ tables && ++count[folder] == 25)
            breach(folder, "more than 24 files")
    }
}
# Rooms within a room (tests, proofs) may share the README of that.
function check_readmes(    folder) {
    for (folder in count)
        if (folder ~ /^(csim|tb)/ && folder !~ tables && !((folder "/README.md") in there) && !(folder ~ /\/.*\// && (folder_of(folder) "/README.md") in there))
            breach(folder, "a room without README.md")
}
function check_headers(    header, line, readme, text) {
    for (header in public) {
        readme = folder_of(header) "/README.md"
        if (!(readme in there) || header ~ /^tb\/tests\//) continue
        if (!(readme in words)) {
            words[readme] = " "
            while ((getline line <readme) > 0) words[readme] = words[readme] line " "
        }
        if (words[readme] !~ ("[^a-z0-9_]" base_of(header)))
            breach(readme, "does not name " base_of(header) ", which other rooms use (" public[header] ")")
    }
}
BEGIN { read_layers(); read_list() }
{
    split($1, place, ":")
    used = $2 in module ? module[$2] : $2
    if (used !~ /\//) next # no module of ours
    room = room_of(place[1])
    if (!(room in line_of)) breach($1, "the room " folder_of(place[1]) " is not in LAYERS")
    else if (!granted(room, used)) breach($1, room " may not use " used " (scripts/checks/LAYERS)")
    if (room_of(used) != room && used ~ /\.h$/) public[used] = place[1]
}
END {
    check_readmes()
    check_headers()
    exit breaches > 0
}'
