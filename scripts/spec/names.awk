# The names of a block diagram against the RTL: a line for each one that is wrong.
# usage: awk -f names.awk TOP.sv DIAGRAM.dot
#
# Every instance of TOP must be named in the diagram, and a label of an arrow be signals that the
# instances at both its ends connect. Nodes that are no instance are groups of ports.

# Instances, with the identifiers between their parentheses.
FILENAME ~ /\.sv$/ {
    sub(/\/\/.*/, "")
    if (match($0, /[ )]u_[a-z_]+ \(/)) {
        instance = substr($0, RSTART + 1, RLENGTH - 3)
        instances[instance] = 1
    } else if (instance != "") {
        line = $0
        while (match(line, /[a-z][a-z_0-9]*/)) {
            connects[instance, substr(line, RSTART, RLENGTH)] = 1
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
    count = split(label, signal, " ")
    if (!/label="/) print $1 " -> " $3 " has no label"
    for (i = 1; i <= count; i++) {
        for (end = 1; end <= 3; end += 2) {
            if ($end !~ /^u_/ || ($end, signal[i]) in connects) continue
            print $end " does not connect " signal[i]
        }
    }
}

END {
    for (name in instances) if (!(name in named)) print name " is not in the diagram"
    for (name in named) if (!(name in instances)) print name " is no instance"
}
