# A bar a policy with the seeds' range, the paper's value as a mark, and both as numbers to the
# right. Uses: experiment_of (a function of a policy), measure, workload; names (policies, from top
# to bottom); least, places (on the axis: its lower end, and where the two columns of numbers end);
# number (a format), axis (its title); the panel's place.
load "panel_at.gp"
ours_at = word(places, 1) + 0
paper_at = word(places, 2) + 0
set xrange [least:paper_at]
set yrange [words(names) + 0.6:0.4]
set label 10 workload at graph 0, screen down(at_top - 25) font face . ":Bold,12" textcolor rgb ink
set label 13 axis at graph 0, screen down(at_top - 9) font small textcolor rgb quiet
set label 11 "ours" at first ours_at, screen down(at_top - 9) right font face . ":Bold,10" \
    textcolor rgb ink
set label 12 "paper" at first paper_at, screen down(at_top - 9) right font small textcolor rgb quiet
set grid xtics noytics
row(policy) = position(names, policy)
cell(policy, name) = of(experiment_of(policy), measure, workload, policy, name)
mean(policy) = cell(policy, "mean")
here(policy, x) = mean(policy) == mean(policy) ? x : NaN
# What the paper says nothing of gets a mark of no type, and no text.
mark_at(policy) = said(strcol("paper")) ? cell(policy, "paper") : mean(policy)
text_of(paper, claims) = !said(paper) ? "" : direct(claims) ? shown(number, paper + 0) : "(" . \
    shown(number, paper + 0) . ")"
plot for [p in names] data using (mean(p)):(row(p)):(0):(mean(p)):(row(p) - 0.36):(row(p) + 0.36) \
        with boxxyerror fillcolor rgb colour(p), \
    for [p in names] data using (mean(p)):(row(p)):(cell(p, "low")):(cell(p, "high")) \
        with xerrorbars pointtype -1 linecolor rgb ink linewidth 1.2, \
    for [p in names] data using (mark_at(p)):(row(p)):(said(strcol("paper")) ? 13 : -1) \
        with points pointtype variable pointsize 1.19 linecolor rgb "white", \
    for [p in names] data using (mark_at(p)):(row(p)):(paper_mark(strcol("paper"), \
    strcol("claims"))) \
        with points pointtype variable pointsize 0.84 linecolor rgb ink, \
    for [p in names] data using (here(p, ours_at)):(row(p)):(shown(number, mean(p))) \
        with labels right font small textcolor rgb ink, \
    for [p in names] data using (here(p, paper_at)):(row(p)):(text_of(strcol("paper"), \
    strcol("claims"))) \
        with labels right font small textcolor rgb quiet
