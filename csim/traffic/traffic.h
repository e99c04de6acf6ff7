// Traffic: the operations of a run, one after the other, in the order of their submission. A family
// of generators; which one runs, and with what, says the configuration. Generators know nothing of
// clocks, windows in force or admission.
#pragma once

#include "csim/config/config.h"
#include "csim/interface/op.h"

struct traffic;

struct traffic_ops {
    const char *name;
    // `config` is not kept. Members that read a file have none.
    struct traffic *(*open)(const struct config *config, uint64_t seed);
    // The next operation; submission times never decrease, indices count from 0. False after the
    // last. Never allocates.
    bool (*next)(struct traffic *self, struct op *op);
    void (*close)(struct traffic *self);
    // Why there are no more operations though there should be, one line; NULL: that is not so.
    // Members that cannot fail have none.
    const char *(*failure)(const struct traffic *self);
};

// Members embed this as their first field.
struct traffic {
    const struct traffic_ops *ops;
};

// Opens the generator that config->traffic names. Seed 0 is the unperturbed trace; what another
// seed changes is each generator's matter. The caller closes it.
struct traffic *traffic_open(const struct config *config, uint64_t seed);

static inline bool traffic_next(struct traffic *self, struct op *op) {
    return self->ops->next(self, op);
}

static inline const char *traffic_failure(const struct traffic *self) {
    return self->ops->failure ? self->ops->failure(self) : NULL;
}

static inline void traffic_close(struct traffic *self) {
    if (self)
        self->ops->close(self);
}

// The close of members that hold nothing else.
void traffic_free(struct traffic *self);

// One burst of two kinds of bulk operations and latency-sensitive ones: the paper's workloads.
// Seeds perturb submission times and banks.
extern const struct traffic_ops traffic_burst;
// Everything an operation can be, weighted, in trains.
extern const struct traffic_ops traffic_random;
// The phases of csim/traffic/adversarial_scenario.h, one after the other, over and over.
extern const struct traffic_ops traffic_adversarial;

// Operations from a file: a trace (csim/tasks/trace.h), or, where the name ends in .cm, a
// connection matrix (csim/traffic/traffic_matrix.c); and tasks, from these or an MSCCL algorithm,
// .xml, or a GOAL text, .goal. What the functions below do not like gives false or NULL and one
// line in `error`. csim/traffic/tasks.c has the kinds.

// Does a path end in `end`, in small letters or large ones, with .gz behind it or without?
bool traffic_ends_in(const char *path, const char *end);

// Is it the name of such a file, and not that of a workload? It contains a slash or ends in .trace
// or as above.
bool traffic_is_file(const char *workload);

// The configuration that the file asks for, and `operations` as large as it may be, which --set may
// then change. Where the file can have none, operations are of 4,096 bytes, and the links of
// sources as fast as the paths of a receiver together.
bool traffic_file_settings(const char *path, struct config *config, struct text_error *error);

enum { TRAFFIC_NOTE_SIZE = 400 };

// Reads the whole file, so that whatever is wrong with it is known before a run begins; lowers
// config->operations to the number of its operations. Where config->receivers is above 0 it is read
// as tasks, of so many receivers as it has. `note`, of TRAFFIC_NOTE_SIZE bytes, is what a user
// should know of how the file was read; empty: nothing.
bool traffic_file_survey(const char *path, struct config *config, char *note,
                         struct text_error *error);

// The first config->operations operations of the file, for a receiver alone.
struct traffic *traffic_file_open(const char *path, const struct config *config,
                                  struct text_error *error);

// A trace that is read while the run goes on, once: a stream (csim/base/text_reader.h), which waits
// where the run does. Opening waits for its first operation.

// NULL on failure, with one line in `error`. Applies the settings of the stream to `config`, and
// sets `operations`, which --set may then change.
struct traffic *traffic_stream_open(const char *stream, struct config *config,
                                    struct text_error *error);

// The run takes so many operations and leaves the rest. Comes before the first operation.
void traffic_stream_limit(struct traffic *self, uint64_t operations);

// Passes on the operations of `inner`, which it takes over, and shows `saw` each first. NULL: so
// was `inner`.
struct traffic *traffic_watch_open(struct traffic *inner,
                                   void (*saw)(void *context, const struct op *op), void *context);

// Kinds of files: one const table each.
struct traffic_file {
    bool (*settings)(const char *path, struct config *config, struct text_error *error);
    bool (*survey)(const char *path, struct config *config, char *note, struct text_error *error);
    struct traffic *(*open)(const char *path, const struct config *config,
                            struct text_error *error);
};
extern const struct traffic_file traffic_trace;
extern const struct traffic_file traffic_matrix;

// Which resource a workload exhausts first: the mean service that an operation asks of each, from
// the operations that the configuration's traffic generator makes. The four paths of a direction
// count as one server of their rates' sum, as an operation takes whichever is free first.

// A server each: the lanes of csim/interface/numbers.h and the two directions of the fabric.
enum { BOTTLENECK_FORWARD = LANES, BOTTLENECK_BACK, BOTTLENECKS };

struct bottleneck {
    uint64_t operations;             // looked at
    uint64_t demand_ps[BOTTLENECKS]; // their service in all
    unsigned server;                 // the one with the most; the lowest of equals
};

void bottleneck_find(const struct config *config, struct bottleneck *bottleneck);

// The mean time between submissions at which the bottleneck is offered load_percent (not 0) of what
// it can serve; rounded down to 1 ps.
uint64_t bottleneck_spacing_ps(const struct config *config);

// "HBM 0", "Atomic engine", "forward paths", ...
const char *bottleneck_name(unsigned server);
