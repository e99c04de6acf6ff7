# The registers as SystemRDL 2.0.
# usage: register_list | awk -v version=VERSION -f families.awk -f rdl.awk

# A register that is kept outside the register file is external. Software wins over the block,
# except that an event that is cleared as it comes stays.
BEGIN {
    properties["rw"] = "sw = rw; hw = r;"
    properties["rwh"] = "sw = rw; hw = rw; we;"
    properties["ext"] = "sw = rw; hw = rw;"
    properties["ro"] = "sw = r; hw = w;"
    properties["w1c"] = "sw = rw; hw = rw; onwrite = woclr; hwset; precedence = hw;"
}
END {
    read_items()
    print "// The registers of semacredit " version ", default build. Made of rtl/registers.txt."
    print "addrmap semacredit {"
    print "  name = \"semacredit\";"
    print "  desc = \"Admission block: configuration and status\";"
    print "  default regwidth = 32;"
    print "  default accesswidth = 32;"
    for (i = 1; i <= items; i++) {
        printf "\n  %sreg {\n", access[i] == "ext" ? "external " : ""
        printf "    desc = \"%s\";\n", meaning[i]
        for (f = 1; f <= fields[i]; f++)
            printf "    field { desc = \"%s\"; %s } %s[%d:%d] = %s;\n", title[i, f],
                properties[access[i]], field[i, f], low[i, f] + width[i, f] - 1, low[i, f],
                reset[i]
        array = count[i] > 1
        printf "  } %s%s @ 0x%03x%s;\n", name[i], array ? "[" count[i] "]" : "", address[i],
            array ? " += 4" : ""
    }
    print "};"
}
