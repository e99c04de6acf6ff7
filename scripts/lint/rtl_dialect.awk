# Names the lines of RTL with constructs that one of the tools takes otherwise than the others, or
# not at all.
# usage: awk -f rtl_dialect.awk FILE.sv...      nothing printed: none
#
# A function call within an index: Verilator 5.030 and 5.032 stop at one on the left side of a
# nonblocking assignment (V3Delayed: Multiple Write refs on LHS of NBA), or warn of a side effect
# (SIDEEFFECT). The index gets a name first. System functions, and casts of what is no call, are
# fine.
{
    line = $0
    sub(/\/\/.*/, "", line)
    depth = 0
    for (at = 1; at <= length(line); at++) {
        letter = substr(line, at, 1)
        if (letter == "[") depth++
        else if (letter == "]") depth--
        else if (letter == "(" && depth > 0 && match(substr(line, 1, at - 1),
            /[A-Za-z_][A-Za-z0-9_:]*$/) &&
                 substr(line, RSTART - 1, 1) != "$")
            printf "%s:%d: function call in an index, give the index a name: %s\n", FILENAME, FNR,
                substr(line, RSTART, RLENGTH)
    }
}
