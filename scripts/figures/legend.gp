# A legend in one line, drawn with the next panel: each policy of names with its mark and colour.
# Uses: names.
legend_at = 22
do for [k = 1:words(names)] {
    set label 100 + k word(names, k) at screen across(legend_at), down(73) offset 1, \
        0 textcolor rgb ink \
        point linetype 1 pointtype mark(word(names, k)) pointsize 0.84 linewidth 1.5 linecolor rgb \
        colour(word(names, k))
    legend_at = legend_at + 40 + 7.5 * strlen(word(names, k))
}
