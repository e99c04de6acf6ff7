# What stands once in a figure, drawn with its first panel. Uses: heading, subtitle, note (at the
# bottom), note_lines (of it).
set label 1 heading at screen across(16), down(24) font face . ":Bold,15" textcolor rgb ink
set label 2 subtitle at screen across(16), down(47) font face . ",12" textcolor rgb quiet
set label 3 note at screen across(16), down(height - 15 * note_lines) font small textcolor rgb quiet
