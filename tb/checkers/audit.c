// The audit keeps books of its own, from commits alone: windows, debts, and what each reservation
// still owes. Every claim looks at one commit against the books as they stood before it; then the
// commit is entered.
#include "tb/checkers/audit.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "csim/interface/block_state.h"
#include "csim/interface/edge_fields.h"
#include "csim/interface/register_names.h"
#include "tb/checkers/axi_watch.h"
#include "tb/checkers/bus_books.h"
#include "tb/checkers/calibrate_books.h"
#include "tb/checkers/message_books.h"
#include "tb/checkers/order_books.h"

struct books_reservation {
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
struct books_denied {
    uint32_t op;
    uint16_t mask;
};

// Where the last reservation of a tag may be found: that of another tag may have taken the place.
enum { TAGS = 4096 };

struct audit {
    unsigned depth;
    unsigned held;
    bool any;           // a commit has been entered
    bool windows_known; // since the start, or the last reset
    unsigned denied_count;
    struct books_denied denied[SLOTS];
    struct commit last;
    uint32_t window[LANES];
    uint32_t owed[LANES]; // by all reservations held; cannot wrap while no_wrap holds
    // A reservation that is completed and has just given back its last component: it must be freed
    // in the same clock.
    bool freeing[CLASSES];
    uint16_t freeing_id[CLASSES];
    struct books_reservation reservation[DEPTH_MAX];
    uint16_t id_of[TAGS];
    bool crowded;          // two tags of one place have held reservations at once
    uint32_t shown[LANES]; // debts of the last clock
    struct axi_watch watch;
    struct bus_books bus;
    struct message_books messages;
    struct order_books order;
    struct calibrate_books calibrate;
    struct audit_finding finding;
};

// An event that commits in one clock was judged RETURN_TO_USE - 1 clocks before; a grant is held
// from the clock after it on.
enum { JUDGED = RETURN_TO_USE - 1 };
static bool was_held(const struct audit *audit, const struct commit *commit) {
    const struct books_reservation *const entry = &audit->reservation[commit->reservation];

    return entry->held && commit->cycle >= entry->judged;
}

__attribute__((format(printf, 2, 3))) static bool broken(struct audit *audit, const char *format,
                                                         ...) {
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(audit->finding.text, sizeof audit->finding.text, format, arguments);
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

static bool order_gap_free(struct audit *audit, const struct commit *commit) {
    const uint64_t expected = audit->any ? audit->last.order + 1 : 0;

    return commit->order == expected ||
           broken(audit, "order number %" PRIu64 " expected", expected);
}

// A commit's place in time, and within its clock; at most one of each but for `complete`.
static bool commits_in_order(struct audit *audit, const struct commit *commit) {
    const struct commit *const last = &audit->last;

    if (!audit->any)
        return true;
    if (commit->cycle < last->cycle || commit->time_ps < last->time_ps)
        return broken(audit, "time goes back from cycle %" PRIu64, last->cycle);
    if (commit->cycle > last->cycle || rank(commit) > rank(last) ||
        (commit->kind == COMMIT_COMPLETE && last->kind == COMMIT_COMPLETE))
        return true;
    return broken(audit, "%s after %s in one clock", commit_kind_name[commit->kind],
                  commit_kind_name[last->kind]);
}

// A run starts with `window`; so does what follows a reset, in the same clock.
static bool windows_first(struct audit *audit, const struct commit *commit) {
    if (audit->windows_known || commit->kind == COMMIT_RESET)
        return true;
    if (commit->kind != COMMIT_WINDOW)
        return broken(audit, "no windows known yet");
    return !audit->any || commit->cycle == audit->last.cycle ||
           broken(audit, "windows follow a reset in its clock");
}

// Columns that a kind does not use are zero; masks and reservations are in range.
static bool well_formed(struct audit *audit, const struct commit *commit) {
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
            return broken(audit, "a return is of one lane");
        used = 0;
        mask = lanes;
        break;
    case COMMIT_STRAY:
        if (commit->mask && !is_one_lane(commit->mask))
            return broken(audit, "a stray is of one lane at most");
        mask = lanes;
        break;
    default:
        break;
    }
    if (commit->mask & ~mask)
        return broken(audit, "bits in mask that %s does not have", commit_kind_name[commit->kind]);
    if (used)
        return broken(audit, "amounts that %s does not have", commit_kind_name[commit->kind]);
    if (commit->reservation >= audit->depth)
        return broken(audit, "only %u reservations", audit->depth);
    return true;
}

// The first lane of which `breaks` is not 0, LANES if none. Nearly always none: found out without a
// branch a lane, once `breaks` is inlined.
typedef uint32_t lane_breaks(const struct audit *audit, const struct commit *commit, unsigned lane);
static unsigned first_lane(const struct audit *audit, const struct commit *commit,
                           lane_breaks *breaks) {
    uint32_t any = 0;
    unsigned lane = 0;

    for (unsigned each = 0; each < LANES; each++)
        any |= breaks(audit, commit, each);
    if (!any)
        return LANES;
    while (!breaks(audit, commit, lane))
        lane++;
    return lane;
}

// A grant adds every nonzero demand to its lane and nothing else; its mask is the lanes used.
static uint32_t adds_otherwise(const struct audit *audit, const struct commit *commit,
                               unsigned lane) {
    return commit->debt[lane] ^ (audit->last.debt[lane] + commit->d[lane]);
}
static bool all_or_none(struct audit *audit, const struct commit *commit) {
    const unsigned lane = first_lane(audit, commit, adds_otherwise);

    if (lane < LANES)
        return broken(audit, "lane %u: debt %u expected, %u seen", lane,
                      audit->last.debt[lane] + commit->d[lane], commit->debt[lane]);
    return commit->mask == lanes_used(commit) ||
           broken(audit, "mask 0x%x expected", lanes_used(commit));
}

// What is neither a grant nor a return changes no debt.
static uint32_t changes(const struct audit *audit, const struct commit *commit, unsigned lane) {
    return commit->debt[lane] ^ audit->last.debt[lane];
}
static bool others_inert(struct audit *audit, const struct commit *commit) {
    const unsigned lane = first_lane(audit, commit, changes);

    return lane == LANES ||
           broken(audit, "lane %u: %s changed its debt from %u to %u", lane,
                  commit_kind_name[commit->kind], audit->last.debt[lane], commit->debt[lane]);
}

static uint32_t exceeds(const struct audit *audit, const struct commit *commit, unsigned lane) {
    return (commit->d[lane] != 0) & (commit->debt[lane] > audit->window[lane]);
}
static bool within_window(struct audit *audit, const struct commit *commit) {
    const unsigned lane = first_lane(audit, commit, exceeds);

    return lane == LANES || broken(audit, "lane %u: debt %u granted, window %u", lane,
                                   commit->debt[lane], audit->window[lane]);
}

// Counters never wrap: a grant never lowers a debt, a return never raises one, and no window is so
// large that a saturated demand would fit.
static uint32_t wraps(const struct audit *audit, const struct commit *commit, unsigned lane) {
    const uint32_t before = audit->last.debt[lane], after = commit->debt[lane];

    return commit->kind == COMMIT_WINDOW  ? commit->d[lane] == UINT32_MAX
           : commit->kind == COMMIT_GRANT ? after < before
                                          : after > before;
}
static bool no_wrap(struct audit *audit, const struct commit *commit) {
    const unsigned lane = first_lane(audit, commit, wraps);

    return lane == LANES ||
           broken(audit, "lane %u: from %u to %u by %s", lane, audit->last.debt[lane],
                  commit->debt[lane], commit_kind_name[commit->kind]);
}

// A lane's debt is the sum of the frozen components still held on it.
static uint32_t held_on(const struct audit *audit, const struct commit *commit, unsigned lane) {
    return audit->owed[lane] + (commit->kind == COMMIT_GRANT    ? commit->d[lane]
                                : commit->kind == COMMIT_RETURN ? -commit->d[lane]
                                                                : 0);
}
static uint32_t debt_not_held(const struct audit *audit, const struct commit *commit,
                              unsigned lane) {
    return commit->debt[lane] ^ held_on(audit, commit, lane);
}
static bool conservation(struct audit *audit, const struct commit *commit) {
    const unsigned lane = first_lane(audit, commit, debt_not_held);

    return lane == LANES || broken(audit, "lane %u: debt %u, but %u is held", lane,
                                   commit->debt[lane], held_on(audit, commit, lane));
}

// A granted id was free.
static bool reservation_unique(struct audit *audit, const struct commit *commit) {
    const struct books_reservation *const entry = &audit->reservation[commit->reservation];

    return !entry->held ||
           broken(audit, "reservation %u is held by operation %u", commit->reservation, entry->op);
}

// A component is returned as frozen, to its lane, once, while its reservation is held.
static bool exact_return(struct audit *audit, const struct commit *commit) {
    const struct books_reservation *const entry = &audit->reservation[commit->reservation];
    const unsigned class = class_of(commit);

    if (!was_held(audit, commit))
        return broken(audit, "reservation %u was not held", commit->reservation);
    if (!(entry->owes >> class & 1))
        return broken(audit, "reservation %u holds no such component", commit->reservation);
    const unsigned lane = entry->lane[class];
    if (commit->mask != 1u << lane || commit->d[lane] != entry->amount[class])
        return broken(audit, "reservation %u froze %u on lane %u", commit->reservation,
                      entry->amount[class], lane);
    return commit->op == entry->op ||
           broken(audit, "reservation %u is of operation %u", commit->reservation, entry->op);
}

// What is reported as stray was not expected. (A first done whose components are still out leaves
// no commit: a second one is stray and proves it, see freed_by_last_return.)
static bool strays_are_stray(struct audit *audit, const struct commit *commit) {
    const struct books_reservation *const entry = &audit->reservation[commit->reservation];
    const unsigned class = class_of(commit);

    if (!was_held(audit, commit))
        return true;
    if (class == CLASSES)
        return entry->owes ||
               broken(audit, "reservation %u awaits its completion", commit->reservation);
    return !(entry->owes >> class & 1) ||
           broken(audit, "reservation %u holds this component", commit->reservation);
}

// A reservation is freed once, and holds nothing then.
static bool complete_when_returned(struct audit *audit, const struct commit *commit) {
    const struct books_reservation *const entry = &audit->reservation[commit->reservation];

    if (!was_held(audit, commit))
        return broken(audit, "reservation %u was not held", commit->reservation);
    if (entry->owes)
        return broken(audit, "reservation %u still holds components 0x%x", commit->reservation,
                      entry->owes);
    return commit->op == entry->op ||
           broken(audit, "reservation %u is of operation %u", commit->reservation, entry->op);
}

// A completed reservation is freed in the clock of its last return.
static bool freed_by_last_return(struct audit *audit, const struct commit *commit) {
    if (!audit->any || commit->cycle == audit->last.cycle || commit->kind == COMMIT_RESET)
        return true;
    for (unsigned class = 0; class < CLASSES; class ++)
        if (audit->freeing[class])
            return broken(audit, "reservation %u is completed and was not freed",
                          audit->freeing_id[class]);
    return true;
}

// A reject's mask is exactly the lanes whose demand is above their window; an operation with an
// empty mask is of unknown opcode and has no demand.
static bool reject_never_fits(struct audit *audit, const struct commit *commit) {
    unsigned over = 0, used = 0;

    for (unsigned lane = 0; lane < LANES; lane++) {
        over |= (unsigned)(commit->d[lane] > audit->window[lane]) << lane;
        used |= commit->d[lane];
    }
    if (commit->mask != over)
        return broken(audit, "mask 0x%x expected", over);
    return over || !used || broken(audit, "it would fit");
}

// A deny's mask is exactly the lanes without room. The command limit is not in the commits; but a
// full table always refuses.
static bool deny_is_justified(struct audit *audit, const struct commit *commit) {
    unsigned refused = commit->mask & REFUSED_TABLE;

    for (unsigned lane = 0; lane < LANES; lane++)
        refused |=
            (unsigned)(commit->d[lane] &&
                       (uint64_t)commit->d[lane] + audit->last.debt[lane] > audit->window[lane])
            << lane;
    if (audit->held >= audit->depth)
        refused |= REFUSED_TABLE;
    char expected[128], seen[128];
    if (commit->mask == refused && refused)
        return true;
    edge_lanes_name(refused, expected, sizeof expected);
    edge_lanes_name(commit->mask, seen, sizeof seen);
    return broken(audit, "refused by %s expected, by %s seen", expected, seen);
}

// The place of an operation among those that wait and were denied; their number, if it is not one.
static unsigned denied_place(const struct audit *audit, uint32_t op) {
    unsigned place = 0;

    while (place < audit->denied_count && audit->denied[place].op != op)
        place++;
    return place;
}

// An operation that can never fit is rejected at its first decision, and only then; a denied one is
// reported again only when its mask changes; no more are denied than can wait.
static bool first_decision(struct audit *audit, const struct commit *commit) {
    const unsigned place = denied_place(audit, commit->op);
    const bool again = place < audit->denied_count;

    if (commit->kind == COMMIT_REJECT)
        return !again || broken(audit, "rejected after it was denied");
    if (again)
        return commit->mask != audit->denied[place].mask ||
               broken(audit, "denied twice with one mask");
    if (place == SLOTS)
        return broken(audit, "%d operations were denied and wait already", SLOTS);
    for (unsigned lane = 0; lane < LANES; lane++)
        if (commit->d[lane] > audit->window[lane])
            return broken(audit, "lane %u: demand %u can never fit window %u", lane,
                          commit->d[lane], audit->window[lane]);
    return true;
}

// Whether the look-up of a decision in this clock may find it: one that was freed by the clock
// before is still found.
static bool may_be_found(const struct books_reservation *entry, const struct commit *commit) {
    enum { LOOK_UP = 1 };
    return entry->held || (entry->was_freed && entry->freed + LOOK_UP >= commit->cycle);
}

// The reservation that an operation holds. NULL: none.
static const struct books_reservation *reservation_of(const struct audit *audit,
                                                      const struct commit *commit) {
    const struct books_reservation *entry = &audit->reservation[audit->id_of[commit->op % TAGS]];

    if (entry->op == commit->op && may_be_found(entry, commit))
        return entry;
    // Slow, and never needed where tags are in use about as they are given out.
    for (unsigned id = 0; audit->crowded && id < audit->depth; id++) {
        entry = &audit->reservation[id];
        if (entry->op == commit->op && may_be_found(entry, commit))
            return entry;
    }
    return NULL;
}

// An operation that holds a reservation is never granted a second one,
static bool granted_once(struct audit *audit, const struct commit *commit) {
    const struct books_reservation *const entry = reservation_of(audit, commit);

    return !entry || broken(audit, "operation %u holds reservation %u", commit->op,
                            (unsigned)(entry - audit->reservation));
}

// but answered with the one that it holds.
static bool repeat_is_held(struct audit *audit, const struct commit *commit) {
    const struct books_reservation *const entry = reservation_of(audit, commit);

    if (!entry)
        return broken(audit, "operation %u holds no reservation", commit->op);
    return entry == &audit->reservation[commit->reservation] ||
           broken(audit, "operation %u holds reservation %u", commit->op,
                  (unsigned)(entry - audit->reservation));
}

// After a reset nothing is owed.
static bool reset_voids(struct audit *audit, const struct commit *commit) {
    for (unsigned lane = 0; lane < LANES; lane++)
        if (commit->debt[lane])
            return broken(audit, "lane %u: debt %u after reset", lane, commit->debt[lane]);
    return true;
}

// Called at the end of a run, with the last commit.
static bool drained(struct audit *audit, const struct commit *commit) {
    for (unsigned lane = 0; lane < LANES; lane++)
        if (commit->debt[lane])
            return broken(audit, "lane %u: debt %u at the end", lane, commit->debt[lane]);
    for (unsigned id = 0; id < audit->depth; id++)
        if (audit->reservation[id].held)
            return broken(audit, "reservation %u of operation %u is held at the end", id,
                          audit->reservation[id].op);
    return true;
}

#define ON(kind) (1u << COMMIT_##kind)
enum {
    EVERY = (1 << COMMIT_KINDS) - 1,
    INERT = EVERY & ~(1 << COMMIT_GRANT | 1 << COMMIT_RETURN | 1 << COMMIT_RESET),
    AT_THE_END = 0,
};

// Claims in the order in which they are checked: the first broken one is named.
#define CLAIMS(X)                                                                                  \
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

#define NAME(claim, kinds) #claim,
#define BOOKS_NAME(claim)  #claim,
const char *const audit_claim_name[] = {CLAIMS(NAME) "debt_as_committed",
                                        MESSAGE_CLAIMS(BOOKS_NAME) ORDER_CLAIMS(BOOKS_NAME)
                                            CALIBRATE_CLAIMS(BOOKS_NAME) BUS_CLAIMS(BOOKS_NAME)};
const unsigned audit_claims = sizeof audit_claim_name / sizeof *audit_claim_name;

// The name of the first claim that a commit of this kind breaks, NULL if it breaks none.
static const char *first_broken(struct audit *audit, const struct commit *commit,
                                enum commit_kind kind) {
#define CHECK(claim, kinds)                                                                        \
    if ((unsigned)(kinds) >> kind & 1 && !claim(audit, commit))                                    \
        return #claim;
    CLAIMS(CHECK)
#undef CHECK
    return NULL;
}

// By kind, each with its number as a constant: a commit visits only the claims about it.
static const char *commit_breaks(struct audit *audit, const struct commit *commit) {
#define KIND(kind)                                                                                 \
    case COMMIT_##kind:                                                                            \
        return first_broken(audit, commit, COMMIT_##kind)
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

static bool find(struct audit *audit, const char *claim, const struct commit *commit) {
    if (audit->finding.claim) // only the first is kept
        return false;
    audit->finding.claim = claim;
    audit->finding.commit = *commit;
    return false;
}

static void enter_grant(struct audit *audit, const struct commit *commit) {
    struct books_reservation *const entry = &audit->reservation[commit->reservation];
    const struct books_reservation *const before =
        &audit->reservation[audit->id_of[commit->op % TAGS]];

    audit->crowded |= before->op != commit->op && may_be_found(before, commit);
    *entry = (struct books_reservation){
        .held = true, .op = commit->op, .judged = commit->cycle + JUDGED + 1};
    audit->id_of[commit->op % TAGS] = commit->reservation;
    for (unsigned left = commit->mask; left; left &= left - 1) {
        const unsigned lane = (unsigned)__builtin_ctz(left);
        const unsigned class = lane_class(lane);
        entry->amount[class] = commit->d[lane];
        entry->lane[class] = (uint8_t)lane;
        entry->owes |= (uint8_t)(1 << class);
        audit->owed[lane] += commit->d[lane];
    }
    audit->held++;
}

static void enter_return(struct audit *audit, const struct commit *commit) {
    struct books_reservation *const entry = &audit->reservation[commit->reservation];
    const unsigned class = class_of(commit);

    entry->owes &= (uint8_t) ~(1 << class);
    audit->owed[entry->lane[class]] -= entry->amount[class];
    message_books_return(&audit->messages, entry->lane[class], entry->amount[class]);
    audit->freeing[class] = entry->completed && !entry->owes;
    audit->freeing_id[class] = commit->reservation;
}

static void enter_complete(struct audit *audit, const struct commit *commit) {
    struct books_reservation *const entry = &audit->reservation[commit->reservation];

    entry->held = false;
    entry->was_freed = true;
    entry->freed = commit->cycle;
    audit->held--;
    for (unsigned class = 0; class < CLASSES; class ++)
        if (audit->freeing_id[class] == commit->reservation)
            audit->freeing[class] = false;
}

static void enter_deny(struct audit *audit, const struct commit *commit) {
    const unsigned place = denied_place(audit, commit->op);

    audit->denied[place] = (struct books_denied){.op = commit->op, .mask = commit->mask};
    audit->denied_count += place == audit->denied_count;
}

// It waits no longer. (A second offer of an operation is not decided before the first has left.)
static void enter_leave(struct audit *audit, const struct commit *commit) {
    const unsigned place = denied_place(audit, commit->op);

    if (place < audit->denied_count)
        audit->denied[place] = audit->denied[--audit->denied_count];
}

static void enter_reset(struct audit *audit) {
    audit->held = 0;
    audit->windows_known = false;
    audit->denied_count = 0;
    for (unsigned class = 0; class < CLASSES; class ++)
        audit->freeing[class] = false;
    for (unsigned lane = 0; lane < LANES; lane++)
        audit->owed[lane] = 0;
    for (unsigned id = 0; id < audit->depth; id++)
        audit->reservation[id] = (struct books_reservation){.held = false};
}

static void enter(struct audit *audit, const struct commit *commit) {
    switch (commit->kind) {
    case COMMIT_WINDOW:
        for (unsigned lane = 0; lane < LANES; lane++)
            audit->window[lane] = commit->d[lane];
        audit->windows_known = true;
        break;
    case COMMIT_GRANT:
        enter_leave(audit, commit);
        enter_grant(audit, commit);
        break;
    case COMMIT_REJECT:
    case COMMIT_REPEAT:
        enter_leave(audit, commit);
        break;
    case COMMIT_DENY:
        enter_deny(audit, commit);
        break;
    case COMMIT_RETURN:
        enter_return(audit, commit);
        break;
    case COMMIT_COMPLETE:
        enter_complete(audit, commit);
        break;
    case COMMIT_STRAY:
        if (class_of(commit) == CLASSES && was_held(audit, commit))
            audit->reservation[commit->reservation].completed = true;
        break;
    case COMMIT_RESET:
        enter_reset(audit);
        break;
    default:
        break;
    }
    audit->last = *commit;
    audit->any = true;
}

bool audit_commit(struct audit *audit, const struct commit *commit) {
    if (audit->finding.claim) // the books are worth nothing any more
        return false;
    const char *const claim = commit_breaks(audit, commit);
    if (claim)
        return find(audit, claim, commit);
    enter(audit, commit);
    return true;
}

// Debts of a clock are those of the clock before, with what its own commits say. Debts between the
// commits of one clock are reckoned back from the last one, so that only here it is known which of
// them a debt has missed.
static bool debt_as_committed(struct audit *audit, const struct edge_in *in,
                              const struct edge_out *out) {
    uint32_t expected[LANES], any = 0;
    memcpy(expected, audit->shown, sizeof expected);
    memcpy(audit->shown, out->debt, sizeof audit->shown);
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
        return broken(audit, "%s: debt %u expected, %u seen: the return of reservation %u is lost",
                      lane_name(lane), expected[lane], out->debt[lane], out->return_id[k]);
    if (out->kind == DECISION_GRANT && out->demand[k] && more == -out->demand[k])
        return broken(audit,
                      "%s: debt %u expected, %u seen: the grant of operation %u is not charged",
                      lane_name(lane), expected[lane], out->debt[lane], out->tag);
    return broken(audit, "%s: debt %u expected, %u seen: by no commit of the clock",
                  lane_name(lane), expected[lane], out->debt[lane]);
}

// The name of the first claim that a clock breaks, NULL if it breaks none.
static const char *edge_breaks(struct audit *audit, const struct edge_in *in,
                               const struct edge_out *out, uint64_t cycle) {
    char *const text = audit->finding.text;
    const size_t size = sizeof audit->finding.text;
    const struct waiting_op *const granted =
        out->kind == DECISION_GRANT ? waiting_list_find(&audit->order.waiting, out->tag) : NULL;
    const struct register_write write = axi_watch_edge(&audit->watch, in, out);
    const char *claim = debt_as_committed(audit, in, out) ? NULL : "debt_as_committed";

    if (!claim)
        claim = message_books_edge(&audit->messages, in, out, &write, text, size);
    if (!claim)
        claim =
            calibrate_books_edge(&audit->calibrate, granted, in, out, &write, cycle, text, size);
    if (!claim)
        claim = bus_books_edge(&audit->bus, in, out, &write, text, size);
    if (!claim)
        claim = order_books_edge(&audit->order, in, out, &write, cycle, text, size);
    if (!claim && audit->order.taken)
        memcpy(audit->order.taken->estimate, audit->calibrate.estimate,
               sizeof audit->calibrate.estimate);
    return claim;
}

bool audit_edge(struct audit *audit, const struct edge_in *in, const struct edge_out *out,
                uint64_t cycle) {
    if (audit->finding.claim)
        return false;
    const char *const claim = edge_breaks(audit, in, out, cycle);
    if (!claim)
        return true;
    struct commit at = audit->last;
    at.cycle = cycle;
    return find(audit, claim, &at);
}

bool audit_drained(struct audit *audit) {
    if (audit->finding.claim)
        return false;
    return drained(audit, &audit->last) || find(audit, "drained", &audit->last);
}

const struct audit_finding *audit_finding(const struct audit *audit) {
    return &audit->finding;
}

struct audit *audit_open(unsigned depth) {
    struct audit *const audit = calloc(1, sizeof *audit);

    if (!audit)
        return NULL;
    audit->depth = depth < DEPTH_MAX ? depth : DEPTH_MAX;
    order_books_reset(&audit->order, audit->depth);
    calibrate_books_reset(&audit->calibrate, audit->depth);
    bus_books_reset(&audit->bus, audit->depth);
    return audit;
}

static void begin_reservation(struct audit *audit, uint16_t id,
                              const struct block_reservation *held) {
    struct books_reservation *const entry = &audit->reservation[id];

    *entry = (struct books_reservation){.held = true, .op = held->op.tag};
    entry->completed = !(held->awaited >> AWAITED_DONE & 1);
    audit->id_of[held->op.tag % TAGS] = id;
    audit->held++;
    for (unsigned class = 0; class < CLASSES; class ++) {
        const unsigned lane = class == CLASS_HBM ? held->lane : HBM_LANES + class - CLASS_ATOMIC;
        if (!(held->awaited >> class & 1))
            continue;
        entry->amount[class] = held->amount[class];
        entry->lane[class] = (uint8_t)lane;
        entry->owes |= (uint8_t)(1 << class);
        audit->owed[lane] += held->amount[class];
    }
}

void audit_begin(struct audit *audit, const struct block_state *state) {
    audit->windows_known = true;
    audit->crowded = true; // tags are as they come
    for (uint16_t id = 0; id < audit->depth; id++)
        if (state->reservation[id].held)
            begin_reservation(audit, id, &state->reservation[id]);
    for (unsigned slot = 0; slot < SLOTS; slot++)
        if (state->slot[slot].taken && state->slot[slot].decided)
            audit->denied[audit->denied_count++] = (struct books_denied){
                .op = state->slot[slot].op.tag, .mask = state->slot[slot].refused};
    for (unsigned lane = 0; lane < LANES; lane++) {
        audit->window[lane] = state->registers.window[lane];
        audit->last.debt[lane] = audit->shown[lane] = audit->owed[lane];
    }
    message_books_begin(&audit->messages, state);
    order_books_begin(&audit->order, audit->depth, state);
    calibrate_books_begin(&audit->calibrate, audit->depth, state);
    bus_books_begin(&audit->bus, audit->depth, state);
}

void audit_close(struct audit *audit) {
    free(audit);
}
