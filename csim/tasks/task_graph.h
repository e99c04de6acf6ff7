// Tasks: what the GPUs of a domain do, and what each task waits for. A task moves bytes from a
// source to a receiver by operations of one kind, or does nothing but let time pass. It begins when
// everything that it waits for has happened and its delay has passed since, and not before its
// time.
#pragma once

#include "csim/base/rng.h"
#include "csim/base/std.h"
#include "csim/base/text_reader.h"
#include "csim/tasks/trace.h"

enum {
    TASK_NOTHING = TRACE_WAIT, // opcode of a task without operations
    TASKS_MAX = 1 << 24,
    TASK_RECEIVERS_MAX = 1024
};

static const uint64_t TASK_TIME_MAX_PS = UINT64_C(1000000000000000000);
static const uint64_t TASK_BYTES_MAX = UINT64_C(1000000000000000); // of all tasks

// What happens to a task, in this order; of a task without operations, all in one instant.
enum task_event {
    TASK_BEGUN,   // its first operation may ask for admission
    TASK_SENT,    // the last of its operations has left its source
    TASK_ARRIVED, // the HBM or the Atomic engine of its receiver is through with the last of them
    TASK_DONE,    // the last of them is complete, end to end
    TASK_EVENTS
};

enum { TASK_NOTE_SIZE = 300 };

extern const char *const task_event_name[TASK_EVENTS]; // as in traces

struct task_wait {
    uint32_t of;   // number of the task that waits,
    uint32_t task; // and of the one that is waited for
    uint8_t event;
};

struct task {
    struct op op;        // the first operation; its submit_ps is the task's time
    uint64_t bytes;      // that all operations move; 1 where there is one operation, as it is
    uint32_t piece;      // of that, each at most so many; 0: there is one operation, or none
    uint16_t target;     // receiver
    uint64_t delay_ps;   // from the last of its waits to its beginning
    uint32_t first_wait; // in the graph's waits, once it has been checked,
    uint32_t waits;      // so many,
    uint32_t enough;     // of which so many have to happen; 0: all
    uint16_t step;       // of a collective, from 1 on; 0: it is of none
    uint32_t line;       // of its file; for messages
};

// Open value, zero but for the first two. Tasks are added in any order, and waits, of tasks that
// may be added later.
struct task_graph {
    const char *name;         // of its file, for messages,
    struct text_error *error; // which go here
    struct task *tasks;
    struct task_wait *waits;
    uint32_t count, wait_count;
    uint32_t room, wait_room;
    uint32_t receivers, sources; // numbers of tasks are below these
    // Behind the tasks, operations that a run draws as it goes, each a task by itself: at each
    // receiver what this configuration's generator makes; or, of each GPU, small ones beside a
    // collective that has this one, before that time (csim/tasks/tasks_collective.c). NULL: none.
    const struct config *random, *background;
    uint64_t background_end_ps;
    uint64_t seed;
    char note[TASK_NOTE_SIZE]; // what a user should know of the file; may be empty
    // After task_graph_check:
    uint64_t drawn, operations; // the latter with those that are drawn
    uint64_t bytes;
    uint32_t *first_dependent;    // of each task, in
    struct task_wait *dependents; // tasks that wait for it, and for which of its events
};

void task_graph_close(struct task_graph *graph);

// Refuses what a line says: "NAME:LINE: ..." in the graph's error; without a line (0) "NAME: ...".
// Always false, as are those below where they fail, the reason reported so.
bool task_graph_refuse(const struct task_graph *graph, uint32_t line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

// Adds to what a user should know of the file; each part begins with "; ".
void task_graph_note(struct task_graph *graph, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

// The lines of the graph's file, NULL on failure; and their end: what was wrong with them is
// reported. `right`: nothing else was.
struct text_reader *tasks_reader(const struct task_graph *graph);
bool tasks_reader_close(const struct task_graph *graph, struct text_reader *reader, bool right);

bool task_graph_add(struct task_graph *graph, const struct task *task);
bool task_graph_wait(struct task_graph *graph, uint32_t of, uint32_t task, enum task_event event);

// Once all are there: counts operations and bytes. False: a task waits for one that is not there,
// or tasks wait for each other (the cycle is named by its lines), a receiver is not there, or there
// is too much of anything.
bool task_graph_check(struct task_graph *graph);

// A task of operations in a row, each of `piece` bytes but the last one, until so many have moved;
// of one operation, where `bytes` is 0. Requests are of command_bytes, or a write's more.
struct task task_flow(const struct config *config, uint8_t opcode, unsigned source, unsigned target,
                      uint64_t bytes, uint32_t piece);
// Bytes of the pages that so many lie in.
static inline uint64_t task_pages(uint64_t bytes) {
    return (bytes + 4095) / 4096 * 4096;
}

// One end of a message between tasks.
struct task_end {
    uint64_t key; // task_end_key
    bool receives;
    uint32_t number; // the caller's,
    uint32_t peer;   // and that of the other end
};
static inline uint64_t task_end_key(uint64_t from, uint64_t to, uint32_t tag) {
    return from << 48 | to << 32 | tag;
}
// The n-th that sends with a key meets the n-th that receives with it, by their numbers. NULL: all
// do; or the first one that does not.
const struct task_end *task_ends_meet(struct task_end *ends, uint32_t count);

// Waits of a task that have to happen before it begins.
static inline uint32_t task_unmet(const struct task *task) {
    return task->enough > 0 ? task->enough : task->waits;
}

// The drawn operations of all receivers; `of` gets each one's added.
uint64_t task_graph_drawn(const struct task_graph *graph, uint64_t *of);

// What a GPU draws beside a collective. Open value, copied freely.
struct background {
    struct rng gaps, draws;
    uint64_t at_ps;
    uint32_t gpu;
    bool reads;
};
struct background background_of(const struct task_graph *graph, uint32_t gpu);
// The next operation, and the receiver it goes to. False: there is none.
bool background_next(const struct task_graph *graph, struct background *background, struct op *op,
                     uint32_t *receiver);

// Operations of a task, and the one that begins at byte `at` of it.
uint64_t task_operations(const struct task *task);
struct op task_op(const struct task *task, uint64_t at);

// --- readers ----------------------------------------------------------------------------------
//
// Readers of files as graphs, and what else makes one: a function each. The graph is zero before,
// but for the name of its file and where its error goes. False, with one line there: "PATH:LINE:
// ..." where a file is wrong. It is to be closed either way; it has been checked where all went
// well. A new one is a file here and a row in csim/traffic/tasks.c.

// The trace of a domain, whose settings have been applied (csim/tasks/tasks_trace.c).
bool tasks_of_trace(struct task_graph *graph, const struct config *config);
bool tasks_of_matrix(struct task_graph *graph, const struct config *config); // tasks_matrix.c
bool tasks_of_msccl(struct task_graph *graph, const struct config *config);  // tasks_msccl.c
bool tasks_of_goal(struct task_graph *graph, const struct config *config);   // tasks_goal.c
// A matrix for a receiver alone: a task for each flow, receivers as many as nodes; no triggers,
// and not checked. Does a line of the file speak of triggers?
bool tasks_of_flows(struct task_graph *graph, const struct config *config);
bool tasks_have_triggers(const char *path);

// The collective of config->collective.
bool tasks_of_collective(struct task_graph *graph, const struct config *config, uint64_t seed,
                         struct text_error *error);
// Writes the tasks of a graph, without what is drawn.
void tasks_write_listed(struct gzFile_s *trace, const struct task_graph *graph);

// Arrays of what a file of traffic says, which grow by one element at a time: a new element behind
// the `count` ones of an array that has room for so many, and may move.
#define array_add(array, count, room)                                                              \
    ((array) = array_grow((array), &(room), (count), sizeof *(array)), &(array)[(count)++])
static inline void *array_grow(void *array, uint32_t *room, uint32_t count, size_t size) {
    if (count < *room)
        return array;
    *room = *room ? 2 * *room : 256;
    return memory_there(realloc(array, *room * size));
}
