# A netlist of scripts/silicon/netlist.sh with its registers' outputs as inputs, through a cell
# SEED, so that activity given to them is what the gates behind them get; OpenSTA would reckon it
# from the registers' own inputs. Variables: flops, the library's cells with one; map, a file that
# gets of each seed its number and register, this with a ! where the seed is its inverse.
BEGIN {
    split(flops, names, " ")
    for (i in names) is_flop[names[i]] = 1
}
# The header gets more ports, so that all is written at the end.
/^module / { in_header = 1 }
in_header {
    header = header $0
    if (/\);$/) in_header = 0
    next
}
$1 in is_flop { in_flop = 1; register = $2 }
in_flop && /^ *\.QN?\(/ {
    net = $0
    inverted = sub(/^ *\.QN\(/, "", net)
    sub(/^ *\.Q\(/, "", net)
    sub(/\),?$/, "", net)
    sub(/\(.*\)/, "()")
    driven[seeds] = net
    held[seeds++] = (inverted ? "!" : "") register
}
/^ *\);/ { in_flop = 0 }
/^endmodule/ {
    sub(/\);$/, "", header)
    printf "%s", header
    for (i = 0; i < seeds; i++) printf ", seed_%d", i
    print ");"
    for (i = 0; i < seeds; i++) printf "  input seed_%d;\n", i
    for (i = 1; i <= lines; i++) print line[i]
    for (i = 0; i < seeds; i++) {
        printf "  SEED seeds_%d (.A(seed_%d), .Y(%s));\n", i, i, driven[i]
        name = held[i]
        sub(/\$_.*$/, "", name)
        gsub(/\\/, "", name)
        print i, name >map
    }
    print
    exit
}
{ line[++lines] = $0 }
