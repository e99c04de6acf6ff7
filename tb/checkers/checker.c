// The checker keeps a scoreboard of its own, from commits alone: windows, debts, and what each
// reservation still owes. Every check looks at one commit against the scoreboard as it stood before
// it; then the commit is entered.
#include "tb/checkers/checker.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "csim/interface/block_state.h"
#include "csim/interface/edge_fields.h"
#include "csim/interface/register_names.h"
#include "tb/checkers/axi_monitor.h"
#include "tb/checkers/bus_scoreboard.h"
#include "tb/checkers/calibrate_scoreboard.h"
#include "tb/checkers/message_scoreboard.h"
#include "tb/checkers/order_scoreboard.h"

struct scoreboard_reservation {
    uint64_t judged; // first clock whose events were judged when it was held
    uint64_t freed;  // clock; only where was_freed
    uint32_t amount[CLASSES];
    uint32_t op;
    uint8_t lane[CLASSES];
    uint8_t owes; // bit k: the component of class k is not yet returned
    bool held;
    bool was_freed;
    bool completed; // a second done was stray, so a first one must have been taken
};

// An operation that waits and was denied.
struct scoreboard_denied {
    uint32_t op;
    uint16_t mask;
};

// Where the last reservation of a tag may be found: that of another tag may have taken the place.
enum { TAGS = 4096 };

struct checker {
    unsigned depth;
    unsigned held;
    bool any;           // a commit has been entered
    bool windows_known; // since the start, or the last reset
    unsigned denied_count;
    struct scoreboard_denied denied[SLOTS];
    struct commit last;
    uint32_t window[LANES];
    uint32_t owed[LANES]; // by all reservations held; cannot wrap while no_wrap holds
    // A reservation that is completed and has just given back its last component: it must be freed
    // in the same clock.
    bool freeing[CLASSES];
    uint16_t freeing_id[CLASSES];
    struct scoreboard_reservation reservation[DEPTH_MAX];
    uint16_t id_of[TAGS];
    bool crowded;          // two tags of one place have held reservations at once
    uint32_t shown[LANES]; // debts of the last clock
    struct axi_monitor watch;
    struct bus_scoreboard bus;
    struct message_scoreboard messages;
    struct order_scoreboard order;
    struct calibrate_scoreboard calibrate;
    struct checker_finding finding;
};

// An event that commits in one clock was judged RETURN_TO_USE - 1 clocks before; a grant is held
// from the clock after it on.
enum { JUDGED = RETURN_TO_USE - 1 };
static bool was_held(const struct checker *checker, const struct commit *commit) {
    const struct scoreboard_reservation *const entry = &checker->reservation[commit->reservation];

    return entry->held && commit->cycle >= entry->judged;
}

__attribute__((format(printf, 2, 3))) static bool broken(struct checker *checker,
                                                         const char *format, ...) {
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(checker->finding.text, sizeof checker->finding.text, format, arguments);
    va_end(arguments);
    return false;
}

static bool is_decision(const struct commit *commit) {
    return commit->kind == COMMIT_GRANT || commit->kind == COMMIT_DENY ||
           commit->kind == COMMIT_REJECT;
}

// Class of a stage's return or stray by the lane in its mask; CLASSES for the done channel.
static unsigned class_of(const struct commit *commit) {
    if (commit->mask == 0)
        return CLASSES;
    if (commit->mask == 1 << ATOMIC_LANE)
        return CLASS_ATOMIC;
    return commit->mask == 1 << RESPONSE_LANE ? CLASS_RESPONSE : CLASS_HBM;
}

static unsigned lanes_used(const struct commit *commit) {
    unsigned used = 0;

    for (unsigned lane = 0; lane < LANES; lane++)
        used |= (unsigned)(commit->d[lane] != 0) << lane;
    return used;
}

static bool is_one_lane(unsigned mask) {
    return mask && !(mask & (mask - 1)) && mask < 1 << LANES;
}

// Place within its clock, by rtl/spec/ports.md.
static unsigned rank(const struct commit *commit) {
    enum { RESET, WINDOW, CALIBRATE, DECISION, RETURN, COMPLETE = RETURN + CLASSES, DONE };
    switch (commit->kind) {
    case COMMIT_RESET:
        return RESET;
    case COMMIT_WINDOW:
        return WINDOW;
    case COMMIT_RETURN:
        return RETURN + class_of(commit);
    case COMMIT_STRAY:
        return class_of(commit) == CLASSES ? DONE : RETURN + class_of(commit);
    case COMMIT_COMPLETE:
        return COMPLETE;
    case COMMIT_CALIBRATE:
        return CALIBRATE;
    default:
        return DECISION;
    }
}

static bool order_gap_free(struct checker *checker, const struct commit *commit) {
    const uint64_t expected = checker->any ? checker->last.order + 1 : 0;

    return commit->order == expected ||
           broken(checker, "order number %" PRIu64 " expected", expected);
}

// A commit's place in time, and within its clock; at most one of each but for `complete`.
static bool commits_in_order(struct checker *checker, const struct commit *commit) {
    const struct commit *const last = &checker->last;

    if (!checker->any)
        return true;
    if (commit->cycle < last->cycle || commit->time_ps < last->time_ps)
        return broken(checker, "time goes back from cycle %" PRIu64, last->cycle);
    if (commit->cycle > last->cycle || rank(commit) > rank(last) ||
        (commit->kind == COMMIT_COMPLETE && last->kind == COMMIT_COMPLETE))
        return true;
    return broken(checker, "%s after %s in one clock", commit_kind_name[commit->kind],
                  commit_kind_name[last->kind]);
}

// A run starts with `window`; so does what follows a reset, in the same clock.
static bool windows_first(struct checker *checker, const struct commit *commit) {
    if (checker->windows_known || commit->kind == COMMIT_RESET)
        return true;
    if (commit->kind != COMMIT_WINDOW)
        return broken(checker, "no windows known yet");
    return !checker->any || commit->cycle == checker->last.cycle ||
           broken(checker, "windows follow a reset in its clock");
}

// Columns that a kind does not use are zero; masks and reservations are in range.
static bool well_formed(struct checker *checker, const struct commit *commit) {
    const unsigned lanes = (1u << LANES) - 1;
    unsigned used = is_decision(commit) ? 0 : lanes_used(commit);
    unsigned mask = 0;

    switch (commit->kind) {
    case COMMIT_GRANT:
    case COMMIT_REJECT:
        mask = lanes;
        break;
    case COMMIT_DENY:
        mask = lanes | REFUSED_TABLE;
        break;
    case COMMIT_WINDOW:
    case COMMIT_CALIBRATE:
        used = 0;
        mask = commit->kind == COMMIT_CALIBRATE ? lanes : 0;
        break;
    case COMMIT_RETURN:
        if (!is_one_lane(commit->mask) || (used & ~commit->mask))
            return broken(checker, "a return is of one lane");
        used = 0;
        mask = lanes;
        break;
    case COMMIT_STRAY:
        if (commit->mask && !is_one_lane(commit->mask))
            return broken(checker, "a stray is of one lane at most");
        mask = lanes;
        break;
    default:
        break;
    }
    if (commit->mask & ~mask)
        return broken(checker, "bits in mask that %s does not have",
                      commit_kind_name[commit->kind]);
    if (used)
        return broken(checker, "amounts that %s does not have", commit_kind_name[commit->kind]);
    if (commit->reservation >= checker->depth)
        return broken(checker, "only %u reservations", checker->depth);
    return true;
}

// The first lane of which `breaks` is not 0, LANES if none. Nearly always none: found out without a
// branch a lane, once `breaks` is inlined.
typedef uint32_t lane_breaks(const struct checker *checker, const struct commit *commit,
                             unsigned lane);
static unsigned first_lane(const struct checker *checker, const struct commit *commit,
                           lane_breaks *breaks) {
    uint32_t any = 0;
    unsigned lane = 0;

    for (unsigned each = 0; each < LANES; each++)
        any |= breaks(checker, commit, each);
    if (!any)
        return LANES;
    while (!breaks(checker, commit, lane))
        lane++;
    return lane;
}

// A grant adds every nonzero demand to its lane and nothing else; its mask is the lanes used.
static uint32_t adds_otherwise(const struct checker *checker, const struct commit *commit,
                               unsigned lane) {
    return commit->debt[lane] ^ (checker->last.debt[lane] + commit->d[lane]);
}
static bool all_or_none(struct checker *checker, const struct commit *commit) {
    const unsigned lane = first_lane(checker, commit, adds_otherwise);

    if (lane < LANES)
        return broken(checker, "lane %u: debt %u expected, %u seen", lane,
                      checker->last.debt[lane] + commit->d[lane], commit->debt[lane]);
    return commit->mask == lanes_used(commit) ||
           broken(checker, "mask 0x%x expected", lanes_used(commit));
}

// What is neither a grant nor a return changes no debt.
static uint32_t changes(const struct checker *checker, const struct commit *commit, unsigned lane) {
    return commit->debt[lane] ^ checker->last.debt[lane];
}
static bool others_inert(struct checker *checker, const struct commit *commit) {
    const unsigned lane = first_lane(checker, commit, changes);

    return lane == LANES ||
           broken(checker, "lane %u: %s changed its debt from %u to %u", lane,
                  commit_kind_name[commit->kind], checker->last.debt[lane], commit->debt[lane]);
}

static uint32_t exceeds(const struct checker *checker, const struct commit *commit, unsigned lane) {
    return (commit->d[lane] != 0) & (commit->debt[lane] > checker->window[lane]);
}
static bool within_window(struct checker *checker, const struct commit *commit) {
    const unsigned lane = first_lane(checker, commit, exceeds);

    return lane == LANES || broken(checker, "lane %u: debt %u granted, window %u", lane,
                                   commit->debt[lane], checker->window[lane]);
}

// Counters never wrap: a grant never lowers a debt, a return never raises one, and no window is so
// large that a saturated demand would fit.
static uint32_t wraps(const struct checker *checker, const struct commit *commit, unsigned lane) {
    const uint32_t before = checker->last.debt[lane], after = commit->debt[lane];

    return commit->kind == COMMIT_WINDOW  ? commit->d[lane] == UINT32_MAX
           : commit->kind == COMMIT_GRANT ? after < before
                                          : after > before;
}
static bool no_wrap(struct checker *checker, const struct commit *commit) {
    const unsigned lane = first_lane(checker, commit, wraps);

    return lane == LANES ||
           broken(checker, "lane %u: from %u to %u by %s", lane, checker->last.debt[lane],
                  commit->debt[lane], commit_kind_name[commit->kind]);
}

// A lane's debt is the sum of the frozen components still held on it.
static uint32_t held_on(const struct checker *checker, const struct commit *commit, unsigned lane) {
    return checker->owed[lane] + (commit->kind == COMMIT_GRANT    ? commit->d[lane]
                                  : commit->kind == COMMIT_RETURN ? -commit->d[lane]
                                                                  : 0);
}
static uint32_t debt_not_held(const struct checker *checker, const struct commit *commit,
                              unsigned lane) {
    return commit->debt[lane] ^ held_on(checker, commit, lane);
}
static bool conservation(struct checker *checker, const struct commit *commit) {
    const unsigned lane = first_lane(checker, commit, debt_not_held);

    return lane == LANES || broken(checker, "lane %u: debt %u, but %u is held", lane,
                                   commit->debt[lane], held_on(checker, commit, lane));
}

// A granted id was free.
static bool reservation_unique(struct checker *checker, const struct commit *commit) {
    const struct scoreboard_reservation *const entry = &checker->reservation[commit->reservation];

    return !entry->held || broken(checker, "reservation %u is held by operation %u",
                                  commit->reservation, entry->op);
}

// A component is returned as frozen, to its lane, once, while its reservation is held.
static bool exact_return(struct checker *checker, const struct commit *commit) {
    const struct scoreboard_reservation *const entry = &checker->reservation[commit->reservation];
    const unsigned resource = class_of(commit);

    if (!was_held(checker, commit))
        return broken(checker, "reservation %u was not held", commit->reservation);
    if (!(entry->owes >> resource & 1))
        return broken(checker, "reservation %u holds no such component", commit->reservation);
    const unsigned lane = entry->lane[resource];
    if (commit->mask != 1u << lane || commit->d[lane] != entry->amount[resource])
        return broken(checker, "reservation %u froze %u on lane %u", commit->reservation,
                      entry->amount[resource], lane);
    return commit->op == entry->op ||
           broken(checker, "reservation %u is of operation %u", commit->reservation, entry->op);
}

// What is reported as stray was not expected. (A first done whose components are still out leaves
// no commit: a second one is stray and proves it, see freed_by_last_return.)
static bool strays_are_stray(struct checker *checker, const struct commit *commit) {
    const struct scoreboard_reservation *const entry = &checker->reservation[commit->reservation];
    const unsigned resource = class_of(commit);

    if (!was_held(checker, commit))
        return true;
    if (resource == CLASSES)
        return entry->owes ||
               broken(checker, "reservation %u awaits its completion", commit->reservation);
    return !(entry->owes >> resource & 1) ||
           broken(checker, "reservation %u holds this component", commit->reservation);
}

// A reservation is freed once, and holds nothing then.
static bool complete_when_returned(struct checker *checker, const struct commit *commit) {
    const struct scoreboard_reservation *const entry = &checker->reservation[commit->reservation];

    if (!was_held(checker, commit))
        return broken(checker, "reservation %u was not held", commit->reservation);
    if (entry->owes)
        return broken(checker, "reservation %u still holds components 0x%x", commit->reservation,
                      entry->owes);
    return commit->op == entry->op ||
           broken(checker, "reservation %u is of operation %u", commit->reservation, entry->op);
}

// A completed reservation is freed in the clock of its last return.
static bool freed_by_last_return(struct checker *checker, const struct commit *commit) {
    if (!checker->any || commit->cycle == checker->last.cycle || commit->kind == COMMIT_RESET)
        return true;
    for (unsigned resource = 0; resource < CLASSES; resource++)
        if (checker->freeing[resource])
            return broken(checker, "reservation %u is completed and was not freed",
                          checker->freeing_id[resource]);
    return true;
}

// A reject's mask is exactly the lanes whose demand is above their window; an operation with an
// empty mask is of unknown opcode and has no demand.
static bool reject_never_fits(struct checker *checker, const struct commit *commit) {
    unsigned over = 0, used = 0;

    for (unsigned lane = 0; lane < LANES; lane++) {
        over |= (unsigned)(commit->d[lane] > checker->window[lane]) << lane;
        used |= commit->d[lane];
    }
    if (commit->mask != over)
        return broken(checker, "mask 0x%x expected", over);
    return over || !used || broken(checker, "it would fit");
}

// A deny's mask is exactly the lanes without room. The command limit is not in the commits; but a
// full table always refuses.
static bool deny_is_justified(struct checker *checker, const struct commit *commit) {
    unsigned refused = commit->mask & REFUSED_TABLE;

    for (unsigned lane = 0; lane < LANES; lane++)
        refused |=
            (unsigned)(commit->d[lane] &&
                       (uint64_t)commit->d[lane] + checker->last.debt[lane] > checker->window[lane])
            << lane;
    if (checker->held >= checker->depth)
        refused |= REFUSED_TABLE;
    char expected[128], seen[128];
    if (commit->mask == refused && refused)
        return true;
    edge_lanes_name(refused, expected, sizeof expected);
    edge_lanes_name(commit->mask, seen, sizeof seen);
    return broken(checker, "refused by %s expected, by %s seen", expected, seen);
}

// The place of an operation among those that wait and were denied; their number, if it is not one.
static unsigned denied_place(const struct checker *checker, uint32_t op) {
    unsigned place = 0;

    while (place < checker->denied_count && checker->denied[place].op != op)
        place++;
    return place;
}

// An operation that can never fit is rejected at its first decision, and only then; a denied one is
// reported again only when its mask changes; no more are denied than can wait.
static bool first_decision(struct checker *checker, const struct commit *commit) {
    const unsigned place = denied_place(checker, commit->op);
    const bool again = place < checker->denied_count;

    if (commit->kind == COMMIT_REJECT)
        return !again || broken(checker, "rejected after it was denied");
    if (again)
        return commit->mask != checker->denied[place].mask ||
               broken(checker, "denied twice with one mask");
    if (place == SLOTS)
        return broken(checker, "%d operations were denied and wait already", SLOTS);
    for (unsigned lane = 0; lane < LANES; lane++)
        if (commit->d[lane] > checker->window[lane])
            return broken(checker, "lane %u: demand %u can never fit window %u", lane,
                          commit->d[lane], checker->window[lane]);
    return true;
}

// Whether the look-up of a decision in this clock may find it: one that was freed by the clock
// before is still found.
static bool may_be_found(const struct scoreboard_reservation *entry, const struct commit *commit) {
    enum { LOOK_UP = 1 };
    return entry->held || (entry->was_freed && entry->freed + LOOK_UP >= commit->cycle);
}

// The reservation that an operation holds. NULL: none.
static const struct scoreboard_reservation *reservation_of(const struct checker *checker,
                                                           const struct commit *commit) {
    const struct scoreboard_reservation *entry =
        &checker->reservation[checker->id_of[commit->op % TAGS]];

    if (entry->op == commit->op && may_be_found(entry, commit))
        return entry;
    // Slow, and never needed where tags are in use about as they are given out.
    for (unsigned id = 0; checker->crowded && id < checker->depth; id++) {
        entry = &checker->reservation[id];
        if (entry->op == commit->op && may_be_found(entry, commit))
            return entry;
    }
    return NULL;
}

// An operation that holds a reservation is never granted a second one,
static bool granted_once(struct checker *checker, const struct commit *commit) {
    const struct scoreboard_reservation *const entry = reservation_of(checker, commit);

    return !entry || broken(checker, "operation %u holds reservation %u", commit->op,
                            (unsigned)(entry - checker->reservation));
}

// but answered with the one that it holds.
static bool repeat_is_held(struct checker *checker, const struct commit *commit) {
    const struct scoreboard_reservation *const entry = reservation_of(checker, commit);

    if (!entry)
        return broken(checker, "operation %u holds no reservation", commit->op);
    return entry == &checker->reservation[commit->reservation] ||
           broken(checker, "operation %u holds reservation %u", commit->op,
                  (unsigned)(entry - checker->reservation));
}

// After a reset nothing is owed.
static bool reset_voids(struct checker *checker, const struct commit *commit) {
    for (unsigned lane = 0; lane < LANES; lane++)
        if (commit->debt[lane])
            return broken(checker, "lane %u: debt %u after reset", lane, commit->debt[lane]);
    return true;
}

// Called at the end of a run, with the last commit.
static bool drained(struct checker *checker, const struct commit *commit) {
    for (unsigned lane = 0; lane < LANES; lane++)
        if (commit->debt[lane])
            return broken(checker, "lane %u: debt %u at the end", lane, commit->debt[lane]);
    for (unsigned id = 0; id < checker->depth; id++)
        if (checker->reservation[id].held)
            return broken(checker, "reservation %u of operation %u is held at the end", id,
                          checker->reservation[id].op);
    return true;
}

#define ON(kind) (1u << COMMIT_##kind)
enum {
    EVERY = (1 << COMMIT_KINDS) - 1,
    INERT = EVERY & ~(1 << COMMIT_GRANT | 1 << COMMIT_RETURN | 1 << COMMIT_RESET),
    AT_THE_END = 0,
};

// Checks in the order in which they are checked: the first broken one is named.
#define CHECKS(X)                                                                                  \
    X(order_gap_free, EVERY)                                                                       \
    X(commits_in_order, EVERY)                                                                     \
    X(windows_first, EVERY)                                                                        \
    X(well_formed, EVERY)                                                                          \
    X(freed_by_last_return, EVERY)                                                                 \
    X(reset_voids, ON(RESET))                                                                      \
    X(reservation_unique, ON(GRANT))                                                               \
    X(granted_once, ON(GRANT))                                                                     \
    X(repeat_is_held, ON(REPEAT))                                                                  \
    X(all_or_none, ON(GRANT))                                                                      \
    X(within_window, ON(GRANT))                                                                    \
    X(reject_never_fits, ON(REJECT))                                                               \
    X(deny_is_justified, ON(DENY))                                                                 \
    X(first_decision, ON(DENY) | ON(REJECT))                                                       \
    X(exact_return, ON(RETURN))                                                                    \
    X(strays_are_stray, ON(STRAY))                                                                 \
    X(complete_when_returned, ON(COMPLETE))                                                        \
    X(others_inert, INERT)                                                                         \
    X(no_wrap, ON(GRANT) | ON(RETURN) | ON(WINDOW))                                                \
    X(conservation, EVERY & ~ON(RESET))                                                            \
    X(drained, AT_THE_END)

#define NAME(check, kinds)     #check,
#define SCOREBOARD_NAME(check) #check,
const char *const checker_check_name[] = {
    CHECKS(NAME) "debt_as_committed",
    MESSAGE_CHECKS(SCOREBOARD_NAME) ORDER_CHECKS(SCOREBOARD_NAME) CALIBRATE_CHECKS(SCOREBOARD_NAME)
        BUS_CHECKS(SCOREBOARD_NAME)};
const unsigned checker_checks = sizeof checker_check_name / sizeof *checker_check_name;

// The name of the first check that a commit of this kind breaks, NULL if it breaks none.
static const char *first_broken(struct checker *checker, const struct commit *commit,
                                enum commit_kind kind) {
#define CHECK(check, kinds)                                                                        \
    if ((unsigned)(kinds) >> kind & 1 && !check(checker, commit))                                  \
        return #check;
    CHECKS(CHECK)
#undef CHECK
    return NULL;
}

// By kind, each with its number as a constant: a commit visits only the checks about it.
static const char *commit_breaks(struct checker *checker, const struct commit *commit) {
#define KIND(kind)                                                                                 \
    case COMMIT_##kind:                                                                            \
        return first_broken(checker, commit, COMMIT_##kind)
    switch (commit->kind) {
        KIND(WINDOW);
        KIND(GRANT);
        KIND(DENY);
        KIND(REJECT);
        KIND(RETURN);
        KIND(COMPLETE);
        KIND(STRAY);
        KIND(REPEAT);
        KIND(CALIBRATE);
        KIND(RESET);
    case COMMIT_KINDS:
        break;
    }
#undef KIND
    return NULL;
}

static bool find(struct checker *checker, const char *check, const struct commit *commit) {
    if (checker->finding.check) // only the first is kept
        return false;
    checker->finding.check = check;
    checker->finding.commit = *commit;
    return false;
}

static void enter_grant(struct checker *checker, const struct commit *commit) {
    struct scoreboard_reservation *const entry = &checker->reservation[commit->reservation];
    const struct scoreboard_reservation *const before =
        &checker->reservation[checker->id_of[commit->op % TAGS]];

    checker->crowded |= before->op != commit->op && may_be_found(before, commit);
    *entry = (struct scoreboard_reservation){
        .held = true, .op = commit->op, .judged = commit->cycle + JUDGED + 1};
    checker->id_of[commit->op % TAGS] = commit->reservation;
    for (unsigned left = commit->mask; left; left &= left - 1) {
        const unsigned lane = (unsigned)__builtin_ctz(left);
        const unsigned resource = lane_class(lane);
        entry->amount[resource] = commit->d[lane];
        entry->lane[resource] = (uint8_t)lane;
        entry->owes |= (uint8_t)(1 << resource);
        checker->owed[lane] += commit->d[lane];
    }
    checker->held++;
}

static void enter_return(struct checker *checker, const struct commit *commit) {
    struct scoreboard_reservation *const entry = &checker->reservation[commit->reservation];
    const unsigned resource = class_of(commit);

    entry->owes &= (uint8_t) ~(1 << resource);
    checker->owed[entry->lane[resource]] -= entry->amount[resource];
    message_scoreboard_return(&checker->messages, entry->lane[resource], entry->amount[resource]);
    checker->freeing[resource] = entry->completed && !entry->owes;
    checker->freeing_id[resource] = commit->reservation;
}

static void enter_complete(struct checker *checker, const struct commit *commit) {
    struct scoreboard_reservation *const entry = &checker->reservation[commit->reservation];

    entry->held = false;
    entry->was_freed = true;
    entry->freed = commit->cycle;
    checker->held--;
    for (unsigned resource = 0; resource < CLASSES; resource++)
        if (checker->freeing_id[resource] == commit->reservation)
            checker->freeing[resource] = false;
}

static void enter_deny(struct checker *checker, const struct commit *commit) {
    const unsigned place = denied_place(checker, commit->op);

    checker->denied[place] = (struct scoreboard_denied){.op = commit->op, .mask = commit->mask};
    checker->denied_count += place == checker->denied_count;
}

// It waits no longer. (A second offer of an operation is not decided before the first has left.)
static void enter_leave(struct checker *checker, const struct commit *commit) {
    const unsigned place = denied_place(checker, commit->op);

    if (place < checker->denied_count)
        checker->denied[place] = checker->denied[--checker->denied_count];
}

static void enter_reset(struct checker *checker) {
    checker->held = 0;
    checker->windows_known = false;
    checker->denied_count = 0;
    for (unsigned resource = 0; resource < CLASSES; resource++)
        checker->freeing[resource] = false;
    for (unsigned lane = 0; lane < LANES; lane++)
        checker->owed[lane] = 0;
    for (unsigned id = 0; id < checker->depth; id++)
        checker->reservation[id] = (struct scoreboard_reservation){.held = false};
}

static void enter(struct checker *checker, const struct commit *commit) {
    switch (commit->kind) {
    case COMMIT_WINDOW:
        for (unsigned lane = 0; lane < LANES; lane++)
            checker->window[lane] = commit->d[lane];
        checker->windows_known = true;
        break;
    case COMMIT_GRANT:
        enter_leave(checker, commit);
        enter_grant(checker, commit);
        break;
    case COMMIT_REJECT:
    case COMMIT_REPEAT:
        enter_leave(checker, commit);
        break;
    case COMMIT_DENY:
        enter_deny(checker, commit);
        break;
    case COMMIT_RETURN:
        enter_return(checker, commit);
        break;
    case COMMIT_COMPLETE:
        enter_complete(checker, commit);
        break;
    case COMMIT_STRAY:
        if (class_of(commit) == CLASSES && was_held(checker, commit))
            checker->reservation[commit->reservation].completed = true;
        break;
    case COMMIT_RESET:
        enter_reset(checker);
        break;
    default:
        break;
    }
    checker->last = *commit;
    checker->any = true;
}

bool checker_commit(struct checker *checker, const struct commit *commit) {
    if (checker->finding.check) // the scoreboard is worth nothing any more
        return false;
    const char *const check = commit_breaks(checker, commit);
    if (check)
        return find(checker, check, commit);
    enter(checker, commit);
    return true;
}

// Debts of a clock are those of the clock before, with what its own commits say. Debts between the
// commits of one clock are reckoned back from the last one, so that only here it is known which of
// them a debt has missed.
static bool debt_as_committed(struct checker *checker, const struct edge_in *in,
                              const struct edge_out *out) {
    uint32_t expected[LANES], any = 0;
    memcpy(expected, checker->shown, sizeof expected);
    memcpy(checker->shown, out->debt, sizeof checker->shown);
    if (in->reset)
        memset(expected, 0, sizeof expected);
    const unsigned lane_of[CLASSES] = {out->hbm_lane, ATOMIC_LANE, RESPONSE_LANE};
    if (out->kind == DECISION_GRANT)
        for (unsigned k = 0; k < CLASSES; k++)
            expected[k == CLASS_HBM ? out->lane % LANES : lane_of[k]] += out->demand[k];
    for (unsigned k = 0; k < CLASSES; k++)
        expected[lane_of[k] % LANES] -= out->amount[k];
    for (unsigned lane = 0; lane < LANES; lane++)
        any |= expected[lane] ^ out->debt[lane];
    if (!any)
        return true;
    unsigned lane = 0;
    while (expected[lane] == out->debt[lane])
        lane++;
    const unsigned k = lane_class(lane);
    const uint32_t more = out->debt[lane] - expected[lane];
    if (out->amount[k] && more == out->amount[k] && lane == lane_of[k])
        return broken(checker,
                      "%s: debt %u expected, %u seen: the return of reservation %u is lost",
                      lane_name(lane), expected[lane], out->debt[lane], out->return_id[k]);
    if (out->kind == DECISION_GRANT && out->demand[k] && more == -out->demand[k])
        return broken(checker,
                      "%s: debt %u expected, %u seen: the grant of operation %u is not charged",
                      lane_name(lane), expected[lane], out->debt[lane], out->tag);
    return broken(checker, "%s: debt %u expected, %u seen: by no commit of the clock",
                  lane_name(lane), expected[lane], out->debt[lane]);
}

// The name of the first check that a clock breaks, NULL if it breaks none.
static const char *edge_breaks(struct checker *checker, const struct edge_in *in,
                               const struct edge_out *out, uint64_t cycle) {
    char *const text = checker->finding.text;
    const size_t size = sizeof checker->finding.text;
    const struct waiting_op *const granted =
        out->kind == DECISION_GRANT ? slot_scoreboard_find(&checker->order.waiting, out->tag)
                                    : NULL;
    const struct register_write write = axi_monitor_edge(&checker->watch, in, out);
    const char *check = debt_as_committed(checker, in, out) ? NULL : "debt_as_committed";

    if (!check)
        check = message_scoreboard_edge(&checker->messages, in, out, &write, text, size);
    if (!check)
        check = calibrate_scoreboard_edge(&checker->calibrate, granted, in, out, &write, cycle,
                                          text, size);
    if (!check)
        check = bus_scoreboard_edge(&checker->bus, in, out, &write, text, size);
    if (!check)
        check = order_scoreboard_edge(&checker->order, in, out, &write, cycle, text, size);
    if (!check && checker->order.taken)
        memcpy(checker->order.taken->estimate, checker->calibrate.estimate,
               sizeof checker->calibrate.estimate);
    return check;
}

bool checker_edge(struct checker *checker, const struct edge_in *in, const struct edge_out *out,
                  uint64_t cycle) {
    if (checker->finding.check)
        return false;
    const char *const check = edge_breaks(checker, in, out, cycle);
    if (!check)
        return true;
    struct commit at = checker->last;
    at.cycle = cycle;
    return find(checker, check, &at);
}

bool checker_drained(struct checker *checker) {
    if (checker->finding.check)
        return false;
    return drained(checker, &checker->last) || find(checker, "drained", &checker->last);
}

const struct checker_finding *checker_finding(const struct checker *checker) {
    return &checker->finding;
}

struct checker *checker_open(unsigned depth) {
    struct checker *const checker = calloc(1, sizeof *checker);

    if (!checker)
        return NULL;
    checker->depth = depth < DEPTH_MAX ? depth : DEPTH_MAX;
    order_scoreboard_reset(&checker->order, checker->depth);
    calibrate_scoreboard_reset(&checker->calibrate, checker->depth);
    bus_scoreboard_reset(&checker->bus, checker->depth);
    return checker;
}

static void begin_reservation(struct checker *checker, uint16_t id,
                              const struct block_reservation *held) {
    struct scoreboard_reservation *const entry = &checker->reservation[id];

    *entry = (struct scoreboard_reservation){.held = true, .op = held->op.tag};
    entry->completed = !(held->awaited >> AWAITED_DONE & 1);
    checker->id_of[held->op.tag % TAGS] = id;
    checker->held++;
    for (unsigned resource = 0; resource < CLASSES; resource++) {
        const unsigned lane =
            resource == CLASS_HBM ? held->lane : HBM_LANES + resource - CLASS_ATOMIC;
        if (!(held->awaited >> resource & 1))
            continue;
        entry->amount[resource] = held->amount[resource];
        entry->lane[resource] = (uint8_t)lane;
        entry->owes |= (uint8_t)(1 << resource);
        checker->owed[lane] += held->amount[resource];
    }
}

void checker_begin(struct checker *checker, const struct block_state *state) {
    checker->windows_known = true;
    checker->crowded = true; // tags are as they come
    for (uint16_t id = 0; id < checker->depth; id++)
        if (state->reservation[id].held)
            begin_reservation(checker, id, &state->reservation[id]);
    for (unsigned slot = 0; slot < SLOTS; slot++)
        if (state->slot[slot].taken && state->slot[slot].decided)
            checker->denied[checker->denied_count++] = (struct scoreboard_denied){
                .op = state->slot[slot].op.tag, .mask = state->slot[slot].refused};
    for (unsigned lane = 0; lane < LANES; lane++) {
        checker->window[lane] = state->registers.window[lane];
        checker->last.debt[lane] = checker->shown[lane] = checker->owed[lane];
    }
    message_scoreboard_begin(&checker->messages, state);
    order_scoreboard_begin(&checker->order, checker->depth, state);
    calibrate_scoreboard_begin(&checker->calibrate, checker->depth, state);
    bus_scoreboard_begin(&checker->bus, checker->depth, state);
}

void checker_close(struct checker *checker) {
    free(checker);
}
