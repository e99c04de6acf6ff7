# For each C file a line: the file, then every header of the project that it includes, directly or
# not. A header is named from the root of the tree, the folder `generated` or that of the file.
# usage: awk -v generated=FOLDER -f included.awk FILE...     all C files and all headers

match($0, /^ *# *include "[^"]+"/) {
    name = substr($0, RSTART, RLENGTH - 1)
    sub(/.*"/, "", name)
    includes[FILENAME] = includes[FILENAME] " " name
}

function folder_of(path) { sub(/\/[^\/]*$/, "", path); return path }

function add_headers(file,   names, n, i, path) {
    n = split(includes[file], names, " ")
    for (i = 1; i <= n; i++) {
        path = names[i]
        if (!(path in is_file)) path = folder_of(file) "/" names[i]
        if (!(path in is_file)) path = generated "/" names[i]
        if (!(path in is_file) || path in added) continue
        added[path] = 1
        list = list " " path
        add_headers(path)
    }
}

END {
    for (i = 1; i < ARGC; i++) is_file[ARGV[i]] = 1
    for (i = 1; i < ARGC; i++) {
        if (ARGV[i] !~ /\.c$/) continue
        delete added
        list = ARGV[i]
        add_headers(ARGV[i])
        print list
    }
}
