# Static timing of one netlist, for OpenSTA. Netlist.timing in scripts/silicon/silicon.py sets in
# front: liberty, netlist, top, sdc, load (fF), period (ns).
# Prints a line, fmax MHZ FROM TO: of the worst path from register to register.
read_liberty $liberty
read_verilog $netlist
set_cmd_units -time ns -capacitance fF
link_design $top
source $sdc

# A flop is named as the register it holds a bit of.
proc register_of { pin } {
    set cell [get_property $pin full_name]
    regsub {/[^/]*$} $cell {} cell
    regsub {\$_.*$} $cell {} cell
    return [string map { \\ {} { } {} } $cell]
}

set flops [all_registers -clock_pins]
set data [all_registers -data_pins]
foreach path [find_timing_paths -from $flops -to $data -path_delay max] {
    puts [format "fmax %.1f %s %s" [expr 1000.0 / ($period - [get_property $path slack])] \
        [register_of [get_property $path startpoint]] [register_of [get_property $path endpoint]]]
}
