# Names with a retired word: of files, C functions, types and macros, suites of tests, modules.
# usage: awk -f words.awk RETIRED_WORDS FILE...
function is_kept(name, i) { return index(kept[i], " " name " ") }
# LINE: empty for the name of the file.
function check(name, line,    i) {
    for (i = 1; i <= rows; i++)
        if (tolower(name) ~ pattern[i] && !is_kept(name, i) && !is_kept(FILENAME, i))
            print FILENAME ":" line " " name ": a retired word; instead: " instead[i]
}
FNR == NR {
    if (/^#/) next
    rows++
    pattern[rows] = "(^|_)(" $1 ")(_|$)"
    text = substr($0, length($1) + 1)
    kept[rows] = " " substr(text, index(text, ":") + 1) " "
    sub(/ *:.*/, "", text)
    sub(/^ */, "", text)
    instead[rows] = text
    next
}
FNR == 1 {
    name = FILENAME
    sub(/.*\//, "", name)
    sub(/\..*/, "", name)
    check(name, "")
}
FILENAME ~ /\.sv$/ && /^module / { check($2, FNR ":") }
FILENAME !~ /\.(c|h|cpp)$/ { next }
/^#define / || /^(struct|enum|union) [a-z0-9_]+ \{/ {
    name = $2
    sub(/\(.*/, "", name)
    check(name, FNR ":")
    next
}
/^[A-Za-z_].*\(/ {
    name = $0
    sub(/^__attribute__\(\([^ ]*( [0-9], [0-9])?\)\)\)? */, "", name)
    if (sub(/^Test\(/, "", name)) sub(/,.*/, "", name)
    sub(/\(.*/, "", name)
    sub(/.*[ *]/, "", name)
    check(name, FNR ":")
}
