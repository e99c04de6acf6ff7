# Reads the registers as tb/ip/register_list prints them, for the scripts that write a description.
# A family whose members all have one reset value is one item with a count; of another each member
# is an item by itself, NAME_0, NAME_1...
#
# Sets items, and of item i: name[i], count[i], address[i] (bytes), bits[i], access[i], reset[i],
# meaning[i], fields[i], and of its field f: field[i, f], low[i, f], width[i, f], title[i, f].

function add_item(text, n, first, i) {
    i = ++items
    name[i] = text
    count[i] = n
    address[i] = 4 * word_of[first]
    bits[i] = bits_of[first]
    access[i] = access_of[first]
    reset[i] = reset_of[first]
    meaning[i] = meaning_of[first]
    add_fields(i)
}

# The meaning of a register of events names its bits: "bit 0 NAME, 1 NAME...".
function add_fields(i,    part, n, f, text) {
    fields[i] = 1
    field[i, 1] = "value"
    low[i, 1] = 0
    width[i, 1] = bits[i]
    title[i, 1] = meaning[i]
    if (access[i] != "w1c") return
    n = split(meaning[i], part, ", ")
    fields[i] = n
    for (f = 1; f <= n; f++) {
        text = part[f]
        sub(/^bit /, "", text)
        low[i, f] = text + 0
        sub(/^[0-9]+ /, "", text)
        title[i, f] = text
        gsub(/ /, "_", text)
        field[i, f] = tolower(text)
        width[i, f] = 1
    }
}

function add_family(first, last,    i, same) {
    same = 1
    for (i = first + 1; i <= last; i++) if (reset_of[i] != reset_of[first]) same = 0
    if (same) add_item(family_of[first], last - first + 1, first)
    else for (i = first; i <= last; i++) add_item(family_of[i] "_" (i - first), 1, i)
}

function read_items(    i, first) {
    first = 1
    for (i = 2; i <= lines + 1; i++)
        if (family_of[i] != family_of[first]) {
            add_family(first, i - 1)
            first = i
        }
}

BEGIN { FS = "|" }
{
    lines++
    family_of[lines] = $1
    member_of[lines] = $2
    members_of[lines] = $3
    word_of[lines] = $4
    bits_of[lines] = $5
    access_of[lines] = $6
    reset_of[lines] = $7
    meaning_of[lines] = $8
}
