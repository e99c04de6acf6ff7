# What proofs take for granted, held against what is proved. usage: awk -f assumptions.awk
# PROOFS.txt ASSUMPTIONS.txt PROOF.sv...
#
# Prints a line "PROOF ASSUMPTION BY" for each assumption, BY being the properties that discharge
# it, separated by ";", or "boundary". Fails, with a line for each, where an assumption of a proof
# has no line in ASSUMPTIONS.txt, where a line has no assumption, and where it names a property that
# nothing proves, or that is proved of a smaller block than the proof which rests on it claims to be
# about.

function wrong(text) { print "assumptions: " text >"/dev/stderr"; failed = 1 }

{ file = FILENAME == ARGV[1] ? 1 : FILENAME == ARGV[2] ? 2 : 3 }
file < 3 { sub(/#.*/, "") }

# Proofs: the parameters in which they fall short of the block, what they prove, and what stands for
# something else.
file == 1 && /^[a-z]/ {
    proof = $1
    listed[proof] = 1
    for (i = 5; i <= NF; i++) {
        if ($i ~ /^(small|clocks):/)
            continue
        at = index($i, "=")
        name = substr($i, 1, at - 1)
        sub(/^rests:/, "", name)
        if (name == "abstract")
            needed[++needs] = proof "." substr($i, at + 1)
        else
            short[proof] = short[proof] " " name "=" substr($i, at + 1)
    }
}
file == 1 && /^ / { proved[proof "." $1] = 1 }

file == 2 && NF { by[$1] = $2 }

# Assumptions and invariants of a proof.
file == 3 && FNR == 1 {
    proof = FILENAME
    sub(/.*\//, "", proof)
    sub(/^sema_/, "", proof)
    sub(/_prove\.sv$/, "", proof)
}
file == 3 && proof in listed && /^ *sema_begin_prove / { needed[++needs] = proof ".reset" }
file == 3 && proof in listed && /assume *\(/ {
    if (match($0, /[A-Za-z0-9_]+_M *: *assume/)) {
        name = substr($0, RSTART)
        sub(/_M *:.*/, "", name)
        needed[++needs] = proof "." name
    } else {
        wrong(FILENAME ":" FNR ": an assumption without a name")
    }
}
file == 3 && match($0, /[a-z0-9_]+_I *: *assert/) {
    name = substr($0, RSTART)
    sub(/_I *:.*/, "", name)
    proved[proof "." name] = 1
}

# The value of parameter `name` in a list of NAME=VALUE, or nothing.
function value_in(list, name,   found, n, i) {
    n = split(list, found, " ")
    for (i = 1; i <= n; i++)
        if (index(found[i], name "=") == 1)
            return substr(found[i], length(name) + 2)
    return ""
}

# Whether what is proved of `other` is of a block as large as the one that `mine` is about.
function held_to_size(what, mine, other, property,   found, n, i, name, has) {
    n = split(short[other], found, " ")
    for (i = 1; i <= n; i++) {
        name = found[i]
        sub(/=.*/, "", name)
        has = value_in(short[mine], name)
        if (has == "" || has + 0 > value_in(short[other], name) + 0)
            wrong(what " rests on " property ", which is proved at " found[i] " only")
    }
}

END {
    for (k = 1; k <= needs; k++) {
        what = needed[k]
        mine = substr(what, 1, index(what, ".") - 1)
        key = what in by ? what : "*" substr(what, index(what, "."))
        if (!(key in by)) {
            wrong(what " is discharged by nothing")
            continue
        }
        used[key] = 1
        n = by[key] == "boundary" ? 0 : split(by[key], list, ",")
        for (i = 1; i <= n; i++) {
            other = substr(list[i], 1, index(list[i], ".") - 1)
            if (!(list[i] in proved))
                wrong(what " rests on " list[i] ", which nothing proves")
            else if (other != mine)
                held_to_size(what, mine, other, list[i])
        }
        gsub(/,/, ";", by[key])
        print mine, substr(what, index(what, ".") + 1), by[key]
        gsub(/;/, ",", by[key])
    }
    for (key in by)
        if (!(key in used))
            wrong(key " is no assumption of any proof")
    exit failed
}
