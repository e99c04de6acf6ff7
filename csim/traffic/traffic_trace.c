// The operations of a trace file.

#include "csim/tasks/trace.h"
#include "csim/traffic/traffic.h"

enum { OPERATIONS_MAX = 200000000, STREAM_OPERATIONS = 1000000 };

// --- a trace as traffic -----------------------------------------------------------------------

struct trace_traffic {
    struct traffic traffic;
    struct trace_reader trace;
    uint64_t left;
    bool missing; // it has ended before
    bool is_stream;
};

static bool trace_traffic_next(struct traffic *self, struct op *op) {
    struct trace_traffic *trace = (struct trace_traffic *)self;
    if (trace->left == 0)
        return false;
    if (!trace_read(&trace->trace, op)) {
        trace->missing = true;
        return false;
    }
    trace->left--;
    return true;
}

static void trace_traffic_close(struct traffic *self) {
    text_reader_close(((struct trace_traffic *)self)->trace.text);
    free(self);
}

// The file was whole when it was surveyed.
static const char *trace_traffic_failure(const struct traffic *self) {
    const struct trace_traffic *trace = (const struct trace_traffic *)self;
    const char *failure = text_reader_failure(trace->trace.text);
    return failure || !trace->missing || trace->is_stream
               ? failure
               : "the trace has changed since it was surveyed";
}

static const struct traffic_ops trace_ops = {.name = "trace",
                                             .next = trace_traffic_next,
                                             .close = trace_traffic_close,
                                             .failure = trace_traffic_failure};

static bool trace_settings(const char *path, struct config *config, struct text_error *error) {
    struct trace_reader trace;
    if (!trace_reader_open(&trace, path, config, error))
        return false;
    text_reader_close(trace.text);
    config->operations = OPERATIONS_MAX;
    return true;
}

static bool trace_survey(const char *path, struct config *config, char *note,
                         struct text_error *error) {
    struct config settings = *config; // they have been applied
    struct trace_reader trace;
    if (!trace_reader_open(&trace, path, &settings, error))
        return false;
    struct op op;
    uint64_t operations = 0;
    while (trace_read(&trace, &op))
        operations++;
    const char *failure = text_reader_failure(trace.text);
    if (failure)
        text_error_set(error, "%s", failure);
    else if (operations > config->operations)
        snprintf(note, TRAFFIC_NOTE_SIZE, "the first %llu of %llu operations",
                 (unsigned long long)config->operations, (unsigned long long)operations);
    else
        config->operations = operations;
    const bool whole = failure == NULL;
    text_reader_close(trace.text);
    return whole;
}

// Applies the settings of the file, or the stream, to `config`.
static struct traffic *trace_make(const char *path, struct config *config, bool is_stream,
                                  struct text_error *error) {
    struct trace_reader reader;
    if (!trace_reader_open(&reader, path, config, error))
        return NULL;
    struct trace_traffic *trace = memory_there(malloc(sizeof *trace));
    *trace =
        (struct trace_traffic){.traffic.ops = &trace_ops, .trace = reader, .is_stream = is_stream};
    return &trace->traffic;
}

static struct traffic *trace_open(const char *path, const struct config *config,
                                  struct text_error *error) {
    struct config settings = *config; // they have been applied
    struct traffic *traffic = trace_make(path, &settings, false, error);
    if (traffic)
        traffic_stream_limit(traffic, config->operations);
    return traffic;
}

const struct traffic_file traffic_trace = {
    .settings = trace_settings, .survey = trace_survey, .open = trace_open};

struct traffic *traffic_stream_open(const char *stream, struct config *config,
                                    struct text_error *error) {
    struct traffic *traffic = trace_make(stream, config, true, error);
    if (traffic)
        config->operations = STREAM_OPERATIONS;
    return traffic;
}

void traffic_stream_limit(struct traffic *self, uint64_t operations) {
    ((struct trace_traffic *)self)->left = operations;
}
