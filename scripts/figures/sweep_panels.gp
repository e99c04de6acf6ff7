# A sweep of what the paper leaves open: a column of panels for each loop, a row for each measure, a
# line a workload; or panels as in cells. Values stand side by side, in their order. A block a
# figure: values (a list), labels (of some of them, a list; "_": none), measures (a list) or in its
# place cells (a list of LOOP:MEASURE), parameter (the x axis' title), base_text (what is 1), marked
# (place of the value with a line), least and most (of the P99 axis), lowest (of the goodput axis).
experiment = figure
measures = "p99_change_percent goodput_change_percent"
note_lines = 2
if (figure eq "quantum_time") {
    values = "0 1 2 3 4 5 6 7 8 9 10"
    labels = "1/16 _ ¼ _ 1 _ 4 _ 16 _ 64"
    base_text = "1/16 ns"
    least = 0.35
    most = 2.2
    lowest = -30
    heading = "What coarse units of service time cost"
    subtitle = "semacredit with demands rounded up, and windows down, to whole units; P99 of " . \
        "latency-sensitive operations"
    note = "Means of five seeds, each seed relative to the finest unit in the same seed; bars: " . \
        "least to greatest seed. Closed loop: 256 operations outstanding.\nTight: windows of " . \
        "0.6 µs, which just keep the bottlenecks busy, in place of the paper's 1 µs and 4 µs " . \
        "(Atomic engine)."
    parameter = "unit of the Atomic and response lanes, ns"
}
if (figure eq "quantum_hbm") {
    values = "0 1 2 3 4 5 6 7 8 9 10 11 12"
    labels = "1 _ 4 _ 16 _ 64 _ 256 _ 1Ki _ 4Ki"
    base_text = "1 B"
    least = 0.45
    most = 2.2
    lowest = -60
    heading = "What coarse units of HBM bytes cost"
    subtitle = "semacredit with demands rounded up, and windows down, to whole units; P99 of " . \
        "latency-sensitive operations"
    note = "Means of five seeds, each seed relative to the finest unit in the same seed; bars: " . \
        "least to greatest seed. Closed loop: 256 operations outstanding.\nTight: windows of " . \
        "0.6 µs, which just keep the bottlenecks busy, in place of the paper's 1 µs and 4 µs " . \
        "(Atomic engine)."
    parameter = "unit of the HBM lanes, bytes"
}
if (figure eq "counter_bits") {
    values = "32 24 16 15 14 13 12 11 10 9 8 6 5 4"
    base_text = "32 bits"
    least = 0.15
    most = 6
    lowest = -90
    heading = "What narrow counters cost"
    subtitle = "semacredit with counters of so many bits, in the finest units that let the " . \
        "windows fit; P99 of latency-sensitive operations"
    note = "Means of five seeds, each seed relative to 32 bits in the same seed; bars: least " . \
        "to greatest seed. Off the scale: moe with 4 bits, closed loop.\nTight: windows of 0.6 " . \
        "µs, which just keep the bottlenecks busy, in place of the paper's 1 µs and 4 µs " . \
        "(Atomic engine)."
    parameter = "bits"
}
if (figure eq "grant_interval") {
    values = "0 10 20 50 100 200 500 1000 2000"
    measures = "p99_change_percent goodput_change_percent feedback_gbps"
    base_text = "told at once"
    least = 0.45
    most = 3.2
    lowest = -80
    heading = "What coalescing grant messages costs, and saves"
    subtitle = "semacredit, returned credit told in one message an interval after the first " . \
        "return; P99 of latency-sensitive operations"
    note = "Means of five seeds, each seed relative to interval 0 (each return told at once) " . \
        "in the same seed; bars: least to greatest seed. A message: 8 B and 4 B for\neach " . \
        "lane. Closed loop: 256 operations outstanding. Tight: windows of 0.6 µs, which just " . \
        "keep the bottlenecks busy, in place of the paper's."
    parameter = "interval, ns"
}
if (figure eq "initiators") {
    values = "0 1 2 4 8 16 32 64"
    cells = "closed:p99_change_percent closed:goodput_change_percent closed:debt_percent " . \
        "closed:fairness closed:p99_ratio closed:settled_operations tight:p99_change_percent " . \
        "tight:goodput_change_percent tight:debt_percent"
    base_text = "told at once"
    least = 0.7
    most = 4.5
    lowest = -60
    heading = "Many initiators at one receiver's credit"
    subtitle = "semacredit, closed loop, 256 operations shared by all; each initiator asks and " . \
        "is told by messages of 250 ns (the nearest) to 750 ns"
    note = "Means of five seeds; bars: least to greatest seed. 0: one initiator, told at once, " . \
        "in the same seed. Every second initiator starts 5 µs late; parts are equal where\n" . \
        "each one's is within 10 % of an equal part of the operations since then. Last row: " . \
        "windows of 0.6 µs, which just keep the bottlenecks busy, in place of the paper's."
    parameter = "initiators"
}
if (figure eq "slots") {
    values = "0 128 64 48 32 24 16 12 8 6 4"
    base_text = "all seen"
    least = 0.7
    most = 40
    lowest = -5
    marked = 5
    heading = "How many waiting operations the arbiter must see"
    subtitle = "semacredit, an arbiter that sees the first of those that wait, in order of " . \
        "submission; P99 of latency-sensitive operations"
    note = "Means of five seeds, each seed relative to 0, an arbiter that sees all, in the " . \
        "same seed; bars: least to greatest seed. Dashed: 32, the block's slots (with heads " . \
        "of\nlines of equal operations in them they decide like all). Closed loop: 256 " . \
        "operations outstanding. Tight: windows of 0.6 µs in place of the paper's."
    parameter = "slots"
}
if (figure eq "loss") {
    values = "0 1 2 5 10"
    cells = "open:p99_change_percent open:goodput_change_percent open:twice_percent"
    base_text = "no loss"
    least = 0.7
    most = 1.5
    lowest = -5
    heading = "Lost answers"
    subtitle = "the admission block, RTL and golden model in lockstep, at 80 % of what the " . \
        "bottleneck can serve; P99 of latency-sensitive operations"
    note = "Means of five seeds, relative to no loss in the same seed; bars: least to greatest " . \
        "seed. Executed twice: offered again after it had completed."
    note_lines = 1
    parameter = "answers lost, %"
}
if (figure eq "upsets") {
    values = "100 75 50 25 10 0"
    labels = "100 75 50 25 10 reset"
    cells = "open:recovery_us open:lost_us open:voided"
    heading = "A reset, or smaller windows for 20 µs, under load"
    subtitle = "the admission block, RTL and golden model in lockstep, offered twice what the " . \
        "bottleneck can serve"
    note = "Means of five seeds; bars: least to greatest seed. Back: goodput over 8 µs within " . \
        "5 % of that over 40 µs before, from the end of the disturbance on. Lost: over 80 µs\n" . \
        "from its beginning on, as time at the goodput of before."
    parameter = "left of every window, %; or a reset"
}
width = 960
loops = "burst closed tight"
row_height = 202
if (!exists("labels")) { labels = values }
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
