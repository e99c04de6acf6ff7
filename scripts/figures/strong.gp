# Figure strong: two stronger alternatives. Above, one scalar window; below, reacting instead of
# reserving, and returning credit at other moments. Colour stays the policy's, so that lightness and
# mark tell the workloads apart.
width = 960
height = 622
load "style.gp"
heading = "What else could do: one scalar window, reacting, returning credit at another moment"
subtitle = "P99 latency of latency-sensitive operations, and goodput, relative to semacredit " . \
    "on the same trace"
note = "Means of five seeds, each seed relative to semacredit in the same seed; lines: least " . \
    "to greatest seed. Diamonds: published by the paper."
note_lines = 1
load "title.gp"

# ---- above: scalar, a line a workload

workloads = "hbm_hotspot atomic response"
shades = "#00382a #009e73 #7fd4b8"
marks = "7 5 9"
ours(i, name) = of("scalar_sweep", measure, word(workloads, i), "scalar", name)
apart(i) = ours(i, "value") * 1.05 ** (i - 2)
mark_at(i) = said(strcol("paper")) ? ours(i, "paper") : ours(i, "mean")
at_top = 104
at_height = 230
at_width = 350
set xrange [0.21:19]
set logscale x 2
set xtics ("¼" 0.25, "½" 0.5, "1" 1, "2" 2, "4" 4, "8" 8, "16" 16)
set xlabel "window of the scalar policy, in round-trip times of 1 µs" font small textcolor rgb \
    quiet offset 0, 0.4
set grid xtics ytics

do for [panel = 1:2] {
    at_left = panel == 1 ? 60 : 560
    load "panel_at.gp"
    if (panel == 1) {
        unset key
        measure = "p99_ratio"
        set label 10 "scalar: P99 latency, semacredit = 1" at screen across(at_left), \
            down(at_top - 18) \
            font face . ":Bold,12" textcolor rgb ink
        set logscale y 2
        set yrange [0.25:*]
        set ytics ("¼" 0.25, "½" 0.5, "1" 1, "2" 2, "4" 4, "8" 8)
        even = 1
        set label 23 "semacredit" at 18.5, 0.95 font small textcolor rgb colour("semacredit")
    } else {
        measure = "goodput_change_percent"
        set label 10 "scalar: goodput, % over semacredit" at screen across(at_left), down(at_top - \
            18) \
            font face . ":Bold,12" textcolor rgb ink
        unset logscale y
        set yrange [-100:12]
        set ytics -100, 25, 0
        even = 0
        set key at graph 0.97, graph 0.32 right samplen 2 font small textcolor rgb ink
        set label 23 "semacredit" at 0.24, 5 font small textcolor rgb colour("semacredit")
    }
    set arrow 1 from graph 0, first even to graph 1, first even nohead linecolor rgb \
        colour("semacredit") linewidth 2 back
    plot for [i = 1:3] data using (apart(i)):(ours(i, "mean")):(ours(i, "low")):(ours(i, "high")) \
            with yerrorlines linecolor rgb word(shades, i) linewidth 2 pointtype int(word(marks, \
            i)) pointsize 0.7 \
            title word(workloads, i), \
        for [i = 1:3] data using (apart(i)):(mark_at(i)):(said(strcol("paper")) ? 13 : -1) \
            with points pointtype variable pointsize 1.12 linecolor rgb word(shades, i) notitle, \
        for [i = 1:3] data using (apart(i)):(mark_at(i)):(said(strcol("paper")) ? 12 : -1) \
            with points pointtype variable pointsize 1.19 linecolor rgb ink linewidth 1.5 notitle, \
        for [i = 1:3] data using (panel == 1 && ours(i, "value") == 16 ? 18.5 : 0.01):(ours(i, \
        "mean")):(word(workloads, i)) \
            with labels left font small textcolor rgb ink notitle
    unset label
    unset arrow
}
unset key
unset logscale
unset xlabel

# ---- below: the others, a bar a policy

names = "semacredit end_return arrival_return reactive"
experiment_of(policy) = policy eq "reactive" ? "reactive" : "return_ablation"
at_top = 436
at_height = 104
at_width = 186
do for [panel = 1:4] {
    at_left = 130 + 206 * (panel - 1)
    workload = panel % 2 == 1 ? "response" : "atomic"
    unset ytics
    if (panel == 1) { set for [k = 1:words(names)] ytics add (word(names, k) k) scale 0 }
    if (panel <= 2) {
        measure = "p99_ratio"
        axis = "P99, semacredit = 1"
        least = 0
        places = "9 11.5"
        number = "%.2f"
        set xtics 0, 2, 6
    } else {
        measure = "goodput_change_percent"
        axis = "goodput, %"
        least = -6.5
        places = "4 7.5"
        number = "%+.1f"
        set xtics -6, 3, 0
    }
    load "bars_panel.gp"
    unset label
}
