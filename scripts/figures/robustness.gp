# Figure robustness: estimates that are wrong throughout (above), service times that vary (below).
width = 960
height = 640
note = "Above one run a point, unperturbed trace: no range; below means of five seeds, each " . \
    "relative to resource_byte in the same seed; bars: least to greatest seed.\nDiamonds: " . \
    "published by the paper; ours are fitted to them."
note_lines = 2
heading = "What wrong estimates and varying service times cost"
subtitle = "Microbenchmark response: semacredit as it is, and with estimates that adapt, " . \
    "relative to resource_byte at the same point"
load "style.gp"
names = "semacredit adaptive"
load "title.gp"
load "legend.gp"
baseline = "resource_byte"
workload = "response"
latency_logarithmic = 0
at_width = 400
at_height = 165
do for [row = 1:2] {
    at_top = 132 + 245 * (row - 1)
    if (row == 1) {
        experiment = "bias"
        panel_heading = "estimates wrong by a factor"
        parameter = "estimate of Atomic and response times over the true ones"
        logarithmic = 2
        wide = "0.45 2.2"
        ticks = 'xtics ("½" 0.5, "1" 1, "2" 2)'
        apart = 1.02
    } else {
        experiment = "variability"
        panel_heading = "service times that vary"
        parameter = "amplitude of bimodal service times, mean unchanged"
        logarithmic = 0
        wide = "-0.04 0.54"
        ticks = "xtics (0, 0.25, 0.5)"
        apart = 0.008
    }
    do for [panel = 1:2] {
        measure = panel == 1 ? "p99_ratio" : "goodput_change_percent"
        at_left = 52 + 475 * (panel - 1)
        load "curves_panel.gp"
    }
}
