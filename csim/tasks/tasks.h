// Where the tasks of a domain come from: one function for each kind of file, and one for traffic.
// False, with one line in `error`: "PATH:LINE: ..." where a file is wrong. The graph, zero before,
// is to be closed either way; it has been checked where all went well.
#ifndef SEMA_TASKS_H
#define SEMA_TASKS_H

#include "csim/tasks/task_graph.h"
#include "csim/traffic/traffic.h"

// Settings of files that have none, which --set may change: their operations
// are of 4,096 bytes, and the links of its sources as fast as the paths of a receiver together.
bool tasks_settings(struct config *config);
// A file of any of the kinds below.
bool tasks_of_file(struct task_graph *graph, const char *path, const struct config *config,
                   struct text_error *error);
// Reads all of it, so that whatever is wrong is known before a run begins. `note`, of
// TRAFFIC_NOTE_SIZE bytes, is what a user should know of it.
bool tasks_survey(const char *path, struct config *config, char *note, struct text_error *error);

// The trace of a domain, whose settings have been applied (csim/tasks/tasks_trace.c).
bool tasks_of_trace(struct task_graph *graph, const char *path, const struct config *config,
                    struct text_error *error);
bool tasks_of_matrix(struct task_graph *graph, const char *path, const struct config *config,
                     struct text_error *error); // csim/tasks/tasks_matrix.c
bool tasks_of_msccl(struct task_graph *graph, const char *path, const struct config *config,
                    struct text_error *error); // csim/tasks/tasks_msccl.c
bool tasks_of_goal(struct task_graph *graph, const char *path, const struct config *config,
                   struct text_error *error); // csim/tasks/tasks_goal.c
// Is it the name of an MSCCL algorithm, or of a GOAL text? It ends in .xml, or .goal.
bool tasks_is_file(const char *path);
// Writes a trace. False: out of memory.
bool tasks_write(struct trace_writer *trace, const struct task_graph *graph);

// What a workload makes: the tasks of its collective (csim/tasks/tasks_collective.c), or, at each
// of config->receivers, what its generator does; then `config` has to outlive the graph.
bool tasks_of_collective(struct task_graph *graph, const struct config *config, uint64_t seed,
                         struct text_error *error);
bool tasks_of_workload(struct task_graph *graph, const struct config *config, uint64_t seed,
                       struct text_error *error);

#endif
