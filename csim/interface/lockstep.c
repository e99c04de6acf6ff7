#define _POSIX_C_SOURCE 200809L
#include "csim/interface/lockstep.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "csim/interface/edge_fields.h"

// The ref follows a batch of clocks behind: on the dut's thread, so that each of the two models
// runs for a while in warm caches; or beside it, on a thread of its own, which takes one batch
// while the dut fills the other.
enum { BATCH = 32, SPINS_TO_TAKE = 1 << 6, SPINS = 1 << 14 };

struct batch {
    unsigned count;
    struct edge_in in[BATCH];
    struct edge_out out[BATCH]; // the dut's
};

struct lockstep {
    struct admitter admitter;
    struct admitter *dut;
    struct divergence divergence; // as far as the dut's thread has been told

    // Batch n is batches[n % 2]. The dut's thread fills number `handed`, hands it over by counting,
    // and fills the next. Who counts `taken` up from n compares number n, and counts `checked` when
    // done: mostly the ref's thread, but the dut's where that one does not come to it, as on a
    // machine whose other cores are busy.
    struct batch batches[2];
    atomic_uint handed, taken, checked;
    atomic_bool closing;
    bool beside; // the ref has a thread of its own
    pthread_t thread;

    // For whoever has taken a batch; the dut's thread looks while every batch is checked.
    struct admitter *ref;
    uint64_t cycle; // of the first clock that the ref has not seen
    struct divergence found;
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

static void compare_batch(struct lockstep *lockstep, const struct batch *batch) {
    struct edge_out ref[BATCH];
    for (unsigned i = 0; i < batch->count; i++)
        admitter_edge(lockstep->ref, &batch->in[i], &ref[i]);
    for (unsigned i = 0; i < batch->count; i++) {
        lockstep->cycle += batch->in[i].gap;
        if (!outs_equal(&batch->out[i], &ref[i]) && !lockstep->found.found)
            lockstep->found = (struct divergence){.found = true,
                                                  .cycle = lockstep->cycle,
                                                  .in = batch->in[i],
                                                  .dut = batch->out[i],
                                                  .ref = ref[i]};
        lockstep->cycle++;
    }
}

// Tells a core that shares its units with another hardware thread that this one only waits.
static void relax(void) {
#if defined __x86_64__ || defined __i386__
    __builtin_ia32_pause();
#elif defined __aarch64__
    __asm__ volatile("yield");
#endif
}

// Compares the oldest batch that was handed over and is not taken, if there is one.
static bool take_batch(struct lockstep *lockstep) {
    unsigned number = atomic_load_explicit(&lockstep->checked, memory_order_acquire);
    if (atomic_load_explicit(&lockstep->handed, memory_order_acquire) == number ||
        !atomic_compare_exchange_strong_explicit(&lockstep->taken, &(unsigned){number}, number + 1,
                                                 memory_order_acquire, memory_order_relaxed))
        return false;
    compare_batch(lockstep, &lockstep->batches[number % 2]);
    atomic_store_explicit(&lockstep->checked, number + 1, memory_order_release);
    return true;
}

// Both sides wait without a system call at first, as the other is rarely more than microseconds
// away. When it is, the ref's thread sleeps, until a dut that was away (reporting, say) comes back.
static void *compare_beside(void *context) {
    const struct timespec moment = {.tv_nsec = 20000};
    struct lockstep *lockstep = context;
    unsigned spins = 0;
    while (!atomic_load_explicit(&lockstep->closing, memory_order_acquire)) {
        if (take_batch(lockstep))
            spins = 0;
        else if (++spins > SPINS)
            nanosleep(&moment, NULL);
        else
            relax();
    }
    return NULL;
}

// Waits until every batch that was handed over is checked, and takes over what was found.
static void await_checked(struct lockstep *lockstep) {
    const unsigned handed = atomic_load_explicit(&lockstep->handed, memory_order_relaxed);
    unsigned spins = 0;
    while (atomic_load_explicit(&lockstep->checked, memory_order_acquire) != handed) {
        if (++spins == SPINS_TO_TAKE)
            take_batch(lockstep);
        else if (spins > SPINS)
            sched_yield(); // the ref's thread has taken it, and does not run
        else
            relax();
    }
    if (lockstep->found.found && !lockstep->divergence.found)
        lockstep->divergence = lockstep->found;
}

static struct batch *filling_batch(struct lockstep *lockstep) {
    return &lockstep->batches[atomic_load_explicit(&lockstep->handed, memory_order_relaxed) % 2];
}

static void hand_over(struct lockstep *lockstep) {
    await_checked(lockstep);
    atomic_fetch_add_explicit(&lockstep->handed, 1, memory_order_release);
    filling_batch(lockstep)->count = 0;
    if (!lockstep->beside)
        take_batch(lockstep);
}

static void lockstep_edge(struct admitter *self, const struct edge_in *in, struct edge_out *out) {
    struct lockstep *lockstep = (struct lockstep *)self;
    admitter_edge(lockstep->dut, in, out);
    struct batch *batch = filling_batch(lockstep);
    batch->in[batch->count] = *in;
    batch->out[batch->count] = *out;
    if (++batch->count == BATCH)
        hand_over(lockstep);
}

static bool lockstep_begin(struct admitter *self, const struct block_state *state) {
    struct lockstep *lockstep = (struct lockstep *)self;
    return admitter_begin(lockstep->dut, state) && admitter_begin(lockstep->ref, state);
}

static void lockstep_close(struct admitter *self) {
    struct lockstep *lockstep = (struct lockstep *)self;
    if (lockstep->beside) {
        atomic_store_explicit(&lockstep->closing, true, memory_order_release);
        pthread_join(lockstep->thread, NULL);
    }
    admitter_close(lockstep->dut);
    admitter_close(lockstep->ref);
    free(lockstep);
}

static const struct admitter_ops lockstep_ops = {
    .name = "lockstep", .edge = lockstep_edge, .begin = lockstep_begin, .close = lockstep_close};

struct admitter *lockstep_open(struct admitter *dut, struct admitter *ref, bool beside) {
    struct lockstep *lockstep = dut && ref ? calloc(1, sizeof *lockstep) : NULL;
    if (!lockstep) {
        admitter_close(dut);
        admitter_close(ref);
        return NULL;
    }
    lockstep->admitter.ops = &lockstep_ops;
    lockstep->dut = dut;
    lockstep->ref = ref;
    // Without a thread to be had, everything runs on this one.
    lockstep->beside =
        beside && pthread_create(&lockstep->thread, NULL, compare_beside, lockstep) == 0;
    return &lockstep->admitter;
}

const struct divergence *lockstep_divergence(struct admitter *lockstep) {
    struct lockstep *self = (struct lockstep *)lockstep;
    hand_over(self);
    await_checked(self);
    return &self->divergence;
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
    snprintf(text, size, "%s: dut %s, ref %s", EDGE_FIELD_NAME(field, element),
             EDGE_FIELD_VALUE(field, edge_field_get(&divergence->dut, field, element)),
             EDGE_FIELD_VALUE(field, edge_field_get(&divergence->ref, field, element)));
    return true;
}

const char *divergence_first(const struct divergence *divergence) {
    unsigned element;
    const struct edge_field *field = difference(divergence, 0, &element);
    return field ? field->name : "none";
}
