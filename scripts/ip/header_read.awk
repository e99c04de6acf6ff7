# C that prints the register map of PeakRDL's C header, as map_read.py does: ADDRESS NAME BITS
# RESET.
# usage: register_list | awk -f families.awk -f header_read.awk

# The sum of what the header has of each field.
function sum(i, suffix,    f, text, prefix) {
    text = ""
    for (f = 1; f <= fields[i]; f++) {
        prefix = "SEMACREDIT__" toupper(name[i]) "__" toupper(field[i, f])
        text = text (f > 1 ? " + " : "") prefix suffix
        if (suffix == "_reset") text = text " * (1u << " prefix "_bp)"
    }
    return text
}
END {
    read_items()
    for (i = 1; i <= items; i++)
        for (k = 0; k < count[i]; k++) {
            array = count[i] > 1
            member = array ? "[" k "]" : ""
            print "printf(\"%zu " name[i] (array ? "_" k : "") " %u %u\\n\","
            print "    offsetof(semacredit_t, " name[i] member "),"
            print "    0u + " sum(i, "_bw") ", 0u + " sum(i, "_reset") ");"
        }
}
