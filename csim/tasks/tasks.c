#include "csim/tasks/tasks.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

bool tasks_is_file(const char *path) {
    return traffic_ends_in(path, ".xml") || traffic_ends_in(path, ".goal");
}

bool tasks_settings(struct config *config) {
    config->receivers = 1; // of as many as the file has
    config->large_bytes = 4096;
    config->egress_gbps = 0;
    for (unsigned path = 0; path < PATHS; path++)
        config->egress_gbps += config->path_gbps[path];
    return true;
}

bool tasks_of_workload(struct task_graph *graph, const struct config *config, uint64_t seed,
                       struct text_error *error) {
    if (config->collective != COLLECTIVE_NONE)
        return tasks_of_collective(graph, config, seed, error);
    graph->receivers = (uint32_t)config->receivers;
    graph->sources = 1; // generators know of no other
    graph->drawn = config;
    graph->seed = seed;
    return task_graph_check(graph, "workload", error);
}

bool tasks_of_file(struct task_graph *graph, const char *path, const struct config *config,
                   struct text_error *error) {
    if (traffic_ends_in(path, ".xml"))
        return tasks_of_msccl(graph, path, config, error);
    if (traffic_ends_in(path, ".goal"))
        return tasks_of_goal(graph, path, config, error);
    if (traffic_is_matrix(path))
        return tasks_of_matrix(graph, path, config, error);
    return tasks_of_trace(graph, path, config, error);
}

bool tasks_survey(const char *path, struct config *config, char *note, struct text_error *error) {
    struct task_graph graph = {.count = 0};
    const bool right = tasks_of_file(&graph, path, config, error);
    if (right) {
        config->receivers = graph.receivers;
        config->operations = graph.operations;
        snprintf(note, TRAFFIC_NOTE_SIZE,
                 "%" PRIu32 " tasks of %" PRIu32 " receivers, %" PRIu64 " operations, %" PRIu64
                 " bytes in flows%s",
                 graph.count, graph.receivers, graph.operations, graph.bytes, graph.note);
    }
    task_graph_close(&graph);
    return right;
}
