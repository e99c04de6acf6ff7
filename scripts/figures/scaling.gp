# How the block grows with one of its parameters: a row of panels, a line a series, both axes
# logarithmic. A block a figure: panels (a list of columns of scaling.csv), series_of(panel) (a
# list), names (all series, a list), titles (theirs, "~" for a space), values (of the x axis, a
# list), parameter (the x axis' title), rate_text, rate_least and rate_most (of the clock's axis),
# latency_least and latency_most (of its).
panels = "gates clock_mhz latency_ns"
series_of(panel) = names
rate_text = "clock, MHz = million decisions a second"
note_lines = 2
if (figure eq "scaling_lanes") {
    names = "core core_untuned reference reference_prefix"
    titles = names
    values = "2 4 8 10 16 32 64"
    parameter = "lanes"
    rate_least = 80
    rate_most = 1000
    latency_least = 1
    latency_most = 20
    heading = "What more lanes cost"
    subtitle = "Decision core of 32 bits, beside the untuned one and as many " . \
        "independent counters"
    note = "osu018, register to register, an ideal clock, no wires (make scaling). Every core " . \
        "decides once a clock; a counter has no\ndecision: for reference and reference_prefix " . \
        "a count up or down is what is shown."
}
if (figure eq "scaling_width") {
    names = "core core_untuned reference reference_prefix"
    titles = names
    values = "8 12 16 20 24 32"
    parameter = "bits of a counter"
    rate_least = 150
    rate_most = 1500
    latency_least = 0.8
    latency_most = 20
    heading = "What wider counters cost"
    subtitle = "Decision core of ten lanes, beside the untuned one and as many " . \
        "independent counters"
    note = "osu018, register to register, an ideal clock, no wires (make scaling). Every core " . \
        "decides once a clock; a counter has no\ndecision: for reference and reference_prefix " . \
        "a count up or down is what is shown."
}
if (figure eq "scaling_quantum") {
    names = "64000 1024000 16384000"
    titles = "window~64,000 1,024,000 16,384,000~finest~quanta"
    values = "1 16 256 4096"
    parameter = "quantum, in finest quanta"
    rate_least = 500
    rate_most = 1000
    latency_least = 4
    latency_most = 8
    heading = "What a coarser quantum gains"
    subtitle = "Decision core of ten lanes, with counters just wide enough for a " . \
        "window: 64,000 is the default of the HBM and Atomic lanes"
    note = "osu018, register to register, an ideal clock, no wires (make scaling). A counter " . \
        "of W bits holds 2^W - 2 units; the widths are 8, 12, 16,\n20 and 24 bits. A quantum " . \
        "rounds every demand up: what that costs is in quantum_hbm and quantum_time (make " . \
        "studies)."
}
if (figure eq "scaling_depth") {
    names = "table_memories table_flops id_pool"
    titles = "reservation_table,~components~in~memories components~in~flops id_pool"
    panels = "memory_bits gates clock_mhz"
    series_of(panel) = panel eq "memory_bits" ? "table_memories" : names
    values = "16 32 64 128 256 512 1024"
    parameter = "entries"
    rate_text = "clock, MHz, all paths with borders"
    rate_least = 80
    rate_most = 800
    heading = "What a deeper reservation table costs"
    subtitle = "Frozen components in three memories of one read and one write port, flags in " . \
        "flops; and all of it in flops"
    note = "osu018, inputs out of a neighbour's flops, an ideal clock, no wires; memories are " . \
        "counted in bits and take no part in area and clock\n(make scaling)."
}
if (figure eq "scaling_slots") {
    names = "sema_arbiter sema_fit sema_order sema_dependency"
    titles = "sema_arbiter its~parts:~sema_fit sema_order sema_dependency"
    series_of(panel) = panel eq "latency_ns" ? "sema_arbiter" : names
    values = "4 8 16 32 64"
    parameter = "waiting slots"
    rate_text = "clock, MHz, all paths with borders"
    rate_least = 50
    rate_most = 800
    latency_least = 10
    latency_most = 100
    heading = "What more waiting operations cost"
    subtitle = "The arbiter of ten lanes and 32 bits, and its parts by themselves; latency: " . \
        "from offer to decision, if nothing else waits"
    note = "osu018, inputs out of a neighbour's flops, an ideal clock, no wires (make scaling)."
    note_lines = 1
}
width = 960
height = 330 + 15 * note_lines
load "style.gp"
load "title.gp"
shades = "#0072b2 #d55e00 #999999 #e69f00 #009e73 #cc79a7"
marks = "7 9 5 11 13 6"
spaced(text) = strstrt(text, "~") ? text[1:strstrt(text, "~") - 1] . " " . \
    spaced(text[strstrt(text, "~") + 1:*]) : text
legend_at = 22
do for [s = 1:words(names)] {
    set label 100 + s spaced(word(titles, s)) at screen across(legend_at), down(73) offset 1, \
        0 textcolor rgb ink \
        point linetype 1 pointtype int(word(marks, s)) pointsize 0.84 linewidth 1.5 linecolor rgb \
        word(shades, s)
    legend_at = legend_at + 40 + 6.6 * strlen(word(titles, s))
}
at_width = 256
at_height = 150
at_top = 134
set grid xtics ytics
set logscale x 2
set logscale y 10
first_value = word(values, 1) + 0
last_value = word(values, words(values)) + 0
set xrange [first_value / 1.2:last_value * 1.2]
set xtics scale 0 ()
set for [i = 1:words(values)] xtics add (word(values, i) word(values, i) + 0)
set xlabel parameter font small textcolor rgb quiet offset 0, 0.4
cell(series, name) = strcol("series") eq series && strlen(strcol(name)) > 0 ? column(name) : NaN
do for [number = 1:words(panels)] {
    panel = word(panels, number)
    at_left = 50 + 312 * (number - 1)
    load "panel_at.gp"
    what = panel eq "gates" ? "area, gates (two-input NANDs)" : panel eq "clock_mhz" ? rate_text : \
        panel eq "latency_ns" ? "operation to decision, ns" : panel eq "memory_bits" ? \
        "memory, bits" : panel
    set label 11 what at screen across(at_left), down(at_top - 12) font small textcolor rgb quiet
    set ytics ("200" 200, "500" 500, "1k" 1000, "2k" 2000, "5k" 5000, "10k" 10000, "20k" 20000, \
        "50k" 50000, "100k" 100000, \
        "200k" 200000, "500k" 500000, "1M" 1000000)
    set yrange [*:*]
    if (panel eq "clock_mhz") {
        set yrange [rate_least:rate_most]
        set ytics (50, 100, 150, 200, 300, 400, 600, 800, 1000, 1500)
    }
    if (panel eq "latency_ns") {
        set yrange [latency_least:latency_most]
        set ytics (1, 2, 3, 4, 5, 6, 8, 10, 20, 50, 100)
    }
    plot for [name in series_of(panel)] data using (column("value")):(cell(name, panel)) with \
        linespoints linecolor rgb \
        word(shades, position(names, name)) linewidth 2 pointtype int(word(marks, position(names, \
        name))) pointsize 0.77
    unset label
}
