# How the block grows with one of its parameters: a row of panels, a line a series, both axes
# logarithmic. Uses: panels (a list of columns of scaling.csv), series_of(panel) (a list), names
# (all series, a list), titles (theirs, a list, "~" for a space), values (of the x axis, a list),
# heading, subtitle, note, note_lines, parameter (the x axis' title), rate_text, rate_least and
# rate_most (of the clock's axis), latency_least and latency_most (of its).
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
