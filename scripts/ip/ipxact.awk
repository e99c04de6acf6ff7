# The registers as IP-XACT, IEEE 1685-2014: a component with a memory map.
# usage: register_list | awk -v version=VERSION -f families.awk -f ipxact.awk

function xml(text) {
    gsub(/&/, "\\&amp;", text)
    gsub(/</, "\\&lt;", text)
    gsub(/>/, "\\&gt;", text)
    return text
}

# usage: element(DEPTH, NAME, TEXT)
function element(depth, tag, text) {
    printf "%*s<ipxact:%s>%s</ipxact:%s>\n", 2 * depth, "", tag, xml(text), tag
}
function open(depth, tag) { printf "%*s<ipxact:%s>\n", 2 * depth, "", tag }
function close_tag(depth, tag) { printf "%*s</ipxact:%s>\n", 2 * depth, "", tag }

function write_field(i, f) {
    open(5, "field")
    element(6, "name", field[i, f])
    element(6, "description", title[i, f])
    element(6, "bitOffset", low[i, f])
    open(6, "resets")
    open(7, "reset")
    element(8, "value", reset[i])
    close_tag(7, "reset")
    close_tag(6, "resets")
    element(6, "bitWidth", width[i, f])
    element(6, "volatile", access[i] == "rw" ? "false" : "true")
    element(6, "access", access[i] == "ro" ? "read-only" : "read-write")
    if (access[i] == "w1c") element(6, "modifiedWriteValue", "oneToClear")
    close_tag(5, "field")
}

function write_register(i,    f) {
    open(4, "register")
    element(5, "name", name[i])
    element(5, "description", meaning[i])
    if (count[i] > 1) element(5, "dim", count[i])
    element(5, "addressOffset", sprintf("'h%x", address[i]))
    element(5, "size", 32)
    for (f = 1; f <= fields[i]; f++) write_field(i, f)
    close_tag(4, "register")
}

END {
    read_items()
    print "<?xml version=\"1.0\" encoding=\"UTF-8\"?>"
    print "<!-- semacredit, default build. Made of rtl/registers.txt. -->"
    print "<ipxact:component xmlns:ipxact=\"http://www.accellera.org/XMLSchema/IPXACT/1685-2014\">"
    element(1, "vendor", "semacredit")
    element(1, "library", "admission")
    element(1, "name", "semacredit")
    element(1, "version", version)
    open(1, "memoryMaps")
    open(2, "memoryMap")
    element(3, "name", "registers")
    open(3, "addressBlock")
    element(4, "name", "semacredit")
    element(4, "baseAddress", 0)
    element(4, "range", "'h1000")
    element(4, "width", 32)
    element(4, "usage", "register")
    for (i = 1; i <= items; i++) write_register(i)
    close_tag(3, "addressBlock")
    element(3, "addressUnitBits", 8)
    close_tag(2, "memoryMap")
    close_tag(1, "memoryMaps")
    print "</ipxact:component>"
}
