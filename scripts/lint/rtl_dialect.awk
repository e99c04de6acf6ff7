# Names the lines of RTL with constructs that one of the tools takes otherwise than the others, or
# not at all.
# usage: awk -f rtl_dialect.awk FILE.sv...      nothing printed: none
#
# A function call within an index: Verilator 5.030 and 5.032 stop at one on the left side of a
# nonblocking assignment (V3Delayed: Multiple Write refs on LHS of NBA), or warn of a side effect
# (SIDEEFFECT). The index gets a name first. System functions, and casts of what is no call, are
# fine.
#
# Two nonblocking writes to one element of an unpacked array in one process: Verilator 5.032 loses
# one of them. One write, of a chosen value.
FNR == 1 { split("", unpacked) }
{
    line = $0
    sub(/\/\/.*/, "", line)
    if (match(line, /[A-Za-z_0-9]+\[[^]]*\] *;/) && line ~ /^ *(logic|bit|reg) /) {
        name = substr(line, RSTART, RLENGTH)
        sub(/\[.*/, "", name)
        unpacked[name]
    }
    if (line ~ /always_ff/) split("", written)
    if (match(line, /[A-Za-z_0-9]+\[[^]]*\] *<= /)) {
        place = substr(line, RSTART, RLENGTH)
        sub(/ *<= /, "", place)
        name = place
        sub(/\[.*/, "", name)
        before = substr(line, 1, RSTART - 1)
        if (name in unpacked && before ~ /^ *((if|for) *\(.*\) *|else *|begin *)*$/ &&
            written[place]++)
            printf "%s:%d: second write to an element of an unpacked array, choose its value: %s\n",
                FILENAME, FNR, place
    }
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
