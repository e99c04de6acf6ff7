# Joins Liberty files into one library: the first file whole, of the others the cells, and the
# table templates that are not there yet. Reads a file as its top-level groups.
{
    line = $0
    opened = gsub(/{/, "{", line)
    closed = gsub(/}/, "}", line)
    if (FNR == 1) depth = 0
    # Keep back the brace that ends a library.
    if (depth + opened - closed == 0 && closed > 0) { depth = 0; next }
    if (depth == 1 && opened > closed) {
        name = $0
        gsub(/[ \t"{]/, "", name)
        wanted = NR == FNR || (name ~ /^(cell|[a-z_]*template)\(/ && !(name in seen))
        seen[name] = 1
        if (wanted) print
        in_group = 1
    } else if (NR == FNR || (depth > 1 && wanted && in_group)) {
        print
    }
    depth += opened - closed
    if (depth <= 1) in_group = 0
}
END { print "}" }
