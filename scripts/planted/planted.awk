# The planted bugs that a check must catch, a line each: NAME, what the table says of how, and WHAT,
# with tabs between.
# usage: awk -v by=CHECK -f planted.awk rtl/bugs/planted.txt      CHECK is how the line "= CHECK..."
# begins; - is for no line
function tell() {
    if (name != "" && (how != "" || (by == "-" && !others))) print name "\t" how "\t" what
}
/^#/ || /^$/ || /^\[/ { next }
/^[a-z][a-z_0-9]*: / {
    tell()
    name = substr($1, 1, length($1) - 1)
    what = substr($0, length($1) + 2)
    how = ""
    others = 0
    next
}
/^    / { sub(/^ +/, ""); what = what " " $0 }
/^= / { others++ }
by != "-" && index($0, "= " by) == 1 { how = substr($0, 3); sub(/^report: /, "", how) }
END { tell() }
