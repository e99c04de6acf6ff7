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

// Who follows does so by batches of clocks, so that each of the two models runs for a while in warm
// caches: on the thread of who leads, or on others, which take batches while that one fills the
// next.
enum { BATCH = 32, BATCHES = 2, BATCHES_SHARED = 8, SPINS_TO_TAKE = 1 << 6, SPINS = 1 << 14 };

struct batch {
    unsigned count;
    struct edge_in in[BATCH];
    struct edge_out out[BATCH]; // of who leads
};

struct lockstep {
    struct admitter admitter;
    struct admitter *leader;
    bool ref_leads;
    struct divergence divergence; // as far as the leader's thread has been told

    // Batch n is batches[n % ring]. The leader's thread fills number `handed`, hands it over by
    // counting, and fills the next. Who counts `taken` up from n, once n batches are checked,
    // compares number n, and counts `checked` when done: mostly another thread, but the leader's
    // where there is none, or none comes to it, as on a machine whose other cores are busy.
    unsigned ring;
    atomic_uint handed, taken, checked;
    struct lockstep_threads *threads; // that take batches; NULL: none does
    struct admitter *itself;          // as a list of one

    // For whoever has taken a batch.
    struct admitter *follower;
    uint64_t cycle;          // of the first clock that the follower has not seen
    struct divergence found; // first, which stays, once `differs`
    atomic_bool differs;
    struct batch batches[];
};

struct lockstep_threads {
    atomic_bool closing;
    struct admitter *const *locksteps;
    unsigned count;
    unsigned running;
    pthread_t thread[];
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
    struct edge_out out[BATCH];
    for (unsigned i = 0; i < batch->count; i++)
        admitter_edge(lockstep->follower, &batch->in[i], &out[i]);
    for (unsigned i = 0; i < batch->count; i++) {
        lockstep->cycle += batch->in[i].gap;
        if (!outs_equal(&batch->out[i], &out[i]) && !lockstep->found.found) {
            lockstep->found =
                (struct divergence){.found = true,
                                    .cycle = lockstep->cycle,
                                    .in = batch->in[i],
                                    .dut = lockstep->ref_leads ? out[i] : batch->out[i],
                                    .ref = lockstep->ref_leads ? batch->out[i] : out[i]};
            atomic_store_explicit(&lockstep->differs, true, memory_order_release);
        }
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

// Compares the oldest batch that was handed over and is not checked, unless somebody does.
static bool take_batch(struct lockstep *lockstep) {
    unsigned number = atomic_load_explicit(&lockstep->checked, memory_order_acquire);
    if (atomic_load_explicit(&lockstep->handed, memory_order_acquire) == number ||
        !atomic_compare_exchange_strong_explicit(&lockstep->taken, &(unsigned){number}, number + 1,
                                                 memory_order_acquire, memory_order_relaxed))
        return false;
    compare_batch(lockstep, &lockstep->batches[number % lockstep->ring]);
    atomic_store_explicit(&lockstep->checked, number + 1, memory_order_release);
    return true;
}

// A batch of any of their locksteps, each of which comes first in its turn.
static bool take_any(const struct lockstep_threads *threads, unsigned *turn) {
    for (unsigned i = 0; i < threads->count; i++) {
        *turn = *turn + 1 < threads->count ? *turn + 1 : 0;
        struct admitter *lockstep = threads->locksteps[*turn];
        if (lockstep && take_batch((struct lockstep *)lockstep))
            return true;
    }
    return false;
}

// Everybody waits without a system call at first, as the others are rarely more than microseconds
// away. When they are, a thread sleeps, until a leader that was away (reporting, say) comes back.
static void *compare_beside(void *context) {
    const struct timespec moment = {.tv_nsec = 20000};
    struct lockstep_threads *threads = context;
    unsigned spins = 0, turn = 0;
    while (!atomic_load_explicit(&threads->closing, memory_order_acquire)) {
        if (take_any(threads, &turn))
            spins = 0;
        else if (++spins > SPINS)
            nanosleep(&moment, NULL);
        else
            relax();
    }
    return NULL;
}

// Waits until at most `pending` of the batches that were handed over are not checked, and takes
// over what was found.
static void await_checked(struct lockstep *lockstep, unsigned pending) {
    const unsigned handed = atomic_load_explicit(&lockstep->handed, memory_order_relaxed);
    unsigned spins = 0, turn = 0;
    while (handed - atomic_load_explicit(&lockstep->checked, memory_order_acquire) > pending) {
        if (++spins < SPINS_TO_TAKE)
            relax();
        else if (!take_batch(lockstep) &&
                 !(lockstep->threads && take_any(lockstep->threads, &turn)))
            spins > SPINS ? (void)sched_yield() : relax(); // who has taken it may not run
    }
    if (!lockstep->divergence.found &&
        atomic_load_explicit(&lockstep->differs, memory_order_acquire))
        lockstep->divergence = lockstep->found;
}

static struct batch *filling_batch(struct lockstep *lockstep) {
    return &lockstep->batches[atomic_load_explicit(&lockstep->handed, memory_order_relaxed) %
                              lockstep->ring];
}

// There is a batch to fill next once all but ring - 1 are checked.
static void hand_over(struct lockstep *lockstep) {
    atomic_fetch_add_explicit(&lockstep->handed, 1, memory_order_release);
    if (!lockstep->threads)
        take_batch(lockstep);
    await_checked(lockstep, lockstep->ring - 1);
    filling_batch(lockstep)->count = 0;
}

static void lockstep_edge(struct admitter *self, const struct edge_in *in, struct edge_out *out) {
    struct lockstep *lockstep = (struct lockstep *)self;
    admitter_edge(lockstep->leader, in, out);
    struct batch *batch = filling_batch(lockstep);
    batch->in[batch->count] = *in;
    batch->out[batch->count] = *out;
    if (++batch->count == BATCH)
        hand_over(lockstep);
}

static bool lockstep_begin(struct admitter *self, const struct block_state *state) {
    struct lockstep *lockstep = (struct lockstep *)self;
    return admitter_begin(lockstep->leader, state) && admitter_begin(lockstep->follower, state);
}

static void lockstep_close(struct admitter *self) {
    struct lockstep *lockstep = (struct lockstep *)self;
    lockstep_threads_close(lockstep->threads);
    admitter_close(lockstep->leader);
    admitter_close(lockstep->follower);
    free(lockstep);
}

static const struct admitter_ops lockstep_ops = {
    .name = "lockstep", .edge = lockstep_edge, .begin = lockstep_begin, .close = lockstep_close};

static struct lockstep *open_ring(struct admitter *leader, struct admitter *follower,
                                  unsigned ring) {
    struct lockstep *lockstep =
        leader && follower ? calloc(1, sizeof *lockstep + ring * sizeof *lockstep->batches) : NULL;
    if (!lockstep) {
        admitter_close(leader);
        admitter_close(follower);
        return NULL;
    }
    lockstep->admitter.ops = &lockstep_ops;
    lockstep->leader = leader;
    lockstep->follower = follower;
    lockstep->ring = ring;
    lockstep->itself = &lockstep->admitter;
    return lockstep;
}

struct admitter *lockstep_open(struct admitter *dut, struct admitter *ref, bool beside) {
    struct lockstep *lockstep = open_ring(dut, ref, BATCHES);
    if (lockstep && beside)
        lockstep_threads_open(&lockstep->itself, 1, 1);
    return lockstep ? &lockstep->admitter : NULL;
}

struct admitter *lockstep_open_led_by_ref(struct admitter *dut, struct admitter *ref) {
    struct lockstep *lockstep = open_ring(ref, dut, BATCHES_SHARED);
    if (!lockstep)
        return NULL;
    lockstep->ref_leads = true;
    return &lockstep->admitter;
}

static void set_threads(const struct lockstep_threads *of, struct lockstep_threads *threads) {
    for (unsigned i = 0; i < of->count; i++)
        if (of->locksteps[i])
            ((struct lockstep *)of->locksteps[i])->threads = threads;
}

struct lockstep_threads *lockstep_threads_open(struct admitter *const *locksteps, unsigned count,
                                               unsigned threads) {
    struct lockstep_threads *self = malloc(sizeof *self + threads * sizeof *self->thread);
    if (!self)
        return NULL;
    self->locksteps = locksteps;
    self->count = count;
    self->running = 0;
    atomic_init(&self->closing, false);
    while (self->running < threads &&
           pthread_create(&self->thread[self->running], NULL, compare_beside, self) == 0)
        self->running++;
    if (self->running > 0) {
        set_threads(self, self);
        return self;
    }
    free(self);
    return NULL;
}

void lockstep_threads_close(struct lockstep_threads *threads) {
    if (!threads)
        return;
    atomic_store_explicit(&threads->closing, true, memory_order_release);
    while (threads->running > 0)
        pthread_join(threads->thread[--threads->running], NULL);
    set_threads(threads, NULL);
    free(threads);
}

const struct divergence *lockstep_divergence(struct admitter *lockstep) {
    struct lockstep *self = (struct lockstep *)lockstep;
    hand_over(self);
    await_checked(self, 0);
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
