// Where the tasks of a domain come from: one function for each kind of file, and one for traffic.
// False, with one line in `error`: "PATH:LINE: ..." where a file is wrong. The graph, zero before,
// is to be closed either way; it has been checked where all went well.
#ifndef SEMA_TASKS_H
#define SEMA_TASKS_H

#include "csim/traffic/task_graph.h"
#include "csim/traffic/traffic.h"

// Is it the name of a file, and not that of a workload? Of one for a receiver alone
// (csim/traffic/traffic.h), an MSCCL algorithm or a GOAL text: it ends in .xml, or .goal.
bool tasks_is_file(const char *path);
// As traffic_file_settings. Where the file can have none, its operations are of 4,096 bytes, and
// the links of its sources as fast as the paths of a receiver together.
bool tasks_settings(const char *path, struct config *config, struct text_error *error);
// As traffic_file_survey for a receiver alone, which is where config->receivers is 0.
bool tasks_survey(const char *path, struct config *config, char *note, struct text_error *error);
// A file of any of the kinds below.
bool tasks_of_file(struct task_graph *graph, const char *path, const struct config *config,
                   struct text_error *error);

// The trace of a domain, whose settings have been applied (csim/traffic/tasks_trace.c).
bool tasks_of_trace(struct task_graph *graph, const char *path, const struct config *config,
                    struct text_error *error);
bool tasks_of_matrix(struct task_graph *graph, const char *path, const struct config *config,
                     struct text_error *error); // csim/traffic/tasks_matrix.c
bool tasks_of_msccl(struct task_graph *graph, const char *path, const struct config *config,
                    struct text_error *error); // csim/traffic/tasks_msccl.c
bool tasks_of_goal(struct task_graph *graph, const char *path, const struct config *config,
                   struct text_error *error); // csim/traffic/tasks_goal.c
// A matrix for a receiver alone: a task for each flow, receivers as many as nodes; no triggers,
// and not checked. Does a line of the file speak of triggers?
bool tasks_of_flows(struct task_graph *graph, const char *path, const struct config *config,
                    struct text_error *error);
bool tasks_have_triggers(const char *path);

// Writes a trace. False: out of memory.
bool tasks_write(struct trace_writer *trace, const struct task_graph *graph);

// What a workload makes: the tasks of its collective (csim/traffic/tasks_collective.c), or, at each
// of config->receivers, what its generator does; then `config` has to outlive the graph.
bool tasks_of_collective(struct task_graph *graph, const struct config *config, uint64_t seed,
                         struct text_error *error);
bool tasks_of_workload(struct task_graph *graph, const struct config *config, uint64_t seed,
                       struct text_error *error);

#endif
