# The names of a block diagram against the RTL: a line for each one that is wrong.
# usage: awk -f names.awk TOP.sv PART.sv... DIAGRAM.dot
#
# Every instance of TOP and of its PARTs must be named in the diagram, and a label of an arrow be
# signals that the instances at both its ends connect. A signal of TOP at a port of a PART is
# connected by those of the part's instances that connect the port. Nodes that are no instance are
# groups of ports.

FNR == 1 {
    file = FILENAME
    sub(/.*\//, "", file)
    sub(/\.sv$/, "", file)
}

# Instances, with the identifiers between their parentheses; of a part, its ports by signals.
FILENAME ~ /\.sv$/ {
    sub(/\/\/.*/, "")
    if (match($0, /[ )]u_[a-z_]+ \(/)) {
        instance = substr($0, RSTART + 1, RLENGTH - 3)
        instances[instance] = file
        module_of[instance] = $1
    } else if (instance != "") {
        line = $0
        if (match(line, /\.[a-z][a-z_0-9]*/)) port = substr(line, RSTART + 1, RLENGTH - 1)
        while (match(line, /[a-z][a-z_0-9]*/)) {
            signal = substr(line, RSTART, RLENGTH)
            connects[instance, signal] = 1
            port_of[module_of[instance], signal] = port
            line = substr(line, RSTART + RLENGTH)
        }
        if (/\);/) instance = ""
    }
    next
}

{
    line = $0
    while (match(line, /u_[a-z_]+/)) {
        named[substr(line, RSTART, RLENGTH)] = 1
        line = substr(line, RSTART + RLENGTH)
    }
}

$2 == "->" {
    label = $0
    sub(/.*label="/, "", label)
    sub(/".*/, "", label)
    gsub(/\\n/, " ", label)
    count = split(label, signal_of, " ")
    if (!/label="/) print $1 " -> " $3 " has no label"
    for (i = 1; i <= count; i++) {
        for (end = 1; end <= 3; end += 2) {
            if ($end !~ /^u_/ || ($end, signal_of[i]) in connects) continue
            through = port_of[instances[$end], signal_of[i]]
            if (through != "" && ($end, through) in connects) continue
            print $end " does not connect " signal_of[i]
        }
    }
}

END {
    for (name in instances) if (!(name in named)) print name " is not in the diagram"
    for (name in named) if (!(name in instances)) print name " is no instance"
}
