#include "csim/traffic/traffic.h"

#include <strings.h>

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
