#!/usr/bin/env bash
# The measured tables of a document, from the CSVs of `make silicon`: prints the document with what
# stands between <!-- silicon NAME --> and <!-- /silicon --> made anew, where the CSVs are there. A
# row that no CSV has stays as it is, and is named on standard error: a report may be of a part.
# Needs build/liberty/osu018.lib for areas in gates.
# usage: silicon_table.sh DOCUMENT REPORTS
#        silicon_table.sh --check DOCUMENT REPORTS     is the document what would be printed?
#
# The document says which tools its numbers are of: other versions give others, and are not
# compared.
set -euo pipefail

mode=print
if [ "$1" = --check ]; then
    mode=check
    shift
fi
document=$1 reports=$2
library=osu018

# usage: have REPORT|liberty...; are they there?
have() {
    local file
    for file in "$@"; do
        if [ "$file" = liberty ]; then file=build/liberty/$library.lib; else file=$reports/$file; fi
        [ -s "$file" ] || return 1
    done
}
gate=
if have liberty; then
    gate=$(awk -f scripts/silicon/liberty_gate.awk "build/liberty/$library.lib")
fi

# What the awk programs below have in common: numbers with commas, paths by the last two parts of
# their ends.
common='
    function commas(number,   text) {
        text = sprintf("%.0f", number)
        while (text ~ /[0-9][0-9][0-9][0-9](,|$)/) {
            if (!match(text, /[0-9][0-9][0-9][0-9](,|$)/)) break
            text = substr(text, 1, RSTART) "," substr(text, RSTART + 1)
        }
        return text
    }
    function end_of(name,   part, count) {
        gsub(/\[[0-9]+\]/, "", name)
        count = split(name, part, ".")
        return count > 1 ? part[count - 1] "." part[count] : name
    }
    function path(text,   ends) {
        split(text, ends, " -> ")
        return end_of(ends[1]) " → " end_of(ends[2])
    }
    BEGIN { FS = "," }'

version() { { "$@" 2>&1 || true; } | grep -oE '[0-9]+(\.[0-9]+)+' | head -n 1; }
tools() {
    echo "Yosys $(version yosys -V), OpenSTA $(version sta -version), nextpnr $(version \
        nextpnr-ice40 --version)."
}

timing() {
    have timing.csv area.csv liberty || return 0
    local reference
    for reference in reference reference_prefix; do
        grep -q "^$reference,$library,10,32," "$reports/timing.csv" || return 0
    done
    awk -v library="$library" -v gate="$gate" "$common"'
        FNR == 1 { next }
        FILENAME ~ /area/ { if ($2 == library) { area[$1, $3, $4] = $6 / gate;
        flops[$1, $3, $4] = $7 } next }
        FNR == NR { if ($2 == library && $3 == 10 && $4 == 32) mhz[$1] = $5 }
        $2 == library { row[++rows] = $0 }
        END {
            print "| design | MHz | of `reference` | of `reference_prefix` | gates | flops | " \
                "worst path |"
            print "|---|---:|---:|---:|---:|---:|---|"
            for (r = 1; r <= rows; r++) {
                $0 = row[r]
                if (!(($1, $3, $4) in area)) continue
                name = "`" $1 "`" ($3 == 10 ? "" : ", " $3 " lanes") ($4 == 32 ? "" : \
                    ", " $4 " bits")
                printf "| %s | %.0f | %.2f | %.2f | %s | %s | %s |\n", name, $5,
                    $5 / mhz["reference"],
                    $5 / mhz["reference_prefix"], commas(area[$1, $3, $4]),
                        commas(flops[$1, $3, $4]), path($6)
            }
        }' "$reports/timing.csv" "$reports/area.csv"
}

# Of the whole block in each library a row; latencies from those of the package, at its own clock.
libraries() {
    have timing.csv area.csv liberty || return 0
    local file power=$reports/power.csv
    have power.csv || power=/dev/null
    written libraries | awk -F' *[|] *' '$9 ~ /^[0-9,]+$/ {
        gsub(/,/, "", $9)
        print "was," $2 "," $9
    }' >"$work/energy"
    for file in build/liberty/*.lib; do
        echo "gate,$(basename "$file" .lib),$(awk -f scripts/silicon/liberty_gate.awk "$file")"
    done | awk -v kept="$work/libraries.kept" "$common"'
        function ns(of) { return sprintf("%.1f", 1000 * of / mhz[library[r]]) }
        FILENAME ~ /sema_pkg/ {
            if (match($0, /[A-Z][A-Za-z]+ .*= [0-9]+;/)) {
                name = value = $0
                sub(/.* unsigned /, "", name)
                sub(/ .*/, "", name)
                sub(/.*= /, "", value)
                clocks[name] = value + 0
            }
            next
        }
        $1 == "was" { was[$2] = $3 }
        $1 == "gate" { gate[$2] = $3 }
        FILENAME ~ /power/ {
            if ($2 == "top" && $8 == "measured" && !($4 in energy)) energy[$4] = $17
            next
        }
        $1 != "top" || $3 != 10 || $4 != 32 { next }
        FILENAME ~ /area/ { area[$2] = $6 }
        FILENAME ~ /timing/ { library[++rows] = $2; mhz[$2] = $5 }
        END {
            offer = clocks["OfferToDecision"]
            credit = clocks["BeatToCommit"] + clocks["CommitToCompare"] + \
                clocks["CompareToChoice"] + clocks["ChoiceToDecision"]
            of_hbm = credit + clocks["HbmReturnToUse"] - clocks["ReturnToUse"]
            printf "| library | MHz | ns: offer to decision (%d clocks) | return to decision " \
                "(%d) | of HBM (%d) | gates | area, um² | pJ a decision |\n", offer, credit, of_hbm
            print "|---|---:|---:|---:|---:|---:|---:|---:|"
            for (r = 1; r <= rows; r++) {
                l = library[r]
                if (!(l in area)) continue
                if (!(l in energy) && l in was) {
                    energy[l] = was[l]
                    print "pJ of " l >kept
                }
                pj = l in energy ? commas(energy[l]) : ""
                printf "| %s | %s | %s | %s | %s | %s | %s | %s |\n", l, commas(mhz[l]), ns(offer),
                    ns(credit), ns(of_hbm), commas(area[l] / gate[l]), commas(area[l]),
                    pj
            }
        }' build/hdl/sema_pkg.sv "$power" "$work/energy" - "$reports/area.csv" "$reports/timing.csv"
}

# Of each design a row, of each mapping script a column; the one that was kept is bold.
mapping() {
    have mapping.csv || return 0
    awk -v library="$library" "$common"'
        FNR == 1 || $2 != library { next }
        {
            name = "`" $1 "`" ($3 == 10 ? "" : ", " $3 " lanes") ($4 == 32 ? "" : ", " $4 " bits")
            if (!(name in seen)) { seen[name] = 1; design[++designs] = name }
            mhz[name, $5] = $8 == "yes" ? sprintf("**%.0f**", $6) : sprintf("%.0f", $6)
            script[$5] = 1
        }
        END {
            if (!designs) exit
            for (s in script) { # in order
                for (at = ++scripts; at > 1 && column[at - 1] > s; at--) column[at] = column[at - 1]
                column[at] = s
            }
            head = "| design |"
            line = "|---|"
            for (c = 1; c <= scripts; c++) { head = head " `" column[c] "` |"; line = line "---:|" }
            print head
            print line
            for (d = 1; d <= designs; d++) {
                text = "| " design[d] " |"
                for (c = 1; c <= scripts; c++) text = text " " mhz[design[d], column[c]] " |"
                print text
            }
        }' "$reports/mapping.csv"
}

memories() {
    have memories.csv liberty || return 0
    awk -v library="$library" -v gate="$gate" "$common"'
        FNR == 1 {
            print "| table | entries | bits each | bits | ports: read, write | as flops: gates " \
                "| flops |"
            print "|---|---:|---:|---:|---|---:|---:|"
        }
        $1 == "top" && $2 == library {
            printf "| `%s` | %s | %s | %s | %s, %s | %s | %s |\n", end_of($5), commas($6), $7,
                commas($8), $9, $10, commas($11 / gate),
                commas($12)
        }' "$reports/memories.csv"
}

blocks() {
    have slack.csv || return 0
    awk -v library="$library" "$common"'
        FNR == 1 {
            print "| block | register bits | MHz | worst path | bits with under a tenth, a " \
                "half, more of the clock left |"
            print "|---|---:|---:|---|---|"
        }
        $1 == "top" && $2 == library && $3 == 10 && $4 == 32 {
            half = $10 + $11 + $12 + $13
            more = $14 + $15 + $16 + $17 + $18
            printf "| `%s` | %s | %.0f | %s | %s, %s, %s |\n", $5, commas($6), $7, path($8),
                commas($9), commas(half), commas(more)
        }' "$reports/slack.csv"
}

# One row a value, for each series its clock and area.
scaling() {
    have scaling.csv || return 0
    awk -v wanted="$1" -v columns="${2//$'\n'/ }" -v first="$3" "$common"'
        $1 == wanted {
            if (!($2 in seen)) { # in order
                seen[$2] = 1
                for (v = ++values; v > 1 && value[v - 1] > $2 + 0; v--) value[v] = value[v - 1]
                value[v] = $2 + 0
            }
            mhz[$2, $3] = $13
            gates[$2, $3] = $8
            bits[$2, $3] = $10
            ns[$2, $3] = $15
        }
        END {
            if (!values) exit
            count = split(columns, column, " ")
            head = "| " first " |"
            line = "|---:|"
            for (c = 1; c <= count; c++) {
                split(column[c], part, ":")
                head = head " `" part[1] "` " (part[2] == "ns" ? "ns" : part[2] == "mhz" ? "MHz" : \
                    part[2]) " |"
                line = line "---:|"
            }
            print head
            print line
            for (v = 1; v <= values; v++) {
                text = "| " commas(value[v]) " |"
                for (c = 1; c <= count; c++) {
                    split(column[c], part, ":")
                    key = value[v] SUBSEP part[1]
                    text = text " " (!(key in mhz) ? "" : part[2] == "mhz" ? sprintf("%.0f",
                        mhz[key]) : part[2] == "ns" ? \
                        sprintf("%.1f", ns[key]) : commas(part[2] == "bits" ? bits[key] : \
                            gates[key])) " |"
                }
                print text
            }
        }' "$reports/scaling.csv"
}

# Blocks of the first workload, those from 1 mW up; of the others the whole.
power() {
    have power.csv || return 0
    awk -v library="$library" "$common"'
        FNR == 1 {
            print "| workload | block | activity | registers, mW | gates, mW | all, mW | pJ a " \
                "clock | pJ a decision |"
            print "|---|---|---|---:|---:|---:|---:|---:|"
        }
        FNR == 2 { first = $1 }
        FNR > 1 && $4 == library && ($2 == "top" || ($1 == first && $15 >= 1)) {
            printf "| %s | `%s` | %s | %.1f | %.1f | %.1f | %s | %s |\n", $1, $2, $8, $10 + $11,
                $12 + $13, $15, commas($16), commas($17)
        }' "$reports/power.csv"
}

pnr() {
    have pnr.csv || return 0
    awk "$common"'
        FNR == 1 {
            print "| device | design | bits | logic cells | block RAMs | MHz: least | median | " \
                "most |"
            print "|---|---|---:|---:|---:|---:|---:|---:|"
        }
        FNR > 1 { printf "| %s | `%s` | %s | %s | %s | %.0f | %.0f | %.0f |\n", $1, $2, $4,
            commas($5), $6, $7, $8, $9 }' "$reports/pnr.csv"
}

# usage: written NAME; what the document has there
written() {
    sed -n "/^<!-- silicon $1 -->\$/,/^<!-- \/silicon -->\$/p" "$document" | sed '1d;$d'
}

table() {
    case $1 in
    tools) tools ;;
    timing) timing ;;
    libraries) libraries ;;
    mapping) mapping ;;
    memories) memories ;;
    blocks) blocks ;;
    power) power ;;
    pnr) pnr ;;
    scaling_lanes | scaling_width)
        scaling "${1#scaling_}" \
            'core:mhz core:ns core:gates core_untuned:mhz core_untuned:gates reference:mhz
                reference:gates' \
            "$([ "$1" = scaling_lanes ] && echo lanes || echo bits)" ;;
    scaling_quantum) scaling quantum \
        '64000:mhz 64000:gates 1024000:mhz 1024000:gates 16384000:mhz 16384000:gates' quantum ;;
    scaling_depth)
        scaling depth 'table_memories:bits table_memories:gates table_memories:mhz
            table_flops:gates table_flops:mhz id_pool:gates id_pool:mhz' \
            entries ;;
    scaling_slots)
        scaling slots 'sema_arbiter:mhz sema_arbiter:ns sema_arbiter:gates
            sema_fit:gates sema_order:gates sema_dependency:gates' slots ;;
    *)
        echo "silicon_table: $document: unknown table '$1'" >&2
        exit 2 ;;
    esac
}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mapfile -t names < <(sed -nE 's/^<!-- silicon ([a-z_]+) -->$/\1/p' "$document")
if [ ${#names[@]} -eq 0 ]; then
    echo "silicon_table: $document: no <!-- silicon NAME -->" >&2
    exit 2
fi

# The document, with the tables that are in the work folder.
render() {
    awk -v work="$work" '
        /^<!-- silicon [a-z_]+ -->$/ {
            print
            file = work "/" $3
            found = 0
            while ((getline text <file) > 0) { print text; found = 1 }
            skip = found
            next
        }
        /^<!-- \/silicon -->$/ { skip = 0 }
        !skip' "$document"
}

# usage: keep_rows NAME; puts the rows of the document that no report has, told by their first
# columns, behind those that they follow there (ratios of the timing table with the clocks of the
# report); writes these columns to NAME.kept
keep_rows() {
    local columns=1
    case $1 in power | pnr) columns=3 ;; esac
    written "$1" | awk -F' *[|] *' -v name="$1" -v columns="$columns" -v kept="$work/$1.kept" '
        function key(   i, text) {
            for (i = 2; i <= columns + 1; i++) text = text (i > 2 ? ", " : "") $i
            return text
        }
        FNR <= 2 { if (FILENAME != "-") head[FNR] = $0; next }
        FILENAME != "-" {
            row[++rows] = $0
            of[rows] = key()
            reported[of[rows]]
            mhz[$2] = $3
            next
        }
        key() in reported { last = key(); next }
        name == "timing" {
            $0 = sprintf("| %s | %s | %.2f | %.2f | %s | %s | %s |", $2, $3,
                $3 / mhz["`reference`"], $3 / mhz["`reference_prefix`"], $6, $7, $8)
        }
        { behind[last] = behind[last] "\n" $0; print key() >>kept }
        END {
            print head[1] "\n" head[2] behind[""]
            for (r = 1; r <= rows; r++) print row[r] behind[of[r]]
        }' "$work/$1" - >"$work/merged"
    mv "$work/merged" "$work/$1"
}

for name in "${names[@]}"; do
    table "$name" >"$work/$name"
    if [ "$name" != tools ] && [ -s "$work/$name" ]; then keep_rows "$name"; fi
done
if [ "$mode" = print ]; then
    render
    for name in "${names[@]}"; do
        [ ! -s "$work/$name.kept" ] || echo "silicon_table: $document: '$name': in no report," \
            "left as it is: $(paste -sd';' "$work/$name.kept")" >&2
    done
    exit
fi

. "$(dirname "$0")/../checks/checks.sh"

# usage: skip_tables WHY NAME...; in one line, each a skip
skip_tables() {
    local why=$1
    shift
    [ $# -gt 0 ] || return 0
    skip "$document: not compared, $why: $*"
    skipped=$((skipped + $# - 1))
}

theirs=$(written tools) other_tools=() unreported=()
for name in "${names[@]}"; do
    [ "$name" != tools ] || continue
    if ! written "$name" | grep -q .; then
        fail "$document: nothing stands at '$name'"
    elif [ "$theirs" != "$(tools)" ]; then
        other_tools+=("$name")
    elif [ ! -s "$work/$name" ]; then
        unreported+=("$name")
    elif written "$name" | diff - "$work/$name" >&2; then
        pass
        if [ -s "$work/$name.kept" ]; then
            mapfile -t rows < <(sed 's/$/;/' "$work/$name.kept")
            skip_tables "rows of '$name' that no report in $reports has" "${rows[@]}"
        fi
    else
        fail "$document: '$name' is not what $reports says; make silicon-table writes it anew"
    fi
done

skip_tables "figures are of $theirs here is $(tools)" "${other_tools[@]}"
skip_tables "no report in $reports (make silicon)" "${unreported[@]}"

# What can be said without any report: the timing table's ratios are those of its clocks, as far as
# these are rounded to 1 MHz.
wrong=$(written timing | awk -F'|' '
    function near(mhz, of, ratio) {
        return of && (mhz / of - ratio) ^ 2 <= (0.0051 + 0.5 * (1 + mhz / of) / of) ^ 2 }
    NR > 2 { row[++rows] = $0; if ($2 ~ /^ `reference` $/) plain = $3;
    if ($2 ~ /^ `reference_prefix` $/) prefix = $3 }
    END {
        if (!rows) print " no row"
        for (r = 1; r <= rows; r++) {
            $0 = row[r]
            if (!near($3, plain, $4) || !near($3, prefix, $5)) printf "%s", $2
        }
    }')
expect_success "$document: 'timing': ratios are not those of the clocks:$wrong" [ -z "$wrong" ]
finish silicon-check
