# Mutates C as clang-format leaves it: every mutant behind a test of the variable `mutant`, all in
# one program.
# usage: awk -v first=N -v every=N -v phase=N -v skip=FILE -v table=FILE -f mutants_c.awk file.c
# >mutated.c
#
# Takes statements within functions: assignments and calls (also left out), returns, initialisers
# and conditions of if. Mutants are numbered from `first`; of all that there are every so-manyth is
# planted, from `phase` on; `skip` holds the lines, FILE:LINE, of statements to leave alone, as they
# did not compile. Rows for `table`: number,0,module,source,what. Loops stay as they are: mutants
# that never end tell nothing.

# Operators with spaces around them, and what becomes of each.
BEGIN {
    pairs = "<:<= <=:< >:>= >=:> ==:!= !=:== &&:|| ||:&& +:- -:+ &:| |:& <<:>> >>:<< *:+ +=:-= " \
        "-=:+= |=:&= &=:|= ^:|"
    split(pairs, list, " ")
    for (i in list) {
        split(list[i], pair, ":")
        becomes[pair[1]] = pair[2]
    }
    while (skip && (getline line <skip) > 0)
        skipped[line] = 1
    number = first - 1
    print "extern int mutant;"
    print "#line 1 \"" ARGV[1] "\""
}

# Fills change[] and name[] with the mutated texts of an expression or statement.
function mutate(text,    i, c, rest, token, digits, before) {
    changes = 0
    for (i = 1; i <= length(text); i++) {
        c = substr(text, i, 1)
        rest = substr(text, i)
        before = i > 1 ? substr(text, i - 1, 1) : " "
        if (c == "\"" || c == "'") {
            # Strings and characters stay.
            for (i++; i <= length(text) && substr(text, i, 1) != c; i++)
                if (substr(text, i, 1) == "\\")
                    i++
        } else if (before == " " && match(rest, /^[-<>=!&|+*^]+ /)) {
            token = substr(rest, 1, RLENGTH - 1)
            if (token in becomes)
                add(substr(text, 1, i - 1) becomes[token] substr(text, i + length(token)),
                    token " to " becomes[token])
            i += length(token) - 1
        } else if (before !~ /[A-Za-z0-9_.]/ && match(rest, /^[0-9]+[uUlL]*/)) {
            digits = substr(rest, 1, RLENGTH)
            if (substr(rest, RLENGTH + 1, 1) !~ /[A-Za-z0-9_.]/)
                add(substr(text, 1, i - 1) "(" digits " + 1)" substr(text, i + length(digits)),
                    digits " one more")
            i += length(digits) - 1
        } else if (c == "!" && substr(rest, 2, 1) ~ /[A-Za-z_(]/) {
            add(substr(text, 1, i - 1) "!!" substr(text, i + 1), "! left out")
        } else if (c == "~") {
            add(substr(text, 1, i - 1) substr(text, i + 1), "~ left out")
        }
    }
}

function add(text, what) {
    change[++changes] = text
    name[changes] = what
}

# The next number for a change, if it is among those to plant, else 0.
function plant(what,    module) {
    if (candidates++ % every != phase)
        return 0
    module = FILENAME
    sub(/.*\//, "", module)
    gsub(/,/, ";", what)
    printf "%d,0,csim/golden/%s,%s:%d,%s\n", ++number, module, module, start, what >table
    return number
}

# "mutant == 3 ? (a) : (b)" for all changes of an expression.
function choose(expression,    i, n, out) {
    mutate(expression)
    for (i = 1; i <= changes; i++)
        if ((n = plant(name[i])))
            out = out "mutant == " n " ? (" change[i] ") : "
    return out == "" ? expression : out "(" expression ")"
}

# A whole statement and its changes.
function choose_statement(text,    i, n, out) {
    mutate(text)
    if (text !~ /^(goto|break|continue)/)
        add(";", "left out")
    for (i = 1; i <= changes; i++)
        if ((n = plant(name[i])))
            out = out "if (mutant == " n ") { " change[i] " } else "
    return out == "" ? text : "{ " out text " }"
}

# Whether brackets in a text are in pairs.
function balanced(text,    opened, closed) {
    opened = gsub(/\(/, "(", text)
    closed = gsub(/\)/, ")", text)
    return opened == closed
}

function mutated(text,    head, tail) {
    module = FILENAME
    sub(/.*\//, "", module)
    if ((module ":" start) in skipped ||
        text ~ /^(case|default|for|while|do|else|assert|enum|static|#|goto|break|continue)/)
        return text
    if (match(text, /^(} else )?if \(/) && text ~ /\)( \{)?$/) {
        head = substr(text, 1, RLENGTH)
        text = substr(text, RLENGTH + 1)
        match(text, /\)( \{)?$/)
        tail = substr(text, RSTART)
        text = substr(text, 1, RSTART - 1)
        return balanced(text) ? head choose(text) tail : head text tail
    }
    if (text !~ /;$/ || text ~ /[{}]/ || !balanced(text))
        return text
    if (text ~ /^return ./)
        return "return " choose(substr(text, 8, length(text) - 8)) ";"
    # A declaration begins with a type and a name.
    type = "const |struct |unsigned |int |bool |size_t |slot_set |u?int[0-9]+_t "
    if (text ~ ("^(" type "|[a-z_]+ [*]?(const )?[a-z_]+( =|;))")) {
        if (text !~ / = / || text ~ /, \*?[a-z_]+( =|;)/)
            return text
        match(text, / = /)
        head = substr(text, 1, RSTART + 2)
        return head choose(substr(text, RSTART + 3, length(text) - RSTART - 3)) ";"
    }
    return text ~ /^[a-z_*(+-]/ ? choose_statement(text) : text
}

{
    code = $0
    sub(/ *\/\/.*/, "", code)
    if (code ~ /^[A-Za-z].*\) \{$/ || (code ~ /\) \{$/ && opening))
        inside = 1
    opening = code ~ /^[A-Za-z].*[(,]/ && code !~ /[;{]$/ || (opening && code !~ /[;{]$/)
    if (code == "}")
        inside = 0
    stripped = code
    sub(/^ +/, "", stripped)
    if (!inside || code ~ /^[^ ]/ || stripped == "") {
        print
        statement = ""
        next
    }
    if (statement == "")
        start = FNR
    statement = statement (statement == "" ? "" : " ") stripped
    # An if without a brace ends with its bracket.
    if (statement ~ /[;{}:]$/ || (statement ~ /^(} else )?if \(.*\)$/ && balanced(statement)) ||
        statement ~ /^(else|for .*\)|while .*\))$/) {
        print mutated(statement)
        print "#line " FNR + 1
        statement = ""
    }
}

END { print number + 1, candidates + 0 >(table ".next") }
