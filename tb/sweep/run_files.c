#include "tb/sweep/run_files.h"

#include "csim/base/text_reader.h"

static bool tape_open(struct run_files *files, const struct options *options,
                      const struct config *config, struct text_error *error) {
    struct tape_header header = {.depth = (unsigned)config->depth,
                                 .clock_ps = (uint32_t)config->clock_ps};
    snprintf(header.note, sizeof header.note, "%s, seed %llu", options->subject.name,
             options->seed);
    files->tape = tape_writer_open(options->tape, &header, error);
    return files->tape != NULL;
}

static bool trace_open(struct run_files *files, const struct options *options,
                       const struct config *config, struct text_error *error) {
    char note[120];
    snprintf(note, sizeof note, "recorded from %s, seed %llu", options->subject.name,
             options->seed);
    files->trace = trace_writer_open(options->trace, config, note, error);
    return files->trace != NULL;
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
    *files = (struct run_files){0};
    if ((!options->csv || atomic_file_open(&files->csv, options->csv, &error)) &&
        (!options->commits || atomic_file_open(&files->commits, options->commits, &error)) &&
        (!options->breakdown || atomic_file_open(&files->waits, options->breakdown, &error)) &&
        refusals_files_open(&files->refusals, options->refusals, options->refusals_wave,
                            config->operations, options->policy && options->policy->one_window,
                            &error) &&
        (!options->tape || tape_open(files, options, config, &error)) &&
        (!options->trace || trace_open(files, options, config, &error)) &&
        (!options->wave || wave_opens(options->wave, &error)))
        return true;
    run_files_close(files);
    return refuse("%s", error.text);
}

bool run_files_finish(struct run_files *files) {
    struct tape_writer *tape = files->tape;
    struct trace_writer *trace = files->trace;
    struct text_error error;
    files->tape = NULL; // closed by their end, whatever comes of it
    if (tape && !tape_writer_close(tape, &error)) {
        run_files_close(files);
        return refuse("%s", error.text);
    }
    files->trace = NULL;
    if ((!trace || trace_writer_close(trace, &error)) &&
        (!files->csv.file || atomic_file_finish(&files->csv, &error)) &&
        (!files->commits.file || atomic_file_finish(&files->commits, &error)) &&
        (!files->waits.file || atomic_file_finish(&files->waits, &error)) &&
        refusals_files_finish(&files->refusals, &error))
        return true;
    run_files_close(files);
    return refuse("%s", error.text);
}

void run_files_close(struct run_files *files) {
    atomic_file_discard(&files->csv);
    atomic_file_discard(&files->commits);
    atomic_file_discard(&files->waits);
    refusals_files_close(&files->refusals);
    if (files->tape)
        tape_writer_discard(files->tape);
    if (files->trace)
        trace_writer_discard(files->trace);
    *files = (struct run_files){0};
}
