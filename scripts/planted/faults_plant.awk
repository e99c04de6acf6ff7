# Plants every fault of a table into the RTL at once (tb/faults/faults.txt says what a table is). Fault n of the table shows
# while sema_fault() of C is n; faults count from 1.
# usage: awk -v rtl=FOLDER -v out=FOLDER -v header=FILE -f faults_plant.awk TABLE
#
# Writes every file of the RTL that has faults to `out`, and a C header with their names.

function die(text) {
    print FILENAME ": " text >"/dev/stderr"
    failed = 1
    exit 1
}

# The text of a file of the RTL; read once. A module asks for the fault as the simulation begins.
function text_of(file,    line, text, ports) {
    if (file in texts) return texts[file]
    while ((getline line <(rtl "/" file)) > 0) {
        text = text line "\n"
        if (line == ");" && !ports++)
            text = text "  int fault_q;\n  initial fault_q = sema_pkg::sema_fault();\n"
    }
    close(rtl "/" file)
    if (!ports) die(file ": no such file, or it has no ports")
    return texts[file] = text
}

function plant(    text, at, rest) {
    if (!("name" in field)) return
    if (!(("what" in field) && ("file" in field) && ("old" in field) && ("new" in field)))
        die(field["name"] ": expected what, file, old and new")
    text = text_of(field["file"])
    at = index(text, field["old"])
    rest = substr(text, at + length(field["old"]))
    if (!at || index(rest, field["old"]))
        die(field["name"] ": expected once in " field["file"] ": " field["old"])
    faults++
    gsub(/PLANTED/, "(fault_q == " faults ")", field["new"])
    texts[field["file"]] = substr(text, 1, at - 1) field["new"] rest
    names = names "    \"" field["name"] "\",\n"
    split("", field)
}

/^#/ { next }
/^$/ { plant(); next }
{ field[$1] = substr($0, length($1) + 2) }

END {
    if (failed) exit 1
    plant()
    for (file in texts) printf "%s", texts[file] >(out "/" file)
    print "// Names of the faults of " FILENAME ", in its order.\nstatic const char *const fault_names[] = {\n" names "};" >header
}
