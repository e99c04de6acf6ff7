# A sweep of what the paper leaves open: a column of panels for each loop, a row for each measure, a line a workload. Values
# stand side by side, in their order. Uses: experiment, values (a list), labels (of some of them, a list; "_": none), measures (a
# list), heading, subtitle, note, note_lines, parameter (the x axis' title), base_text (what is 1), least and most (of the
# P99 axis), lowest (of the goodput axis).
width = 960
height = 142 + 202 * words(measures) + 15 * note_lines
load "style.gp"
load "title.gp"
workloads = "hbm_hotspot atomic response allreduce moe remote_read"
shades = "#0072b2 #d55e00 #009e73 #cc79a7 #b8a000 #222222"
marks = "5 7 9 11 13 6"
loops = "burst closed tight"
title_of(loop) = loop eq "burst" ? "the paper's bursts" : loop eq "closed" ? "closed loop" : "closed loop, tight windows"
set for [w = 1:words(workloads)] label 100 + w word(workloads, w) at screen across(22 + 118 * (w - 1)), down(73) \
    offset 1, 0 textcolor rgb ink point linetype 1 pointtype int(word(marks, w)) pointsize 0.84 linewidth 1.5 \
    linecolor rgb word(shades, w)
at_width = 256
at_height = 150
set grid xtics ytics
set xrange [0.5:words(values) + 0.5]
set xtics scale 0
set for [i = 1:words(values)] xtics add (word(labels, i) eq "_" ? "" : word(labels, i) i)
cell(w, name) = strcol("experiment") eq experiment && strcol("measure") eq measure && strcol("loop") eq loop && \
    strcol("workload") eq word(workloads, w) ? column(name) : NaN
# Side by side where they coincide.
beside(w) = cell(w, "mean") == cell(w, "mean") ? position(values, strcol("value")) + 0.08 * (w - 3.5) : NaN
amount(x) = measure eq "p99_change_percent" ? 1 + x / 100 : x
do for [row = 1:words(measures)] {
    measure = word(measures, row)
    at_top = 134 + 202 * (row - 1)
    set xlabel (row == words(measures) ? parameter : "") font small textcolor rgb quiet offset 0, 0.4
    do for [panel = 1:words(loops)] {
        loop = word(loops, panel)
        at_left = 50 + 312 * (panel - 1)
        load "panel_at.gp"
        unset logscale y
        set ytics autofreq
        set yrange [*:*]
        if (measure eq "p99_change_percent") {
            what = "P99 latency, " . base_text . " = 1"
            set logscale y 2
            set yrange [least:most]
            set ytics ("¼" 0.25, "½" 0.5, "1" 1, "2" 2, "4" 4)
        }
        if (measure eq "goodput_change_percent") {
            what = "goodput, % over " . base_text
            set yrange [lowest:lowest / -10.0]
        }
        if (measure eq "feedback_gbps") {
            what = "grant messages, Gb/s"
            set logscale y 10
            set yrange [0.03:4]
            set ytics ("0.05" 0.05, "0.1" 0.1, "0.2" 0.2, "0.5" 0.5, "1" 1, "2" 2)
        }
        set label 10 (row == 1 ? title_of(loop) : "") at screen across(at_left), down(at_top - 26) \
            font face . ":Bold,12" textcolor rgb ink
        set label 11 what at screen across(at_left), down(at_top - 10) font small textcolor rgb quiet
        plot for [w = 1:words(workloads)] data using (beside(w)):(amount(cell(w, "mean"))):(amount(cell(w, "low"))): \
            (amount(cell(w, "high"))) with yerrorlines linecolor rgb word(shades, w) linewidth 1.5 \
            pointtype int(word(marks, w)) pointsize 0.5
        unset label
    }
}
