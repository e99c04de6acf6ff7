# Static timing of one netlist, for OpenSTA. scripts/timing.sh writes the variables in front:
# liberty, netlist, top, sdc, load (fF), period (ns).
# Prints lines: fmax MHZ FROM TO | block NAME ENDPOINTS SLACK_NS | bin I COUNT | in SLACK_NS | out SLACK_NS.
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
    return [string map { \\ {} } $cell]
}

# The instances above the register: what is left of its name without its last part.
proc block_of { register } {
    if { ![regsub {\.[^.]*$} $register {} block] } { return "-" }
    regsub -all {\[[0-9]+\]} $block {[*]} block
    return $block
}

set flops [all_registers -clock_pins]
set data [all_registers -data_pins]
set paths [find_timing_paths -from $flops -to $data -path_delay max \
    -group_count 1000000 -endpoint_count 1 -sort_by_slack]
if { [llength $paths] == 0 } { error "$top: no path from register to register" }

set first 1
foreach path $paths {
    set slack [get_property $path slack]
    set delay [expr $period - $slack]
    set to [register_of [get_property $path endpoint]]
    if { $first } {
        set from [register_of [get_property $path startpoint]]
        set worst $delay
        puts [format "fmax %.1f %s %s" [expr 1000.0 / $delay] $from $to]
        set first 0
    }
    # At the clock of this design's own Fmax: tenths of it that are left.
    set bin [expr int(10 * (1 - $delay / $worst) + 0.0001)]
    incr bins($bin)
    set block [block_of $to]
    incr count($block)
    if { ![info exists left($block)] || $slack < $left($block) } { set left($block) $slack }
}
foreach bin [lsort -integer [array names bins]] { puts "bin $bin $bins($bin)" }
foreach block [array names count] {
    puts [format "block %s %d %.3f" $block $count($block) [expr $period - $left($block)]]
}
