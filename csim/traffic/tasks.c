#include "csim/traffic/tasks.h"

#include <zlib.h>

bool tasks_of_workload(struct task_graph *graph, const struct config *config, uint64_t seed,
                       struct text_error *error) {
    if (config->collective != COLLECTIVE_NONE)
        return tasks_of_collective(graph, config, seed, error);
    graph->receivers = (uint32_t)config->receivers;
    graph->sources = 1; // generators know of no other
    graph->name = "workload";
    graph->error = error;
    graph->random = config;
    graph->seed = seed;
    return task_graph_check(graph);
}

// Kinds of files, by the ends of their names; a trace may have any, and the reader of traces knows
// files of other tools.
static const struct kind {
    const char *end;
    bool (*read)(struct task_graph *graph, const struct config *config);
    const struct traffic_file *alone; // for a receiver alone; NULL: it has no settings for one
} kinds[] = {{".xml", tasks_of_msccl, NULL},
             {".goal", tasks_of_goal, NULL},
             {".cm", tasks_of_matrix, &traffic_matrix},
             {".trace", tasks_of_trace, &traffic_trace},
             {".json", tasks_of_trace, &traffic_trace},
             {".et", tasks_of_trace, &traffic_trace},
             {".txt", tasks_of_trace, &traffic_trace},
             {"", tasks_of_trace, &traffic_trace}};

static const struct kind *kind_of(const char *path) {
    const struct kind *kind = kinds;
    while (!traffic_ends_in(path, kind->end))
        kind++;
    return kind;
}

static const struct traffic_file *alone_of(const char *path) {
    const struct traffic_file *alone = kind_of(path)->alone;
    return alone ? alone : &traffic_trace;
}

bool traffic_is_file(const char *workload) {
    return strchr(workload, '/') || *kind_of(workload)->end;
}

bool traffic_file_settings(const char *path, struct config *config, struct text_error *error) {
    const struct traffic_file *alone = kind_of(path)->alone;
    if (alone)
        return alone->settings(path, config, error);
    config->receivers = 1; // of as many as the file has
    config->large_bytes = 4096;
    config->egress_gbps = 0;
    for (unsigned i = 0; i < PATHS; i++)
        config->egress_gbps += config->path_gbps[i];
    return true;
}

struct traffic *traffic_file_open(const char *path, const struct config *config,
                                  struct text_error *error) {
    return alone_of(path)->open(path, config, error);
}

bool tasks_of_file(struct task_graph *graph, const char *path, const struct config *config,
                   struct text_error *error) {
    graph->name = path;
    graph->error = error;
    return kind_of(path)->read(graph, config);
}

bool traffic_file_survey(const char *path, struct config *config, char *note,
                         struct text_error *error) {
    struct task_graph graph = {.count = 0};
    note[0] = '\0';
    if (config->receivers == 0)
        return alone_of(path)->survey(path, config, note, error);
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

void drawer_open(struct drawer *drawer, const struct task_graph *graph, uint32_t number) {
    const uint64_t seed = graph->seed;
    *drawer = (struct drawer){
        .graph = graph, .background = background_of(graph, number), .number = number};
    if (graph->random)
        drawer->traffic = traffic_open(
            graph->random, seed && number ? rng_mix(seed + ((uint64_t)number << 32)) | 1 : seed);
}

bool drawer_next(struct drawer *drawer, struct op *op, uint32_t *receiver) {
    *receiver = drawer->number;
    return drawer->traffic ? traffic_next(drawer->traffic, op)
                           : background_next(drawer->graph, &drawer->background, op, receiver);
}

void drawer_close(struct drawer *drawer) {
    traffic_close(drawer->traffic);
}

static void drawn_write(gzFile trace, const struct task_graph *graph, uint32_t number) {
    struct drawer drawer;
    struct op op;
    drawer_open(&drawer, graph, number);
    for (uint32_t receiver; drawer_next(&drawer, &op, &receiver);) {
        trace_write_begin(trace, &op);
        if (receiver > 0)
            gzprintf(trace, " to=%" PRIu32, receiver);
        gzprintf(trace, "\n");
    }
    drawer_close(&drawer);
}

void tasks_write(gzFile trace, const struct task_graph *graph) {
    tasks_write_listed(trace, graph);
    for (uint32_t i = 0; i < graph->receivers; i++)
        drawn_write(trace, graph, i);
}
