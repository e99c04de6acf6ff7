# The modules of a design with their parameters, of its RTLIL before it is flattened: "MODULE
# NAME=VALUE...".

function tell() { if (module != "") print module parameters }

$1 == "module" {
    tell()
    module = $2
    parameters = ""
    sub(/^\$paramod\\/, "", module)
    sub(/\\[A-Za-z0-9_]+=.*/, "", module)
    sub(/.*\\/, "", module)
}
/^  parameter / { parameters = parameters " " substr($2, 2) "=" $3 }
END { tell() }
