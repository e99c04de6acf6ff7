# Plants bugs in the RTL; rtl/bugs/README.md says what a table is.
# usage: awk -v out=FOLDER -f plant.awk TABLE FILE.sv...
#
# Bug n of the table is in force while bit n of sema_path_pkg::planted is set (tb/planted/planted.c
# sets them as the program starts). Files keep their names.

function die(text) {
    print "plant: " text >"/dev/stderr"
    failed = 1
    exit 1
}

# Text that no later edit may match: a mark that stands for it until the end.
function hidden(text) {
    hides[++marks] = text
    return "\001" marks "\002"
}

# usage: plant(EDIT)     the edit becomes part of the text of its file
function plant(e,    file, bit, at, kept, before, after, place) {
    file = file_of[module_of[bug_of[e]]]
    bit = "sema_path_pkg::planted[" bug_of[e] "]"
    at = index(text[file], old[e])
    if (!at) die(name[bug_of[e]] ": overlaps another bug, which does not leave: " old[e])
    kept = old[e]
    if (index(new[e], "PLANTED")) {
        # What it has of the old text stays open to other bugs.
        place = index(new[e], old[e])
        if (!place) kept = ""
        before = place ? substr(new[e], 1, place - 1) : new[e]
        after = place ? substr(new[e], place + length(old[e])) : ""
        gsub(/PLANTED/, bit, before)
        gsub(/PLANTED/, bit, after)
    } else {
        before = "(" bit " ? " new[e] " : "
        after = ")"
    }
    text[file] = substr(text[file], 1, at - 1) hidden(before) kept hidden(after) \
        substr(text[file], at + length(old[e]))
}

# The vector, at the end of the package.
function package_lines(    i, lines) {
    lines = "  import \"DPI-C\" function bit sema_planted(input string name);\n" \
        "  function automatic logic [" bugs ":0] planted_now();\n"
    for (i = 0; i < bugs; i++)
        lines = lines "    planted_now[" i "] = sema_planted(\"" name[i] "\");\n"
    # The empty name says that these were all.
    return lines "    planted_now[" bugs "] = sema_planted(\"\");\n  endfunction\n" \
        "  logic [" bugs ":0] planted = planted_now();\n"
}

BEGIN { bugs = 0 }

FNR == 1 {
    path = FILENAME
    sub(/.*\//, "", path)
    if (files++) file_of[substr(path, 1, length(path) - 3)] = path
}
files > 1 { text[path] = text[path] $0 "\n"; next }

/^#/ || /^$/ { next }
/^\[[a-z_]+\]$/ { module = substr($0, 2, length($0) - 2); next }
/^[a-z][a-z_0-9]*: / {
    name[bugs] = substr($1, 1, length($1) - 1)
    if (name[bugs] in seen) die(name[bugs] ": is there twice")
    seen[name[bugs]]
    module_of[bugs++] = module
    last = ""
    next
}
/^- / {
    if (last == "-") old[edits] = old[edits] "\n" substr($0, 3)
    else { bug_of[++edits] = bugs - 1; old[edits] = substr($0, 3); new[edits] = "" }
    last = "-"
    next
}
/^\+ / && last != "" {
    new[edits] = new[edits] (last == "+" ? "\n" : "") substr($0, 3)
    last = "+"
    next
}
/^(= |    [^ ])/ { next }
{ die(FILENAME ":" FNR ": " $0) }

END {
    if (failed) exit 1
    for (e = 1; e <= edits; e++) {
        bug = bug_of[e]
        if (!(module_of[bug] in file_of)) die(name[bug] ": there is no " module_of[bug] ".sv")
        whole = text[file_of[module_of[bug]]]
        at = index(whole, old[e])
        if (!at || index(substr(whole, at + 1), old[e]))
            die(name[bug] ": expected once in " module_of[bug] ".sv: " old[e])
        if (new[e] == "") die(name[bug] ": nothing stands in the place of: " old[e])
        order[e] = e
        # The longest first, so that one bug may change a part of what another one changes.
        for (i = e; i > 1 && length(old[order[i - 1]]) < length(old[e]); i--) {
            order[i] = order[i - 1]
            order[i - 1] = e
        }
    }
    for (i = 1; i <= edits; i++) plant(order[i])
    file = file_of["sema_path_pkg"]
    at = index(text[file], "endpackage")
    text[file] = substr(text[file], 1, at - 1) package_lines() substr(text[file], at)
    for (file in text) {
        while (match(text[file], /\001[0-9]+\002/))
            text[file] = substr(text[file], 1, RSTART - 1) \
                hides[substr(text[file], RSTART + 1, RLENGTH - 2)] \
                substr(text[file], RSTART + RLENGTH)
        printf "%s", text[file] >(out "/" file)
    }
}
