# The registers for software in C: byte addresses, members of families, bits of `errors`.
# usage: register_list | awk -v version=VERSION -f families.awk -f driver_header.awk

function constant(text, value) { printf "    SEMACREDIT_%s = %s,\n", toupper(text), value }
# A comment, in lines of at most 100 columns.
function comment(text,    n, i, part, line) {
    n = split(text, part, " ")
    line = "    //"
    for (i = 1; i <= n; i++) {
        if (length(line " " part[i]) > 100) {
            print line
            line = "    //"
        }
        line = line " " part[i]
    }
    print line
}
END {
    read_items()
    print "// The registers of semacredit " version ", default build. Made of rtl/registers.txt."
    print "#ifndef SEMACREDIT_REGISTERS_H"
    print "#define SEMACREDIT_REGISTERS_H\n"
    print "// Byte addresses; those of a family are its first member's, the others follow it."
    print "enum semacredit_register {"
    for (i = 1; i <= lines; i++)
        if (member_of[i] == 0) {
            comment(access_of[i] ": " meaning_of[i])
            constant(family_of[i], sprintf("0x%03x", 4 * word_of[i]))
        }
    print "};\n\n// Members of families."
    print "enum semacredit_members {"
    for (i = 1; i <= lines; i++)
        if (member_of[i] == 1) constant(family_of[i] "_members", members_of[i])
    print "};\n\n// Bits of SEMACREDIT_ERRORS."
    print "enum semacredit_error {"
    for (i = 1; i <= items; i++)
        for (f = 1; access[i] == "w1c" && f <= fields[i]; f++)
            constant("error_" field[i, f], "1 << " low[i, f])
    print "};\n\n#endif"
}
