# Prints FILE with a change: lines of CHANGE stay (" "), go ("-") or come ("+"), as in a diff
# without line numbers; "@@" begins another place. What stays and goes is in FILE exactly once.
# usage: awk -f apply.awk CHANGE FILE
FNR == 1 { files++ }
files == 1 && /^@@/ { places++; next }
files == 1 {
    line = substr($0, 2) "\n"
    if (!/^\+/) old[places + 0] = old[places + 0] line
    if (!/^-/) new[places + 0] = new[places + 0] line
    next
}
{ text = text $0 "\n" }
END {
    text = "\n" text
    for (i = 0; i <= places; i++) {
        at = index(text, "\n" old[i])
        if (!at || index(substr(text, at + 1), "\n" old[i])) {
            printf "expected once:\n%s", old[i] >"/dev/stderr"
            exit 1
        }
        text = substr(text, 1, at) new[i] substr(text, at + 1 + length(old[i]))
    }
    printf "%s", substr(text, 2)
}
