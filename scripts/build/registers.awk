# The registers, made of their description rtl/registers.txt.
# usage: awk -v what=sv|c|md -f registers.awk registers.txt

function trim(text) {
    gsub(/^[ \t]+|[ \t]+$/, "", text)
    return text
}

function die(message) {
    printf "%s:%d: %s\n", FILENAME, FNR, message > "/dev/stderr"
    failed = 1
    exit 2
}

# A number that is known here, or -1.
function number(text, value, i) {
    if (text ~ /^[0-9]+$/) return text + 0
    if (text !~ /^0x[0-9a-f]+$/) return -1
    value = 0
    for (i = 3; i <= length(text); i++)
        value = value * 16 + index("0123456789abcdef", substr(text, i, 1)) - 1
    return value
}

# Terms of the description in SystemVerilog: names and functions of the package are qualified, the
# module's own are not.
function sv(text, out, word) {
    out = ""
    while (match(text, /[A-Za-z_][A-Za-z_0-9]*/)) {
        word = substr(text, RSTART, RLENGTH)
        out = out substr(text, 1, RSTART - 1)
        out = out (word ~ /^(i|NHbm|CntW|Lanes|IdW|HbmW|SlotW|Depth)$/ ? word : "sema_pkg::" word)
        text = substr(text, RSTART + RLENGTH)
    }
    return out text
}

function upper_c(text) { # HbmReciprocalReset: HBM_RECIPROCAL_RESET
    gsub(/[A-Z]/, "_&", text)
    sub(/^_/, "", text)
    return toupper(text)
}

# The same terms in C.
function c(text, out, word) {
    out = ""
    while (match(text, /[A-Za-z_][A-Za-z_0-9]*/)) {
        word = substr(text, RSTART, RLENGTH)
        out = out substr(text, 1, RSTART - 1)
        if (word in c_of) out = out c_of[word]
        else out = out (word ~ /^[A-Z]/ ? upper_c(word) : word)
        text = substr(text, RSTART + RLENGTH)
    }
    return out text
}

function range(n, width) { # of a flat vector
    width = count[n] == "1" ? bits[n] : (count[n] ~ /\+/ ? "(" count[n] ")" : count[n]) "*" \
        (bits[n] ~ /\+/ ? "(" bits[n] ")" : bits[n])
    return number(width) > 0 ? "[" number(width) - 1 ":0]" : "[" width "-1:0]"
}

function members(n) {
    return number(count[n]) > 0 ? "[" count[n] - 1 ":0]" : "[" count[n] "-1:0]"
}

function place(n, parts, i, out) { # of its first member among all registers: HbmReciprocalAt
    split(name[n], parts, "_")
    out = ""
    for (i = 1; i in parts; i++) out = out toupper(substr(parts[i], 1, 1)) substr(parts[i], 2)
    return out "At"
}

function seat(n,   at) { # the same among those that are gathered with it: HbmReciprocalSeat
    at = place(n)
    sub(/At$/, "Seat", at)
    return at
}

function puts(n) { # which of its members are written
    return "put_q[" place(n) " +: " count[n] "]"
}

function port(direction, width, name) {
    ports = ports sprintf(",\n    %-6s logic %-20s %s", direction, width, name)
}

function stored(n) {
    return access[n] == "rw" || access[n] == "rwh" || access[n] == "w1c"
}

BEGIN {
    FS = "|"
    c_of["NHbm"] = "HBM_LANES"; c_of["CntW"] = "COUNTER_BITS"; c_of["Lanes"] = "LANES"
    c_of["HbmW"] = "MAP_MASKS"; c_of["IdW"] = "ID_BITS"; c_of["SlotW"] = "SLOT_BITS"
    c_of["Depth"] = "DEPTH"; c_of["i"] = "i"
    if (what !~ /^(sv|c|md)$/) die("what: sv, c or md")
}

/^[ \t]*(#|$)/ { next }

NF != 7 { die("seven columns expected, here are " NF) }

{
    n = ++registers
    name[n] = trim($1); word[n] = trim($2); count[n] = trim($3); bits[n] = trim($4)
    access[n] = trim($5); reset[n] = trim($6); meaning[n] = trim($7)
    pulse[n] = sub(/!$/, "", access[n])
    late[n] = sub(/~$/, "", access[n]) || access[n] == "w1c"
    base[n] = number(word[n])
    if (name[n] !~ /^[a-z][a-z_0-9]*$/) die("a name in lower case expected: " name[n])
    if (name[n] in seen) die("twice: " name[n])
    seen[name[n]] = 1
    if (access[n] !~ /^(rw|rwh|ext|ro|w1c)$/) die("access is one of rw rwh ext ro w1c: " access[n])
    if (base[n] < 0 || base[n] > 1023) die("word from 0x000 to 0x3ff expected: " word[n])
    if (n > 1 && base[n] <= base[n - 1]) die("words do not go up at " name[n])
    if (number(count[n]) > 0 && n > 1 && number(count[n - 1]) > 0 &&
        base[n] < base[n - 1] + number(count[n - 1])) die("overlaps " name[n - 1] ": " name[n])
}

function make_sv(   n, member, put) {
    for (n = 1; n <= registers; n++) {
        if (access[n] == "ro" || access[n] == "ext") port("input", range(n), name[n] "_i")
        if (access[n] == "rwh") {
            port("input", members(n), name[n] "_we_i")
            port("input", range(n), name[n] "_i")
        }
        if (access[n] == "w1c") port("input", range(n), name[n] "_set_i")
        if (stored(n)) port("output", range(n), name[n] "_o")
        if (pulse[n]) port("output", members(n), name[n] "_write_o")
    }
    print "// The register file: storage, write decode, read multiplexer. Made of " \
        "rtl/registers.txt."
    print "//"
    print "// Promises: a write is performed in the clock after write_i, with its data, and in " \
        "force from the"
    print "// clock after that on; where there is no writable register it changes nothing, and " \
        "write_known_o"
    print "// is low. A read changes nothing; three clocks after it is told what was in force in " \
        "the clock after"
    print "// it. *_write_o is high in the clock in which a write is performed. What comes a " \
        "clock late is read"
    print "// a clock late, and cleared by a write a clock late; a bit set and cleared by one " \
        "edge stays set."
    print "module sema_registers #("
    print "    parameter int unsigned NHbm = sema_pkg::HbmLanes,"
    print "    parameter int unsigned CntW = sema_pkg::CounterBits,"
    print "    parameter int unsigned Depth = sema_pkg::Depth,"
    print "    parameter int unsigned Slots = sema_pkg::Slots,"
    print "    localparam int unsigned Lanes = NHbm + 2,"
    print "    localparam int unsigned HbmW = sema_pkg::index_width(NHbm),"
    print "    localparam int unsigned IdW = sema_pkg::index_width(Depth),"
    print "    localparam int unsigned SlotW = $clog2(Slots + 1)"
    print ") ("
    printf "    input  logic                      clk_i,\n    input  logic                      " \
        "rst_ni,\n"
    printf "    // write\n"
    printf "    input  logic                      write_i,\n    input  logic [11:0]              " \
        " write_address_i,\n"
    printf "    input  logic [31:0]               write_data_i,   // in the two clocks after it\n"
    printf "    output logic                      write_known_o,  // in that clock, too\n"
    printf "    // read\n"
    printf "    input  logic                      read_i,\n    input  logic [11:0]              " \
        " read_address_i,\n"
    printf "    output logic                      told_o,\n    output logic [31:0]             " \
        "  read_data_o,\n"
    printf "    output logic                      read_known_o"
    print ports
    print ");"
    make_sv_places()
    print "\n  // What is written in this clock: one register or none, known a clock before."
    print "  logic                writing_q;\n  logic [Writable-1:0] put_q;"
    print "  assign write_known_o = put_q != '0;"
    print "  always_ff @(posedge clk_i) begin"
    print "    writing_q <= rst_ni && write_i;"
    print "    if (!rst_ni || write_i || writing_q) begin"
    for (n = 1; n <= registers; n++) {
        if (access[n] == "ro") continue
        printf "      for (int i = 0; i < %s; i++) begin\n", count[n]
        printf "        put_q[%s + i] <=\n", place(n)
        printf "            rst_ni && write_i && write_address_i == 12'(4 * (%d + i));\n", base[n]
        print "      end"
    }
    print "    end\n  end"
    for (n = 1; n <= registers; n++)
        if (pulse[n]) printf "  assign %s_write_o = %s;\n", name[n], puts(n)
    for (n = 1; n <= registers; n++) {
        if (!stored(n)) continue
        member = name[n] "_q[i*(" bits[n] ") +: " bits[n] "]"
        printf "\n  // %s: %s.\n", name[n], meaning[n]
        printf "  logic %s %s_q;\n  assign %s_o = %s_q;\n", range(n), name[n], name[n], name[n]
        if (access[n] == "w1c") {
            printf "  logic %s_put_q;\n  always_ff @(posedge clk_i) %s_put_q <= %s;\n",
                name[n], name[n], puts(n)
        }
        print "  always_ff @(posedge clk_i) begin"
        if (access[n] == "rw" && count[n] == 1) { # without a loop, whose condition would be double
            printf "    if (!rst_ni) %s_q <= (%s)'(%s);\n", name[n], bits[n], sv(reset[n])
            printf "    else if (put_q[%s]) %s_q <= write_data_i[%s-1:0];\n  end\n", place(n),
                name[n], bits[n]
            continue
        }
        print "    if (!rst_ni) begin"
        printf "      for (int i = 0; i < %s; i++) %s <= (%s)'(%s);\n", count[n], member, bits[n],
            sv(reset[n])
        put = "put_q[" place(n) " + i]"
        if (access[n] == "w1c") {
            print "    end else begin"
            printf "      %s_q <= (%s_q & ~(write_data_i[%s-1:0] & {%s{%s_put_q}})) | %s_set_i;\n",
                name[n], name[n], bits[n], bits[n], name[n], name[n]
        } else if (access[n] == "rwh") {
            printf "    end else if (%s != '0 || %s_we_i != '0) begin\n", puts(n), name[n]
            printf "      for (int i = 0; i < %s; i++) begin\n", count[n]
            printf "        if (%s) %s <= write_data_i[%s-1:0];\n", put, member, bits[n]
            printf "        else if (%s_we_i[i]) %s <= %s_i[i*(%s) +: %s];\n", name[n], member,
                name[n], bits[n], bits[n]
            print "      end"
        } else {
            printf "    end else if (%s != '0) begin\n", puts(n)
            printf "      for (int i = 0; i < %s; i++) begin\n", count[n]
            printf "        if (%s) %s <= write_data_i[%s-1:0];\n", put, member, bits[n]
            print "      end"
        }
        print "    end\n  end"
    }
    make_sv_read()
    print "\nendmodule"
}

# Where each is among all registers: first those that can be written.
function make_sv_places(   n, at, writable) {
    print "\n  // Places of registers, those first that can be written."
    at = "0"
    for (writable = 1; writable >= 0; writable--) {
        for (n = 1; n <= registers; n++) {
            if ((access[n] != "ro") != writable) continue
            printf "  localparam int unsigned %s = %s;\n", place(n), at
            at = place(n) " + " count[n]
        }
        printf "  localparam int unsigned %s = %s;\n", writable ? "Writable" : "Words", at
    }
}

# The read multiplexer: a flop for each register picks it, and four are gathered in each leaf; those
# that come a clock late in leaves of their own.
function make_sv_leaves(which,   n, at, leaves, flops, suffix) {
    leaves = which ? "LateLeaves" : "Leaves"
    flops = which ? "late" : "leaf"
    suffix = which ? "_late" : ""
    print ""
    at = "0"
    for (n = 1; n <= registers; n++) {
        if (late[n] != which) continue
        printf "  localparam int unsigned %s = %s;\n", seat(n), at
        at = seat(n) " + " count[n]
    }
    printf "  localparam int unsigned %s = (%s + 3) / 4;\n", leaves, at
    printf "  logic [%s*32-1:0] %s_q;\n", leaves, flops
    printf "\n  function automatic logic [%s*32-1:0] gathered%s(input logic [Words-1:0] pick);\n",
        leaves, suffix
    printf "    gathered%s = '0;\n", suffix
    for (n = 1; n <= registers; n++) {
        if (late[n] != which) continue
        printf "    for (int i = 0; i < %s; i++) begin\n", count[n]
        printf "      gathered%s[(%s + i) / 4 * 32 +: 32] |=\n", suffix, seat(n)
        printf "          32'(%s[i*(%s) +: %s]) & {32{pick[%s + i]}};\n    end\n",
            stored(n) ? name[n] "_q" : name[n] "_i", bits[n], bits[n], place(n)
    }
    print "  endfunction"
    printf "\n  function automatic logic [31:0] joined%s(input logic [%s*32-1:0] %s);\n", suffix,
        leaves, flops
    printf "    joined%s = '0;\n", suffix
    printf "    for (int g = 0; g < %s; g++) joined%s |= %s[g*32 +: 32];\n", leaves, suffix, flops
    print "  endfunction"
}

function make_sv_read(   n) {
    print "\n  // What is read, in four stages that stand still while nothing is: the address " \
        "picks a register or"
    print "  // none, each leaf has what of its four is picked, these are one word and the late " \
        "ones have theirs,"
    print "  // and all are one word."
    print "  logic             picked_q, gathered_q, joined_q, known_q;"
    print "  logic [Words-1:0] pick_q;"
    print "  logic [31:0]      word_q;"
    print "  assign told_o = joined_q;"
    make_sv_leaves(0)
    make_sv_leaves(1)
    print "\n  always_ff @(posedge clk_i) begin"
    print "    picked_q   <= rst_ni && read_i;"
    print "    gathered_q <= rst_ni && picked_q;"
    print "    joined_q   <= rst_ni && gathered_q;"
    print "    if (read_i) begin"
    for (n = 1; n <= registers; n++) {
        printf "      for (int i = 0; i < %s; i++) begin\n", count[n]
        printf "        pick_q[%s + i] <= read_address_i == 12'(4 * (%d + i));\n      end\n",
            place(n), base[n]
    }
    print "    end"
    print "    if (picked_q) leaf_q <= gathered(pick_q);"
    print "    if (gathered_q) begin"
    print "      known_q <= pick_q != '0;"
    print "      late_q  <= gathered_late(pick_q);"
    print "      word_q  <= joined(leaf_q);"
    print "    end"
    print "  end"
    print "\n  assign read_known_o = joined_q && known_q;"
    print "  assign read_data_o  = joined_q ? word_q | joined_late(late_q) : '0;"
}

function make_c(   n) {
    print "// The registers of the block (rtl/spec/registers.md). Made of rtl/registers.txt."
    print "#ifndef SEMA_REGISTER_MAP_H"
    print "#define SEMA_REGISTER_MAP_H\n"
    print "// Words; those of a family are its first member's. The byte address is four times that."
    print "enum register_word {"
    for (n = 1; n <= registers; n++) printf "    REGISTER_%s = %s,\n", toupper(name[n]), word[n]
    print "    REGISTER_WORDS = 0x400\n};\n"
    print "// What software may do: read and write, write with the block writing too, write " \
        "what is kept"
    print "// elsewhere, read only, clear by ones."
    print "enum register_access { REGISTER_RW, REGISTER_RWH, REGISTER_EXT, REGISTER_RO, " \
        "REGISTER_W1C };\n"
    print "// X(name, WORD, count, bits, access, reset of member i, meaning): every register, " \
        "words going up."
    print "#define REGISTER_TABLE(X) \\"
    for (n = 1; n <= registers; n++)
        printf "    X(%s, REGISTER_%s, %s, %s, REGISTER_%s, %s, \"%s\")%s\n", name[n],
            toupper(name[n]), c(count[n]), c(bits[n]), toupper(access[n]), c(reset[n]), meaning[n],
            n < registers ? " \\" : ""
    print "\n#endif"
}

function make_md(   n) {
    print "| byte address | register | bits | access | reset | meaning |"
    print "|---|---|---|---|---|---|"
    for (n = 1; n <= registers; n++)
        printf "| `0x%03x`%s | `%s` | %s | %s | %s | %s |\n", base[n] * 4, count[n] == "1" ? "" : \
            " + 4i, i < " count[n], name[n], bits[n], access[n], reset[n], meaning[n]
}

END {
    if (failed) exit 2
    if (what == "sv") make_sv()
    if (what == "c") make_c()
    if (what == "md") make_md()
}
