# The steady state: a panel a workload, a line a policy, P99 over load. A block a figure: loop (open
# or closed), load (a column), parameter (the x axis' title), logarithmic (its base, or 0), wide
# (its range), ticks (what `set` takes).
if (figure eq "steady_open") {
    loop = "open"
    load = "load_percent"
    heading = "Latency under a steady load: open loop"
    subtitle = "P99 latency of latency-sensitive operations, operations arriving whether or " . \
        "not earlier ones are done"
    note = "Bars: 95 % confidence intervals over independent replications. A line without " . \
        "marks: less than 97 % of the load is served;\nother operations then wait for as long " . \
        "as the run lasts, while latency-sensitive ones overtake them. Where lines coincide, " . \
        "the one later in the legend is seen."
    parameter = "offered load, % of the bottleneck"
    logarithmic = 0
    wide = "[5:125]"
    ticks = "xtics 0, 20, 120"
}
if (figure eq "steady_closed") {
    loop = "closed"
    load = "outstanding"
    heading = "Latency under a steady load: closed loop"
    subtitle = "P99 latency of latency-sensitive operations, a new operation submitted as soon " . \
        "as one is done"
    note = "Bars: 95 % confidence intervals over independent replications. Where lines " . \
        "coincide, the one later in the legend is seen."
    parameter = "operations outstanding"
    logarithmic = 2
    wide = "[12:680]"
    ticks = "xtics (16, 64, 128, 256, 512)"
}
width = 960
height = 745
note_lines = 2
load "style.gp"
workloads = "hbm_hotspot atomic response allreduce moe remote_read"
names = "aggregate resource_byte primary scalar reactive semacredit"
load "title.gp"
load "legend.gp"
set grid xtics ytics
set @ticks
set xlabel parameter font small textcolor rgb quiet offset 0, 0.5
set ytics ("0.5" 0.5, "1" 1, "2" 2, "5" 5, "10" 10, "20" 20, "50" 50, "100" 100, "200" 200, \
    "500" 500, "1000" 1000)
cell(policy, name) = strcol("workload") eq workload && strcol("policy") eq policy && \
    strcol("loop") eq loop ? column(name) : NaN
# A policy that does not serve what it is offered gets no mark.
served(policy, name) = column("saturated") == 0 ? cell(policy, name) : NaN
at_width = 255
at_height = 215
do for [i = 1:6] {
    workload = word(workloads, i)
    at_left = 52 + 315 * ((i - 1) % 3)
    at_top = 126 + 305 * (i > 3)
    load "panel_at.gp"
    # stats looks at nothing that is outside of the axes
    unset logscale
    set xrange [*:*]
    set yrange [*:*]
    stats data using (strcol("workload") eq workload && strcol("loop") eq loop ? \
        column("p99_small_ns") : NaN) nooutput
    set xrange @wide
    set yrange [0.5:1.5e-3 * STATS_max]
    set logscale y 10
    if (logarithmic) { set logscale x logarithmic }
    set label 10 workload at screen across(at_left), down(at_top - 26) font face . ":Bold,12" \
        textcolor rgb ink
    set label 11 "P99 latency, µs" at screen across(at_left), down(at_top - 10) font small \
        textcolor rgb quiet
    plot for [p in names] data using (cell(p, load)):(cell(p, "p99_small_ns") / 1000) with lines \
            linecolor rgb colour(p) linewidth 1.5, \
        for [p in names] data using (served(p, load)):(served(p, "p99_small_ns") / \
        1000):(served(p, "p99_small_ci_ns") / 1000) \
            with yerrorbars linecolor rgb colour(p) linewidth 1.5 pointtype mark(p) pointsize 0.5
    unset label
}
