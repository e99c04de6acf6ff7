#include "csim/explain/explain.h"

#include "csim/interface/numbers.h"

enum {
    REFUSALS_LANES = ALL_LANES,
    REFUSALS_TOP = 5,
    ROWS_MAX = 16,
    COLUMNS = 100,
    WAITERS_MAX = 1 << 20,
    HOLDERS_MAX = DEPTH_MAX, // the largest block's reservations, and the greatest bound on commands
    TABLE = LANES,
    PARTS_OF_OP = RESOURCES + 2, // an operation has a lane of each resource, the table, the link
};

static const uint32_t none = UINT32_MAX;

// The refusals of one kind of operations by one lane, those that have ended. Times in ps.
struct refusals_waits {
    uint64_t operations;  // refused by the lane at least once while they waited
    uint64_t refusals;    //
    uint64_t refused_ps;  // sum of their lengths
    uint64_t greatest_ps; // the longest
    uint64_t short_by;    // sum, of debt + demand - window when they began, where that is above 0
    uint64_t holders;     // sum, of the operations that held debt of the lane when they began
    // Sum of refused operations times time, for each kind of holder times the fraction of the
    // window that it held: of the refused time, how much is whose. Rounded down at each change.
    uint64_t held_ps[LIVES_CLASSES];
};

// What an operation holds of a lane; in the list of the lane, by the time of the grant.
struct hold {
    uint64_t from_ps;   // grant
    uint64_t waited_ps; // the lane's, at the grant
    uint32_t op;
    uint32_t amount; // 0: nothing
    uint32_t previous, next;
    uint8_t lane, op_class;
};

// One that ended, and how long others waited for the lane meanwhile.
struct held {
    struct hold hold;
    uint64_t to_ps;     // return
    uint64_t waited_ps; // refused operations times time, while it held
    uint64_t share_ps;  // that times the fraction of the window that it held
};

// One refusal, as it began.
struct refusal_report {
    uint64_t from_ps;
    uint32_t demand, debt, window;
    uint32_t short_by; // debt + demand - window, or 0 where the demand fits
    uint32_t waiting;  // others that the lane was refusing
    uint32_t holders;  // operations that held debt of it; without any the two are zero
    struct hold oldest, greatest;
};

// Places of operations, those given back handed out first.
struct places {
    uint32_t capacity;
    uint32_t fresh;  // from here on, places have never been used
    uint32_t unused; // first of those that are free again
    uint32_t *op;    // of a place; of a free one the next free one
};

// An operation that was denied and waits.
struct waiter {
    struct refusal_report part[PARTS_OF_OP]; // that go on
    lane_set refused;                        // lanes that refuse it
    lane_set seen;                           // lanes that did so at any time while it waited
    uint8_t op_class;
    bool waits;
};

struct lane {
    uint64_t now_ps;    // up to here, what follows is known
    uint64_t waited_ps; // refused operations times time
    struct {
        uint32_t debt;             // grants less returns
        uint32_t window;           // of the table as it was at the last refusal
        uint32_t refused, holders; // operations
        uint64_t held[LIVES_CLASSES];
    } is;
    uint32_t refused[LIVES_CLASSES]; // operations
    uint32_t first, last;            // of the holds
    struct refusals_waits waits[LIVES_CLASSES];
};

struct refusals {
    FILE *file;
    struct lives lives;
    struct lane lane[REFUSALS_LANES];
    struct places waiting, holding;
    struct waiter *waiters;
    struct hold *holds; // PARTS_OF_OP of each place
    struct held top[REFUSALS_TOP];
    unsigned tops;
    uint64_t now_ps;
    uint64_t astray;
};

static struct places places_of(uint32_t capacity) {
    return (struct places){.capacity = capacity,
                           .unused = none,
                           .op = memory_there(malloc(capacity * sizeof(uint32_t)))};
}

// None: all are taken.
static uint32_t place_take(struct places *places, uint32_t op) {
    uint32_t place = places->unused;
    if (place != none)
        places->unused = places->op[place];
    else if (places->fresh < places->capacity)
        place = places->fresh++;
    else
        return none;
    places->op[place] = op;
    return place;
}

static void place_free(struct places *places, uint32_t place) {
    places->op[place] = places->unused;
    places->unused = place;
}

struct refusals *refusals_open(uint64_t operations, FILE *file) {
    const uint32_t capacity =
        operations == 0 ? 1 : (uint32_t)(operations < WAITERS_MAX ? operations : WAITERS_MAX);
    struct refusals *refusals = memory_there(calloc(1, sizeof *refusals));
    *refusals = (struct refusals){
        .file = file,
        .waiting = places_of(capacity),
        .holding = places_of(HOLDERS_MAX),
        .waiters = memory_there(malloc(capacity * sizeof *refusals->waiters)),
        .holds = memory_there(calloc(HOLDERS_MAX, PARTS_OF_OP * sizeof *refusals->holds))};
    lives_open(&refusals->lives, operations);
    for (unsigned i = 0; i < REFUSALS_LANES; i++)
        refusals->lane[i].first = refusals->lane[i].last = none;
    if (file)
        fputs("op,class,lane,from_ps,to_ps,end,demand,debt,window,short_by,waiting,"
              "holders,oldest_op,oldest_class,oldest_amount,oldest_from_ps,greatest_op,"
              "greatest_class,greatest_amount\n",
              file);
    return refusals;
}

void refusals_close(struct refusals *refusals) {
    if (!refusals)
        return;
    lives_close(&refusals->lives);
    free(refusals->waiting.op);
    free(refusals->holding.op);
    free(refusals->waiters);
    free(refusals->holds);
    free(refusals);
}

void refusals_op(void *context, const struct op *op) {
    lives_op(&((struct refusals *)context)->lives, op);
}

// --- lanes ------------------------------------------------------------------------------------

// Of the HBM lanes the lowest: a sound operation has one.
static lane_set lanes_sound(lane_set lanes) {
    const lane_set hbm = lanes & HBM_SET;
    return (lanes & ~HBM_SET) | (hbm & -hbm);
}

static lane_set lanes_used(const struct commit *commit) {
    lane_set lanes = 0;
    for (unsigned lane = 0; lane < ALL_LANES; lane++)
        lanes |= (lane_set)(commit->d[lane] != 0) << lane;
    return lanes_sound(lanes);
}

// time * part / whole, rounded down; none of it can overflow where part is at most whole.
static uint64_t scaled(uint64_t time, uint64_t part, uint64_t whole) {
    return whole == 0 ? 0 : time / whole * part + time % whole * part / whole;
}

// Brings a lane's sums up to now, before something changes on it.
static void lane_advance(struct refusals *refusals, struct lane *lane) {
    const uint64_t passed_ps = refusals->now_ps - lane->now_ps;
    lane->now_ps = refusals->now_ps;
    if (passed_ps == 0 || lane->is.refused == 0)
        return;
    lane->waited_ps += lane->is.refused * passed_ps;
    for (unsigned waits = 0; waits < LIVES_CLASSES; waits++)
        if (lane->refused[waits])
            for (unsigned holds = 0; holds < LIVES_CLASSES; holds++)
                if (lane->is.held[holds])
                    lane->waits[waits].held_ps[holds] += scaled(
                        lane->refused[waits] * passed_ps, lane->is.held[holds], lane->is.window);
}

// --- holders ----------------------------------------------------------------------------------

static void hold_take(struct refusals *refusals, const struct life *life, unsigned number,
                      uint32_t amount) {
    struct lane *lane = &refusals->lane[number];
    const uint32_t at = (life->holding - 1) * PARTS_OF_OP + lane_resource(number);
    lane_advance(refusals, lane);
    refusals->holds[at] = (struct hold){.from_ps = refusals->now_ps,
                                        .waited_ps = lane->waited_ps,
                                        .op = life->op,
                                        .amount = amount,
                                        .previous = lane->last,
                                        .next = none,
                                        .lane = (uint8_t)number,
                                        .op_class = life->op_class};
    *(lane->last == none ? &lane->first : &refusals->holds[lane->last].next) = at;
    lane->last = at;
    lane->is.holders++;
    lane->is.held[life->op_class] += amount;
}

// Among those with the greatest shares; of equal ones the first stays in front.
static void top_enter(struct refusals *refusals, const struct held *held) {
    unsigned at = refusals->tops;
    while (at > 0 && refusals->top[at - 1].share_ps < held->share_ps)
        at--;
    if (at == REFUSALS_TOP)
        return;
    if (refusals->tops < REFUSALS_TOP)
        refusals->tops++;
    memmove(&refusals->top[at + 1], &refusals->top[at],
            (refusals->tops - 1 - at) * sizeof *refusals->top);
    refusals->top[at] = *held;
}

static void hold_end(struct refusals *refusals, struct hold *hold) {
    if (hold->amount == 0)
        return;
    struct lane *lane = &refusals->lane[hold->lane];
    lane_advance(refusals, lane);
    const uint64_t waited_ps = lane->waited_ps - hold->waited_ps;
    const uint64_t share_ps = scaled(waited_ps, hold->amount, lane->is.window);
    if (waited_ps > 0)
        top_enter(refusals, &(struct held){*hold, refusals->now_ps, waited_ps, share_ps});
    *(hold->previous == none ? &lane->first : &refusals->holds[hold->previous].next) = hold->next;
    *(hold->next == none ? &lane->last : &refusals->holds[hold->next].previous) = hold->previous;
    lane->is.holders--;
    lane->is.held[hold->op_class] -= hold->amount;
    hold->amount = 0;
}

static void holder_leave(struct refusals *refusals, uint32_t place) {
    for (unsigned part = 0; part < PARTS_OF_OP; part++)
        hold_end(refusals, &refusals->holds[place * PARTS_OF_OP + part]);
    lives_find(&refusals->lives, refusals->holding.op[place])->holding = 0;
    place_free(&refusals->holding, place);
}

// --- refusals ---------------------------------------------------------------------------------

// The holders of a lane: the first, and the one with most.
static void name_culprits(struct refusals *refusals, const struct lane *lane,
                          struct refusal_report *begun) {
    for (uint32_t at = lane->first; at != none; at = refusals->holds[at].next) {
        const struct hold *culprit = &refusals->holds[at];
        if (at == lane->first)
            begun->oldest = begun->greatest = *culprit;
        else if (culprit->amount > begun->greatest.amount)
            begun->greatest = *culprit;
    }
}

static void refusal_begin(struct refusals *refusals, uint32_t place, unsigned number,
                          uint32_t demand) {
    struct waiter *waiter = &refusals->waiters[place];
    struct lane *lane = &refusals->lane[number];
    struct refusals_waits *waits = &lane->waits[waiter->op_class];
    struct refusal_report *begun = &waiter->part[lane_resource(number)];
    lane_advance(refusals, lane);
    if (number == TABLE)
        lane->is.window = lane->is.holders;
    const uint32_t debt = number == TABLE ? lane->is.holders : lane->is.debt;
    const uint64_t sum = (uint64_t)debt + demand;
    *begun = (struct refusal_report){
        .from_ps = refusals->now_ps,
        .demand = demand,
        .debt = debt,
        .window = lane->is.window,
        .short_by = sum > lane->is.window ? (uint32_t)(sum - lane->is.window) : 0,
        .waiting = lane->is.refused,
        .holders = lane->is.holders};
    name_culprits(refusals, lane, begun);
    lane->refused[waiter->op_class]++;
    lane->is.refused++;
    waits->operations += !(waiter->seen >> number & 1);
    waits->refusals++;
    waits->short_by += begun->short_by;
    waits->holders += begun->holders;
    waiter->seen |= LANE_BIT(number);
    waiter->refused |= LANE_BIT(number);
}

// Of a refusal that ends.
static void write_line(const struct refusals *refusals, uint32_t place, unsigned lane,
                       const char *end) {
    const struct waiter *waiter = &refusals->waiters[place];
    const struct refusal_report *begun = &waiter->part[lane_resource(lane)];
    const struct hold *oldest = &begun->oldest, *greatest = &begun->greatest;
    fprintf(refusals->file,
            "%" PRIu32 ",%s,%u,%" PRIu64 ",%" PRIu64 ",%s,%" PRIu32 ",%" PRIu32 ",%" PRIu32
            ",%" PRIu32 ",%" PRIu32 ",%" PRIu32 ",",
            refusals->waiting.op[place], lives_class_name[waiter->op_class], lane, begun->from_ps,
            refusals->now_ps, end, begun->demand, begun->debt, begun->window, begun->short_by,
            begun->waiting, begun->holders);
    if (begun->holders > 0)
        fprintf(refusals->file,
                "%" PRIu32 ",%s,%" PRIu32 ",%" PRIu64 ",%" PRIu32 ",%s,%" PRIu32 "\n", oldest->op,
                lives_class_name[oldest->op_class], oldest->amount, oldest->from_ps, greatest->op,
                lives_class_name[greatest->op_class], greatest->amount);
    else
        fputs(",,,,,,\n", refusals->file);
}

static void refusal_end(struct refusals *refusals, uint32_t place, unsigned number,
                        const char *end) {
    struct waiter *waiter = &refusals->waiters[place];
    struct lane *lane = &refusals->lane[number];
    struct refusals_waits *waits = &lane->waits[waiter->op_class];
    lane_advance(refusals, lane);
    const uint64_t ps = refusals->now_ps - waiter->part[lane_resource(number)].from_ps;
    lane->refused[waiter->op_class]--;
    lane->is.refused--;
    waits->refused_ps += ps;
    if (ps > waits->greatest_ps)
        waits->greatest_ps = ps;
    waiter->refused &= ~LANE_BIT(number);
    if (refusals->file)
        write_line(refusals, place, number, end);
}

// --- waiters ----------------------------------------------------------------------------------

static void end_refusals(struct refusals *refusals, uint32_t place, lane_set lanes,
                         const char *end) {
    lanes &= refusals->waiters[place].refused;
    for (unsigned lane = 0; lane < REFUSALS_LANES; lane++)
        if (lanes >> lane & 1)
            refusal_end(refusals, place, lane, end);
}

static void waiter_leave(struct refusals *refusals, uint32_t place, const char *end) {
    struct waiter *waiter = &refusals->waiters[place];
    end_refusals(refusals, place, waiter->refused, end);
    waiter->waits = false;
    lives_find(&refusals->lives, refusals->waiting.op[place])->waiting = 0;
    place_free(&refusals->waiting, place);
}

static uint32_t waiter_enter(struct refusals *refusals, struct life *life) {
    const uint32_t place = place_take(&refusals->waiting, life->op);
    if (place == none)
        return place;
    life->waiting = place + 1;
    struct waiter *waiter = &refusals->waiters[place];
    waiter->refused = waiter->seen = 0;
    waiter->op_class = life->op_class;
    waiter->waits = true;
    return place;
}

static void waiters_leave(struct refusals *refusals, const char *end) {
    for (uint32_t place = 0; place < refusals->waiting.fresh; place++)
        if (refusals->waiters[place].waits)
            waiter_leave(refusals, place, end);
}

// --- commits ----------------------------------------------------------------------------------

static void take_windows(struct refusals *refusals, const struct commit *commit) {
    for (unsigned lane = 0; lane < ALL_LANES; lane++) {
        if (lane == TABLE)
            continue;
        lane_advance(refusals, &refusals->lane[lane]);
        refusals->lane[lane].is.window = commit->d[lane];
    }
}

// False: it held nothing.
static bool holds_no_more(struct refusals *refusals, uint32_t op) {
    const struct life *life = lives_find(&refusals->lives, op);
    if (!life || !life->holding)
        return false;
    holder_leave(refusals, life->holding - 1);
    return true;
}

static void waits_no_more(struct refusals *refusals, uint32_t op, const char *end) {
    const struct life *life = lives_find(&refusals->lives, op);
    if (life && life->waiting)
        waiter_leave(refusals, life->waiting - 1, end);
}

// What an operation held before it waits or is granted again it holds no more (reactive).
static void take_grant(struct refusals *refusals, const struct commit *commit) {
    struct life *life = lives_find(&refusals->lives, commit->op);
    waits_no_more(refusals, commit->op, "grant");
    holds_no_more(refusals, commit->op);
    const uint32_t place = life ? place_take(&refusals->holding, commit->op) : none;
    if (place == none) {
        refusals->astray++;
        return;
    }
    life->holding = place + 1;
    const lane_set lanes = lanes_used(commit);
    for (unsigned lane = 0; lane < ALL_LANES; lane++) {
        refusals->lane[lane].is.debt += commit->d[lane];
        if (lanes >> lane & 1)
            hold_take(refusals, life, lane, commit->d[lane]);
    }
    hold_take(refusals, life, TABLE, 1);
}

static void take_deny(struct refusals *refusals, const struct commit *commit) {
    struct life *life = lives_find(&refusals->lives, commit->op);
    holds_no_more(refusals, commit->op);
    uint32_t place = life && life->waiting ? life->waiting - 1 : none;
    if (place == none && life)
        place = waiter_enter(refusals, life);
    if (place == none) {
        refusals->astray++;
        return;
    }
    const lane_set lanes = lanes_sound(commit->mask);
    const lane_set before = refusals->waiters[place].refused;
    end_refusals(refusals, place, before & ~lanes, "changed");
    for (unsigned lane = 0; lane < REFUSALS_LANES; lane++)
        if (lanes >> lane & 1 && !(before >> lane & 1))
            refusal_begin(refusals, place, lane, lane == TABLE ? 1 : commit->d[lane]);
}

static void take_return(struct refusals *refusals, const struct commit *commit) {
    const struct life *life = lives_find(&refusals->lives, commit->op);
    const uint32_t place = life && life->holding ? life->holding - 1 : none;
    const lane_set lanes = lanes_used(commit);
    for (unsigned lane = 0; lane < ALL_LANES; lane++) {
        refusals->lane[lane].is.debt -= commit->d[lane];
        if (!(lanes >> lane & 1))
            continue;
        struct hold *hold =
            place == none ? NULL : &refusals->holds[place * PARTS_OF_OP + lane_resource(lane)];
        if (!hold || hold->lane != lane || hold->amount != commit->d[lane])
            refusals->astray++;
        else
            hold_end(refusals, hold);
    }
}

static void take_reset(struct refusals *refusals) {
    waiters_leave(refusals, "reset");
    for (unsigned lane = 0; lane < REFUSALS_LANES; lane++) {
        while (refusals->lane[lane].first != none)
            holder_leave(refusals, refusals->lane[lane].first / PARTS_OF_OP);
        refusals->lane[lane].is.debt = 0;
    }
}

void refusals_commit(void *context, const struct commit *commit) {
    struct refusals *refusals = context;
    refusals->now_ps = commit->time_ps;
    lives_commit(&refusals->lives, commit);
    switch (commit->kind) {
    case COMMIT_WINDOW:
        take_windows(refusals, commit);
        break;
    case COMMIT_GRANT:
        take_grant(refusals, commit);
        break;
    case COMMIT_DENY:
        take_deny(refusals, commit);
        break;
    case COMMIT_REJECT:
        waits_no_more(refusals, commit->op, "reject");
        break;
    case COMMIT_FLUSH:
        waits_no_more(refusals, commit->op, "flush");
        break;
    case COMMIT_RETURN:
        take_return(refusals, commit);
        break;
    case COMMIT_COMPLETE:
        refusals->astray += !holds_no_more(refusals, commit->op);
        break;
    case COMMIT_RESET:
        take_reset(refusals);
        break;
    default: // changes neither debts nor what waits
        break;
    }
}

void refusals_end(struct refusals *refusals) {
    waiters_leave(refusals, "open");
}

uint64_t refusals_astray(const struct refusals *refusals) {
    return refusals->astray;
}

// --- the tables -------------------------------------------------------------------------------

struct row {
    const struct refusals_waits *waits;
    unsigned lane, op_class;
};

static double ns(uint64_t ps) {
    return (double)ps / 1000;
}

static double per(uint64_t sum, uint64_t count) {
    return count > 0 ? (double)sum / (double)count : 0;
}

static const char *lane_text(unsigned lane, bool one_window) {
    return lane == LANES ? "table/limit" : one_window && lane == 0 ? "one window" : lane_name(lane);
}

// The longest sums first; of equal ones the first lane, the first kind.
static int compare(const void *left, const void *right) {
    const struct row *a = left, *b = right;
    if (a->waits->refused_ps != b->waits->refused_ps)
        return a->waits->refused_ps > b->waits->refused_ps ? -1 : 1;
    return a->lane != b->lane ? (a->lane < b->lane ? -1 : 1) : a->op_class < b->op_class ? -1 : 1;
}

// Whose the debt was while these waited, in per cent of it.
static void print_holding(const struct refusals_waits *waits, FILE *file) {
    uint64_t held_ps = 0;
    for (unsigned op_class = 0; op_class < LIVES_CLASSES; op_class++)
        held_ps += waits->held_ps[op_class];
    int column = fprintf(file, "  %-11s held by", "");
    if (held_ps == 0)
        fputs(" none", file);
    const char *comma = "";
    for (unsigned op_class = 0; op_class < LIVES_CLASSES; op_class++) {
        char text[40];
        const double percent = 100 * per(waits->held_ps[op_class], held_ps);
        if (percent < 0.05)
            continue;
        snprintf(text, sizeof text, " %s %.1f %%", lives_class_name[op_class], percent);
        fputs(comma, file);
        if (column + (int)strlen(text) + 2 > COLUMNS)
            column = fprintf(file, "\n  %-11s        ", "") - 1;
        column += fprintf(file, "%s", text) + 1;
        comma = ",";
    }
    fputc('\n', file);
}

static void print_row(const struct row *row, bool one_window, FILE *file) {
    const struct refusals_waits *waits = row->waits;
    fprintf(file, "  %-11s %-13s %6" PRIu64 " %8" PRIu64 " %10.1f %9.1f %9.1f %9.1f %7.1f\n",
            lane_text(row->lane, one_window), lives_class_name[row->op_class], waits->operations,
            waits->refusals, ns(waits->refused_ps) / 1000,
            per(waits->refused_ps, waits->refusals) / 1000, ns(waits->greatest_ps),
            per(waits->short_by, waits->refusals), per(waits->holders, waits->refusals));
    print_holding(waits, file);
}

static void print_holders(const struct refusals *refusals, bool one_window, FILE *file) {
    if (refusals->tops == 0)
        return;
    fprintf(file, "\n  %-11s %-13s %8s %9s %12s %10s %9s %15s\n", "who held it", "most", "op",
            "amount", "from ns", "for ns", "waiting", "its share");
    for (const struct held *held = refusals->top; held < refusals->top + refusals->tops; held++) {
        const struct hold *hold = &held->hold;
        const uint64_t ps = held->to_ps - hold->from_ps;
        fprintf(file, "  %-11s %-13s %8" PRIu32 " %9" PRIu32 " %12.1f %10.1f %9.1f %12.1f us\n",
                lane_text(hold->lane, one_window), lives_class_name[hold->op_class], hold->op,
                hold->amount, ns(hold->from_ps), ns(ps), per(held->waited_ps, ps),
                ns(held->share_ps) / 1000);
    }
}

void refusals_print(const struct refusals *refusals, bool one_window, FILE *file) {
    struct row rows[REFUSALS_LANES * LIVES_CLASSES];
    unsigned count = 0;
    for (unsigned lane = 0; lane < REFUSALS_LANES; lane++)
        for (unsigned op_class = 0; op_class < LIVES_CLASSES; op_class++)
            if (refusals->lane[lane].waits[op_class].refusals > 0)
                rows[count++] = (struct row){&refusals->lane[lane].waits[op_class], lane, op_class};
    if (count == 0) {
        fprintf(file, "\n  nothing was refused\n");
        return;
    }
    qsort(rows, count, sizeof *rows, compare);
    fprintf(file, "\n  %-11s %-13s %6s %8s %10s %9s %9s %9s %7s\n", "refused by", "who waited",
            "ops", "refusals", "sum us", "mean ns", "longest", "short by", "holders");
    for (unsigned i = 0; i < count && i < ROWS_MAX; i++)
        print_row(&rows[i], one_window, file);
    if (count > ROWS_MAX)
        fprintf(file, "  and %u more, each with less refused time\n", count - ROWS_MAX);
    print_holders(refusals, one_window, file);
    fputs("\n  short by, amount: in the lane's units\n", file);
    if (refusals->astray > 0)
        fprintf(file, "\n  %" PRIu64 " commits did not fit these records\n", refusals->astray);
}
