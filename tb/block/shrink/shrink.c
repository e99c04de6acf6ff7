#include "tb/block/shrink/shrink.h"

#include "csim/base/interrupt.h"
#include "csim/base/progress.h"

enum {
    SLACK = 40,     // clocks that a failure may come later for lack of what was left out
    LAST_FEW = 4,   // operations that are tried alone, and then four times as many
    FEW_TXNS = 250, // from here on each trial is cheap
    HALVINGS = 8,
    LONG_WAIT = 1024,
    MANY = 10, // operations that are left: the other order may leave fewer
};

struct search {
    struct stimulus *stimulus;
    shrink_judge *judge;
    void *context;
    bool *left_out;
    uint64_t *done;   // of the last trial that failed
    uint32_t *places; // of the transactions that a step is about
    uint64_t *clocks; // of all transactions, before a step
    uint64_t *times;  // those in which something happens, in order,
    uint64_t *sooner; // and how much sooner it is to happen
    uint64_t budget;
    bool progress;     // something became smaller in this round
    bool offers_first; // they are left out before all else
    struct shrink_result *result;
};

static bool has_budget(const struct search *search) {
    return search->result->clocks < search->budget && !interrupted();
}

// Which field of a lockstep is the first to differ depends on what else happens in that clock.
static bool alike(const char *caught, const char *other) {
    const char *const lockstep = "lockstep:";
    return strcmp(caught, other) == 0 || (strncmp(caught, lockstep, strlen(lockstep)) == 0 &&
                                          strncmp(other, lockstep, strlen(lockstep)) == 0);
}

static bool is_caught(struct search *search) {
    struct shrink_result *result = search->result;
    struct replay play;
    struct checked_outcome outcome = {.failed = false};
    replay_open(&play, search->stimulus, search->left_out, result->cycle + SLACK);
    const bool played = search->judge(search->context, &play, &outcome);
    result->trials++;
    result->clocks += play.clock;
    const bool caught = played && outcome.failed && alike(outcome.caught, result->caught);
    if (caught) {
        result->cycle = outcome.cycle;
        memcpy(result->caught, outcome.caught, sizeof result->caught);
        memcpy(result->reason, outcome.reason, sizeof result->reason);
        for (uint32_t i = 0; i < search->stimulus->count; i++)
            search->done[i] = play.played[i].done;
        search->progress = true;
    }
    replay_close(&play);
    return caught;
}

// What was left out goes for good, and so does what was not done before the failure.
static void compact(struct search *search) {
    struct stimulus *stimulus = search->stimulus;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < stimulus->count; i++) {
        search->left_out[i] =
            txn_is_out(stimulus, search->left_out, i) || search->done[i] > search->result->cycle;
        if (!search->left_out[i])
            search->done[kept++] = search->done[i];
    }
    stimulus_drop(stimulus, search->left_out);
}

// --- leaving out ------------------------------------------------------------------------------

static bool is_timed(const struct txn *txn) {
    return txn->kind != TXN_COMPLETE;
}

static void keep_clocks(struct search *search) {
    for (uint32_t i = 0; i < search->stimulus->count; i++)
        search->clocks[i] = search->stimulus->txn[i].clock;
}

// With clocks that have changed since they were kept.
static bool try_clocks(struct search *search) {
    if (is_caught(search))
        return true;
    for (uint32_t i = 0; i < search->stimulus->count; i++)
        search->stimulus->txn[i].clock = search->clocks[i];
    return false;
}

// All that comes after clock `from` comes so much sooner, but not before `from`.
static bool try_sooner(struct search *search, uint64_t from, uint64_t clocks) {
    keep_clocks(search);
    for (uint32_t i = 0; i < search->stimulus->count; i++) {
        struct txn *txn = &search->stimulus->txn[i];
        if (is_timed(txn) && txn->clock > from)
            txn->clock = txn->clock - from > clocks ? txn->clock - clocks : from;
    }
    return try_clocks(search);
}

// What remains comes as soon as what was left out did.
static bool try_in_place(struct search *search, uint64_t from) {
    uint64_t next = from;
    for (uint32_t i = 0; i < search->stimulus->count; i++) {
        const struct txn *txn = &search->stimulus->txn[i];
        if (is_timed(txn) && !search->left_out[i] && txn->clock > from &&
            (next == from || txn->clock < next))
            next = txn->clock;
    }
    return next > from && try_sooner(search, from, next - from);
}

static bool try_without(struct search *search, uint32_t start, uint32_t end) {
    uint64_t first = UINT64_MAX;
    for (uint32_t i = start; i < end; i++) {
        const struct txn *txn = &search->stimulus->txn[search->places[i]];
        search->left_out[search->places[i]] = true;
        if (is_timed(txn) && txn->clock < first)
            first = txn->clock;
    }
    if (is_caught(search) || (first != UINT64_MAX && search->stimulus->count <= FEW_TXNS &&
                              has_budget(search) && try_in_place(search, first)))
        return true;
    for (uint32_t i = start; i < end; i++)
        search->left_out[search->places[i]] = false;
    return false;
}

static uint32_t places_of(struct search *search, bool offers) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < search->stimulus->count; i++)
        if ((search->stimulus->txn[i].kind == TXN_OFFER) == offers)
            search->places[count++] = i;
    return count;
}

// In groups. From the end: what came last before the failure is most likely needed, and is tried
// least often that way once the rest has gone.
static void leave_groups_out(struct search *search, bool offers, uint32_t group) {
    for (uint32_t end = places_of(search, offers); end > 0 && has_budget(search);) {
        const uint32_t start = end > group ? end - group : 0;
        try_without(search, start, end);
        end = start;
    }
    compact(search);
}

// Halves, quarters, .., single ones; of operations, and of all else.
static void leave_halves_out(struct search *search, bool offers, bool others) {
    for (uint32_t group = (search->stimulus->count + 1) / 2; group > 0 && has_budget(search);
         group = group == 1 ? 0 : (group + 1) / 2) {
        if (offers)
            leave_groups_out(search, true, group);
        if (others)
            leave_groups_out(search, false, group);
    }
}

static void leave_out(struct search *search) {
    if (search->offers_first)
        leave_halves_out(search, true, false);
    leave_halves_out(search, !search->offers_first, true);
}

// The last operations alone: as few as fail, by powers of four.
static void keep_last(struct search *search) {
    const uint32_t count = places_of(search, true);
    for (uint32_t keep = LAST_FEW; keep < count && has_budget(search); keep *= 4)
        if (try_without(search, 0, count - keep))
            break;
    compact(search);
}

// --- waits ------------------------------------------------------------------------------------

static int by_clock(const void *a, const void *b) {
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

// The clocks in which something happens, in order.
static uint32_t timeline(struct search *search) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < search->stimulus->count; i++)
        if (is_timed(&search->stimulus->txn[i]))
            search->times[count++] = search->stimulus->txn[i].clock;
    qsort(search->times, count, sizeof *search->times, by_clock);
    return count;
}

// No two transactions further apart than so many clocks.
static bool try_waits(struct search *search, uint64_t most) {
    const uint32_t count = timeline(search);
    keep_clocks(search);
    uint64_t sooner = 0;
    for (uint32_t k = 0; k < count; k++) { // the clock that times[k] becomes goes beside it
        const uint64_t wait = search->times[k] - (k ? search->times[k - 1] : 0);
        sooner += wait > most ? wait - most : 0;
        search->sooner[k] = sooner;
    }
    for (uint32_t i = 0; i < search->stimulus->count; i++) {
        struct txn *txn = &search->stimulus->txn[i];
        if (is_timed(txn))
            txn->clock -=
                search->sooner[(const uint64_t *)bsearch(&txn->clock, search->times, count,
                                                         sizeof *search->times, by_clock) -
                               search->times];
    }
    return sooner > 0 && try_clocks(search);
}

// One wait after the other, once there are few, from the last to the first: not at all, or half as
// long, or a quarter, ..
static void shorten_waits(struct search *search) {
    const uint32_t count = search->stimulus->count <= FEW_TXNS ? timeline(search) : 0;
    for (uint32_t i = count; i-- > 0;) {
        const uint64_t before = i ? search->times[i - 1] : TXN_EARLIEST;
        for (uint64_t wait = search->times[i] > before ? search->times[i] - before : 0;
             wait > 0 && has_budget(search); wait /= 2)
            if (try_sooner(search, before, wait))
                break;
    }
}

// --- values -----------------------------------------------------------------------------------

// Tries a field of a transaction with another value, or a smaller one.
#define TRY_IF(condition, field, value)                                                            \
    do {                                                                                           \
        const struct txn was = *txn;                                                               \
        if ((condition) && has_budget(search)) {                                                   \
            txn->field = (value);                                                                  \
            if (!is_caught(search))                                                                \
                *txn = was;                                                                        \
        }                                                                                          \
    } while (0)
#define TRY_OTHER(field, value) TRY_IF(txn->field != (value), field, value)
#define TRY(field, value)       TRY_IF(txn->field > (value), field, value)
#define TRY_SMALLER(field)                                                                         \
    do {                                                                                           \
        TRY(field, 0);                                                                             \
        TRY(field, 1);                                                                             \
        for (unsigned i = 0; i < HALVINGS; i++)                                                    \
            TRY(field, txn->field / 2);                                                            \
    } while (0)

static void simplify_offer(struct search *search, struct txn *txn) {
    TRY(op.opcode, 0);
    TRY(op.opcode, 1);
    TRY(op.opcode, 8);
    TRY(op.urgent, 0);
    TRY(op.reply, 0);
    TRY(op.domain, 0);
    TRY(op.domain, 1);
    TRY(op.engine, 0);
    TRY(op.stage, 0);
    TRY(op.stage, 1);
    TRY_SMALLER(op.response_length);
    TRY_SMALLER(op.length);
    TRY_OTHER(op.wire_bytes, offered_wire(&search->stimulus->size, &txn->op));
    if (txn->op.wire_bytes != offered_wire(&search->stimulus->size, &txn->op))
        TRY_SMALLER(op.wire_bytes);
}

static void simplify(struct search *search, struct txn *txn) {
    if (txn->kind == TXN_OFFER)
        simplify_offer(search, txn);
    if (txn->kind == TXN_COMPLETE) {
        TRY_OTHER(observed, PATH_UNKNOWN);
        TRY_SMALLER(clock);
    }
    TRY_OTHER(later, 0);
    if (txn->kind == TXN_WRITE)
        TRY_SMALLER(number);
    if (txn->kind >= TXN_PAUSE)
        TRY_SMALLER(number);
}

static void simplify_all(struct search *search) {
    for (uint32_t i = 0; i < search->stimulus->count && has_budget(search); i++)
        simplify(search, &search->stimulus->txn[i]);
    compact(search);
}

// --- all of it --------------------------------------------------------------------------------

// Until nothing helps. Values are many: they come once little is left.
static void settle(struct search *search) {
    for (uint64_t most = 1; most <= LONG_WAIT && has_budget(search); most *= 4)
        if (try_waits(search, most))
            break;
    do {
        do {
            search->progress = false;
            leave_out(search);
            shorten_waits(search);
        } while (search->progress && has_budget(search));
        simplify_all(search);
    } while (search->progress && has_budget(search));
    is_caught(search); // with all of what is left: the clocks
}

static void begin(struct search *search) {
    const size_t room = search->stimulus->count + 1;
    search->left_out = memory_there(calloc(room, sizeof *search->left_out));
    search->done = memory_there(calloc(room, sizeof *search->done));
    search->places = memory_there(calloc(room, sizeof *search->places));
    search->clocks = memory_there(calloc(room, sizeof *search->clocks));
    search->times = memory_there(calloc(room, sizeof *search->times));
    search->sooner = memory_there(calloc(room, sizeof *search->sooner));
}

static void end(struct search *search) {
    free(search->left_out);
    free(search->places);
    free(search->clocks);
    free(search->times);
    free(search->sooner);
}

// From all transactions to few. False: played, they are not caught.
static bool shrink_once(struct search *search, const struct checked_outcome *outcome) {
    search->result->cycle = outcome->cycle;
    snprintf(search->result->caught, sizeof search->result->caught, "%s", outcome->caught);
    if (!is_caught(search))
        return false;
    compact(search);
    keep_last(search);
    settle(search);
    return true;
}

static struct txn *copy_of(const struct stimulus *stimulus) {
    struct txn *copy = memory_there(malloc((stimulus->count + 1) * sizeof *copy));
    return memcpy(copy, stimulus->txn, stimulus->count * sizeof *copy);
}

static void restore(struct stimulus *stimulus, const struct txn *copy, uint32_t count) {
    memcpy(stimulus->txn, copy, count * sizeof *copy);
    stimulus->count = count;
}

// What sets a window may go while thirty operations fill it as it was; kept, three might do. So all
// is shrunk again, operations first, and what is smaller stays.
static void shrink_again(struct search *search, const struct checked_outcome *outcome,
                         const struct txn *all, uint32_t count) {
    struct stimulus *stimulus = search->stimulus;
    const uint32_t operations = stimulus_operations(stimulus), few = stimulus->count;
    const uint64_t cycle = search->result->cycle;
    struct txn *first = copy_of(stimulus);
    restore(stimulus, all, count);
    search->offers_first = true;
    if (!shrink_once(search, outcome) || stimulus_operations(stimulus) >= operations) {
        restore(stimulus, first, few);
        search->result->cycle = cycle;
        is_caught(search); // the clocks
    }
    free(first);
}

bool shrink(struct stimulus *stimulus, shrink_judge *judge, void *context,
            const struct checked_outcome *outcome, uint64_t budget, struct shrink_result *result) {
    const double start = cpu_seconds_now();
    const uint32_t count = stimulus->count;
    struct search search = {.stimulus = stimulus,
                            .judge = judge,
                            .context = context,
                            .budget = budget,
                            .result = result};
    struct txn *all = copy_of(stimulus);
    *result = (struct shrink_result){.operations_before = stimulus_operations(stimulus)};
    begin(&search);
    const bool fails = shrink_once(&search, outcome);
    if (fails && stimulus_operations(stimulus) > MANY && has_budget(&search))
        shrink_again(&search, outcome, all, count);
    free(all);
    end(&search);
    result->done = search.done;
    result->operations = stimulus_operations(stimulus);
    result->transactions = stimulus->count;
    result->seconds = cpu_seconds_now() - start;
    return fails;
}
