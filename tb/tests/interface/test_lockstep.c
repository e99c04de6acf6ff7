// Lockstep: what it compares and what it reports.
#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdlib.h>
#include <string.h>

#include "csim/golden/golden.h"
#include "csim/interface/edge_fields.h"
#include "csim/interface/lockstep.h"
#include "tb/tests/base/fixture.h"

// A golden model whose out is wrong in one element of one field from one clock on.
struct liar {
    struct admitter admitter;
    struct admitter *honest;
    const struct edge_field *field;
    unsigned element;
    unsigned clocks; // until the first lie
};

static void liar_edge(struct admitter *self, const struct edge_in *in, struct edge_out *out) {
    struct liar *liar = (struct liar *)self;
    admitter_edge(liar->honest, in, out);
    if (liar->clocks == 0)
        edge_field_set(out, liar->field, liar->element,
                       edge_field_get(out, liar->field, liar->element) ^ 1u);
    else
        liar->clocks--;
}

static void liar_close(struct admitter *self) {
    admitter_close(((struct liar *)self)->honest);
    free(self);
}

static const struct admitter_ops liar_ops = {
    .name = "liar", .edge = liar_edge, .close = liar_close};

static struct admitter *liar_open(const struct edge_field *field, unsigned element,
                                  unsigned clocks) {
    struct liar *liar = malloc(sizeof *liar);
    cr_assert(liar != NULL);
    *liar = (struct liar){.admitter.ops = &liar_ops,
                          .honest = golden_open(DEPTH),
                          .field = field,
                          .element = element,
                          .clocks = clocks};
    return &liar->admitter;
}

static void run_idle(struct admitter *admitter, unsigned clocks) {
    const struct edge_in in = {0};
    struct edge_out out;
    for (unsigned i = 0; i < clocks; i++)
        admitter_edge(admitter, &in, &out);
}

// Each is run with both on one thread, with the ref beside the dut, and with the ref leading.
enum way { TOGETHER, BESIDE, LED_BY_REF, WAYS };

static struct admitter *open_way(struct admitter *dut, struct admitter *ref, enum way way) {
    return way == LED_BY_REF ? lockstep_open_led_by_ref(dut, ref)
                             : lockstep_open(dut, ref, way == BESIDE);
}

Test(lockstep, finds_nothing_between_twins) {
    for (enum way way = TOGETHER; way < WAYS; way++) {
        struct admitter *lockstep = open_way(golden_open(DEPTH), golden_open(DEPTH), way);
        run_idle(lockstep, 500);
        cr_assert(not(lockstep_divergence(lockstep)->found));
        admitter_close(lockstep);
    }
}

// A lie in one element from clock `from` on is found in that clock, and named.
static void find_lie(const struct edge_field *field, unsigned element, unsigned from,
                     enum way way) {
    struct admitter *lockstep = open_way(golden_open(DEPTH), liar_open(field, element, from), way);
    run_idle(lockstep, from + 13);
    const struct divergence *divergence = lockstep_divergence(lockstep);
    char text[160], name[32];
    edge_field_name(field, element, name, sizeof name);
    cr_assert(divergence->found, "%s", name);
    cr_assert(eq(u64, divergence->cycle, from), "%s", name);
    cr_assert(eq(str, (char *)divergence_first(divergence), (char *)field->name));
    cr_assert(divergence_field(divergence, 0, text, sizeof text));
    cr_assert(eq(int, strncmp(text, name, strlen(name)), 0), "%s", text);
    cr_assert(not(divergence_field(divergence, 1, text, sizeof text)), "%s", text);
    admitter_close(lockstep);
}

Test(lockstep, sees_a_lie_in_every_element_of_every_field) {
    for (const struct edge_field *field = edge_out_fields; field->name; field++)
        for (unsigned element = 0; element < field->count; element++) {
            find_lie(field, element, 7, TOGETHER);
            find_lie(field, element, 7, BESIDE);
            find_lie(field, element, 7, LED_BY_REF);
        }
}

// Around the seams of what is taken at a time, and far behind them.
Test(lockstep, sees_a_lie_whenever_it_begins) {
    for (unsigned from = 0; from < 300; from++)
        for (enum way way = TOGETHER; way < WAYS; way++)
            find_lie(edge_out_fields, 0, from, way);
}

// A run loop looks at the result while the run goes on: at most 64 clocks later it knows.
Test(lockstep, knows_of_a_divergence_within_64_clocks) {
    for (unsigned beside = 0; beside < 2; beside++) {
        struct admitter *lockstep =
            lockstep_open(golden_open(DEPTH), liar_open(edge_out_fields, 0, 100), beside);
        const struct divergence *divergence = lockstep_divergence(lockstep);
        run_idle(lockstep, 100);
        cr_assert(not(divergence->found));
        run_idle(lockstep, 64);
        cr_assert(divergence->found);
        admitter_close(lockstep);
    }
}

static const struct {
    const char *name;
    unsigned threads; // beside this one
} teams[] = {{"nobody", 0}, {"one", 1}, {"three", 3}, {"more_than_locksteps", 9}};

// Who evaluates a dut does not matter: each lockstep finds its own lie, in its clock, with sides as
// they are.
EACH(lockstep, finds_the_same_with_any_threads, teams) {
    enum { OPENED = 6, HONEST = 2, ABSENT = 4 };
    struct admitter *locksteps[OPENED] = {NULL};
    for (unsigned i = 0; i < OPENED; i++)
        if (i != ABSENT)
            locksteps[i] = lockstep_open_led_by_ref(
                i == HONEST ? golden_open(DEPTH) : liar_open(edge_out_fields, 0, 100 * (i + 1)),
                golden_open(DEPTH));
    struct lockstep_threads *threads =
        row->threads > 0 ? lockstep_threads_open(locksteps, OPENED, row->threads) : NULL;
    cr_assert(eq(int, threads != NULL, row->threads > 0));
    for (unsigned clock = 0; clock < 2000; clock++)
        for (unsigned i = 0; i < OPENED; i++)
            if (locksteps[i])
                run_idle(locksteps[i], 1);
    lockstep_threads_close(threads);
    for (unsigned i = 0; i < OPENED; i++) {
        if (!locksteps[i])
            continue;
        run_idle(locksteps[i], 10);
        const struct divergence *divergence = lockstep_divergence(locksteps[i]);
        cr_expect(eq(int, divergence->found, i != HONEST));
        cr_expect(eq(u64, divergence->cycle, i == HONEST ? 0 : 100 * (i + 1)));
        if (divergence->found)
            cr_expect(eq(u64, edge_field_get(&divergence->dut, edge_out_fields, 0),
                         edge_field_get(&divergence->ref, edge_out_fields, 0) ^ 1));
        admitter_close(locksteps[i]);
    }
}

// The table of fields is what reports and tapes are made from: it must name every byte of both
// structs.
Test(lockstep, fields_cover_every_byte) {
    unsigned char in[sizeof(struct edge_in)] = {0}, out[sizeof(struct edge_out)] = {0};
    for (const struct edge_field *field = edge_in_fields; field->name; field++)
        memset(in + field->offset, 1, (size_t)field->size * field->count);
    for (const struct edge_field *field = edge_out_fields; field->name; field++)
        memset(out + field->offset, 1, (size_t)field->size * field->count);
    cr_assert(eq(ptr, memchr(in, 0, sizeof in), NULL));
    cr_assert(eq(ptr, memchr(out, 0, sizeof out), NULL));
}

Test(lockstep, counts_skipped_clocks) {
    const struct edge_field *field = edge_out_fields;
    struct admitter *lockstep = lockstep_open(golden_open(DEPTH), liar_open(field, 0, 20), true);
    run_idle(lockstep, 20);
    const struct edge_in in = {.gap = 1000};
    struct edge_out out;
    admitter_edge(lockstep, &in, &out);
    cr_assert(eq(u64, lockstep_divergence(lockstep)->cycle, 1020));
    admitter_close(lockstep);
}

Test(lockstep, refuses_a_missing_side) {
    cr_assert(eq(ptr, lockstep_open(golden_open(DEPTH), NULL, true), NULL));
    cr_assert(eq(ptr, lockstep_open(NULL, golden_open(DEPTH), true), NULL));
    cr_assert(eq(ptr, lockstep_open_led_by_ref(NULL, golden_open(DEPTH)), NULL));
    cr_assert(eq(ptr, lockstep_open_led_by_ref(golden_open(DEPTH), NULL), NULL));
}
