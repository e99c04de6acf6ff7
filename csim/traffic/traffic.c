#include "csim/traffic/traffic.h"

#include <strings.h>

#include "csim/fabric/stages.h"

struct traffic *traffic_open(const struct config *config, uint64_t seed) {
    static const struct traffic_ops *const kinds[] = {[TRAFFIC_BURST] = &traffic_burst,
                                                      [TRAFFIC_RANDOM] = &traffic_random,
                                                      [TRAFFIC_ADVERSARIAL] = &traffic_adversarial};
    return kinds[config->traffic]->open(config, seed);
}

void traffic_free(struct traffic *self) {
    free(self);
}

bool traffic_ends_in(const char *path, const char *end) {
    const size_t length = strlen(path), end_length = strlen(end);
    const size_t plain =
        length > 3 && strcasecmp(path + length - 3, ".gz") == 0 ? length - 3 : length;
    return plain >= end_length && strncasecmp(path + plain - end_length, end, end_length) == 0;
}

// --- traffic that is watched --------------------------------------------------------------------

struct watch {
    struct traffic traffic;
    struct traffic *inner;
    void (*saw)(void *context, const struct op *op);
    void *context;
};

static bool watch_next(struct traffic *self, struct op *op) {
    const struct watch *watch = (const struct watch *)self;
    if (!traffic_next(watch->inner, op))
        return false;
    watch->saw(watch->context, op);
    return true;
}

static void watch_close(struct traffic *self) {
    traffic_close(((struct watch *)self)->inner);
    free(self);
}

static const char *watch_failure(const struct traffic *self) {
    return traffic_failure(((const struct watch *)self)->inner);
}

static const struct traffic_ops watch_ops = {
    .name = "watch", .next = watch_next, .close = watch_close, .failure = watch_failure};

struct traffic *traffic_watch_open(struct traffic *inner,
                                   void (*saw)(void *context, const struct op *op), void *context) {
    if (!inner)
        return NULL;
    struct watch *watch = memory_there(malloc(sizeof *watch));
    *watch =
        (struct watch){.traffic.ops = &watch_ops, .inner = inner, .saw = saw, .context = context};
    return &watch->traffic;
}

// --- the bottleneck
// --------------------------------------------------------------------------------

// A multiple of the periods that workloads have, long enough for shares of one per cent.
enum { OPERATIONS = 25200 };

static void demand_add(struct bottleneck *bottleneck, const struct stages *stages,
                       uint64_t path_gbps, const struct op *op) {
    uint64_t *demand_ps = bottleneck->demand_ps;
    demand_ps[BOTTLENECK_FORWARD] += bytes_ps(op->wire_bytes, path_gbps);
    const unsigned partition = address_partition(op->address);
    if (op_uses_hbm(op))
        demand_ps[partition] += stages_hbm_ps(stages, partition, op_hbm_bytes(op), op_is_read(op));
    if (op_is_atomic(op))
        demand_ps[ATOMIC_LANE] += stages->atomic_ps;
    if (!op_responds(op))
        return;
    demand_ps[RESPONSE_LANE] += stages_response_ps(stages, op->response_length);
    demand_ps[BOTTLENECK_BACK] += bytes_ps(op->response_length, path_gbps);
}

void bottleneck_find(const struct config *config, struct bottleneck *bottleneck) {
    struct config unloaded = *config;
    unloaded.load_percent = 0; // or this would come back here
    unloaded.operations = OPERATIONS;
    struct traffic *traffic = traffic_open(&unloaded, 0);
    struct stages stages;
    stages_init(&stages, config);
    uint64_t path_gbps = 0;
    for (unsigned path = 0; path < PATHS; path++)
        path_gbps += config->path_gbps[path];
    *bottleneck = (struct bottleneck){.operations = 0};
    struct op op;
    for (; traffic_next(traffic, &op); bottleneck->operations++) {
        op.replies = config->any_response;
        demand_add(bottleneck, &stages, path_gbps, &op);
    }
    traffic_close(traffic);
    for (unsigned server = 1; server < BOTTLENECKS; server++)
        if (bottleneck->demand_ps[server] > bottleneck->demand_ps[bottleneck->server])
            bottleneck->server = server;
}

uint64_t bottleneck_spacing_ps(const struct config *config) {
    struct bottleneck found;
    bottleneck_find(config, &found);
    return found.demand_ps[found.server] * 100 / (found.operations * config->load_percent);
}

const char *bottleneck_name(unsigned server) {
    static const char *const others[] = {"Atomic engine", "response engine", "forward paths",
                                         "return paths"};
    return server < HBM_LANES ? lane_name(server) : others[server - HBM_LANES];
}
