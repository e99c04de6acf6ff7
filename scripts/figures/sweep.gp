# A sweep of one parameter: a row of panels a workload, in it a panel a measure. Uses: experiment,
# workloads, measures and their baselines (lists; "none"), heading, subtitle, note, and what
# curves_panel.gp uses.
width = 960
height = 112 + 250 * words(workloads)
note_lines = 1
load "style.gp"
load "title.gp"
load "legend.gp"
pitch = (width - 30) / words(measures)
at_width = pitch - 62
at_height = 160
do for [row = 1:words(workloads)] {
    workload = word(workloads, row)
    panel_heading = workload
    at_top = 126 + 245 * (row - 1)
    do for [panel = 1:words(measures)] {
        measure = word(measures, panel)
        baseline = word(baselines, panel) eq "none" ? "" : word(baselines, panel)
        at_left = 52 + pitch * (panel - 1)
        load "curves_panel.gp"
    }
}
