# For GTKWave: writes every displayed trace and its value at the marker to a file, a line each, then leaves. With
# WAVES_PICTURE set, a screenshot too.
set report [open $::env(WAVES_REPORT) w]
for {set i 0} {$i < [gtkwave::getTotalNumTraces]} {incr i} {
    set name [gtkwave::getTraceNameFromIndex $i]
    puts $report "$name\t[gtkwave::getTraceValueAtMarkerFromIndex $i]"
}
close $report
if {[info exists ::env(WAVES_PICTURE)]} {
    for {set i 0} {$i < 50} {incr i} {
        gtkwave::nop
        after 20
    }
    exec import -window root $::env(WAVES_PICTURE)
}
exit
