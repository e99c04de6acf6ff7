// The operations of a generator as tasks: each one by itself.
#include "csim/base/rng.h"
#include "csim/tasks/tasks.h"

static bool traffic_take(struct task_graph *graph, struct traffic *traffic, uint16_t target,
                         struct text_error *error) {
    struct task task = {.target = target, .bytes = 1};
    while (traffic_next(traffic, &task.op))
        if (!task_graph_add(graph, &task, error))
            return false;
    return true;
}

bool tasks_of_workload(struct task_graph *graph, const struct config *config, uint64_t seed,
                       struct text_error *error) {
    if (config->collective != COLLECTIVE_NONE)
        return tasks_of_collective(graph, config, seed, error);
    graph->receivers = (uint32_t)config->receivers;
    for (uint32_t i = 0; i < graph->receivers; i++) {
        const uint64_t drawn = seed && i ? rng_mix(seed + ((uint64_t)i << 32)) | 1 : seed;
        struct traffic *traffic = traffic_open(config, drawn);
        const bool right = traffic ? traffic_take(graph, traffic, (uint16_t)i, error)
                                   : text_error_set(error, "out of memory");
        traffic_close(traffic);
        if (!right)
            return false;
    }
    return task_graph_check(graph, "workload", error);
}
