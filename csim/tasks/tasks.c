#include "csim/tasks/tasks.h"

#include <inttypes.h>
#include <stdio.h>

bool tasks_of_file(struct task_graph *graph, const char *path, const struct config *config,
                   struct text_error *error) {
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
                 " bytes in flows",
                 graph.count, graph.receivers, graph.operations, graph.bytes);
    }
    task_graph_close(&graph);
    return right;
}
