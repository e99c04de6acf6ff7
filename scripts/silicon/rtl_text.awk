# Prints what synthesis reads of a design: the text of the module TOP and of all that it uses,
# without comments and without what is not for synthesis. What a netlist depends on, and nothing
# else.
# usage: awk -v TOP=MODULE [-v FILES=1] -f rtl_text.awk FILE.sv...
#
# There is a file for each module, by its name; packages always count. With FILES only the names of
# the files are printed.

FNR == 1 {
    module = FILENAME
    sub(/.*\//, "", module); sub(/\.sv$/, "", module)
    known[module] = 1
    order[++count] = module
    file[module] = FILENAME
    skipping = 0
}
/^ *`if(ndef SYNTHESIS|def FORMAL)/ { skipping = 1 }
skipping { if (/^ *`endif/) skipping = 0; next }
{
    sub(/\/\/.*/, "")
    sub(/ +$/, "")
    if (/^ *package /) is_package[module] = 1
    if ($0 != "") text[module] = text[module] $0 "\n"
}
END {
    if (!(TOP in known)) {
        print "rtl_text.awk: no module " TOP >"/dev/stderr"
        exit 1
    }
    wanted[TOP] = 1
    for (module in is_package) wanted[module] = 1
    # An instance begins a line: MODULE #( or MODULE u_name.
    do {
        found = 0
        for (module in wanted) {
            if (seen[module]++) continue
            n = split(text[module], lines, "\n")
            for (i = 1; i <= n; i++) {
                split(lines[i], words, /[^a-z0-9_]+/)
                first = words[1] != "" ? words[1] : words[2]
                if (first in known && !(first in wanted)) { wanted[first] = 1; found = 1 }
            }
        }
    } while (found)
    for (i = 1; i <= count; i++) {
        if (!(order[i] in wanted)) continue
        if (FILES) print file[order[i]]
        else printf "%s", text[order[i]]
    }
}
