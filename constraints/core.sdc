# Constraints of every design that is timed; times in ns. `period` is set by scripts/silicon/timing.tcl.
#
# Register to register is what is compared, and no delay here enters it. The borders:
#   - a block's inputs come from a neighbour's flops, as every output is a function of flops only
#     (rtl/spec/ports.md): clock to output and one gate, 0.20 + 0.15 ns in osu018, of the
#     1.5 ns that the core is made for;
#   - its outputs go to one gate and a neighbour's flop: 0.15 ns and a setup of 0.19 ns.
# Both are near 24 % of the clock, and kept as that part of it in other libraries.
create_clock -name clk -period $period [get_ports clk_i]
set borders [expr 0.24 * $period]
set inputs {}
foreach port [all_inputs] {
    if { [get_property $port full_name] ne "clk_i" } { lappend inputs $port }
}
set_input_delay $borders -clock clk $inputs
set_output_delay $borders -clock clk [all_outputs]

# The clock's spread and jitter before there is a clock tree: none is claimed. All designs are compared
# with an ideal clock.
set_clock_uncertainty 0 [get_clocks clk]

# The load of an output is one input of the smallest inverter, as in synthesis (scripts/silicon/silicon.py).
set_load $load [all_outputs]
