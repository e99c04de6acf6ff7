// Where the tasks of a domain come from: files by the ends of their names, and workloads. As in
// csim/tasks/readers.h.
#ifndef SEMA_TASKS_H
#define SEMA_TASKS_H

#include "csim/tasks/readers.h"
#include "csim/traffic/traffic.h"

// A file of any of the kinds of csim/traffic/traffic.h.
bool tasks_of_file(struct task_graph *graph, const char *path, const struct config *config,
                   struct text_error *error);

// Writes a trace. False: out of memory.
bool tasks_write(struct trace_writer *trace, const struct task_graph *graph);

// What a receiver draws, from the first operation on; NULL when out of memory. The first one's are
// those of a receiver alone.
struct traffic *tasks_random(const struct task_graph *graph, uint32_t receiver);

// What a workload makes: the tasks of its collective, or, at each of config->receivers, what its
// generator does; then `config` has to outlive the graph.
bool tasks_of_workload(struct task_graph *graph, const struct config *config, uint64_t seed,
                       struct text_error *error);

#endif
