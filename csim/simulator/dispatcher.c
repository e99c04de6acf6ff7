#include "csim/simulator/dispatcher.h"

#include <assert.h>
#include <stdlib.h>

enum { LINES_KEPT = 64 };

// Bit of `refused` of a line in which nobody waits.
static const uint32_t EMPTY = UINT32_C(1) << 31;

static const uint32_t none = UINT32_MAX;

struct line {
    struct demand_class demand_class;
    struct demand demand; // of each in line; valid for `price`
    uint64_t price;
    struct job_list list;
    uint32_t length;
    uint32_t place; // in the order
    uint32_t next;  // among the unused
};

// What is looked at of every line, whenever something has been freed: kept together.
struct place {
    uint64_t rank;
    lane_set refused; // lanes that refused the head; 0: not known
    uint32_t line;
};

struct dispatcher {
    struct job *jobs;
    struct line *lines;
    struct place *order; // lines in use by rank
    uint32_t used;       // lines in use, some of them empty
    uint32_t unused;     // first line that is in use no more
    uint32_t fresh;      // first line that never was
    uint32_t capacity;
    uint32_t sweep; // lines in use at which empty ones are looked for
    uint32_t waiting;
    lane_set freed;
    bool stirred; // somebody might be admissible
    uint64_t price;
};

struct dispatcher *dispatcher_open(struct job *jobs, uint32_t capacity) {
    const uint32_t lines = capacity + LINES_KEPT; // empty ones are kept for a while
    struct dispatcher *dispatcher = malloc(sizeof *dispatcher);
    // Most runs need a few lines only: memory that none writes to is memory that none has.
    struct line *line = malloc(lines * sizeof *line);
    struct place *order = malloc(lines * sizeof *order);
    if (!dispatcher || !line || !order) {
        free(dispatcher);
        free(line);
        free(order);
        return NULL;
    }
    *dispatcher = (struct dispatcher){.jobs = jobs,
                                      .lines = line,
                                      .order = order,
                                      .unused = none,
                                      .capacity = lines,
                                      .sweep = LINES_KEPT};
    return dispatcher;
}

void dispatcher_close(struct dispatcher *dispatcher) {
    if (!dispatcher)
        return;
    free(dispatcher->lines);
    free(dispatcher->order);
    free(dispatcher);
}

static void place_set(struct dispatcher *dispatcher, uint32_t at, struct place place) {
    dispatcher->order[at] = place;
    dispatcher->lines[place.line].place = at;
}

// Takes empty lines out of use.
static void lines_sweep(struct dispatcher *dispatcher) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < dispatcher->used; i++) {
        const struct place place = dispatcher->order[i];
        if (place.refused != EMPTY) {
            place_set(dispatcher, kept++, place);
            continue;
        }
        dispatcher->lines[place.line].next = dispatcher->unused;
        dispatcher->unused = place.line;
    }
    dispatcher->used = kept;
    dispatcher->sweep = 2 * kept > LINES_KEPT ? 2 * kept : LINES_KEPT;
}

static uint32_t line_unused(struct dispatcher *dispatcher) {
    if (dispatcher->used >= dispatcher->sweep)
        lines_sweep(dispatcher);
    if (dispatcher->unused == none && dispatcher->fresh == dispatcher->capacity)
        lines_sweep(dispatcher);
    const uint32_t index = dispatcher->unused;
    if (index == none) {
        assert(dispatcher->fresh < dispatcher->capacity);
        return dispatcher->fresh++;
    }
    dispatcher->unused = dispatcher->lines[index].next;
    return index;
}

// The first place behind those of a rank and of lower ones.
static uint32_t place_behind(const struct dispatcher *dispatcher, uint64_t rank) {
    uint32_t low = 0, high = dispatcher->used;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (dispatcher->order[middle].rank <= rank)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static struct line *line_start(struct dispatcher *dispatcher,
                               const struct demand_class *demand_class) {
    const uint32_t index = line_unused(dispatcher);
    const uint32_t at = place_behind(dispatcher, demand_class->rank);
    dispatcher->lines[index] = (struct line){.demand_class = *demand_class,
                                             .price = dispatcher->price - 1, // none yet
                                             .list = {JOB_NONE, JOB_NONE}};
    for (uint32_t i = dispatcher->used++; i > at; i--)
        place_set(dispatcher, i, dispatcher->order[i - 1]);
    place_set(dispatcher, at,
              (struct place){.rank = demand_class->rank, .refused = EMPTY, .line = index});
    return &dispatcher->lines[index];
}

static struct line *line_find(struct dispatcher *dispatcher,
                              const struct demand_class *demand_class) {
    const uint64_t rank = demand_class->rank;
    for (uint32_t at = place_behind(dispatcher, rank);
         at > 0 && dispatcher->order[at - 1].rank == rank; at--) {
        struct line *const line = &dispatcher->lines[dispatcher->order[at - 1].line];
        if (demand_class_equal(&line->demand_class, demand_class))
            return line;
    }
    return line_start(dispatcher, demand_class);
}

void dispatcher_add(struct dispatcher *dispatcher, uint32_t job) {
    struct job *const jobs = dispatcher->jobs;
    const struct demand_class demand_class = demand_class_of(&jobs[job].op, jobs[job].lane);
    struct line *line = line_find(dispatcher, &demand_class);
    dispatcher->waiting++;
    line->length++;
    if (line->list.first == JOB_NONE) {
        dispatcher->order[line->place].refused = 0;
        dispatcher->stirred = true;
    }
    job_list_add(&line->list, jobs, job, true);
}

void dispatcher_free(struct dispatcher *dispatcher, lane_set lanes) {
    dispatcher->freed |= lanes;
    dispatcher->stirred = true;
}

void dispatcher_reprice(struct dispatcher *dispatcher) {
    dispatcher->price++;
}

static lane_set line_refused(struct dispatcher *dispatcher, struct line *line,
                             const struct policy *policy, const struct policy_state *state) {
    const struct job *head = &dispatcher->jobs[line->list.first];
    if (line->price != dispatcher->price) {
        policy->charge(state, &head->op, head->lane, &line->demand);
        line->price = dispatcher->price;
    }
    return policy->refuse(state, &head->op, &line->demand);
}

static uint32_t line_leave(struct dispatcher *dispatcher, struct line *line) {
    const uint32_t job = line->list.first;
    line->list.first = dispatcher->jobs[job].next;
    if (line->list.first == JOB_NONE) {
        dispatcher->order[line->place].refused = EMPTY;
    } else {
        // Its turn may be next, and in a long line it was last seen long ago.
        __builtin_prefetch(&dispatcher->jobs[line->list.first]);
    }
    dispatcher->waiting--;
    line->length--;
    return job;
}

uint32_t dispatcher_take(struct dispatcher *dispatcher, const struct policy *policy,
                         const struct policy_state *state, struct demand *demand) {
    if (!dispatcher->stirred || state->in_flight >= state->command_limit)
        return JOB_NONE;
    struct line *best = NULL;
    for (uint32_t i = 0; i < dispatcher->used; i++) {
        struct place *place = &dispatcher->order[i];
        if (place->refused & dispatcher->freed)
            place->refused = 0; // worth another look
        if (place->refused || (best && place->rank > best->demand_class.rank))
            continue;
        struct line *line = &dispatcher->lines[place->line];
        place->refused = line_refused(dispatcher, line, policy, state);
        if (!place->refused && (!best || dispatcher->jobs[line->list.first].order <
                                             dispatcher->jobs[best->list.first].order))
            best = line;
    }
    dispatcher->freed = 0;
    if (best) {
        *demand = best->demand;
        return line_leave(dispatcher, best);
    }
    dispatcher->stirred = false; // all refuse until something is freed
    return JOB_NONE;
}

uint32_t dispatcher_waiting(const struct dispatcher *dispatcher) {
    return dispatcher->waiting;
}

uint32_t dispatcher_refused(struct dispatcher *dispatcher, const struct policy *policy,
                            const struct policy_state *state,
                            lane_set (*lanes)(const void *context, const struct job *head),
                            const void *context) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < dispatcher->used; i++) {
        struct line *line = &dispatcher->lines[dispatcher->order[i].line];
        if (line->length == 0)
            continue;
        const lane_set named = lanes(context, &dispatcher->jobs[line->list.first]);
        if (named && line_refused(dispatcher, line, policy, state) & named)
            count += line->length;
    }
    return count;
}

uint32_t dispatcher_head(const struct dispatcher *dispatcher, uint32_t n) {
    for (uint32_t i = 0; i < dispatcher->used; i++) {
        const struct place *place = &dispatcher->order[i];
        if (place->refused != EMPTY && n-- == 0)
            return dispatcher->lines[place->line].list.first;
    }
    return JOB_NONE;
}
