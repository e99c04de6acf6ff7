#include "csim/simulator/dispatcher.h"

#include <assert.h>

enum { LINES_KEPT = 64 };

// Bit of `refused` of a line in which none waits.
static const uint32_t EMPTY = UINT32_C(1) << 31;

static const uint32_t none = UINT32_MAX;

struct line {
    struct demand_key demand_key;
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
    // Where operations are due.
    uint64_t since_ps; // the head's
    lane_set lanes;    // of its demand, as it was when it was refused, or not
};

void dispatcher_open(struct dispatcher *dispatcher, struct job *jobs, uint32_t capacity) {
    const uint32_t lines = capacity + LINES_KEPT; // empty ones are kept for a while
    // Most runs need a few lines only: memory that none writes to is memory that none has.
    *dispatcher = (struct dispatcher){.jobs = jobs,
                                      .lines = memory_there(malloc(lines * sizeof(struct line))),
                                      .order = memory_there(malloc(lines * sizeof(struct place))),
                                      .unused = none,
                                      .capacity = lines,
                                      .sweep = LINES_KEPT};
}

void dispatcher_close(struct dispatcher *dispatcher) {
    free(dispatcher->lines);
    free(dispatcher->order);
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
        dispatcher->lines[place.line].demand_key.rank = UINT64_MAX; // of no line
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

static uint32_t *recent(struct dispatcher *dispatcher, const struct demand_key *kind) {
    const uint32_t mixed = (uint32_t)(kind->rank ^ kind->rank >> 8) ^ kind->length << 3 ^
                           kind->response_length << 7 ^ (uint32_t)kind->opcode << 22 ^
                           (uint32_t)kind->lane << 27;
    return &dispatcher->recent[mixed * UINT32_C(2654435769) >> 16 & (DISPATCHER_RECENT - 1)];
}

static struct line *line_start(struct dispatcher *dispatcher, const struct demand_key *demand_key) {
    const uint32_t index = *recent(dispatcher, demand_key) = line_unused(dispatcher);
    uint32_t at = dispatcher->used++; // behind those of its rank
    dispatcher->lines[index] = (struct line){.demand_key = *demand_key,
                                             .price = dispatcher->price - 1, // none yet
                                             .list = {JOB_NONE, JOB_NONE}};
    for (; at > 0 && dispatcher->order[at - 1].rank > demand_key->rank; at--)
        place_set(dispatcher, at, dispatcher->order[at - 1]);
    place_set(dispatcher, at,
              (struct place){.rank = demand_key->rank, .refused = EMPTY, .line = index});
    return &dispatcher->lines[index];
}

// NULL: there is none.
static struct line *line_find(struct dispatcher *dispatcher, const struct demand_key *demand_key) {
    uint32_t *const hint = recent(dispatcher, demand_key);
    if (*hint < dispatcher->fresh &&
        demand_key_equal(&dispatcher->lines[*hint].demand_key, demand_key))
        return &dispatcher->lines[*hint];
    for (uint32_t i = 0; i < dispatcher->used; i++) {
        const struct place *place = &dispatcher->order[i];
        if (place->rank != demand_key->rank ||
            !demand_key_equal(&dispatcher->lines[place->line].demand_key, demand_key))
            continue;
        *hint = place->line;
        return &dispatcher->lines[place->line];
    }
    return NULL;
}

bool dispatcher_knows(struct dispatcher *dispatcher, uint32_t job, struct demand *demand) {
    const struct job *of = &dispatcher->jobs[job];
    const struct demand_key demand_key = demand_key_of(&of->op, of->lane);
    const struct line *line = line_find(dispatcher, &demand_key);
    if (!line || line->price != dispatcher->price)
        return false;
    *demand = line->demand;
    return true;
}

void dispatcher_add(struct dispatcher *dispatcher, uint32_t job, const struct demand *demand) {
    struct job *const jobs = dispatcher->jobs;
    const struct demand_key demand_key = demand_key_of(&jobs[job].op, jobs[job].lane);
    struct line *line = line_find(dispatcher, &demand_key);
    if (!line)
        line = line_start(dispatcher, &demand_key);
    if (demand) {
        line->demand = *demand;
        line->price = dispatcher->price;
    }
    dispatcher->waiting++;
    line->length++;
    if (line->list.first == JOB_NONE) {
        dispatcher->order[line->place].refused = 0;
        dispatcher->stirred = true;
    }
    job_list_add(&line->list, jobs, job, true);
    if (dispatcher->bound_ps > 0)
        dispatcher->order[line->place].since_ps = jobs[line->list.first].since_ps;
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
        if (dispatcher->bound_ps > 0)
            dispatcher->order[line->place].since_ps = dispatcher->jobs[line->list.first].since_ps;
    }
    dispatcher->waiting--;
    line->length--;
    return job;
}

// --- a bound on waiting -------------------------------------------------------------------------

static bool is_urgent(const struct place *place) {
    return place->rank >> 32 == 0;
}

static uint32_t order_of(const struct dispatcher *dispatcher, const struct place *place) {
    return dispatcher->jobs[dispatcher->lines[place->line].list.first].order;
}

// All of them need a place among the commands.
static bool is_held(const struct place *place, lane_set held) {
    return place->refused == EMPTY || (place->lanes | REFUSED_TABLE) & held;
}

// The oldest that is due, uses no lane that is held, and is not to rest.
static struct place *oldest_due(const struct dispatcher *dispatcher, uint64_t now_ps,
                                lane_set held) {
    struct place *oldest = NULL, *const end = dispatcher->order + dispatcher->used;
    lane_set resting = 0;
    for (unsigned lane = 0; lane < ALL_LANES; lane++)
        resting |= dispatcher->rest[lane] ? LANE_BIT(lane) : 0;
    for (struct place *place = dispatcher->order; place < end; place++)
        if (now_ps - place->since_ps >= dispatcher->bound_ps && !is_held(place, held) &&
            (is_urgent(place) || !(place->lanes & resting)) &&
            (!oldest || place->since_ps < oldest->since_ps ||
             (place->since_ps == oldest->since_ps &&
              order_of(dispatcher, place) < order_of(dispatcher, oldest))))
            oldest = place;
    return oldest;
}

// Lanes rest after a due bulk operation, while latency-sensitive ones wait for them.
static void rest(struct dispatcher *dispatcher, bool urgent, bool due, lane_set lanes) {
    const struct place *const end = dispatcher->order + dispatcher->used;
    lane_set awaited = 0;
    for (const struct place *place = dispatcher->order; place < end && is_urgent(place); place++)
        awaited |= place->refused == EMPTY ? 0 : place->lanes;
    for (unsigned lane = 0; lane < ALL_LANES; lane++) {
        uint8_t *left = &dispatcher->rest[lane];
        if (!(awaited & LANE_BIT(lane)))
            *left = 0;
        else if (lanes & LANE_BIT(lane) && urgent)
            *left = *left ? *left - 1 : 0;
        else if (lanes & LANE_BIT(lane) && due)
            *left = DISPATCHER_REST;
    }
}

// NULL: none fits, or what would uses a lane that is held.
static struct place *aged_place(struct dispatcher *dispatcher, const struct policy *policy,
                                const struct policy_state *state, uint64_t now_ps) {
    struct place *best = NULL, *due, *const end = dispatcher->order + dispatcher->used;
    lane_set held = 0;
    for (struct place *place = dispatcher->order; place < end; place++) {
        if (place->refused && !(place->refused & dispatcher->freed))
            continue;
        struct line *line = &dispatcher->lines[place->line];
        place->refused = line_refused(dispatcher, line, policy, state);
        place->lanes = line->demand.mask;
    }
    dispatcher->freed = 0;
    while ((due = oldest_due(dispatcher, now_ps, held)) && due->refused)
        held |= due->refused;
    if (due)
        return due;
    for (struct place *place = dispatcher->order; place < end; place++) {
        if (best && place->rank > best->rank)
            break;
        if (!place->refused && !is_held(place, held) &&
            (!best || order_of(dispatcher, place) < order_of(dispatcher, best)))
            best = place;
    }
    return best;
}

static uint32_t aged_take(struct dispatcher *dispatcher, const struct policy *policy,
                          const struct policy_state *state, uint64_t now_ps,
                          struct demand *demand) {
    struct place *const place = aged_place(dispatcher, policy, state, now_ps);
    if (!place) {
        dispatcher->stirred = false;
        return JOB_NONE;
    }
    struct line *line = &dispatcher->lines[place->line];
    *demand = line->demand;
    const uint32_t job = line_leave(dispatcher, line);
    const struct job *taken = &dispatcher->jobs[job];
    rest(dispatcher, taken->op.urgent, now_ps - taken->since_ps >= dispatcher->bound_ps,
         demand->mask);
    return job;
}

uint32_t dispatcher_take(struct dispatcher *dispatcher, const struct policy *policy,
                         const struct policy_state *state, uint64_t now_ps, struct demand *demand) {
    if (dispatcher->bound_ps > 0)
        return aged_take(dispatcher, policy, state, now_ps, demand);
    struct place *const end = dispatcher->order + dispatcher->used;
    const lane_set freed = dispatcher->freed;
    struct line *best = NULL;
    uint64_t rank = UINT64_MAX; // of the best
    for (struct place *place = dispatcher->order; place < end; place++) {
        if (place->refused && !(place->refused & freed))
            continue;
        place->refused = 0; // worth another look
        if (place->rank > rank)
            continue;
        struct line *line = &dispatcher->lines[place->line];
        place->refused = line_refused(dispatcher, line, policy, state);
        if (!place->refused && (!best || dispatcher->jobs[line->list.first].order <
                                             dispatcher->jobs[best->list.first].order)) {
            best = line;
            rank = place->rank;
        }
    }
    dispatcher->freed = 0;
    if (best) {
        *demand = best->demand;
        return line_leave(dispatcher, best);
    }
    dispatcher->stirred = false; // all refuse until something is freed
    return JOB_NONE;
}

void dispatcher_refusals(struct dispatcher *dispatcher, const struct policy *policy,
                         const struct policy_state *state,
                         void (*take)(void *context, const struct job *head, uint32_t jobs,
                                      lane_set refused),
                         void *context) {
    for (uint32_t i = 0; i < dispatcher->used; i++) {
        struct line *line = &dispatcher->lines[dispatcher->order[i].line];
        if (line->length > 0)
            take(context, &dispatcher->jobs[line->list.first], line->length,
                 line_refused(dispatcher, line, policy, state));
    }
}

uint32_t dispatcher_head(const struct dispatcher *dispatcher, uint32_t n) {
    for (uint32_t i = 0; i < dispatcher->used; i++) {
        const struct place *place = &dispatcher->order[i];
        if (place->refused != EMPTY && n-- == 0)
            return dispatcher->lines[place->line].list.first;
    }
    return JOB_NONE;
}
