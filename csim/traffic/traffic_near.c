// Decorator: some operations of a traffic source get a value that differs in one bit from that of
// an earlier operation: ordering domain, bytes on the wire, address or a length, and every bit in
// its turn.
#include <stdlib.h>

#include "csim/base/rng.h"
#include "csim/traffic/traffic.h"

enum { EARLIER = 64, FIELDS = 5, BITS = 64 };

struct near {
    struct traffic traffic;
    struct traffic *inner;
    struct rng rng;
    unsigned percent;
    uint32_t seen;         // operations
    unsigned turn[FIELDS]; // bit that comes next
    struct op earlier[EARLIER];
};

static unsigned next_bit(struct near *near, unsigned field, unsigned bits) {
    return near->turn[field]++ % bits;
}

static void make_near(struct near *near, const struct op *other, struct op *op) {
    enum { DOMAIN, WIRE, ADDRESS, LENGTH, RESPONSE };
    const unsigned field = (unsigned)rng_below(&near->rng, FIELDS);

    switch (field) {
    case DOMAIN:
        if (op->domain && other->domain && op->opcode != OP_FENCE) {
            const uint32_t domain = other->domain ^ 1u << next_bit(near, field, DOMAIN_BITS);
            op->domain = domain % (1u << DOMAIN_BITS) ? domain : op->domain;
        }
        break;
    case WIRE:
        op->wire_bytes = other->wire_bytes ^ 1u << next_bit(near, field, WIRE_BITS);
        break;
    case ADDRESS:
        op->address = other->address ^ UINT64_C(1) << next_bit(near, field, BITS);
        break;
    case LENGTH:
        op->length = other->length ^ 1u << next_bit(near, field, 32);
        break;
    default:
        op->response_length = other->response_length ^ 1u << next_bit(near, field, 32);
        break;
    }
}

static bool near_next(struct traffic *self, struct op *op) {
    struct near *const near = (struct near *)self;

    if (!traffic_next(near->inner, op))
        return false;
    const struct op before = *op;
    const bool chosen = rng_chance(&near->rng, near->percent, 100);
    const uint64_t back = rng_below(&near->rng, EARLIER);
    if (chosen && near->seen > back)
        make_near(near, &near->earlier[(near->seen - 1 - back) % EARLIER], op);
    near->earlier[near->seen++ % EARLIER] = before;
    return true;
}

static void near_close(struct traffic *self) {
    traffic_close(((struct near *)self)->inner);
    free(self);
}

static const char *near_failure(const struct traffic *self) {
    return traffic_failure(((const struct near *)self)->inner);
}

static const struct traffic_ops near_ops = {
    .name = "near", .next = near_next, .close = near_close, .failure = near_failure};

struct traffic *traffic_near_open(struct traffic *inner, unsigned percent, uint64_t seed) {
    struct near *const near = inner ? calloc(1, sizeof *near) : NULL;

    if (!near) {
        traffic_close(inner);
        return NULL;
    }
    near->traffic.ops = &near_ops;
    near->inner = inner;
    near->percent = percent;
    near->rng = rng_stream(seed, RNG_NEAR);
    return &near->traffic;
}
