// Traffic that somebody watches: passes on the operations of another, and tells of each.
#include <stdlib.h>

#include "csim/traffic/traffic.h"

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
    struct watch *watch = inner ? malloc(sizeof *watch) : NULL;
    if (!watch) {
        traffic_close(inner);
        return NULL;
    }
    *watch =
        (struct watch){.traffic.ops = &watch_ops, .inner = inner, .saw = saw, .context = context};
    return &watch->traffic;
}
