# A sweep of what the paper leaves open: a column of panels for each loop, a row for each measure, a
# line a workload; or panels as in cells. Values stand side by side, in their order. Uses:
# experiment, values (a list), labels (of some of them, a list; "_": none), measures (a list) or in
# place of it cells (a list of LOOP:MEASURE), heading, subtitle, note, note_lines, parameter (the x
# axis' title), base_text (what is 1), marked (place of the value with a line), least and most (of
# the P99 axis), lowest (of the goodput axis).
width = 960
loops = "burst closed tight"
row_height = 202
if (!exists("cells")) {
    cells = ""
    do for [row = 1:words(measures)] {
        do for [panel = 1:words(loops)] {
            cells = cells . " " . word(loops, panel) . ":" . word(measures, row)
        }
    }
} else {
    row_height = 222
}
rows = (words(cells) + 2) / 3
height = 142 + row_height * rows + 15 * note_lines
load "style.gp"
load "title.gp"
workloads = "hbm_hotspot atomic response allreduce moe remote_read"
shades = "#0072b2 #d55e00 #009e73 #cc79a7 #b8a000 #222222"
marks = "5 7 9 11 13 6"
title_of(loop) = loop eq "burst" ? "the paper's bursts" : loop eq "closed" ? "closed loop" : loop \
    eq "tight" ? \
    "closed loop, tight windows" : ""
set for [w = 1:words(workloads)] label 100 + w word(workloads, w) at screen across(22 + 118 * (w - \
    1)), down(73) \
    offset 1, 0 textcolor rgb ink point linetype 1 pointtype int(word(marks, w)) pointsize 0.84 \
    linewidth 1.5 \
    linecolor rgb word(shades, w)
at_width = 256
at_height = 150
set grid xtics ytics
set xrange [0.5:words(values) + 0.5]
set xtics scale 0
set for [i = 1:words(values)] xtics add (word(labels, i) eq "_" ? "" : word(labels, i) i)
cell(w, name) = strcol("experiment") eq experiment && strcol("measure") eq measure && \
    strcol("loop") eq loop && \
    strcol("workload") eq word(workloads, w) ? column(name) : NaN
# Side by side where they coincide.
beside(w) = cell(w, "mean") == cell(w, "mean") ? position(values, strcol("value")) + 0.08 * (w - \
    3.5) : NaN
amount(x) = measure eq "p99_change_percent" ? 1 + x / 100 : x
do for [number = 1:words(cells)] {
    colon = strstrt(word(cells, number), ":")
    loop = word(cells, number)[1:colon - 1]
    measure = word(cells, number)[colon + 1:*]
    row = (number + 2) / 3
    at_top = 134 + row_height * (row - 1)
    at_left = 50 + 312 * ((number - 1) % 3)
    above = number > 3 ? word(cells, number - 3)[1:strstrt(word(cells, number - 3), ":") - 1] : ""
    set xlabel (number + 3 > words(cells) ? parameter : "") font small textcolor rgb quiet offset \
        0, 0.4
    load "panel_at.gp"
    unset logscale y
    set ytics autofreq
    set yrange [*:*]
    if (measure eq "p99_change_percent") {
        what = "P99 latency, " . base_text . " = 1"
        set logscale y 2
        set yrange [least:most]
        set ytics ("¼" 0.25, "½" 0.5, "1" 1, "2" 2, "4" 4, "8" 8, "16" 16, "32" 32)
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
    if (measure eq "debt_percent") { what = "most debt, % of its window"; set yrange [90:102] }
    if (measure eq "fairness") { what = "Jain's index of the initiators' goodput"; \
        set yrange [0.9:1.01] }
    if (measure eq "p99_ratio") { what = "greatest over least P99 of the initiators"; \
        set yrange [0.9:*] }
    if (measure eq "settled_operations") { what = "operations of each until parts are equal"; \
        set yrange [0:*] }
    if (measure eq "repeated_percent") { what = "offers answered with the reservation held, %"; \
        set yrange [-5:105] }
    if (measure eq "twice_percent") { what = "executed twice, % of the operations"; \
        set yrange [-0.05:*] }
    if (measure eq "recovery_us") { what = "until goodput is back, µs"; set yrange [-0.2:*] }
    if (measure eq "lost_us") { what = "goodput lost, as time, µs" }
    if (measure eq "voided") { what = "operations made void"; set yrange [-5:*] }
    set label 10 (loop ne above ? title_of(loop) : "") at screen across(at_left), down(at_top - \
        26) \
        font face . ":Bold,12" textcolor rgb ink
    set label 11 what at screen across(at_left), down(at_top - 10) font small textcolor rgb quiet
    if (exists("marked")) {
        set arrow 1 from marked, graph 0 to marked, graph 1 nohead dashtype 2 linecolor rgb quiet
    }
    plot for [w = 1:words(workloads)] data using (beside(w)):(amount(cell(w, \
        "mean"))):(amount(cell(w, "low"))): \
        (amount(cell(w, "high"))) with yerrorlines linecolor rgb word(shades, w) linewidth 1.5 \
        pointtype int(word(marks, w)) pointsize 0.5
    unset label
}
