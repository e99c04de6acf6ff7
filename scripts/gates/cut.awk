# Cuts a design and its netlist, both sequential, into two combinational circuits that are equal
# exactly if the two show the same and take the same step, from every state in which they
# correspond.
# usage: awk -v TOP=MODULE -v OUT=FOLDER -f cut.awk DESIGN.blif HINT.blif NETLIST.blif
#
# BLIF as Yosys writes it, MODULE flat but for black boxes. Flops correspond by name. HINT is the
# design after what synthesis does to flops: of two that hold the same it keeps one, and it drops
# those that hold a constant. So each class of flops that HINT says hold the same becomes one input
# of both circuits, and what its flops take becomes outputs; black boxes are cut likewise. Nothing
# of HINT has to be believed: that all flops of a class take the same value, and a constant one its
# constant, is compared.
#
# Where the design has multipliers left whole (black boxes of type `product`), what depends on them
# is not compared.
#
# Writes OUT/design.blif and OUT/netlist.blif, inputs and outputs in the same order, and OUT/facts
# (KEY=VALUE lines).
BEGIN { DESIGN = 1; HINT = 2; NETLIST = 3 }
FNR == 1 { side++; model = "" }

# A row of a truth table.
/^[01-]/ {
    if (side != HINT) text[side, lines[side]++] = $0
    if ($0 == "1") constant[side, target] = 1
    else if (source != "" && $0 == "1 1") buffered[side, target] = source
    next
}
$1 == ".names" && model == TOP {
    if (side != HINT) text[side, lines[side]++] = $0
    target = $NF
    net[side, nets[side]++] = target
    if (NF == 2) constant[side, target] = 0
    source = NF == 3 ? $2 : ""
    if (side == DESIGN)
        for (i = 2; i < NF; i++) { # a list: who reads net $i
            reader[++readers] = target
            next_reader[readers] = first_reader[$i]
            first_reader[$i] = readers
        }
    next
}
$1 == ".model" { model = $2; next }
model != TOP {
    if ($1 == ".outputs") for (i = 2; i <= NF; i++) gives[model, $i] = 1
    next
}
$1 == ".inputs" { for (i = 2; i <= NF; i++) input[side, inputs[side]++] = $i; next }
$1 == ".outputs" { for (i = 2; i <= NF; i++) output[side, outputs[side]++] = $i; next }
$1 == ".latch" {
    if ($4 != "re") stop("a flop that no rising clock writes: " $0)
    flop[side, flops[side]++] = $3
    takes[side, $3] = $2
    clock[side, $3] = $5
    next
}
$1 == ".subckt" { box[side, boxes[side]++] = $0; next }
$1 == ".cname" { box_name[side, boxes[side] - 1] = $2; next }

function stop(why) {
    print "cut: " TOP ": " why >"/dev/stderr"
    stopped = 1
    exit 2
}

# What drives a net, behind buffers.
function root(s, n) {
    while ((s, n) in buffered) n = buffered[s, n]
    return n
}

# The class of flops that a name belongs to, by HINT: a flop's name, "0", "1", or "" where it says
# nothing.
function class(n) {
    n = root(HINT, n)
    if ((HINT, n) in takes) return n
    return n != "$undef" && (HINT, n) in constant ? constant[HINT, n] : ""
}

# A netlist's flop is named by its cell, whose name Yosys made of that of the net: NAME$_TYPE_.
function bare(n) {
    sub(/\$_[A-Z0-9_]+_\.[A-Za-z0-9]+$/, "", n)
    return n
}

function classify(s,   i, n, q, c) {
    for (i = 0; i < flops[s]; i++) {
        q = flop[s, i]
        if ((c = class(bare(q))) != "") class_of[s, q] = c
        if (root(s, clock[s, q]) != "clk_i") stop("a flop with another clock: " q)
    }
    for (i = 0; i < nets[s]; i++) { # the other names of a flop's output
        n = net[s, i]
        q = root(s, n)
        if ((s, q) in takes && !((s, q) in class_of) && (c = class(n)) != "") class_of[s, q] = c
    }
    for (i = 0; i < flops[s]; i++) { # HINT may have dropped the names of those that take a constant
        q = flop[s, i]
        n = root(s, takes[s, q])
        if (!((s, q) in class_of) && n != "$undef" && (s, n) in constant)
            class_of[s, q] = constant[s, n]
    }
}

function drive(s, from, to) { text[s, lines[s]++] = ".names " from " " to "\n1 1" }

# An input of both circuits, which is these nets of theirs; "" where a circuit has none.
function add_input(name, design_net, netlist_net) {
    inputs_of_both = inputs_of_both " " name
    if (design_net != "") drive(DESIGN, name, design_net)
    if (netlist_net != "") drive(NETLIST, name, netlist_net)
}

# An output of both circuits, which shows these nets of theirs.
function compare(name, design_net, netlist_net) {
    if (design_net in of_product) {
        left_out++
        return
    }
    outputs_of_both = outputs_of_both " " name
    drive(DESIGN, design_net, name)
    drive(NETLIST, netlist_net, name)
    points++
}

# Finds what depends on the products of the design; they themselves are anything.
function follow_products(   b, k, n, part, todo, last) {
    for (b = 0; b < boxes[DESIGN]; b++) {
        n = split(box[DESIGN, b], part, " ")
        if (part[2] != "product") continue
        for (k = 3; k <= n; k++)
            if (part[k] ~ /^Y(\[|=)/) {
                sub(/^[^=]*=/, "", part[k])
                todo[++last] = part[k]
                add_input("product:" part[k], part[k], "")
            }
        box[DESIGN, b] = "" # cut
    }
    while (last) {
        n = todo[last--]
        if (n in of_product) continue
        of_product[n] = 1
        for (k = first_reader[n]; k; k = next_reader[k]) todo[++last] = reader[k]
    }
}

function cut_ports(   i) {
    if (inputs[DESIGN] != inputs[NETLIST] ||
        outputs[DESIGN] != outputs[NETLIST]) stop("the ports differ")
    for (i = 0; i < inputs[DESIGN]; i++) add_input("in:" i, input[DESIGN, i], input[NETLIST, i])
    for (i = 0; i < outputs[DESIGN]; i++) {
        if (output[DESIGN, i] != output[NETLIST, i]) stop("the ports differ: " output[DESIGN, i])
        compare("out:" output[DESIGN, i], output[DESIGN, i], output[NETLIST, i])
    }
}

function cut_flops(   i, q, c, n, other) {
    for (i = 0; i < flops[NETLIST]; i++) {
        q = flop[NETLIST, i]
        c = class_of[NETLIST, q]
        if (c == "") stop("a flop of the netlist that the design does not have: " q)
        if (!(c in of_netlist)) of_netlist[c] = q
    }
    for (i = 0; i < flops[DESIGN]; i++) {
        q = flop[DESIGN, i]
        c = class_of[DESIGN, q]
        n = takes[DESIGN, q]
        if (c == "0" || c == "1") {
            drive(DESIGN, c ? "$true" : "$false", q)
            compare("constant:" q, n, c ? "$true" : "$false")
            constants++
        } else if (!(c in of_netlist)) {
            add_input("unused:" q, q, "")
            unused++
        } else {
            if (c in of_design) {
                drive(DESIGN, of_design[c], q)
                merged++
            } else {
                add_input("state:" q, q, of_netlist[c])
                of_design[c] = q
            }
            compare("next:" q, n, takes[NETLIST, of_netlist[c]])
        }
    }
    for (i = 0; i < flops[NETLIST]; i++) { # a class may have several flops here too
        q = flop[NETLIST, i]
        c = class_of[NETLIST, q]
        if (!(c in of_design)) stop("a flop of the netlist that the design does not have: " q)
        if ((other = of_netlist[c]) != q) {
            drive(NETLIST, other, q)
            compare("next:" q, takes[DESIGN, of_design[c]], takes[NETLIST, q])
        }
    }
}

# Ports of a black box: nets by "NAME PORT".
function ports_of(s, b, nets_by,   part, k, n, eq) {
    n = split(box[s, b], part, " ")
    for (k = 3; k <= n; k++) {
        eq = index(part[k], "=")
        nets_by[box_name[s, b] " " substr(part[k], 1, eq - 1)] = substr(part[k], eq + 1)
    }
    return part[2]
}

function cut_boxes(   b, type, port, in_design, in_netlist, types, key) {
    for (b = 0; b < boxes[DESIGN]; b++) if (box[DESIGN, b] != "") types[box_name[DESIGN,
        b]] = ports_of(DESIGN, b, in_design)
    for (b = 0; b < boxes[NETLIST]; b++)
        if (!(box_name[NETLIST, b] in types) || ports_of(NETLIST, b,
            in_netlist) != types[box_name[NETLIST, b]])
            stop("the black boxes differ: " box_name[NETLIST, b])
    for (key in in_design) {
        split(key, port, " ")
        if (!(key in in_netlist)) stop("a black box's port is open: " key)
        if ((types[port[1]], port[2]) in gives)
            add_input("box:" port[1] ":" port[2], in_design[key], in_netlist[key])
        else
            compare("box:" port[1] ":" port[2], in_design[key], in_netlist[key])
    }
}

function write_circuit(s, file,   i) {
    print ".model " TOP "\n.inputs" inputs_of_both "\n.outputs" outputs_of_both >file
    for (i = 0; i < lines[s]; i++) print text[s, i] >file
    print ".end" >file
    close(file)
}

END {
    if (stopped) exit 2
    if (side != 3 || !outputs[DESIGN]) stop("not three circuits of that name")
    classify(DESIGN)
    classify(NETLIST)
    follow_products()
    cut_ports()
    cut_flops()
    cut_boxes()
    write_circuit(DESIGN, OUT "/design.blif")
    write_circuit(NETLIST, OUT "/netlist.blif")
    printf "flops=%d\nmerged=%d\nconstants=%d\nunused=%d\npoints=%d\nleft_out=%d\n",
        flops[NETLIST], merged, constants, unused, points, left_out >(OUT "/facts")
}
