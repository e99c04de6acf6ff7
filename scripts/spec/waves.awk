# Draws the timing diagrams of a Markdown file: prints the file with every diagram drawn anew.
# usage: awk -v waves=FOLDER -f waves.awk FILE.md      FOLDER/SCENE.vcd are the waves
#
# A diagram is described by a comment, which Markdown does not show:
#
#     <!-- waves SCENE
#     LABEL [= SIGNAL[[HIGH:LOW]]] [? GATE] [: WORD...]
#     -->
#
# SIGNAL is the name in the block, with instances (u_arbiter.scale_q); the label if it is left out.
# A signal of one bit is drawn as a level. Others are drawn as values, only in clocks in which GATE
# is not zero; with words, value n as the nth of them, from 0. A column is a clock: what flops and
# inputs hold before the edge that ends it. Two or more clocks in which no row changes are a gap.

function die(text) {
    print "waves.awk: " FILENAME ":" FNR ": " text >"/dev/stderr"
    failed = 1
    exit 1
}

# Bits as a decimal number; x if one of them is unknown.
function decimal(bits,   i, value) {
    if (bits ~ /[xz]/) return "x"
    for (i = 1; i <= length(bits); i++) value = 2 * value + substr(bits, i, 1)
    return value + 0
}

# "name[7:4]", "name[3]" or "name": sets its place in the list of traced signals.
function trace(text,   name) {
    name = text
    sub(/\[.*/, "", name)
    wanted[name] = 1
    return text
}

# Value of a traced signal at the end of clock c, as bits.
function bits_of(text, c,   name, range, bits, high, low) {
    name = text
    if (!sub(/\[.*/, "", name)) return sampled[name, c]
    range = substr(text, length(name) + 2)
    sub(/\]$/, "", range)
    split(range ":" range, part, ":")
    high = part[1]
    low = range ~ /:/ ? part[2] : high
    bits = sampled[name, c]
    return substr(bits, width[name] - high, high - low + 1)
}

# VCD leaves out leading digits: they repeat an x or a z, and are 0 otherwise.
function extended(bits, size,   fill) {
    fill = bits ~ /^[xz]/ ? substr(bits, 1, 1) : "0"
    while (length(bits) < size) bits = fill bits
    return bits
}

# Reads the waves; `sampled[name, clock]` for every wanted signal, `clocks` of them.
function read_waves(file,   line, part, scope, id, name, at, n, next_value, i, names) {
    split("", sampled); split("", width); split("", named); split("", value); split("", next_value)
    clocks = 0
    scope = ""
    while ((at = (getline line <file)) > 0) {
        n = split(line, part, " ")
        if (part[1] == "$scope") {
            scope = scope part[3] "/"
        } else if (part[1] == "$upscope") {
            sub(/[^\/]+\/$/, "", scope)
        } else if (part[1] == "$var") {
            name = scope part[5]
            if (!sub(/^paths\/block\//, "", name)) continue
            gsub(/\//, ".", name)
            if (name == "clk_i") clock_id = part[4]
            if (name in wanted) {
                named[part[4]] = named[part[4]] " " name
                width[name] = part[3]
            }
        } else if (line ~ /^#/) {
            if (next_value[clock_id] == "1" && value[clock_id] == "0") {
                for (id in named) {
                    n = split(named[id], names, " ")
                    for (i = 1; i <= n; i++) {
                        sampled[names[i], clocks] = extended(value[id], width[names[i]])
                    }
                }
                clocks++
            }
            for (id in next_value) value[id] = next_value[id]
            split("", next_value)
        } else if (line ~ /^b/) {
            next_value[part[2]] = substr(part[1], 2)
        } else if (line ~ /^[01xz]/) {
            next_value[substr(line, 2)] = substr(line, 1, 1)
        }
    }
    close(file)
    if (at < 0) die("cannot read " file)
    for (name in wanted) if (!(name in width)) die("no signal '" name "' in " file)
}

# What a row shows in clock c: a level, or a value in words, `-` where its gate is 0.
function look(i, c,   now, count, word) {
    if (is_level[i]) return bits_of(signal_of[i], c)
    if (gate_of[i] != "" && decimal(bits_of(gate_of[i], c)) "" == "0") return "-"
    now = decimal(bits_of(signal_of[i], c))
    count = split(words_of[i], word, " ")
    if (count) now = now + 1 in word ? word[now + 1] : now
    if (length(now) >= CELL) die("'" now "' of " signal_of[i] " is wider than a clock")
    return now
}

# A cell of so many characters, the first of which is the change.
function cell(size, change, text, fill) {
    text = change text
    while (length(text) < size) text = text fill
    return text
}

# A row's cell of clock c, or of a gap before it, in which it shows what it did.
function level_cell(size, now, before) {
    if (now == 1) return cell(size, before == 1 || before == "" ? "~" : "/", "", "~")
    if (now == 0) return cell(size, before == 0 || before == "" ? "_" : "\\", "", "_")
    return cell(size, "x", "", "x")
}
function value_cell(size, now, before) {
    if (now == before) return cell(size, now == "-" ? "-" : " ", "", now == "-" ? "-" : " ")
    return now == "-" ? cell(size, before == "" ? "-" : "|", "", "-") : cell(size, "|", now, " ")
}
function row_cell(i, size, now, before) {
    return is_level[i] ? level_cell(size, now, before) : value_cell(size, now, before)
}

# The picture: of a row of clocks in which no signal changes only a gap is drawn.
function draw(   i, c, longest, row, still, now, before) {
    read_waves(waves "/" scene ".vcd")
    if (!clocks) die("no clock in the waves of " scene)
    for (c = 0; c <= clocks; c++) still[c] = c > 0 && c < clocks
    for (i = 1; i <= rows; i++) {
        if (length(label[i]) > longest) longest = length(label[i])
        is_level[i] = length(bits_of(signal_of[i], 0)) == 1
        for (c = 0; c < clocks; c++) {
            shown[i, c] = look(i, c)
            if (c && shown[i, c] "" != shown[i, c - 1] "") still[c] = 0
        }
    }
    label[0] = "clock"
    print "```text"
    for (i = 0; i <= rows; i++) {
        row = ""
        for (c = 0; c < clocks; c++) {
            now = shown[i, c] ""
            before = c ? shown[i, c - 1] "" : ""
            if (!still[c] || !(still[c - 1] || still[c + 1]))
                row = row (i ? row_cell(i, CELL, now, before) : cell(CELL, "", c, " "))
            else if (!still[c - 1])
                row = row (i ? row_cell(i, GAP, now, now) : cell(GAP, "", "..", " "))
        }
        sub(/ +$/, "", row)
        printf "%-" longest "s  %s\n", label[i], row
    }
    print "```"
}

BEGIN { CELL = 7; GAP = 4 }

/^<!-- waves [a-z_]+$/ {
    print
    scene = $3
    rows = 0
    split("", wanted)
    inside = 1
    next
}

inside == 1 && /^-->$/ {
    print
    draw()
    inside = 2
    next
}

inside == 1 {
    print
    line = $0
    rows++
    words_of[rows] = gate_of[rows] = ""
    if (match(line, / : /)) {
        words_of[rows] = substr(line, RSTART + 3)
        line = substr(line, 1, RSTART - 1)
    }
    if (match(line, / \? /)) {
        gate_of[rows] = trace(substr(line, RSTART + 3))
        line = substr(line, 1, RSTART - 1)
    }
    signal_of[rows] = label[rows] = line
    if (match(line, / = /)) {
        label[rows] = substr(line, 1, RSTART - 1)
        signal_of[rows] = substr(line, RSTART + 3)
    }
    trace(signal_of[rows])
    next
}

# What was drawn before.
inside == 2 && /^<!-- \/waves -->$/ { inside = 0 }
!inside

END { if (!failed && inside) die("no <!-- /waves --> after " scene) }
