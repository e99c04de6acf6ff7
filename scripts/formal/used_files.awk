# Of files that have a module each, named after it (MODULE.sv, or in its place MODULE_abstract.sv or
# MODULE_fpga.sv), those that are of use to the module `top`, in their order; a package is of use to
# all. usage: awk -v top=MODULE -f used_files.awk FILE...

FNR == 1 {
    name = FILENAME
    sub(/.*\//, "", name)
    sub(/(_abstract|_fpga)?\.sv$/, "", name)
    order[++files] = name
    path[name] = FILENAME
}
/^package / { used[name] = 1 }
# An instance begins a line, also in what is included.
function look() { if ($2 ~ /^(#\(|u_)/) names[name, $1] = 1 }
$1 == "`include" {
    file = substr($2, 2, length($2) - 2)
    while ((getline <file) > 0) look()
    close(file) # others include it, too
}
{ look() }
END {
    used[top] = 1
    do {
        more = 0
        for (i = 1; i <= files; i++)
            for (j = 1; j <= files; j++)
                if (used[order[i]] && !used[order[j]] && (order[i], order[j]) in names)
                    more = used[order[j]] = 1
    } while (more)
    for (i = 1; i <= files; i++)
        if (used[order[i]])
            print path[order[i]]
}
