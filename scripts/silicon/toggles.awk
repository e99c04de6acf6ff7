# Counts switching in waves (VCD, two-state): of each bit of each signal, how often it changes a
# clock and which part of the time it is high. Variables: scope, the path of scopes whose signals
# count, without which names are printed; clock, a signal there. Prints "clocks N", then lines NAME
# CHANGES HIGH; a bit of a vector is NAME[BIT], also of one word of an array.
function pad(value, width) {
    while (length(zeros) < width) zeros = zeros zeros
    return length(value) < width ? substr(zeros, 1, width - length(value)) value : value
}
BEGIN { zeros = "00000000000000000000000000000000" }
!ready && $1 == "$scope" { path = path == "" ? $3 : path "." $3; next }
!ready && $1 == "$upscope" { if (!sub(/\.[^.]*$/, "", path)) path = ""; next }
!ready && $1 == "$var" {
    if (path != scope && index(path, scope ".") != 1) next
    name = (path == scope ? "" : substr(path, length(scope) + 2) ".") $5
    if ($5 == clock && path == scope) clock_code = $4
    width[$4] = $3
    # A vector's range comes as a word of its own, or as the end of its name.
    range = $6
    if ($3 > 1 && range !~ /^\[/ && match(name, /\[[0-9]+:[0-9]+\]$/)) {
        range = substr(name, RSTART)
        name = substr(name, 1, RSTART - 1)
    }
    sub(/.*:/, "", range)
    lowest[$4] = range + 0
    names[$4] = names[$4] " " name
    next
}
!ready { if ($1 == "$enddefinitions") ready = 1; next }
/^#/ { now = substr($0, 2) + 0; if (first == "") first = now; next }
/^b/ { code = $2; value = substr($1, 2) }
/^[01]/ { code = substr($0, 2); value = substr($0, 1, 1) }
/^[b01]/ {
    if (!(code in width)) next
    if (code == clock_code && value == "1") clocks++
    w = width[code]
    if (w > 1) value = pad(value, w)
    old = last[code]
    if (old == value) next
    if (old == "") old = pad("", w)
    else new_change = 1
    for (i = 1; i <= w; i++) {
        bit = substr(value, i, 1)
        if (bit == substr(old, i, 1)) continue
        if (new_change) changes[code, i]++
        if (bit == "1") since[code, i] = now
        else high[code, i] += now - since[code, i]
    }
    last[code] = value
    new_change = 0
}
END {
    if (!clocks) { print "toggles: no clock " scope "." clock >"/dev/stderr"; exit 1 }
    print "clocks", clocks
    for (code in names) {
        w = width[code]
        count = split(names[code], alias, " ")
        for (i = 1; i <= w; i++) {
            up = high[code, i] + (substr(last[code], i, 1) == "1" ? now - since[code, i] : 0)
            numbers = sprintf("%.6f %.6f", changes[code, i] / clocks, up / (now - first))
            for (n = 1; n <= count; n++) print alias[n] (w > 1 ? "[" lowest[code] + w - i "]" : ""),
                numbers
        }
    }
}
