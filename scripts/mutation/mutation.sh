#!/usr/bin/env bash
# Hunts mutants and says how many are noticed, by module.
# usage: mutation.sh WORK REPORT.csv CONFIG_FOLDER OPERATIONS MUTANTS HUNT...
#
# MUTANTS/table.csv has the mutants (number,model,module,source,what), HUNT number N the program
# with those of model N. First short runs; what survives them goes to the SAT solver, where there is
# RTL to look at (MUTANTS/top.il), or to the compiler, and is left out where it is proved to change
# nothing; the others get runs of OPERATIONS. The report has a row for each module, rows of modules
# from elsewhere stay; WORK/killed.csv says what noticed each mutant, WORK/survivors.csv which are
# left and where. JOBS: processes (default: one a core). Status 1: less than SCORE (default 95) per
# cent of the others were killed.
set -euo pipefail

work=$1 report=$2 configs=$3 operations=$4 mutants=$5
shift 5
jobs=${JOBS:-$(nproc)} short=15000 least=${SCORE:-95} start=$SECONDS
mkdir -p "$work" "$(dirname "$report")"

tell() { [ ! -t 2 ] || printf '\r\033[K%s' "$*" >&2; }

# Runs each program on those of the numbers in file $1 that it has; adds what it prints to file $2.
# usage: hunt NUMBERS OUT OPERATIONS SEEDS
hunt() {
    local model=0 program
    : >"$2"
    for program in "${programs[@]}"; do
        tell "mutation: $4 seeds of $3 operations, model $((model + 1)) of ${#programs[@]}"
        awk -F, -v model="$model" \
            'FNR == NR { wanted[$1] = 1; next } $1 in wanted && $2 == model { print $1 }' \
            "$1" "$mutants/table.csv" >"$work/here"
        [ ! -s "$work/here" ] || "$program" "$configs" "$3" "$4" "$jobs" <"$work/here" >>"$2"
        model=$((model + 1))
    done
}
programs=("$@")
survivors() { awk -F, '$2 == "" { print $1 }' "$1"; }

sed 1d "$mutants/table.csv" | cut -d, -f1 >"$work/all"
hunt "$work/all" "$work/short" "$short" 1
survivors "$work/short" >"$work/unnoticed"
: >"$work/equivalent"
if [ -f "$mutants/top.il" ]; then
    tell "mutation: proving which of $(wc -l <"$work/unnoticed") change nothing"
    scripts/mutation/mutants_same.sh "$mutants" "$work/proofs" "$jobs" <"$work/unnoticed" \
        >"$work/equivalent"
else
    scripts/mutation/mutants_c_same.sh "$mutants" "$jobs" <"$work/unnoticed" >"$work/equivalent"
fi
grep -vxFf "$work/equivalent" "$work/unnoticed" >"$work/differ" || true
hunt "$work/differ" "$work/long" "$operations" 2
survivors "$work/long" >"$work/survived"
tell

{
    echo 'number,caught_by,run,seed,cycle'
    cat "$work/short" "$work/long" | awk -F, '$2 != ""'
} >"$work/killed.csv"

awk -F, 'FNR == NR { left[$1] = 1; next } $1 in left { print $3 "," $4 "," $5 "," $1 }' \
    "$work/survived" "$mutants/table.csv" | sort >"$work/survivors.part"
{
    echo 'module,source,what,number'
    cat "$work/survivors.part"
} >"$work/survivors.csv"
rm "$work/survivors.part"

touch "$report"
awk -F, -v OFS=, -v equivalent="$work/equivalent" -v survived="$work/survived" -v old="$report" '
    BEGIN {
        while ((getline number <equivalent) > 0) is_equivalent[number] = 1
        while ((getline number <survived) > 0) has_survived[number] = 1
        header = "module,mutants,equivalent,killed,survived,score"
    }
    NR > 1 {
        mutants[$3]++
        same[$3] += $1 in is_equivalent
        alive[$3] += $1 in has_survived
    }
    END {
        print header
        while ((getline <old) > 0)
            if ($1 != "module" && !($1 in mutants))
                print
        for (module in mutants) {
            counted = mutants[module] - same[module]
            print module, mutants[module], same[module], counted - alive[module], alive[module], \
                sprintf("%.1f", counted ? 100 * (counted - alive[module]) / counted : 100)
        }
    }' "$mutants/table.csv" | { read -r header; echo "$header"; sort; } >"$report.part"
mv "$report.part" "$report"

# Only what was hunted here.
awk -F, -v least="$least" -v seconds=$((SECONDS - start)) '
    FNR == NR { here[$3] = 1; next }
    FNR == 1 { printf "%-24s %8s %11s %7s %9s %8s\n", $1, $2, $3, $4, $5, "score, %"; next }
    $1 in here {
        printf "%-24s %8d %11d %7d %9d %8.1f\n", $1, $2, $3, $4, $5, $6
        mutants += $2; same += $3; killed += $4; left += $5
    }
    END {
        score = mutants > same ? 100 * killed / (mutants - same) : 0
        printf "%-24s %8d %11d %7d %9d %8.1f\n", "all", mutants, same, killed, left, score
        printf "mutation: %.1f %% of %d mutants that change something are noticed, at least %s " \
            "asked for; %d s\n", score, mutants - same, least, seconds
        exit score < least
    }' "$mutants/table.csv" "$report"
