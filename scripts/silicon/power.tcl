# Power of one netlist of scripts/silicon/power_netlist.awk, for OpenSTA. scripts/silicon/power.sh
# writes the variables in front: liberty (with the cell SEED), netlist, top, period (ns), seeds (of
# each seed: its register, with a ! where it is the inverse), activity (NAME CHANGES HIGH, or empty:
# OpenSTA's default of 0.1 changes a clock everywhere), scope (of the names in there, with its dot).
# Prints lines: registers ALL FOUND, inputs ALL FOUND, watt SEQUENTIAL_INTERNAL
# SEQUENTIAL_SWITCHING COMBINATIONAL_INTERNAL COMBINATIONAL_SWITCHING LEAKAGE.
# What is not found gets the mean of what is.
read_liberty $liberty
read_verilog $netlist
link_design $top
set_cmd_units -time ns
create_clock -name clk -period $period [get_ports clk_i]

set seed_ports {}
set input_ports {}
foreach port [all_inputs] {
    set name [get_property $port full_name]
    if { $name eq "clk_i" } { continue }
    if { [regsub {^seed_} $name {} number] } {
        lappend seed_ports $number $port
    } else {
        lappend input_ports $name $port
    }
}
# Gates belong to the clock of the paths through them.
set_input_delay 0 -clock clk [concat [dict values $seed_ports] [dict values $input_ports]]

# Gives ports their own activity, by the names of what they stand for; others the mean.
proc annotate { what ports names } {
    global counted
    set unknown {}
    set found 0
    set changes 0
    set high 0
    foreach { key port } $ports {
        set inverted [regsub {^!} [dict get $names $key] {} name]
        if { [info exists counted($name)] } {
            lassign $counted($name) each part
            if { $inverted } { set part [expr 1 - $part] }
            sta::set_power_input_port_activity $port $each $part
            set changes [expr $changes + $each]
            set high [expr $high + $part]
            incr found
        } else {
            lappend unknown $port
            puts "unknown $name"
        }
    }
    if { $found > 0 } {
        foreach port $unknown {
            sta::set_power_input_port_activity $port [expr $changes / $found] [expr $high / $found]
        }
    }
    puts "$what [expr [llength $ports] / 2] $found"
}

if { $activity ne "" } {
    set file [open $activity]
    while { [gets $file line] >= 0 } {
        lassign $line name changes high
        if { [string equal -length [string length $scope] $scope $name] } {
            set counted([string range $name [string length $scope] end]) [list $changes $high]
        }
    }
    close $file
    set file [open $seeds]
    set registers [dict create]
    while { [gets $file line] >= 0 } { dict set registers {*}$line }
    close $file
    annotate registers $seed_ports $registers
    set names [dict create]
    foreach { name port } $input_ports { dict set names $name $name }
    annotate inputs $input_ports $names
}

set corner [sta::cmd_corner]
lassign [sta::design_power $corner] internal switching leakage total \
    seq_internal seq_switching seq_leakage seq_total
# A register's output switches what its seed drives.
set seeded 0
foreach { number port } $seed_ports {
    set seeded [expr $seeded + [lindex [sta::instance_power [get_cells seeds_$number] $corner] 1]]
}
puts "watt $seq_internal $seeded [expr $internal - $seq_internal] \
    [expr $switching - $seq_switching - $seeded] $leakage"
