# Tables and numbers of sim/COLLECTIVES.md. Uses: text (the file that they go into).
#
# semacredit differs from a policy where the 95 % interval of the seeds' own changes lies beyond
# 1 %.
BEGIN {
    FS = ","
    split("p99 completion goodput", what, " ")
    split("paper port400 port800 nvlink4 nvlink5", domains, " ")
    split("700 400 800 3600 7200", rates, " ")
    split("8 16 32 72", gpus, " ")
    split("4096 65536 1048576 4194304 16777216 67108864", sizes, " ")
}
function us(ns) { return sprintf("%.1f", ns / 1000) }
function size(bytes) { return bytes < 1048576 ? bytes / 1024 " kB" : bytes / 1048576 " MB" }
function field(name) { return $at[name] + 0 }
function point_of(domain, collective, count, bytes) {
    return domain " " collective " " count " " bytes
}
function described(point,    word) {
    split(point, word, " ")
    return word[2] ", " word[3] " GPUs, " size(word[4]) ", " word[1]
}
# semacredit over the policy: -1: lower, 1: higher, 0: neither is sure.
function side(mean, interval) { return mean + interval < -1 ? -1 : mean - interval > 1 ? 1 : 0 }
function extreme(m, change) {
    if (!((m, policy) in least) || change < least[m, policy]) {
        least[m, policy] = change
        least_at[m, policy] = point
    }
    if (!((m, policy) in most) || change > most[m, policy]) {
        most[m, policy] = change
        most_at[m, policy] = point
    }
}
NR == 1 {
    for (i = 1; i <= NF; i++)
        at[$i] = i
    next
}
{
    policy = $at["policy"]
    collective = $at["collective"]
    point = point_of($at["domain"], collective, $at["gpus"], $at["bytes"])
    if (!(point in seen)) {
        seen[point] = 1
        name[++points] = point
    }
    if (!(collective in place)) {
        place[collective] = 1
        collectives[++collective_count] = collective
    }
    for (i in at)
        value[point, policy, i] = $at[i]
    runs += field("seeds")
    operations += field("seeds") * field("operations")
    if (policy == "semacredit")
        next
    if (!(policy in place)) {
        place[policy] = 1
        policies[++policy_count] = policy
    }
    for (m = 1; m <= 3; m++) {
        s = side(field(what[m] "_change_percent"), field(what[m] "_change_interval"))
        count[what[m], collective, policy, s]++
        count[what[m], "all", policy, s]++
        extreme(what[m], field(what[m] "_change_percent"))
        if (s != 0)
            apart[point] = 1
    }
}

# --- tables ---------------------------------------------------------------------------------------

function rule(columns, words,    i, line) {
    line = "|"
    for (i = 1; i <= columns; i++)
        line = line (i <= words ? "---|" : "---:|")
    print line
}
function tally_row(m, row,    i, text) {
    text = "| " row " |"
    for (i = 1; i <= policy_count; i++)
        text = text sprintf(" %d / %d / %d |", count[m, row, policies[i], -1],
            count[m, row, policies[i], 0], count[m, row, policies[i], 1])
    print text
}
function tally(m,    i, text) {
    text = "| collective |"
    for (i = 1; i <= policy_count; i++)
        text = text " " policies[i] " |"
    print text
    rule(policy_count + 1, 1)
    for (i = 1; i <= collective_count; i++)
        tally_row(m, collectives[i])
    tally_row(m, "all")
}
function change(amount, where) {
    return amount == 0 ? "none" : sprintf("%+.1f %%: %s", amount, described(where))
}
function extremes(m,    i, p) {
    print "| against | lower by most | higher by most |"
    rule(3, 3)
    for (i = 1; i <= policy_count; i++) {
        p = policies[i]
        printf "| %s | %s | %s |\n", p, change(least[m, p], least_at[m, p]),
            change(most[m, p], most_at[m, p])
    }
}
function smallest(domain, collective, count,    s) {
    for (s = 1; s <= 6; s++)
        if (point_of(domain, collective, count, sizes[s]) in apart)
            return size(sizes[s])
    return "-"
}
function first_sizes(    c, d, g, text) {
    print "| collective | paper, 8 GPUs | 16 | 32 | 72 | NVLink 5, 8 GPUs | 16 | 32 | 72 |"
    rule(9, 1)
    for (c = 1; c <= collective_count; c++) {
        text = "| " collectives[c] " |"
        for (d = 1; d <= 5; d += 4)
            for (g = 1; g <= 4; g++)
                text = text " " smallest(domains[d], collectives[c], gpus[g]) " |"
        print text
    }
}
function times(    c, d, p) {
    print "| domain | collective | completion | aggregate | P99 | P99.9 | link, % | for |" \
        " share, % |"
    rule(9, 2)
    for (d = 1; d <= 5; d++)
        for (c = 1; c <= collective_count; c++) {
            p = point_of(domains[d], collectives[c], 72,
                collectives[c] ~ /atomic/ ? 4096 : 1048576)
            if (!(p in seen))
                continue
            printf "| %s | %s | %s | %s |", domains[d], collectives[c],
                us(value[p, "semacredit", "completion_ns"]), us(value[p, "aggregate",
                "completion_ns"])
            printf " %s | %s | %.1f | %d | %.1f |\n", us(value[p, "semacredit", "p99_ns"]),
                us(value[p, "semacredit", "p999_ns"]), value[p, "semacredit", "link_percent"],
                value[p, "semacredit", "waited_for"], value[p, "semacredit", "waited_percent"]
        }
}
function with_interval(p, measure) {
    return us(value[p, "semacredit", measure "_ns"]) " +-" us(value[p, "semacredit",
        measure "_interval"])
}
function sample(    i, p, word) {
    print "| domain | collective | message | seeds | completion | P99 | aggregate | scalar |" \
        " link, % |"
    rule(9, 2)
    for (i = 1; i <= points; i++) {
        p = name[i]
        split(p, word, " ")
        if (word[1] !~ /^(paper|nvlink5)$/ || word[3] != 8 || word[4] !~ /^(4096|1048576)$/)
            continue
        printf "| %s | %s | %s | %d | %s | %s |", word[1], word[2], size(word[4]),
            value[p, "semacredit", "seeds"], with_interval(p, "completion"),
            with_interval(p, "p99")
        printf " %s | %s | %.1f |\n", us(value[p, "aggregate", "p99_ns"]),
            us(value[p, "scalar", "p99_ns"]), value[p, "semacredit", "link_percent"]
    }
}
function clocks(    d) {
    print "| domain | link, Gb/s | bytes of an operation | commands of 80 bytes in a ns |"
    rule(4, 1)
    for (d = 1; d <= 5; d++)
        printf "| %s | %d | %.1f | %.2f |\n", domains[d], rates[d], rates[d] / 8, rates[d] / 640
}
function table(which) {
    if (which ~ /^(p99|completion|goodput)$/)
        tally(which)
    else if (which ~ /_extremes$/)
        extremes(substr(which, 1, index(which, "_") - 1))
    else if (which == "first_sizes")
        first_sizes()
    else if (which == "times")
        times()
    else if (which == "sample")
        sample()
    else if (which == "clocks")
        clocks()
    else {
        print "collectives.awk: no table " which >"/dev/stderr"
        exit 1
    }
}

# --- numbers --------------------------------------------------------------------------------------

function numbers(    i, v) {
    for (i in apart)
        number["apart"]++
    for (i = 1; i <= points; i++) {
        v = value[name[i], "aggregate", "decisions_per_ns"] + 0
        number["over"] += v > 1
        if (v > number["rate"]) {
            number["rate"] = sprintf("%.3f", v)
            number["rate_at"] = described(name[i])
        }
    }
    number["points"] = points
    number["same"] = points - number["apart"]
    number["runs"] = runs
    number["over"] += 0
    number["operations"] = sprintf("%.0f", operations / 1e6)
}
END {
    numbers()
    while ((getline line <text) > 0) {
        if (line ~ /^@[a-z0-9_]+$/) {
            table(substr(line, 2))
            continue
        }
        while (match(line, /@\{[a-z_]+\}/)) {
            v = number[substr(line, RSTART + 2, RLENGTH - 3)]
            line = substr(line, 1, RSTART - 1) v substr(line, RSTART + RLENGTH)
        }
        print line
    }
}
