# A netlist with its cells as what they do: each gate an assignment of its function, each flop an
# always block, by the Liberty file. Instances of anything else stay. Verilator takes a fraction of
# the time and memory that it takes for as many instances.
# usage: awk -f gate_logic.awk LIBERTY NETLIST.v      the netlist as Yosys writes it (-noexpr)
function stop(why) {
    print "gate_logic: " FILENAME ": " FNR ": " why >"/dev/stderr"
    stopped = 1
    exit 1
}
function argument(text) { gsub(/^[^(]*\(|\).*|[ \t"]/, "", text); return text }
function quoted(text) { gsub(/^[^"]*"|"[^"]*$/, "", text); return text }

# Liberty's function in Verilog: (A B)+!C becomes (A&B)|~C. Which of ^ and & binds tighter differs
# between the two.
function verilog(text) {
    if (text ~ /[^A-Za-z0-9_()!*+^ ]/ ||
        (text ~ /\^/ && text ~ /[*+ ]/)) stop("a function that is not understood: " text)
    gsub(/!/, "~", text)
    gsub(/ *\+ */, "|", text)
    gsub(/ *[* ] */, "\\&", text)
    return text
}

# A function of nets instead of pins.
function of_nets(text,   out, pin) {
    while (match(text, /[A-Za-z][A-Za-z0-9_]*/)) {
        pin = substr(text, RSTART, RLENGTH)
        if (!(pin in net)) stop("an open pin: " pin)
        out = out substr(text, 1, RSTART - 1) net[pin]
        text = substr(text, RSTART + RLENGTH)
    }
    return out text
}

FNR == 1 { file++ }
file == 1 && /^[ \t]*cell[ \t]*\(/ { cell = argument($0); in_pin = 0 }
file == 1 && /^[ \t]*(latch|statetable)[ \t]*\(/ { other[cell] }
file == 1 && /^[ \t]*ff[ \t]*\(/ { state = argument($0); sub(/,.*/, "", state) }
file == 1 && /^[ \t]*next_state[ \t]*:/ { next_state[cell] = verilog(quoted($0)) }
file == 1 && /^[ \t]*clocked_on[ \t]*:/ { clock[cell] = quoted($0) }
file == 1 && /^[ \t]*(clear|preset|three_state)[ \t]*:/ { other[cell] }
file == 1 && /^[ \t]*pin[ \t]*\(/ { pin = argument($0) }
file == 1 && /^[ \t]*function[ \t]*:/ {
    text = quoted($0)
    outputs[cell] = outputs[cell] " " pin
    if (!(cell in next_state)) gate[cell, pin] = verilog(text)
    else if (text != state) other[cell] # an inverted output
}
file == 1 { next }

$1 in outputs {
    type = $1
    if (type in other) stop("a cell that is neither a gate nor a flop of one clock: " type)
    split("", net)
    next
}
type != "" && /^ *\./ {
    pin = $1
    gsub(/^\.|\(.*/, "", pin)
    sub(/^[^(]*\(/, "")
    sub(/\),?$/, "")
    net[pin] = $0
    next
}
type != "" && /^ *\);/ {
    count = split(outputs[type], output, " ")
    for (i = 1; i <= count; i++) {
        if (!(output[i] in net) || net[output[i]] == "") continue
        to = net[output[i]]
        if (!(type in next_state)) {
            print "  assign " to " = " of_nets(gate[type, output[i]]) ";"
            continue
        }
        if (clock[type] !~ /^[A-Za-z]+$/) stop("a flop of another clock: " type)
        if (to ~ /\]$/) { # a bit of a port, whose other bits may be gates
            print "  logic port_" ++held ";\n  assign " to " = port_" held ";"
            to = "port_" held
        }
        print "  always @(posedge " of_nets(clock[type]) ") " to " <= " of_nets(next_state[type]) \
            ";"
    }
    type = ""
    next
}
/^  (input|output) / {
    # only ports are in a trace: names of all nets would take longer to compile than the cells
    sub(/^  (input|output)/, "/* verilator tracing_on */\n& logic")
    print $0 " /* verilator tracing_off */"
    port[$NF]
    next
}
/^  wire / {
    if (!($NF in port)) print "  logic" substr($0, 7)
    next
}
{ print }
