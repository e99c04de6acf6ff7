# A design behind four pins (rtl/fpga/fpga_pins.sv), as module fpga, from its ports as Yosys's
# portlist prints them.
# usage: awk -v MODULE=NAME -v PARAMETERS='.A(1), .B(2)' -v FLAGS='PORT...' -f pins.awk PORTS
#
# FLAGS are outputs that join at the pin, behind the last flop: flags of a reference are outside its
# loop from count to count and made of gates, and are not to count as paths from flop to flop.
BEGIN {
    for (i = split(FLAGS, names, " "); i; i--) flag[names[i]] = 1
    inputs = outputs = flags = ""
    bits["input"] = bits["output"] = 0
}

$1 !~ /^(input|output)$/ { next }

{ connections = connections (connections == "" ? "" : ",\n") "      ." $3 "(" $3 ")" }

$3 == "clk_i" { next }

{ nets = nets "  logic " $2 " " $3 ";\n" }

$3 == "rst_ni" { next }

$3 in flag {
    flags = flags " ^ (^" $3 ")"
    next
}

{
    bits[$1] += substr($2, 2) + 1 # [HIGHEST:0]
    if ($1 == "input") inputs = inputs (inputs == "" ? "" : ", ") $3
    else outputs = outputs (outputs == "" ? "" : ", ") $3
}

END {
    sub(/  logic \[0:0\] rst_ni;\n/, "  logic rst_n;\n", nets)
    sub(/\.rst_ni\(rst_ni\)/, ".rst_ni(rst_n)", connections)
    print "module fpga (input logic clk_i, rst_ni, serial_i, output logic serial_o);"
    printf "%s  logic folded;\n  assign serial_o = folded%s;\n", nets, flags
    print "  fpga_pins #(.Inputs(" bits["input"] "), .Outputs(" bits["output"] ")) u_pins ("
    print "      .clk_i, .rst_ni, .serial_i, .serial_o(folded), .rst_no(rst_n),"
    print "      .inputs_o({" inputs "}),\n      .outputs_i({" outputs "}));"
    print "  " MODULE " #(" PARAMETERS ") u_design (\n" connections ");\nendmodule"
}
