# Area of a library's smallest gate of two inputs, a NAND or a NOR: the unit that areas of several
# libraries compare in.
function end_cell() { if (inputs == 2 && !other && area && (!least || area < least)) least = area }
/^[ \t]*cell[ \t]*\(/ { end_cell(); inputs = area = other = 0 }
/^[ \t]*((ff|latch)[ \t]*\(|three_state)/ { other = 1 }
/^[ \t]*area[ \t]*:/ { gsub(/.*:|[ \t;]/, ""); area = $0 + 0 }
/^[ \t]*direction[ \t]*:[ \t]*"?input/ { inputs++ }
END { end_cell(); print least }
