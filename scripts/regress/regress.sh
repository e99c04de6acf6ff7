#!/usr/bin/env bash
# Runs a regression by an engine and merges what came of it into one report, the same bytes for
# every engine. Called again after it was killed it goes on where it was: what is done is not done
# again.
# usage: regress.sh ENGINE PROGRAM FOLDER REPORT_FOLDER [OPTION...]     options of `PROGRAM VERB
#     --list`; VERB from the environment: regress (default) or collectives
#
#   local      processes of this machine
#   parallel   GNU parallel; over several hosts where SSHLOGINFILE names a file of them
#              (parallel(1), --sshloginfile),
#              which must see this folder under the same path
#   slurm      job arrays of the cluster that answers here
#
# JOBS: processes at once on a machine (local, parallel), tasks at once (slurm). The manifest, the
# chunks' results and the report stay in FOLDER; REPORT_FOLDER gets a copy of the report.
set -euo pipefail

engine=$1 program=$2 folder=$3 reports=$4 verb=${VERB:-regress}
manifest=$folder/manifest results=$folder/results joblog=$folder/joblog \
    slurm_jobs=$folder/slurm.jobs
regress=("$program" "$verb" --manifest "$manifest" --results "$results")

case $engine in
local | parallel) ;;
slurm)
    if ! timeout 20 sinfo --noheader >/dev/null 2>&1; then
        echo "$verb: ENGINE=slurm: expected a Slurm cluster here: sinfo says nothing" >&2
        exit 2
    fi ;;
*)
    echo "$verb: ENGINE: unknown engine '$engine': expected local, parallel or slurm" >&2
    exit 2 ;;
esac
shift 4

run_local() { "${regress[@]}" --jobs "${JOBS:-$(nproc)}"; }

run_parallel() {
    local options=(--plain --will-cite --quote --joblog "$joblog" --resume-failed --workdir "$PWD")
    options+=(--jobs "${JOBS:-100%}")
    [ ! -t 2 ] || options+=(--bar)
    [ -z "${SSHLOGINFILE:-}" ] || options+=(--sshloginfile "$SSHLOGINFILE")
    # Of what the log calls done only that counts whose results are there.
    if [ -s "$joblog" ]; then
        "${regress[@]}" --pending |
            awk 'FILENAME == "-" { pending[$1 + 1]; next } !($1 in pending)' - "$joblog" \
            >"$joblog.part"
        mv "$joblog.part" "$joblog"
    fi
    seq 0 $((chunks - 1)) | PARALLEL_HOME=$folder/parallel parallel "${options[@]}" \
        "${regress[@]}" --chunk '{}'
}

# Waits for the jobs that were submitted, also by one who was killed since.
await_slurm() {
    local queue misses=0
    while [ -s "$slurm_jobs" ] && [ "$misses" -lt 60 ]; do
        if ! queue=$(timeout 20 squeue --noheader --me --format=%F); then
            misses=$((misses + 1))
        elif ! grep -qxFf "$slurm_jobs" <<<"$queue"; then
            rm -f "$slurm_jobs"
            return
        fi
        sleep 1
    done
}
cancel_slurm() {
    [ ! -s "$slurm_jobs" ] || xargs scancel --quiet <"$slurm_jobs" || true
    rm -f "$slurm_jobs"
}

run_slurm() {
    local pending limit at count
    trap 'cancel_slurm; exit 130' INT TERM HUP
    await_slurm
    mapfile -t pending < <("${regress[@]}" --pending)
    [ ${#pending[@]} -gt 0 ] || return 0
    limit=$(scontrol show config | sed -n 's/^MaxArraySize *= *//p')
    limit=${limit:-1000}
    for ((at = 0; at < ${#pending[@]}; at += limit)); do
        count=$((${#pending[@]} - at < limit ? ${#pending[@]} - at : limit))
        {
            printf '#!/usr/bin/env bash\npending=(%s)\n' "${pending[*]:at:count}"
            # shellcheck disable=SC2016 # the task expands it
            printf 'exec %s --chunk "${pending[SLURM_ARRAY_TASK_ID]}"\n' "${regress[*]@Q}"
        } | sbatch --parsable --job-name="$verb" --chdir="$PWD" --output="$folder/slurm.log" \
            --open-mode=append \
            --array="0-$((count - 1))${JOBS:+%$JOBS}" >>"$slurm_jobs"
    done
    await_slurm
}

mkdir -p "$results" "$reports"
rm -f "$folder/$verb".* "$reports/$verb".{csv,xml,json,{runs,points,steps}.csv}
if ! "$program" "$verb" --list "$@" >"$manifest.part"; then
    rm -f "$manifest.part"
    exit 2
fi
if cmp -s "$manifest.part" "$manifest"; then
    rm -f "$manifest.part"
else
    [ "$engine" != slurm ] || cancel_slurm
    rm -f "$joblog"
    mv "$manifest.part" "$manifest"
fi
chunks=$(grep -c '^chunk ' "$manifest")
echo "$verb: $chunks chunks, $("${regress[@]}" --pending | wc -l) of them to be run: $engine"

start=$SECONDS status=0
# That a run failed, or a chunk is missing, the merge says, and where.
case $engine in
local) run_local || true ;;
parallel) run_parallel || true ;;
slurm) run_slurm || true ;;
esac
"${regress[@]}" --report "$folder/$verb" || status=$?
compgen -G "$folder/$verb.*" >/dev/null || exit "$status"
cp "$folder/$verb".* "$reports"
echo "report: $reports/$verb.*; $((SECONDS - start)) s"
exit "$status"
