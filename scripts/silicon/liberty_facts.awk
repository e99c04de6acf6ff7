# What synthesis needs to know of a Liberty file, as KEY=VALUE lines for a shell.
#   flops='NAME...'   cells with a flop
#   gates=N           cells of two inputs and more without one
#   driver=CELL       the second inverter by drive: of those whose input is at least 1.5 times as
#                     large
#                     as the smallest's, the smallest
#   load=FF           what the smallest inverter's input loads, in fF
function value(text) { gsub(/.*:|[ \t;"]/, "", text); return text }
function argument(text) { gsub(/.*\(|\).*|[ \t"]/, "", text); return text }
function end_cell() {
    if (cell == "") return
    if (flop) flops = flops (flops == "" ? "" : " ") cell
    else if (inputs == 1 && inverts) {
        inverter[cell] = capacitance
        if (!load || capacitance < load) load = capacitance
    } else if (inputs >= 2) gates++
}
/^[ \t]*capacitive_load_unit/ {
    split(argument($0), part, ",")
    unit = part[1] * (tolower(part[2]) == "pf" ? 1000 : 1)
}
/^[ \t]*cell[ \t]*\(/ {
    end_cell()
    cell = argument($0)
    flop = inverts = inputs = capacitance = in_pin = 0
}
/^[ \t]*ff[ \t]*\(/ { flop = 1 }
/^[ \t]*(pin|pg_pin)[ \t]*\(/ { in_pin = $0 !~ /pg_pin/ }
/^[ \t]*direction[ \t]*:/ && in_pin && value($0) == "input" { inputs++ }
/^[ \t]*capacitance[ \t]*:/ && in_pin && !capacitance { capacitance = value($0) + 0 }
/^[ \t]*function[ \t]*:/ {
    text = value($0)
    gsub(/[()]/, "", text)
    if (text ~ /^(![A-Za-z0-9_]+|[A-Za-z0-9_]+')$/) inverts = 1
}
END {
    end_cell()
    for (cell in inverter)
        if (inverter[cell] >= 1.5 * load &&
            (driver == "" || inverter[cell] < inverter[driver] ||
             (inverter[cell] == inverter[driver] && cell < driver)))
            driver = cell
    printf "flops='%s'\ngates=%d\ndriver=%s\nload=%.3f\n", flops, gates, driver, load * unit
}
