# Breaks one cell of a netlist: the middle one of the commonest kind of gate that has a dual becomes
# its dual. A netlist without such gates gets a flop that takes zero. Or, with FLOP, the gate in
# front of the flop of that output, which must have a dual.
# usage: awk [-v FLOP=NET] -f fault.awk NETLIST.v NETLIST.v      the same file twice
BEGIN {
    dual["NAND2X1"] = "NOR2X1"
    dual["NOR2X1"] = "NAND2X1"
    dual["AND2X2"] = "OR2X2"
    dual["OR2X2"] = "AND2X2"
    dual["OAI21X1"] = "AOI21X1"
    dual["AOI21X1"] = "OAI21X1"
    dual["XOR2X1"] = "XNOR2X1"
    dual["XNOR2X1"] = "XOR2X1"
    dual["INVX1"] = "BUFX2"
    dual["BUFX2"] = "INVX1"
}
NR == FNR && FLOP != "" {
    if ($1 in dual) start = FNR
    pin = $0
    gsub(/^[^(]*\(|\),?$/, "", pin)
    if (/^ *\.Y\(/ && start) { gate_of[pin] = start; start = 0 }
    if (/^ *\.D\(/) taken = pin
    if (/^ *\.Q\(/ && pin == FLOP) wanted_net = taken
    next
}
FLOP != "" && FNR == gate_of[wanted_net] {
    sub($1, dual[$1])
    broken = 1
}
FLOP != "" { print; next }
NR == FNR { if ($1 in dual && ++count[$1] > count[most]) most = $1; next }
$1 == most && most && ++seen == int((count[most] + 1) / 2) {
    sub(most, dual[most])
    broken = 1
}
!most && !broken && /\.D\(/ {
    sub(/\.D\(.*\)/, ".D(1'b0)")
    broken = 1
}
{ print }
END {
    if (!broken) {
        print "fault: found no cell to break" >"/dev/stderr"
        exit 1
    }
}
