#include "csim/explain/blocked.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "csim/explain/op_places.h"
#include "csim/explain/queue_rank.h"
#include "csim/interface/op.h"

enum {
    WAITERS_MAX = 1 << 20,
    HOLDERS_MAX = DEPTH_MAX, // the largest block's reservations, and the greatest bound on commands
    TABLE = LANES,
    PARTS_OF_OP = CLASSES + 1, // an operation has a lane of each resource class, and the table
    KINDS = BLOCKED_UNKNOWN / 2,
    HBM_MASK = (1 << HBM_LANES) - 1
};

static const uint32_t none = UINT32_MAX;

// One refusal that goes on.
struct refusal {
    uint64_t from_ps;
    uint64_t grants; // on the lane, of those it should not be passed by, before it began
    uint32_t before; // of those, who waits for the lane and came earlier
    uint32_t waiting;
    uint32_t demand, debt, window;
    uint32_t holders;
    struct blocked_culprit oldest, greatest;
};

// An operation that was denied and waits.
struct waiter {
    struct refusal part[PARTS_OF_OP];
    uint16_t refused; // lanes that refuse it
    uint16_t seen;    // lanes that did so at any time while it waited
    uint16_t queued;  // lanes whose queue it is in: those that it will use
    uint8_t class;
    bool waits;
};

// What an operation holds of a lane; in the list of the lane, by the time of the grant.
struct hold {
    uint64_t from_ps;
    uint64_t waited_ps; // the lane's, at the grant
    uint32_t amount;    // 0: nothing
    uint32_t previous, next;
    uint8_t lane;
};

struct holder {
    struct hold part[PARTS_OF_OP];
    uint8_t class;
};

struct lane {
    uint64_t now_ps;    // up to here, what follows is known
    uint64_t waited_ps; // refused operations times time
    uint64_t held[BLOCKED_CLASSES];
    uint64_t grants[2];                // of bulk operations, of urgent ones
    uint32_t refused[BLOCKED_CLASSES]; // operations,
    uint32_t refused_all;              // and of all classes
    uint32_t window;
    uint32_t debt;
    uint32_t holders;
    uint32_t first, last;       // of the holds: PARTS_OF_OP times the holder's place, plus the part
    struct queue_rank queue[2]; // who waits and will use the lane: bulk, urgent
    struct blocked_waits waits[BLOCKED_CLASSES];
};

struct blocked {
    FILE *file;
    struct blocked_watch watch; // without `context`: nobody
    uint64_t operations;
    uint8_t *class_of; // of each operation, plus one
    struct lane lane[BLOCKED_LANES];
    struct op_places waiting, holding;
    struct waiter *waiters;
    struct holder *holders;
    struct blocked_holder top[BLOCKED_TOP];
    unsigned tops;
    uint64_t now_ps;
    uint64_t astray;
};

const char *const blocked_class_name[BLOCKED_CLASSES] = {
    "urgent write", "urgent read", "urgent notify", "urgent Atomic", "bulk write",
    "bulk read",    "bulk notify", "bulk Atomic",   "unknown"};

struct blocked *blocked_open(uint64_t operations, FILE *file) {
    const uint32_t capacity =
        operations == 0 ? 1 : (uint32_t)(operations < WAITERS_MAX ? operations : WAITERS_MAX);
    struct blocked *blocked = calloc(1, sizeof *blocked);
    if (!blocked)
        return NULL;
    *blocked = (struct blocked){.file = file, .operations = operations};
    blocked->class_of = calloc(operations + 1, 1);
    blocked->waiters = malloc(capacity * sizeof *blocked->waiters);
    blocked->holders = calloc(HOLDERS_MAX, sizeof *blocked->holders);
    bool open = blocked->class_of && blocked->waiters && blocked->holders &&
                op_places_open(&blocked->waiting, capacity) &&
                op_places_open(&blocked->holding, HOLDERS_MAX);
    for (unsigned i = 0; i < BLOCKED_LANES; i++) {
        blocked->lane[i].first = blocked->lane[i].last = none;
        for (unsigned urgent = 0; urgent < 2; urgent++)
            open = open && queue_rank_open(&blocked->lane[i].queue[urgent], capacity);
    }
    if (!open) {
        blocked_close(blocked);
        return NULL;
    }
    if (file)
        fputs("op,class,lane,from_ps,to_ps,end,demand,debt,window,short_by,waiting,passed_by,"
              "holders,oldest_op,oldest_class,oldest_amount,oldest_from_ps,greatest_op,"
              "greatest_class,greatest_amount\n",
              file);
    return blocked;
}

void blocked_close(struct blocked *blocked) {
    if (!blocked)
        return;
    for (unsigned i = 0; i < BLOCKED_LANES; i++)
        for (unsigned urgent = 0; urgent < 2; urgent++)
            queue_rank_close(&blocked->lane[i].queue[urgent]);
    op_places_close(&blocked->waiting);
    op_places_close(&blocked->holding);
    free(blocked->waiters);
    free(blocked->holders);
    free(blocked->class_of);
    free(blocked);
}

void blocked_watched(struct blocked *blocked, const struct blocked_watch *watch) {
    blocked->watch = *watch;
}

void blocked_op(void *context, const struct op *op) {
    struct blocked *blocked = context;
    static const uint8_t kind[OPCODES] = {
        [OP_WRITE] = 1,     [OP_READ] = 2,         [OP_NOTIFY] = 3,    [OP_FETCH_ADD] = 4,
        [OP_SWAP] = 4,      [OP_COMPARE_SWAP] = 4, [OP_FETCH_AND] = 4, [OP_FETCH_OR] = 4,
        [OP_FETCH_XOR] = 4, [OP_FETCH_MIN] = 4,    [OP_FETCH_MAX] = 4};
    if (op->index < blocked->operations && op->opcode < OPCODES && kind[op->opcode])
        blocked->class_of[op->index] = (uint8_t)(kind[op->opcode] + (op->urgent ? 0 : KINDS));
}

static bool is_urgent(unsigned class) {
    return class < KINDS;
}

static uint8_t class_of(const struct blocked *blocked, uint32_t op) {
    const unsigned known = op < blocked->operations ? blocked->class_of[op] : 0;
    return (uint8_t)(known ? known - 1 : BLOCKED_UNKNOWN);
}

// --- lanes ------------------------------------------------------------------------------------

// Of the HBM lanes the lowest: a sound operation has one.
static unsigned lanes_sound(unsigned lanes) {
    const unsigned hbm = lanes & HBM_MASK;
    return (lanes & ~(unsigned)HBM_MASK) | (hbm & -hbm);
}

static unsigned lanes_used(const struct commit *commit) {
    unsigned lanes = 0;
    for (unsigned lane = 0; lane < LANES; lane++)
        lanes |= (unsigned)(commit->d[lane] != 0) << lane;
    return lanes_sound(lanes);
}

// time * part / whole, rounded down; none of it can overflow where part is at most whole.
static uint64_t scaled(uint64_t time, uint64_t part, uint64_t whole) {
    return whole == 0 ? 0 : time / whole * part + time % whole * part / whole;
}

// Brings a lane's sums up to now, before something changes on it.
static void lane_advance(struct blocked *blocked, struct lane *lane) {
    const uint64_t passed_ps = blocked->now_ps - lane->now_ps;
    lane->now_ps = blocked->now_ps;
    if (passed_ps == 0 || lane->refused_all == 0)
        return;
    lane->waited_ps += lane->refused_all * passed_ps;
    for (unsigned waits = 0; waits < BLOCKED_CLASSES; waits++)
        if (lane->refused[waits])
            for (unsigned holds = 0; holds < BLOCKED_CLASSES; holds++)
                if (lane->held[holds])
                    lane->waits[waits].held_ps[holds] +=
                        scaled(lane->refused[waits] * passed_ps, lane->held[holds], lane->window);
}

// --- holders ----------------------------------------------------------------------------------

static struct hold *hold_at(struct blocked *blocked, uint32_t at) {
    return &blocked->holders[at / PARTS_OF_OP].part[at % PARTS_OF_OP];
}

static void hold_take(struct blocked *blocked, uint32_t place, unsigned number, uint32_t amount) {
    struct lane *lane = &blocked->lane[number];
    const unsigned part = lane_class(number);
    const uint32_t at = place * PARTS_OF_OP + part;
    lane_advance(blocked, lane);
    *hold_at(blocked, at) = (struct hold){.from_ps = blocked->now_ps,
                                          .waited_ps = lane->waited_ps,
                                          .amount = amount,
                                          .previous = lane->last,
                                          .next = none,
                                          .lane = (uint8_t)number};
    if (lane->last == none)
        lane->first = at;
    else
        hold_at(blocked, lane->last)->next = at;
    lane->last = at;
    lane->holders++;
    lane->held[blocked->holders[place].class] += amount;
    if (blocked->watch.context)
        blocked->watch.held(blocked->watch.context, number,
                            &(struct blocked_culprit){.from_ps = blocked->now_ps,
                                                      .op = blocked->holding.op[place],
                                                      .amount = amount,
                                                      .class = blocked->holders[place].class});
}

// Among those with the greatest shares; of equal ones who came first stays in front.
static void top_enter(struct blocked *blocked, const struct blocked_holder *holder) {
    unsigned at = blocked->tops;
    while (at > 0 && blocked->top[at - 1].share_ps < holder->share_ps)
        at--;
    if (at == BLOCKED_TOP)
        return;
    if (blocked->tops < BLOCKED_TOP)
        blocked->tops++;
    memmove(&blocked->top[at + 1], &blocked->top[at],
            (blocked->tops - 1 - at) * sizeof *blocked->top);
    blocked->top[at] = *holder;
}

static void hold_end(struct blocked *blocked, uint32_t place, unsigned part) {
    const struct holder *holder = &blocked->holders[place];
    struct hold *hold = &blocked->holders[place].part[part];
    if (hold->amount == 0)
        return;
    struct lane *lane = &blocked->lane[hold->lane];
    lane_advance(blocked, lane);
    const uint64_t waited_ps = lane->waited_ps - hold->waited_ps;
    if (waited_ps > 0)
        top_enter(blocked, &(struct blocked_holder){
                               .from_ps = hold->from_ps,
                               .to_ps = blocked->now_ps,
                               .waited_ps = waited_ps,
                               .share_ps = scaled(waited_ps, hold->amount, lane->window),
                               .op = blocked->holding.op[place],
                               .amount = hold->amount,
                               .lane = hold->lane,
                               .class = holder->class});
    *(hold->previous == none ? &lane->first : &hold_at(blocked, hold->previous)->next) = hold->next;
    *(hold->next == none ? &lane->last : &hold_at(blocked, hold->next)->previous) = hold->previous;
    lane->holders--;
    lane->held[holder->class] -= hold->amount;
    hold->amount = 0;
    if (blocked->watch.context)
        blocked->watch.freed(blocked->watch.context, hold->lane, blocked->holding.op[place]);
}

static void holder_leave(struct blocked *blocked, uint32_t place) {
    for (unsigned part = 0; part < PARTS_OF_OP; part++)
        hold_end(blocked, place, part);
    op_places_free(&blocked->holding, place);
}

// --- refusals ---------------------------------------------------------------------------------

// The holders of a lane: the first, and the one with most.
static void name_culprits(struct blocked *blocked, const struct lane *lane,
                          struct refusal *refusal) {
    for (uint32_t at = lane->first; at != none; at = hold_at(blocked, at)->next) {
        const struct hold *hold = hold_at(blocked, at);
        const struct blocked_culprit culprit = {.from_ps = hold->from_ps,
                                                .op = blocked->holding.op[at / PARTS_OF_OP],
                                                .amount = hold->amount,
                                                .class = blocked->holders[at / PARTS_OF_OP].class};
        if (at == lane->first)
            refusal->oldest = refusal->greatest = culprit;
        else if (culprit.amount > refusal->greatest.amount)
            refusal->greatest = culprit;
    }
}

// debt + demand - window, where the demand does not fit.
static uint32_t short_by(const struct refusal *refusal) {
    const uint64_t sum = (uint64_t)refusal->debt + refusal->demand;
    return sum > refusal->window ? (uint32_t)(sum - refusal->window) : 0;
}

// Grants that a waiter of this class should not be passed by, but for those of its own urgency that
// came earlier: to an urgent one all are, to one in bulk only those in bulk.
static uint64_t grants_behind(const struct lane *lane, unsigned class) {
    return lane->grants[0] + (is_urgent(class) ? lane->grants[1] : 0);
}

static uint32_t came_earlier(const struct blocked *blocked, uint32_t place, unsigned number) {
    const struct waiter *waiter = &blocked->waiters[place];
    return waiter->queued >> number & 1
               ? queue_rank_before(&blocked->lane[number].queue[is_urgent(waiter->class)], place)
               : 0;
}

// An operation that came earlier leaves by its grant. (A rejected one would be counted: 0, not
// less.)
static uint64_t passed_by(const struct blocked *blocked, uint32_t place, unsigned number) {
    const struct waiter *waiter = &blocked->waiters[place];
    const struct refusal *refusal = &waiter->part[lane_class(number)];
    if (!(waiter->queued >> number & 1))
        return 0;
    const uint64_t grants = grants_behind(&blocked->lane[number], waiter->class) - refusal->grants;
    const uint32_t earlier = refusal->before - came_earlier(blocked, place, number);
    return grants > earlier ? grants - earlier : 0;
}

// For those who watch.
static struct blocked_refusal told(const struct blocked *blocked, uint32_t place, unsigned number) {
    const struct waiter *waiter = &blocked->waiters[place];
    const struct refusal *refusal = &waiter->part[lane_class(number)];
    return (struct blocked_refusal){.from_ps = refusal->from_ps,
                                    .op = blocked->waiting.op[place],
                                    .class = waiter->class,
                                    .lane = (uint8_t)number,
                                    .demand = refusal->demand,
                                    .debt = refusal->debt,
                                    .window = refusal->window,
                                    .short_by = short_by(refusal),
                                    .waiting = refusal->waiting,
                                    .holders = refusal->holders,
                                    .oldest = refusal->oldest,
                                    .greatest = refusal->greatest};
}

static void refusal_begin(struct blocked *blocked, uint32_t place, unsigned number,
                          uint32_t demand) {
    struct waiter *waiter = &blocked->waiters[place];
    struct lane *lane = &blocked->lane[number];
    struct blocked_waits *waits = &lane->waits[waiter->class];
    struct refusal *refusal = &waiter->part[lane_class(number)];
    lane_advance(blocked, lane);
    if (number == TABLE)
        lane->window = lane->holders;
    *refusal = (struct refusal){.from_ps = blocked->now_ps,
                                .grants = grants_behind(lane, waiter->class),
                                .before = came_earlier(blocked, place, number),
                                .waiting = lane->refused_all,
                                .demand = demand,
                                .debt = number == TABLE ? lane->holders : lane->debt,
                                .window = lane->window,
                                .holders = lane->holders};
    name_culprits(blocked, lane, refusal);
    lane->refused[waiter->class]++;
    lane->refused_all++;
    waits->operations += !(waiter->seen >> number & 1);
    waits->refusals++;
    waits->short_by += short_by(refusal);
    waits->holders += refusal->holders;
    waiter->seen |= (uint16_t)(1u << number);
    waiter->refused |= (uint16_t)(1u << number);
    if (blocked->watch.context) {
        const struct blocked_refusal begun = told(blocked, place, number);
        blocked->watch.refused(blocked->watch.context, &begun);
    }
}

static void write_line(const struct blocked *blocked, uint32_t op, const char *class, unsigned lane,
                       const struct refusal *refusal, uint64_t passed_by, const char *end) {
    fprintf(blocked->file,
            "%" PRIu32 ",%s,%u,%" PRIu64 ",%" PRIu64 ",%s,%" PRIu32 ",%" PRIu32 ",%" PRIu32
            ",%" PRIu32 ",%" PRIu32 ",%" PRIu64 ",%" PRIu32 ",",
            op, class, lane, refusal->from_ps, blocked->now_ps, end, refusal->demand, refusal->debt,
            refusal->window, short_by(refusal), refusal->waiting, passed_by, refusal->holders);
    const struct blocked_culprit *oldest = &refusal->oldest, *greatest = &refusal->greatest;
    if (refusal->holders > 0)
        fprintf(blocked->file,
                "%" PRIu32 ",%s,%" PRIu32 ",%" PRIu64 ",%" PRIu32 ",%s,%" PRIu32 "\n", oldest->op,
                blocked_class_name[oldest->class], oldest->amount, oldest->from_ps, greatest->op,
                blocked_class_name[greatest->class], greatest->amount);
    else
        fputs(",,,,,,\n", blocked->file);
}

static void refusal_end(struct blocked *blocked, uint32_t place, unsigned number, const char *end) {
    struct waiter *waiter = &blocked->waiters[place];
    struct lane *lane = &blocked->lane[number];
    struct blocked_waits *waits = &lane->waits[waiter->class];
    const struct refusal *refusal = &waiter->part[lane_class(number)];
    lane_advance(blocked, lane);
    const uint64_t ps = blocked->now_ps - refusal->from_ps;
    const uint64_t passed = passed_by(blocked, place, number);
    lane->refused[waiter->class]--;
    lane->refused_all--;
    waits->refused_ps += ps;
    waits->passed_by += passed;
    if (ps > waits->greatest_ps)
        waits->greatest_ps = ps;
    if (passed > waits->passed_by_max)
        waits->passed_by_max = passed;
    waiter->refused &= (uint16_t) ~(1u << number);
    if (blocked->file)
        write_line(blocked, blocked->waiting.op[place], blocked_class_name[waiter->class], number,
                   refusal, passed, end);
    if (blocked->watch.context) {
        const struct blocked_refusal ended = told(blocked, place, number);
        blocked->watch.ended(blocked->watch.context, &ended, blocked->now_ps);
    }
}

// --- waiters ----------------------------------------------------------------------------------

static void refusals_end(struct blocked *blocked, uint32_t place, unsigned lanes, const char *end) {
    lanes &= blocked->waiters[place].refused;
    for (unsigned lane = 0; lane < BLOCKED_LANES; lane++)
        if (lanes >> lane & 1)
            refusal_end(blocked, place, lane, end);
}

static void waiter_leave(struct blocked *blocked, uint32_t place, const char *end) {
    struct waiter *waiter = &blocked->waiters[place];
    refusals_end(blocked, place, waiter->refused, end);
    for (unsigned lane = 0; lane < BLOCKED_LANES; lane++)
        if (waiter->queued >> lane & 1)
            queue_rank_leave(&blocked->lane[lane].queue[is_urgent(waiter->class)], place);
    waiter->waits = false;
    op_places_free(&blocked->waiting, place);
}

static uint32_t waiter_enter(struct blocked *blocked, const struct commit *commit) {
    const uint32_t place = op_places_take(&blocked->waiting, commit->op);
    if (place == OP_PLACE_NONE)
        return place;
    struct waiter *waiter = &blocked->waiters[place];
    waiter->refused = waiter->seen = 0;
    waiter->queued = (uint16_t)(lanes_used(commit) | 1u << TABLE);
    waiter->class = class_of(blocked, commit->op);
    waiter->waits = true;
    for (unsigned lane = 0; lane < BLOCKED_LANES; lane++)
        if (waiter->queued >> lane & 1)
            queue_rank_enter(&blocked->lane[lane].queue[is_urgent(waiter->class)], place);
    return place;
}

// Everybody's refusals end before the first leaves a queue: nobody is passed by.
static void waiters_leave(struct blocked *blocked, const char *end) {
    for (uint32_t place = 0; place < blocked->waiting.fresh; place++)
        if (blocked->waiters[place].waits)
            refusals_end(blocked, place, blocked->waiters[place].refused, end);
    for (uint32_t place = 0; place < blocked->waiting.fresh; place++)
        if (blocked->waiters[place].waits)
            waiter_leave(blocked, place, end);
}

// --- commits ----------------------------------------------------------------------------------

static void take_windows(struct blocked *blocked, const struct commit *commit) {
    for (unsigned lane = 0; lane < LANES; lane++) {
        lane_advance(blocked, &blocked->lane[lane]);
        blocked->lane[lane].window = commit->d[lane];
    }
}

// What an operation held before it waits or is granted anew it holds no more (reactive).
static void leave_before(struct blocked *blocked, uint32_t op) {
    const uint32_t place = op_places_find(&blocked->holding, op);
    if (place != OP_PLACE_NONE)
        holder_leave(blocked, place);
}

static void take_grant(struct blocked *blocked, const struct commit *commit) {
    const uint32_t waited = op_places_find(&blocked->waiting, commit->op);
    if (waited != OP_PLACE_NONE)
        waiter_leave(blocked, waited, "grant");
    leave_before(blocked, commit->op);
    const uint32_t place = op_places_take(&blocked->holding, commit->op);
    if (place == OP_PLACE_NONE) {
        blocked->astray++;
        return;
    }
    const uint8_t class = class_of(blocked, commit->op);
    blocked->holders[place].class = class;
    const unsigned lanes = lanes_used(commit);
    for (unsigned lane = 0; lane < LANES; lane++) {
        blocked->lane[lane].debt += commit->d[lane];
        if (lanes >> lane & 1) {
            blocked->lane[lane].grants[is_urgent(class)]++;
            hold_take(blocked, place, lane, commit->d[lane]);
        }
    }
    blocked->lane[TABLE].grants[is_urgent(class)]++;
    hold_take(blocked, place, TABLE, 1);
}

static void take_deny(struct blocked *blocked, const struct commit *commit) {
    leave_before(blocked, commit->op);
    uint32_t place = op_places_find(&blocked->waiting, commit->op);
    if (place == OP_PLACE_NONE)
        place = waiter_enter(blocked, commit);
    if (place == OP_PLACE_NONE) {
        blocked->astray++;
        return;
    }
    const unsigned lanes = lanes_sound(commit->mask);
    const unsigned before = blocked->waiters[place].refused;
    refusals_end(blocked, place, before & ~lanes, "changed");
    for (unsigned lane = 0; lane < BLOCKED_LANES; lane++)
        if (lanes >> lane & 1 && !(before >> lane & 1))
            refusal_begin(blocked, place, lane, lane == TABLE ? 1 : commit->d[lane]);
    if (blocked->watch.context)
        blocked->watch.denied(blocked->watch.context, commit->op, blocked->waiters[place].class,
                              lanes);
}

static void take_return(struct blocked *blocked, const struct commit *commit) {
    const uint32_t place = op_places_find(&blocked->holding, commit->op);
    const unsigned lanes = lanes_used(commit);
    for (unsigned lane = 0; lane < LANES; lane++) {
        blocked->lane[lane].debt -= commit->d[lane];
        if (!(lanes >> lane & 1))
            continue;
        const struct hold *hold =
            place == OP_PLACE_NONE ? NULL : &blocked->holders[place].part[lane_class(lane)];
        if (!hold || hold->lane != lane || hold->amount != commit->d[lane])
            blocked->astray++;
        else
            hold_end(blocked, place, lane_class(lane));
    }
}

static void take_complete(struct blocked *blocked, const struct commit *commit) {
    const uint32_t place = op_places_find(&blocked->holding, commit->op);
    if (place != OP_PLACE_NONE)
        holder_leave(blocked, place);
    else
        blocked->astray++;
}

static void take_reject(struct blocked *blocked, const struct commit *commit) {
    const uint32_t place = op_places_find(&blocked->waiting, commit->op);
    if (place != OP_PLACE_NONE)
        waiter_leave(blocked, place, "reject");
}

static void take_reset(struct blocked *blocked) {
    waiters_leave(blocked, "reset");
    for (unsigned lane = 0; lane < BLOCKED_LANES; lane++) {
        while (blocked->lane[lane].first != none)
            holder_leave(blocked, blocked->lane[lane].first / PARTS_OF_OP);
        blocked->lane[lane].debt = 0;
    }
}

void blocked_commit(void *context, const struct commit *commit) {
    struct blocked *blocked = context;
    if (blocked->watch.context && commit->time_ps != blocked->now_ps)
        blocked->watch.settled(blocked->watch.context, blocked, blocked->now_ps);
    blocked->now_ps = commit->time_ps;
    switch (commit->kind) {
    case COMMIT_WINDOW:
        take_windows(blocked, commit);
        break;
    case COMMIT_GRANT:
        take_grant(blocked, commit);
        break;
    case COMMIT_DENY:
        take_deny(blocked, commit);
        break;
    case COMMIT_REJECT:
        take_reject(blocked, commit);
        break;
    case COMMIT_RETURN:
        take_return(blocked, commit);
        break;
    case COMMIT_COMPLETE:
        take_complete(blocked, commit);
        break;
    case COMMIT_RESET:
        take_reset(blocked);
        break;
    default: // changes neither debts nor who waits
        break;
    }
}

void blocked_end(struct blocked *blocked) {
    if (blocked->watch.context)
        blocked->watch.settled(blocked->watch.context, blocked, blocked->now_ps);
    waiters_leave(blocked, "open");
}

const struct blocked_waits *blocked_waits(const struct blocked *blocked, unsigned lane,
                                          unsigned class) {
    return &blocked->lane[lane].waits[class];
}

const struct blocked_holder *blocked_holder(const struct blocked *blocked, unsigned n) {
    return n < blocked->tops ? &blocked->top[n] : NULL;
}

uint32_t blocked_debt(const struct blocked *blocked, unsigned lane) {
    return blocked->lane[lane].debt;
}

uint32_t blocked_window(const struct blocked *blocked, unsigned lane) {
    return blocked->lane[lane].window;
}

uint32_t blocked_refused(const struct blocked *blocked, unsigned lane) {
    return blocked->lane[lane].refused_all;
}

uint32_t blocked_holders(const struct blocked *blocked, unsigned lane) {
    return blocked->lane[lane].holders;
}

uint64_t blocked_held(const struct blocked *blocked, unsigned lane, bool urgent) {
    uint64_t held = 0;
    for (unsigned class = 0; class < BLOCKED_CLASSES; class ++)
        held += is_urgent(class) == urgent ? blocked->lane[lane].held[class] : 0;
    return held;
}

uint64_t blocked_astray(const struct blocked *blocked) {
    return blocked->astray;
}
