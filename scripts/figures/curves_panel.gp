# A line a policy over the swept value, with the seeds' range, and a diamond where the paper has a
# value; the baseline is a straight line.
# Uses: experiment, measure, baseline ("": none), workload, names (the last drawn on top),
# logarithmic (base of the x axis, or 0), wide (its ends), ticks (what `set` takes), apart (what
# keeps policies' marks from hiding each other: a factor or a summand), parameter (what is swept),
# latency_logarithmic, panel_heading; the panel's place.
load "panel_at.gp"
set grid xtics ytics
unset logscale
set ytics autofreq
if (logarithmic) { set logscale x logarithmic }
set xrange [word(wide, 1) + 0:word(wide, 2) + 0]
set @ticks
set xlabel parameter font small textcolor rgb quiet offset 0, 0.5
beside(k, x) = logarithmic ? x * apart ** (k - words(names) / 2.0 - 0.5) : x + apart * (k - \
    words(names) / 2.0 - 0.5)
cell(k, name) = strcol("baseline") eq baseline ? of(experiment, measure, workload, word(names, k), \
    name) : NaN
amount(x) = measure eq "p99_ns" ? x / 1000 : x
published(k) = amount(said(strcol("paper")) ? cell(k, "paper") : cell(k, "mean"))
# What the y axis shows at least, so that differences which are none look it.
if (measure eq "p99_ns") {
    what = "P99 latency, µs"
    low = latency_logarithmic ? 1 : 0
    high = 1
    if (latency_logarithmic) {
        set logscale y 10
        set ytics (1, 2, 5, 10, 20, 50, 100)
    }
}
if (measure eq "p99_ratio") {
    what = "P99 latency, " . baseline . " = 1"
    low = 0.5
    high = 1.2
    even = 1
}
if (measure eq "p99_reduction_percent") {
    what = "P99 reduction, % below " . baseline
    low = -5
    high = 20
    even = 0
}
if (measure eq "goodput_change_percent") {
    what = "goodput, % over " . baseline
    low = -1
    high = 1
    even = 0
}
if (strlen(baseline) > 0) {
    set arrow 1 from graph 0, first even to graph 1, first even nohead linecolor rgb \
        colour(baseline) linewidth 2 back
}
set label 10 panel_heading at screen across(at_left), down(at_top - 26) font face . ":Bold,12" \
    textcolor rgb ink
set label 11 what at screen across(at_left), down(at_top - 10) font small textcolor rgb quiet
plot for [k = 1:words(names)] data using (beside(k, cell(k, "value"))):(amount(cell(k, "mean"))): \
        (amount(cell(k, "low"))):(amount(cell(k, "high"))) with yerrorlines linecolor rgb \
        colour(word(names, k)) \
        linewidth 2 pointtype mark(word(names, k)) pointsize 0.77, \
    for [k = 1:words(names)] data using (beside(k, cell(k, "value"))):(published(k)):(said( \
        strcol("paper")) ? 12 : -1) with points linecolor rgb colour(word(names, k)) \
        linewidth 1.5 pointtype variable pointsize 1.3, \
    low with lines linetype nodraw, high with lines linetype nodraw
unset label
unset arrow
