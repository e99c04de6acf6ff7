// Readers of files as graphs, and what else makes one: a function each. False, with one line in
// `error`: "PATH:LINE: ..." where a file is wrong. The graph, zero before, is to be closed either
// way; it has been checked where all went well. A new one is a file here and a row in
// csim/traffic/tasks.c.
#pragma once

#include "csim/tasks/task_graph.h"

// The trace of a domain, whose settings have been applied (csim/tasks/tasks_trace.c).
bool tasks_of_trace(struct task_graph *graph, const char *path, const struct config *config,
                    struct text_error *error);
bool tasks_of_matrix(struct task_graph *graph, const char *path, const struct config *config,
                     struct text_error *error); // csim/tasks/tasks_matrix.c
bool tasks_of_msccl(struct task_graph *graph, const char *path, const struct config *config,
                    struct text_error *error); // csim/tasks/tasks_msccl.c
bool tasks_of_goal(struct task_graph *graph, const char *path, const struct config *config,
                   struct text_error *error); // csim/tasks/tasks_goal.c
// A matrix for a receiver alone: a task for each flow, receivers as many as nodes; no triggers,
// and not checked. Does a line of the file speak of triggers?
bool tasks_of_flows(struct task_graph *graph, const char *path, const struct config *config,
                    struct text_error *error);
bool tasks_have_triggers(const char *path);

// The collective of config->collective.
bool tasks_of_collective(struct task_graph *graph, const struct config *config, uint64_t seed,
                         struct text_error *error);
// Writes the tasks of a graph, without what is drawn.
void tasks_write_listed(struct trace_writer *trace, const struct task_graph *graph);

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
