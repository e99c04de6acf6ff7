// Where the tasks of a domain come from: files by the ends of their names, and workloads. As in
// csim/tasks/task_graph.h.
#pragma once

#include "csim/tasks/task_graph.h"
#include "csim/traffic/traffic.h"

// A file of any of the kinds of csim/traffic/traffic.h.
bool tasks_of_file(struct task_graph *graph, const char *path, const struct config *config,
                   struct text_error *error);

// Writes a trace.
void tasks_write(struct gzFile_s *trace, const struct task_graph *graph);

// Draws what the graph says of one receiver, or, beside a collective, of one GPU, from the first
// operation on. The first receiver's are those of a receiver alone. Open value; zero: draws
// nothing.
struct drawer {
    const struct task_graph *graph;
    struct traffic *traffic;
    struct background background;
    uint32_t number;
};
void drawer_open(struct drawer *drawer, const struct task_graph *graph, uint32_t number);
bool drawer_next(struct drawer *drawer, struct op *op, uint32_t *receiver);
void drawer_close(struct drawer *drawer);

// What a workload makes: the tasks of its collective, or, at each of config->receivers, what its
// generator does. `config` has to outlive the graph.
bool tasks_of_workload(struct task_graph *graph, const struct config *config, uint64_t seed,
                       struct text_error *error);
