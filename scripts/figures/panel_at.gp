# Places the next panel, in pixels from the figure's upper left corner. Uses: at_left, at_top,
# at_width, at_height.
set lmargin at screen across(at_left)
set rmargin at screen across(at_left + at_width)
set tmargin at screen down(at_top)
set bmargin at screen down(at_top + at_height)
