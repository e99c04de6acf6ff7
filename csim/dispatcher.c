#include "dispatcher.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "rng.h"
#include "traffic.h"

enum { LINES_KEPT = 64 };

// Bit of `refused` in a line in which nobody waits.
static const uint32_t EMPTY = UINT32_C(1) << 31;

static const uint32_t none = UINT32_MAX;

// What makes demands equal, and the arbiter's order but for the submission's.
struct likeness {
    uint64_t rank; // latency-sensitive first, then fewer wire bytes
    uint32_t length;
    uint32_t response_length;
    uint8_t opcode;
    uint8_t lane;
};

struct line {
    struct likeness likeness;
    struct demand demand; // of each in line; valid for `price`
    uint64_t price;
    uint32_t refused; // lanes that refused the head; 0: not known
    uint32_t head, tail;
    uint32_t next; // line in its bucket, or among the unused
};

struct dispatcher {
    struct job *jobs;
    struct line *lines;
    uint32_t *bucket; // first line of each
    uint32_t *order;  // lines in use by rank
    uint32_t used;    // lines in use, some of them empty
    uint32_t unused;  // first line not in use
    uint32_t buckets; // a power of two
    uint32_t sweep;   // lines in use at which empty ones are looked for
    uint32_t waiting;
    unsigned freed;
    bool stirred; // somebody might be admissible
    uint64_t price;
};

struct dispatcher *dispatcher_open(struct job *jobs, uint32_t capacity) {
    const uint32_t lines = capacity + LINES_KEPT; // empty ones are kept for a while
    uint32_t buckets = 1;
    while (buckets < lines)
        buckets *= 2;
    struct dispatcher *dispatcher = malloc(sizeof *dispatcher);
    struct line *line = malloc(lines * sizeof *line);
    uint32_t *bucket = malloc(buckets * sizeof *bucket);
    uint32_t *order = malloc(lines * sizeof *order);
    if (!dispatcher || !line || !bucket || !order) {
        free(dispatcher);
        free(line);
        free(bucket);
        free(order);
        return NULL;
    }
    for (uint32_t i = 0; i < lines; i++)
        line[i].next = i + 1 < lines ? i + 1 : none;
    memset(bucket, 0xff, buckets * sizeof *bucket);
    *dispatcher = (struct dispatcher){.jobs = jobs,
                                      .lines = line,
                                      .bucket = bucket,
                                      .order = order,
                                      .buckets = buckets,
                                      .sweep = LINES_KEPT};
    return dispatcher;
}

void dispatcher_close(struct dispatcher *dispatcher) {
    if (!dispatcher)
        return;
    free(dispatcher->lines);
    free(dispatcher->bucket);
    free(dispatcher->order);
    free(dispatcher);
}

static struct likeness likeness_of(const struct job *job) {
    const struct op *op = &job->op;
    return (struct likeness){.rank = (uint64_t)!op->urgent << 32 | op->wire_bytes,
                             .length = op->length,
                             .response_length = op->response_length,
                             .opcode = op->opcode,
                             .lane = op_uses_hbm(op) ? job->lane : 0};
}

static bool likeness_equal(const struct likeness *a, const struct likeness *b) {
    return a->rank == b->rank && a->length == b->length &&
           a->response_length == b->response_length && a->opcode == b->opcode && a->lane == b->lane;
}

static uint32_t *bucket_of(struct dispatcher *dispatcher, const struct likeness *likeness) {
    uint64_t word = likeness->rank;
    word = rng_mix(word ^ (uint64_t)likeness->opcode << 48 ^ (uint64_t)likeness->lane << 56);
    word = rng_mix(word ^ likeness->length ^ (uint64_t)likeness->response_length << 32);
    return &dispatcher->bucket[word & (dispatcher->buckets - 1)];
}

// Takes empty lines out of use.
static void lines_sweep(struct dispatcher *dispatcher) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < dispatcher->used; i++) {
        const uint32_t index = dispatcher->order[i];
        struct line *line = &dispatcher->lines[index];
        if (line->refused != EMPTY) {
            dispatcher->order[kept++] = index;
            continue;
        }
        uint32_t *at = bucket_of(dispatcher, &line->likeness);
        while (*at != index)
            at = &dispatcher->lines[*at].next;
        *at = line->next;
        line->next = dispatcher->unused;
        dispatcher->unused = index;
    }
    dispatcher->used = kept;
    dispatcher->sweep = 2 * kept > LINES_KEPT ? 2 * kept : LINES_KEPT;
}

static struct line *line_start(struct dispatcher *dispatcher, const struct likeness *likeness) {
    if (dispatcher->used >= dispatcher->sweep || dispatcher->unused == none)
        lines_sweep(dispatcher);
    const uint32_t index = dispatcher->unused;
    assert(index != none);
    struct line *line = &dispatcher->lines[index];
    dispatcher->unused = line->next;
    uint32_t *bucket = bucket_of(dispatcher, likeness);
    *line = (struct line){.likeness = *likeness,
                          .price = dispatcher->price - 1, // none yet
                          .refused = EMPTY,
                          .head = JOB_NONE,
                          .tail = JOB_NONE,
                          .next = *bucket};
    *bucket = index;
    uint32_t place = dispatcher->used++;
    for (; place > 0; place--) {
        const uint32_t before = dispatcher->order[place - 1];
        if (dispatcher->lines[before].likeness.rank <= likeness->rank)
            break;
        dispatcher->order[place] = before;
    }
    dispatcher->order[place] = index;
    return line;
}

static struct line *line_find(struct dispatcher *dispatcher, const struct likeness *likeness) {
    for (uint32_t i = *bucket_of(dispatcher, likeness); i != none; i = dispatcher->lines[i].next)
        if (likeness_equal(&dispatcher->lines[i].likeness, likeness))
            return &dispatcher->lines[i];
    return line_start(dispatcher, likeness);
}

void dispatcher_add(struct dispatcher *dispatcher, uint32_t job) {
    struct job *const jobs = dispatcher->jobs;
    const struct likeness likeness = likeness_of(&jobs[job]);
    struct line *line = line_find(dispatcher, &likeness);
    dispatcher->waiting++;
    if (line->head == JOB_NONE) {
        line->head = line->tail = job;
        jobs[job].next = JOB_NONE;
        line->refused = 0;
        dispatcher->stirred = true;
        return;
    }
    if (jobs[line->tail].op.index < jobs[job].op.index) {
        jobs[line->tail].next = job;
        jobs[job].next = JOB_NONE;
        line->tail = job;
        return;
    }
    // One that comes back: to its place in the order of submission, near the head.
    uint32_t *at = &line->head;
    while (jobs[*at].op.index < jobs[job].op.index)
        at = &jobs[*at].next;
    jobs[job].next = *at;
    *at = job;
}

void dispatcher_free(struct dispatcher *dispatcher, unsigned lanes) {
    dispatcher->freed |= lanes;
    dispatcher->stirred = true;
}

void dispatcher_reprice(struct dispatcher *dispatcher) {
    dispatcher->price++;
}

// Lines refused by something that has been freed are worth another look.
static void lines_forget(struct dispatcher *dispatcher) {
    for (uint32_t i = 0; i < dispatcher->used; i++) {
        struct line *line = &dispatcher->lines[dispatcher->order[i]];
        if (line->refused & dispatcher->freed)
            line->refused = 0;
    }
    dispatcher->freed = 0;
}

static void line_ask(struct dispatcher *dispatcher, struct line *line, const struct policy *policy,
                     const struct policy_state *state) {
    const struct job *head = &dispatcher->jobs[line->head];
    if (line->price != dispatcher->price) {
        policy->charge(state, &head->op, head->lane, &line->demand);
        line->price = dispatcher->price;
    }
    line->refused = policy->refuse(state, &head->op, &line->demand);
}

static uint32_t line_leave(struct dispatcher *dispatcher, struct line *line) {
    const uint32_t job = line->head;
    dispatcher->jobs[job].demand = line->demand;
    line->head = dispatcher->jobs[job].next;
    if (line->head == JOB_NONE) {
        line->tail = JOB_NONE;
        line->refused = EMPTY;
    }
    dispatcher->waiting--;
    return job;
}

uint32_t dispatcher_take(struct dispatcher *dispatcher, const struct policy *policy,
                         const struct policy_state *state) {
    if (!dispatcher->stirred || state->in_flight >= state->command_limit)
        return JOB_NONE;
    if (dispatcher->freed)
        lines_forget(dispatcher);
    struct line *best = NULL;
    for (uint32_t i = 0; i < dispatcher->used; i++) {
        struct line *line = &dispatcher->lines[dispatcher->order[i]];
        if (line->refused)
            continue;
        if (best && line->likeness.rank > best->likeness.rank)
            break;
        line_ask(dispatcher, line, policy, state);
        if (!line->refused && (!best || dispatcher->jobs[line->head].op.index <
                                            dispatcher->jobs[best->head].op.index))
            best = line;
    }
    if (best)
        return line_leave(dispatcher, best);
    dispatcher->stirred = false; // all refuse until something is freed
    return JOB_NONE;
}

uint32_t dispatcher_waiting(const struct dispatcher *dispatcher) {
    return dispatcher->waiting;
}

uint32_t dispatcher_head(const struct dispatcher *dispatcher, uint32_t n) {
    for (uint32_t i = 0; i < dispatcher->used; i++) {
        const struct line *line = &dispatcher->lines[dispatcher->order[i]];
        if (line->refused != EMPTY && n-- == 0)
            return line->head;
    }
    return JOB_NONE;
}
