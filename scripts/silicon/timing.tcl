# Static timing of one netlist, for OpenSTA. scripts/silicon/time_netlist.sh writes the variables in
# front: liberty, netlist, top, sdc, load (fF), period (ns).
# Prints lines, times in ns: fmax MHZ FROM TO, register to register; borders MHZ FROM TO, with the
# paths from inputs and to outputs; block NAME REGISTER_BITS WORST_NS FROM TO N0...N9, the registers
# of a block by the tenths of the clock (of fmax) left on their worst path.
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

# The instances above the register: what is left of its name without its last part.
proc block_of { register } {
    if { ![regsub {\.[^.]*$} $register {} block] } { return "-" }
    regsub -all {\[[0-9]+\]} $block {[*]} block
    return $block
}

# A path as its delay, with the delay at a border if it has one, from where, and to where.
proc summary { path } {
    return [list [expr $::period - [get_property $path slack]] \
        [register_of [get_property $path startpoint]] [register_of [get_property $path endpoint]]]
}

# Of lists of summaries the one with the longest delay.
proc longest { summaries } { return [lindex [lsort -real -decreasing -index 0 $summaries] 0] }

set flops [all_registers -clock_pins]
set data [all_registers -data_pins]
set inputs {}
foreach port [all_inputs] {
    if { [get_property $port full_name] ne "clk_i" } { lappend inputs $port }
}

set paths {}
foreach path [find_timing_paths -from $flops -to $data -path_delay max -group_count 1000000 \
    -endpoint_count 1] {
    lappend paths [summary $path]
}
set borders {}
foreach { from to } [list $inputs $data $flops [all_outputs] $inputs [all_outputs]] {
    foreach path [find_timing_paths -from $from -to $to -path_delay max] {
        lappend borders [summary $path]
    }
}
set worst [longest $paths]
if { $worst ne "" } {
    puts [format "fmax %.1f %s %s" [expr 1000.0 / [lindex $worst 0]] {*}[lrange $worst 1 2]]
    lappend borders $worst
}
set border [longest $borders]
if { $border eq "" } { error "$top: no path" }
puts [format "borders %.1f %s %s" [expr 1000.0 / [lindex $border 0]] {*}[lrange $border 1 2]]

foreach path $paths {
    lassign $path delay from to
    set block [block_of $to]
    if { ![info exists count($block)] } {
        set count($block) 0
        set slowest($block) {0 - -}
        for { set i 0 } { $i < 10 } { incr i } { set bins($block,$i) 0 }
    }
    incr count($block)
    incr bins($block,[expr int(10 * (1 - $delay / [lindex $worst 0]) + 0.0001)])
    if { $delay > [lindex $slowest($block) 0] } { set slowest($block) $path }
}
foreach block [lsort [array names count]] {
    set line [format "block %s %d %.3f %s %s" $block $count($block) {*}$slowest($block)]
    for { set i 0 } { $i < 10 } { incr i } { append line " $bins($block,$i)" }
    puts $line
}
