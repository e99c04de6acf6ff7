#include "tb/app/run_files.h"

#include "csim/simulator/block_driver.h"
#include "tb/block/checked_run.h"

static bool refusals_files_open(struct run_files *files, uint64_t operations,
                                struct text_error *error) {
    const char *const csv = files->options->refusals;
    if (!csv)
        return true;
    if (!atomic_file_open(&files->refusals_csv, csv, error))
        return false;
    files->refusals = refusals_open(operations, files->refusals_csv.file);
    return true;
}

static bool latencies_files_open(struct run_files *files, uint64_t operations,
                                 struct text_error *error) {
    const char *const csv = files->options->latencies;
    if (!csv)
        return true;
    if (!atomic_file_open(&files->latencies_csv, csv, error))
        return false;
    latencies_open(&files->latencies, operations, files->latencies_csv.file);
    return true;
}

static bool finish(struct atomic_file *output, struct text_error *error) {
    return !output->file || atomic_file_finish(output, error);
}

static bool tape_open(struct run_files *files, const struct options *options,
                      const struct config *config, struct text_error *error) {
    struct block_tape_header header = {.size = block_driver_size(config), .seed = options->seed};
    snprintf(header.name, sizeof header.name, "%s", options->subject.name);
    files->tape = block_tape_create(options->tape, &header, error);
    return files->tape != NULL;
}

static bool trace_open(struct run_files *files, const struct options *options,
                       const struct config *config, struct text_error *error) {
    char note[120];
    snprintf(note, sizeof note, "recorded from %s, seed %llu", options->subject.name,
             options->seed);
    if (!text_writer_open(&files->trace, options->trace, error))
        return false;
    trace_write_header(files->trace.gz, config, note);
    return true;
}

// Verilator opens the wave file itself, and says little when it cannot.
static bool wave_opens(const char *path, struct text_error *error) {
    struct atomic_file waves;
    if (!atomic_file_open(&waves, path, error))
        return false;
    atomic_file_discard(&waves);
    return true;
}

bool run_files_open(struct run_files *files, const struct options *options,
                    const struct config *config) {
    struct text_error error;
    *files = (struct run_files){.options = options, .hash = COMMIT_HASH_START};
    if ((!options->csv || atomic_file_open(&files->csv, options->csv, &error)) &&
        (!options->commits || atomic_file_open(&files->commits, options->commits, &error)) &&
        latencies_files_open(files, config->operations, &error) &&
        refusals_files_open(files, config->operations, &error) &&
        (!options->tape || tape_open(files, options, config, &error)) &&
        (!options->trace || trace_open(files, options, config, &error)) &&
        (!options->wave || wave_opens(options->wave, &error)))
        return true;
    run_files_close(files);
    return refuse("%s", error.text);
}

static void record(void *trace, const struct op *op) {
    trace_write(trace, op);
}

struct traffic *run_files_traffic(const struct run_files *files, const struct config *config,
                                  struct text_error *error) {
    const struct options *options = files->options;
    const struct subject *subject = &options->subject;
    struct traffic *traffic =
        subject->stream ? subject->stream
                        : checked_run_traffic(subject->path, config, options->seed, error);
    if (files->trace.gz)
        traffic = traffic_watch_open(traffic, record, files->trace.gz);
    if (files->refusals)
        traffic = traffic_watch_open(traffic, refusals_op, files->refusals);
    return traffic;
}

void run_observer_take(void *context, const struct commit *commit) {
    const struct run_observer *observer = context;
    struct run_files *files = observer->files;
    if (files->commits.file)
        commit_csv(files->commits.file, commit);
    if (files->refusals)
        refusals_commit(files->refusals, commit);
    if (files->options->hash)
        files->hash = commit_hash(files->hash, commit);
    if (observer->decisions)
        decisions_take(observer->decisions, commit);
}

void run_files_print_hash(const struct run_files *files, const struct simulate_result *result) {
    if (files->options->hash)
        printf("  hash %016" PRIx64 "\n", metric_hash(files->hash, result));
}

bool run_files_finish(struct run_files *files) {
    struct block_tape *tape = files->tape;
    struct text_writer trace = files->trace;
    struct text_error error;
    files->tape = NULL; // closed by their end, whatever the result
    if (tape && !block_tape_close(tape, &error)) {
        run_files_close(files);
        return refuse("%s", error.text);
    }
    files->trace.gz = NULL;
    if ((!trace.gz || text_writer_close(&trace, &error)) && finish(&files->csv, &error) &&
        finish(&files->commits, &error) && finish(&files->latencies_csv, &error) &&
        finish(&files->refusals_csv, &error))
        return true;
    run_files_close(files);
    return refuse("%s", error.text);
}

void run_files_close(struct run_files *files) {
    atomic_file_discard(&files->csv);
    atomic_file_discard(&files->commits);
    atomic_file_discard(&files->latencies_csv);
    latencies_close(&files->latencies);
    atomic_file_discard(&files->refusals_csv);
    refusals_close(files->refusals);
    if (files->tape)
        block_tape_discard(files->tape);
    if (files->trace.gz)
        text_writer_discard(&files->trace);
    *files = (struct run_files){0};
}

void latencies_open(struct latencies *latencies, uint64_t operations, FILE *file) {
    uint64_t places = 1;
    while (places < operations && places < LATENCIES_MAX)
        places *= 2;
    *latencies = (struct latencies){.file = file, .mask = places - 1};
    latencies->steps = memory_there(calloc(places, sizeof *latencies->steps));
    fprintf(file, "operation,source,opcode,urgent,partition,domain,wire_bytes,response_bytes,"
                  "retries,submit_ps,dispatch_ps,arrive_ps,served_ps,responded_ps,complete_ps,"
                  "latency_ps\n");
}

void latencies_close(struct latencies *latencies) {
    free(latencies->steps);
    *latencies = (struct latencies){0};
}

// A step that the operation does not have is an empty cell.
static void cell(FILE *file, const struct latencies_steps *steps, enum simulate_step step) {
    if (steps->seen >> step & 1)
        fprintf(file, ",%" PRIu64, steps->at_ps[step]);
    else
        fputc(',', file);
}

static void row(const struct latencies *latencies, const struct latencies_steps *steps,
                uint64_t now_ps, const struct op *op, unsigned partition) {
    FILE *const file = latencies->file;
    fprintf(file, "%" PRIu32 ",%u,%s,%d,", op->index, op->source, opcode_name(op->opcode),
            op_is_sensitive(op));
    if (op_uses_hbm(op))
        fprintf(file, "%u", partition);
    fprintf(file, ",%" PRIu32 ",%" PRIu32 ",%" PRIu32 ",%u,%" PRIu64, op->domain, op->wire_bytes,
            op_responds(op) ? op->response_length : 0, steps->retries, op->submit_ps);
    cell(file, steps, STEP_DISPATCH);
    cell(file, steps, STEP_ARRIVE);
    cell(file, steps, op_is_atomic(op) ? STEP_ATOMIC_DONE : STEP_HBM_DONE);
    cell(file, steps, STEP_RESP_DONE);
    fprintf(file, ",%" PRIu64 ",%" PRIu64 "\n", now_ps, now_ps - op->submit_ps);
}

void latencies_saw(void *context, enum simulate_step step, uint64_t now_ps, const struct op *op,
                   unsigned partition, const struct policy_state *state) {
    struct latencies *const latencies = context;
    struct latencies_steps *const steps = &latencies->steps[op->index & latencies->mask];
    (void)state;
    if (op->opcode == OP_FENCE)
        return;
    if (step == STEP_SUBMIT)
        *steps = (struct latencies_steps){.op = op->index};
    latencies->full |= steps->op != op->index;
    steps->at_ps[step] = now_ps;
    steps->seen |= (uint16_t)(1 << step);
    steps->retries += step == STEP_RETRY;
    if (step == STEP_COMPLETE)
        row(latencies, steps, now_ps, op, partition);
}
