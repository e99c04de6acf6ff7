# Points of Verilator's coverage, added up over instances.
# usage: awk -v exclusions=FILE -f coverage_points.awk coverage.dat
#
# Prints KIND,FILE,LINE,WHAT,EXCLUDED,HITS; KIND is line, branch (each arm of an if or a
# case) or toggle (each bit, up or down), EXCLUDED the reason, without commas. An exclusion that met
# nothing is "stale,...".
function trim(text) {
    gsub(/^ +| +$/, "", text)
    return text
}

# The reason why a point is left out, or nothing.
function excluded(kind, file, line, what,    name, i) {
    name = file
    sub(/.*\//, "", name)
    if (!(file in read)) {
        read[file] = 1
        count = 0
        while ((getline text <file) > 0)
            source[file, ++count] = text
        close(file)
    }
    for (i = 1; i <= rules; i++)
        if (rule_file[i] == name && (rule_kind[i] == kind || rule_kind[i] == what) &&
            index(source[file, line], rule_text[i])) {
            met[i]++
            return rule_reason[i]
        }
    return ""
}

BEGIN {
    while ((getline rule <exclusions) > 0) {
        if (rule ~ /^ *(#|$)/)
            continue
        if (split(rule, part, "|") != 4) {
            print exclusions ": expected FILE | KIND | TEXT | REASON: " rule >"/dev/stderr"
            exit status = 2
        }
        rule_file[++rules] = trim(part[1])
        rule_kind[rules] = trim(part[2])
        rule_text[rules] = trim(part[3])
        rule_reason[rules] = trim(part[4])
        gsub(/,/, ";", rule_reason[rules])
    }
    FS = "\001"
}

# C '^Afile^Bvalue^A...' COUNT: ^A begins a key, ^B its value.
/^C / {
    split("", value)
    count = $0
    sub(/.*' /, "", count)
    for (i = 2; i <= NF; i++) {
        split($i, pair, "\002")
        sub(/' [0-9]+$/, "", pair[2])
        value[pair[1]] = pair[2]
    }
    kind = value["page"]
    sub(/\/.*/, "", kind)
    sub(/^v_/, "", kind)
    what = value["o"]
    # Arms of a case are points of a line to Verilator.
    if (kind == "line" && (what == "case" || what == "if" || what == "else" || what == "elsif"))
        kind = "branch"
    gsub(/,/, ";", what)
    hits[kind "," value["f"] "," value["l"] "," value["n"] "," what] += count
}

END {
    if (status)
        exit status
    for (key in hits) {
        split(key, at, ",")
        print at[1] "," at[2] "," at[3] "," at[5] "," excluded(at[1], at[2], at[3],
            at[5]) "," hits[key]
    }
    for (i = 1; i <= rules; i++)
        if (!met[i])
            print "stale," rule_file[i] ",," rule_kind[i] " " rule_text[i] ",,0"
}
