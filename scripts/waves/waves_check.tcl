# Runs inside GTKWave (-S): reads back what a view shows, one line a check, and leaves.
#
# Environment: EXPECT, a file of lines
#     trace LABEL                a trace of that label is there
#     marker TIME_PS             the marker and the first named marker are there
#     value TIME_PS VALUE LABEL  with the marker at that time, the trace reads VALUE
# with tabs between the fields; RESULT, the file to write, lines "ok ..." or "FAILED: ...", then
# "end".

set result [open $env(RESULT) w]
proc check {ok text} {
    puts $::result [expr {$ok ? "ok $text" : "FAILED: $text"}]
}

# As the view was opened, before anything here moves it.
set marker [gtkwave::getMarker]
set named [gtkwave::getNamedMarker A]

# A closed group's traces have no values: open them all. 0x400000 and 0x800000 are GTKWave's flags
# of a trace that is closed, and begins a group.
array set index {}
for {set i 0} {$i < [gtkwave::getTotalNumTraces]} {incr i} {
    set index([gtkwave::getTraceNameFromIndex $i]) $i
    if {([gtkwave::getTraceFlagsFromIndex $i] & 0xc00000) == 0xc00000} {
        gtkwave::/Edit/UnHighlight_All
        gtkwave::setTraceHighlightFromIndex $i on
        gtkwave::/Edit/Toggle_Group_Open|Close
    }
}
gtkwave::/Edit/UnHighlight_All

set expect [open $env(EXPECT) r]
while {[gets $expect line] >= 0} {
    set fields [split $line "\t"]
    switch [lindex $fields 0] {
        trace {
            set label [lindex $fields 1]
            check [info exists index($label)] "trace '$label' resolves"
        }
        marker {
            set time [lindex $fields 1]
            check [expr {$marker == $time && $named == $time}] \
                "marker at $time ps: it is at $marker, the named one at $named"
        }
        value {
            lassign [lrange $fields 1 3] time want label
            gtkwave::setMarker $time
            gtkwave::nop
            set is "no such trace"
            if {[info exists index($label)]} {
                set is [gtkwave::getTraceValueAtMarkerFromIndex $index($label)]
            }
            check [expr {$is eq $want}] "$label at $time ps: expected '$want', GTKWave shows '$is'"
        }
        default { check 0 "expectation not understood: $line" }
    }
}
puts $result end
close $result
gtkwave::/File/Quit
exit
