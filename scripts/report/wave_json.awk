# The signals that a GTKWave view names, some hundred clocks around its marker, as JSON.
# usage: fst2vcd waves.fst | awk -v view=FOLDER/view.gtkw -v clock=CLOCK -f wave_json.awk
#
# CLOCK is the number of the clock at the marker, which is in its middle: clock n, which rising edge
# n ends, is from n - 1 to n periods.
#
# {marker, what, clock_ps, from, to, signals: [{group, open, flags, color, names, label, path, bits,
# v: [[time, hex]...]}...], names: {FILE: {HEX: NAME}}}; names only of values that occur. The group
# "" has none around it. Times are in ps; x and z are "x".
BEGIN {
    before = 300; after = 100
    folder = view
    sub(/[^\/]*$/, "", folder)
    while ((getline line <view) > 0) read_view(line)
    for (i = 0; i < 16; i++) digit[bits4(i)] = substr("0123456789abcdef", i + 1, 1)
}
function bits4(n) { return int(n / 8) % 2 "" int(n / 4) % 2 "" int(n / 2) % 2 "" n % 2 }
function read_view(line,    part) {
    if (line ~ /^\*/) { split(line, part, " "); marker = part[2]; return }
    if (line ~ /^\[markername\]/) { what = substr(line, 15); return }
    if (line ~ /^\[color\]/) { color = substr(line, 9); return }
    if (line ~ /^@/) { flags = substr(line, 2); return }
    if (line ~ /^\^/) { names = line; sub(/.*\//, "", names); sub(/\.txt$/, "", names); return }
    if (line ~ /^-/) {
        if (flags ~ /^[8c]00200$/) { group = substr(line, 2); open = flags ~ /^8/ }
        if (flags ~ /^1[04]0[01]200$/) group = ""
        return
    }
    if (line !~ /^\+\{/) return
    n++
    label[n] = path[n] = line
    sub(/^\+\{/, "", label[n]); sub(/\} [^}]*$/, "", label[n])
    sub(/.*\} /, "", path[n])
    if (path[n] ~ /:[0-9]+\]$/) sub(/\[[0-9]+:[0-9]+\]$/, "", path[n])
    number[path[n]] = number[path[n]] " " n
    group_of[n] = group; open_of[n] = open; flags_of[n] = flags; color_of[n] = color + 0
    names_of[n] = names; color = names = ""
}
function hex(value,    out, i) {
    if (value ~ /[xzXZ]/) return "x"
    while (length(value) % 4) value = "0" value
    for (i = 1; i < length(value); i += 4) out = out digit[substr(value, i, 4)]
    sub(/^0+/, "", out)
    return out == "" ? "0" : out
}
function change(id, value,    list, i, count) {
    if (!(id in wanted)) return
    count = ++changes[id]
    at[id, count] = time; to[id, count] = hex(value)
}
/^\$scope/ { scope = scope $3 "."; next }
/^\$upscope/ { sub(/[^.]*\.$/, "", scope); next }
/^\$var/ {
    name = scope $5
    if (name in number) { wanted[$4] = 1; m = split(number[name], list, " ")
        for (i = 1; i <= m; i++) { id_of[list[i]] = $4; bits[list[i]] = $3 } }
    next
}
/^#/ { time = substr($0, 2) + 0; next }
/^[01xzXZ]/ { change(substr($0, 2), substr($0, 1, 1)); next }
/^b/ { change($2, substr($1, 2)) }
function quoted(text) { gsub(/[\\"]/, "\\\\&", text); return "\"" text "\"" }
function values(id,    i, out, last, first) {
    for (i = 1; i <= changes[id] && at[id, i] <= from; i++) first = to[id, i]
    if (first != "") { out = "[" from ",\"" first "\"]"; last = first }
    for (; i <= changes[id] && at[id, i] <= until; i++)
        if (to[id, i] != last) {
            last = to[id, i]
            out = out (out == "" ? "" : ",") "[" at[id, i] ",\"" last "\"]"
        }
    return out
}
function padded(value) { sub(/^0+/, "", value); return value == "" ? "0" : tolower(value) }
END {
    clock_ps = clock > 0 ? marker / (clock - .5) : 1000
    from = marker - before * clock_ps; if (from < 0) from = 0
    until = marker + after * clock_ps; if (until > time) until = time
    printf "{\"marker\":%.0f,\"what\":%s,\"clock_ps\":%d,\"from\":%.0f,\"to\":%.0f,\"signals\":[",
        marker, quoted(substr(what, 1)), clock_ps, from, until
    for (i = 1; i <= n; i++) {
        if (!(i in id_of)) continue
        v = values(id_of[i])
        printf "%s\n{\"group\":%s,\"open\":%d,\"flags\":\"%s\",\"color\":%d,\"names\":\"%s\"," \
            "\"label\":%s,\"path\":%s,\"bits\":%d,\"v\":[%s]}", comma, quoted(group_of[i]),
            open_of[i], flags_of[i], color_of[i], names_of[i], quoted(label[i]), quoted(path[i]),
            bits[i], v
        comma = ","
        if (names_of[i] != "") { m = split(v, part, "\"")
            for (k = 2; k <= m; k += 2) occurs[names_of[i], part[k]] = used[names_of[i]] = 1 }
    }
    printf "],\"names\":{"
    comma = ""
    for (name in used) {
        printf "%s\n%s:{", comma, quoted(name); comma = ","; inner = ""
        while ((getline line <(folder "names/" name ".txt")) > 0) {
            value = text = line
            sub(/ .*/, "", value); sub(/^[^ ]* /, "", text); sub(/^\?[^?]*\?/, "", text)
            if ((name, padded(value)) in occurs) {
                printf "%s\"%s\":%s", inner, padded(value), quoted(text); inner = ","
            }
        }
        printf "}"
    }
    print "}}"
}
