# What all figures have in common: a policy's colour and mark, texts and their places, and how tidy
# CSVs are read. scripts/figures/figures.sh sets data (the CSV), format (svg or png) and out; a
# figure sets width and height in pixels and loads this, title.gp, and for each panel panel_at.gp.

if (format eq "svg") {
    face = "sans-serif"
    set terminal svg size width, height font face . ",12" background rgb "white"
} else {
    face = "DejaVu Sans"
    set terminal pngcairo size width, height font face . ",12" background rgb "white" fontscale \
        0.75 pointscale 1.45
}
set output out
set encoding utf8

# ---- policies: everywhere the same, told apart by colour, lightness and mark (after Okabe and Ito)

policies = "aggregate aggregate_class resource_byte primary scalar reactive semacredit " . \
    "arrival_return end_return adaptive oracle"
policy_colours = "#999999 #c4c4c4 #e69f00 #56b4e9 #009e73 #cc79a7 #0072b2 #d55e00 #c8b900 " . \
    "#5b3a8e #000000"
policy_marks = "4 6 5 9 11 3 7 8 10 15 2"
position(list, name) = sum [i = 1:words(list)] (word(list, i) eq name ? i : 0)
colour(policy) = word(policy_colours, position(policies, policy))
mark(policy) = int(word(policy_marks, position(policies, policy)))

# ---- reading

set datafile separator comma
set datafile columnheaders
set datafile missing NaN
# A row's number, if it is one of this experiment, measure, workload and policy; else not a number.
of(experiment, measure, workload, policy, name) = strcol("experiment") eq experiment && \
    strcol("measure") eq measure && strcol("workload") eq workload && strcol("policy") eq policy ? \
    column(name) : NaN
# The paper's value: whether there is one, and whether it is published as such, or follows from
# several that are. (Asked of the text: a number that is not there would take the whole row with
# it.)
said(paper) = strlen(paper) > 0
direct(claims) = strstrt(claims, "*") == 0
paper_mark(paper, claims) = !said(paper) ? -1 : direct(claims) ? 13 : 12

# A number in text; never a signed zero.
shown(number, x) = strstrt(number, "+") > 0 && abs(x) < 0.05 ? "0.0" : sprintf(number, x)

# ---- looks

ink = "#222222"
quiet = "#666666"
faint = "#dddddd"
small = face . ",10"
across(x) = x / real(width)
down(y) = 1 - y / real(height)
set macros
set termoption noenhanced
set key off
set style fill solid 1.0 noborder
set errorbars small
set grid linecolor rgb faint linetype 1 linewidth 1 back
set tics font small textcolor rgb ink scale 0 nomirror
set border 0
set bmargin 0

set multiplot
