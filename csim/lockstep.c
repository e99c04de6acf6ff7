#include "lockstep.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "edge_fields.h"

struct lockstep {
    struct admitter admitter;
    struct admitter *dut;
    struct admitter *ref;
    uint64_t cycle;
    struct divergence divergence;
};

// Whether two outs are equal. Written out because it runs in every clock: a call of memcmp costs
// more than the comparison.
static bool outs_equal(const struct edge_out *a, const struct edge_out *b) {
    uint64_t x[sizeof *a / 8], y[sizeof *b / 8], differ = 0;
    memcpy(x, a, sizeof x);
    memcpy(y, b, sizeof y);
    for (size_t i = 0; i < sizeof x / sizeof *x; i++)
        differ |= x[i] ^ y[i];
    return differ == 0;
}

static void lockstep_edge(struct admitter *self, const struct edge_in *in, struct edge_out *out) {
    struct lockstep *lockstep = (struct lockstep *)self;
    struct edge_out ref;
    admitter_edge(lockstep->dut, in, out);
    admitter_edge(lockstep->ref, in, &ref);
    lockstep->cycle += in->gap;
    if (!outs_equal(out, &ref) && !lockstep->divergence.found)
        lockstep->divergence = (struct divergence){
            .found = true, .cycle = lockstep->cycle, .in = *in, .dut = *out, .ref = ref};
    lockstep->cycle++;
}

static void lockstep_close(struct admitter *self) {
    struct lockstep *lockstep = (struct lockstep *)self;
    admitter_close(lockstep->dut);
    admitter_close(lockstep->ref);
    free(lockstep);
}

static const struct admitter_ops lockstep_ops = {
    .name = "lockstep", .edge = lockstep_edge, .close = lockstep_close};

struct admitter *lockstep_open(struct admitter *dut, struct admitter *ref) {
    struct lockstep *lockstep = dut && ref ? malloc(sizeof *lockstep) : NULL;
    if (!lockstep) {
        admitter_close(dut);
        admitter_close(ref);
        return NULL;
    }
    *lockstep = (struct lockstep){.admitter.ops = &lockstep_ops, .dut = dut, .ref = ref};
    return &lockstep->admitter;
}

const struct divergence *lockstep_divergence(const struct admitter *lockstep) {
    return &((const struct lockstep *)lockstep)->divergence;
}

struct admitter *lockstep_dut(const struct admitter *lockstep) {
    return ((const struct lockstep *)lockstep)->dut;
}

// Finds the i-th difference. Returns its field and element; NULL where there are no more.
static const struct edge_field *difference(const struct divergence *divergence, unsigned i,
                                           unsigned *element) {
    for (const struct edge_field *field = edge_out_fields; field->name; field++)
        for (*element = 0; *element < field->count; ++*element)
            if (edge_field_get(&divergence->dut, field, *element) !=
                    edge_field_get(&divergence->ref, field, *element) &&
                i-- == 0)
                return field;
    return NULL;
}

bool divergence_field(const struct divergence *divergence, unsigned i, char *text, size_t size) {
    unsigned element;
    const struct edge_field *field = difference(divergence, i, &element);
    if (!field)
        return false;
    char name[32];
    edge_field_name(field, element, name, sizeof name);
    uint64_t dut = edge_field_get(&divergence->dut, field, element);
    uint64_t ref = edge_field_get(&divergence->ref, field, element);
    snprintf(text, size, "%s: dut %" PRIu64 " (0x%" PRIx64 "), ref %" PRIu64 " (0x%" PRIx64 ")",
             name, dut, dut, ref, ref);
    return true;
}

const char *divergence_first(const struct divergence *divergence) {
    unsigned element;
    const struct edge_field *field = difference(divergence, 0, &element);
    return field ? field->name : "none";
}
