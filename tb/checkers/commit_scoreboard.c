#include "tb/checkers/scoreboards.h"

#include <inttypes.h>

#include "csim/interface/block_state.h"
#include "csim/interface/edge_fields.h"

// An event that commits in one clock was judged BEAT_TO_COMMIT clocks before; a grant is held from
// the clock after it on.
static bool was_held(const struct commit_scoreboard *board, const struct commit *commit) {
    const struct scoreboard_reservation *const entry = &board->reservation[commit->reservation];
    return entry->held && commit->cycle >= entry->judged;
}

// Class of a stage's return or stray by the lane in its mask; CLASSES for the done channel.
static unsigned class_of(const struct commit *commit) {
    if (commit->mask == 0)
        return CLASSES;
    if (commit->mask == LANE_BIT(ATOMIC_LANE))
        return CLASS_ATOMIC;
    return commit->mask == LANE_BIT(RESPONSE_LANE) ? CLASS_RESPONSE : CLASS_HBM;
}

static lane_set lanes_used(const struct commit *commit) {
    lane_set used = 0;
    for (unsigned lane = 0; lane < LANES; lane++)
        used |= (lane_set)(commit->d[lane] != 0) << lane;
    return used;
}

static bool is_one_lane(lane_set mask) {
    return mask && !(mask & (mask - 1)) && mask <= ALL_LANES;
}

// What commits of a kind have, and their place within a clock, by rtl/spec/ports.md; a return or a
// stray's class is added to it, a stray of the done channel comes last.
enum { RETURN_PLACE = 4 };
static const struct {
    lane_set mask; // bits that there may be
    bool amounts;
    uint8_t place;
} forms[COMMIT_KINDS] = {
    [COMMIT_RESET] = {0, false, 0},
    [COMMIT_WINDOW] = {0, true, 1},
    [COMMIT_CALIBRATE] = {ALL_LANES, true, 2},
    [COMMIT_GRANT] = {ALL_LANES, true, 3},
    [COMMIT_DENY] = {ALL_LANES | REFUSED_TABLE, true, 3},
    [COMMIT_REJECT] = {ALL_LANES, true, 3},
    [COMMIT_REPEAT] = {0, false, 3},
    [COMMIT_RETURN] = {ALL_LANES, true, RETURN_PLACE},
    [COMMIT_STRAY] = {ALL_LANES, false, RETURN_PLACE},
    [COMMIT_COMPLETE] = {0, false, RETURN_PLACE + CLASSES},
};

static unsigned place_in_clock(const struct commit *commit) {
    const unsigned first = forms[commit->kind].place, k = class_of(commit);
    return first == RETURN_PLACE ? first + k + (k == CLASSES) : first;
}

static bool order_gap_free(struct commit_scoreboard *board, const struct commit *commit) {
    const uint64_t expected = board->any ? board->last.order + 1 : 0;
    return commit->order == expected ||
           broken(board->finding, "order number %" PRIu64 " expected", expected);
}

// A commit's place in time, and within its clock; at most one of each but for `complete`.
static bool commits_in_order(struct commit_scoreboard *board, const struct commit *commit) {
    const struct commit *const last = &board->last;
    if (!board->any)
        return true;
    if (commit->cycle < last->cycle || commit->time_ps < last->time_ps)
        return broken(board->finding, "time goes back from cycle %" PRIu64, last->cycle);
    if (commit->cycle > last->cycle || place_in_clock(commit) > place_in_clock(last) ||
        (commit->kind == COMMIT_COMPLETE && last->kind == COMMIT_COMPLETE))
        return true;
    return broken(board->finding, "%s after %s in one clock", commit_kind_name[commit->kind],
                  commit_kind_name[last->kind]);
}

// A run starts with `window`; so does what follows a reset, in the same clock.
static bool windows_first(struct commit_scoreboard *board, const struct commit *commit) {
    if (board->windows_known || commit->kind == COMMIT_RESET)
        return true;
    if (commit->kind != COMMIT_WINDOW)
        return broken(board->finding, "no windows known yet");
    return !board->any || commit->cycle == board->last.cycle ||
           broken(board->finding, "windows follow a reset in its clock");
}

// Columns that a kind does not use are zero; masks and reservations are in range.
static bool well_formed(struct commit_scoreboard *board, const struct commit *commit) {
    const lane_set used = lanes_used(commit);
    const char *const name = commit_kind_name[commit->kind];
    if (commit->kind == COMMIT_RETURN && (!is_one_lane(commit->mask) || (used & ~commit->mask)))
        return broken(board->finding, "a return is of one lane");
    if (commit->kind == COMMIT_STRAY && commit->mask && !is_one_lane(commit->mask))
        return broken(board->finding, "a stray is of one lane at most");
    if (commit->mask & ~forms[commit->kind].mask)
        return broken(board->finding, "bits in mask that %s does not have", name);
    if (used && !forms[commit->kind].amounts)
        return broken(board->finding, "amounts that %s does not have", name);
    return commit->reservation < board->depth ||
           broken(board->finding, "only %u reservations", board->depth);
}

// The first lane of which `breaks` is not 0, LANES if none. Nearly always none: found out without a
// branch a lane, once `breaks` is inlined.
typedef uint32_t lane_breaks(const struct commit_scoreboard *board, const struct commit *commit,
                             unsigned lane);
static unsigned first_lane(const struct commit_scoreboard *board, const struct commit *commit,
                           lane_breaks *breaks) {
    uint32_t any = 0;
    unsigned lane = 0;
    for (unsigned each = 0; each < LANES; each++)
        any |= breaks(board, commit, each);
    if (!any)
        return LANES;
    while (!breaks(board, commit, lane))
        lane++;
    return lane;
}

// A grant adds every nonzero demand to its lane and nothing else; its mask is the lanes used.
static uint32_t adds_otherwise(const struct commit_scoreboard *board, const struct commit *commit,
                               unsigned lane) {
    return commit->debt[lane] ^ (board->last.debt[lane] + commit->d[lane]);
}
static bool all_or_none(struct commit_scoreboard *board, const struct commit *commit) {
    const unsigned lane = first_lane(board, commit, adds_otherwise);
    if (lane < LANES)
        return broken(board->finding, "lane %u: debt %u expected, %u seen", lane,
                      board->last.debt[lane] + commit->d[lane], commit->debt[lane]);
    return commit->mask == lanes_used(commit) ||
           broken(board->finding, "mask 0x%" PRIxLANES " expected", lanes_used(commit));
}

// What is neither a grant nor a return changes no debt.
static uint32_t changes(const struct commit_scoreboard *board, const struct commit *commit,
                        unsigned lane) {
    return commit->debt[lane] ^ board->last.debt[lane];
}
static bool others_inert(struct commit_scoreboard *board, const struct commit *commit) {
    const unsigned lane = first_lane(board, commit, changes);
    return lane == LANES ||
           broken(board->finding, "lane %u: %s changed its debt from %u to %u", lane,
                  commit_kind_name[commit->kind], board->last.debt[lane], commit->debt[lane]);
}

// As a decision knows debt and window.
static uint32_t exceeds(const struct commit_scoreboard *board, const struct commit *commit,
                        unsigned lane) {
    const uint64_t sum = (uint64_t)commit->debt[lane] + board->late_debt[lane];
    return (commit->d[lane] != 0) & (sum > board->known_window[lane]);
}
static bool within_window(struct commit_scoreboard *board, const struct commit *commit) {
    const unsigned lane = first_lane(board, commit, exceeds);
    return lane == LANES || broken(board->finding, "lane %u: debt %u granted, window %u", lane,
                                   commit->debt[lane], board->known_window[lane]);
}

// Counters never wrap: a grant never lowers a debt, a return never raises one, and no window is so
// large that a saturated demand would fit.
static uint32_t wraps(const struct commit_scoreboard *board, const struct commit *commit,
                      unsigned lane) {
    const uint32_t before = board->last.debt[lane], after = commit->debt[lane];
    return commit->kind == COMMIT_WINDOW  ? commit->d[lane] == COUNTER_MAX
           : commit->kind == COMMIT_GRANT ? after < before
                                          : after > before;
}
static bool no_wrap(struct commit_scoreboard *board, const struct commit *commit) {
    const unsigned lane = first_lane(board, commit, wraps);
    return lane == LANES ||
           broken(board->finding, "lane %u: from %u to %u by %s", lane, board->last.debt[lane],
                  commit->debt[lane], commit_kind_name[commit->kind]);
}

// A lane's debt is the sum of the frozen components still held on it.
static uint32_t held_on(const struct commit_scoreboard *board, const struct commit *commit,
                        unsigned lane) {
    return board->owed[lane] + (commit->kind == COMMIT_GRANT    ? commit->d[lane]
                                : commit->kind == COMMIT_RETURN ? -commit->d[lane]
                                                                : 0);
}
static uint32_t debt_not_held(const struct commit_scoreboard *board, const struct commit *commit,
                              unsigned lane) {
    return commit->debt[lane] ^ held_on(board, commit, lane);
}
static bool conservation(struct commit_scoreboard *board, const struct commit *commit) {
    const unsigned lane = first_lane(board, commit, debt_not_held);
    return lane == LANES || broken(board->finding, "lane %u: debt %u, but %u is held", lane,
                                   commit->debt[lane], held_on(board, commit, lane));
}

// A granted id was free.
static bool reservation_unique(struct commit_scoreboard *board, const struct commit *commit) {
    const struct scoreboard_reservation *const entry = &board->reservation[commit->reservation];
    return !entry->held || broken(board->finding, "reservation %u is held by operation %u",
                                  commit->reservation, entry->op);
}

// A component is returned as frozen, to its lane, once, while its reservation is held.
static bool exact_return(struct commit_scoreboard *board, const struct commit *commit) {
    const struct scoreboard_reservation *const entry = &board->reservation[commit->reservation];
    const unsigned resource = class_of(commit);
    if (!was_held(board, commit))
        return broken(board->finding, "reservation %u was not held", commit->reservation);
    if (!(entry->owes >> resource & 1))
        return broken(board->finding, "reservation %u holds no such component",
                      commit->reservation);
    const unsigned lane = entry->lane[resource];
    if (commit->mask != LANE_BIT(lane) || commit->d[lane] != entry->amount[resource])
        return broken(board->finding, "reservation %u froze %u on lane %u", commit->reservation,
                      entry->amount[resource], lane);
    return commit->op == entry->op || broken(board->finding, "reservation %u is of operation %u",
                                             commit->reservation, entry->op);
}

// What is reported as stray was not expected. (A first done whose components are still out leaves
// no commit: a second one is stray and proves it, see freed_by_last_return.)
static bool strays_are_stray(struct commit_scoreboard *board, const struct commit *commit) {
    const struct scoreboard_reservation *const entry = &board->reservation[commit->reservation];
    const unsigned resource = class_of(commit);
    if (!was_held(board, commit))
        return true;
    if (resource == CLASSES)
        return entry->owes ||
               broken(board->finding, "reservation %u awaits its completion", commit->reservation);
    return !(entry->owes >> resource & 1) ||
           broken(board->finding, "reservation %u holds this component", commit->reservation);
}

// A reservation is freed once, and holds nothing then.
static bool complete_when_returned(struct commit_scoreboard *board, const struct commit *commit) {
    const struct scoreboard_reservation *const entry = &board->reservation[commit->reservation];
    if (!was_held(board, commit))
        return broken(board->finding, "reservation %u was not held", commit->reservation);
    if (entry->owes)
        return broken(board->finding, "reservation %u still holds components 0x%x",
                      commit->reservation, entry->owes);
    return commit->op == entry->op || broken(board->finding, "reservation %u is of operation %u",
                                             commit->reservation, entry->op);
}

// A completed reservation is freed in the clock of its last return.
static bool freed_by_last_return(struct commit_scoreboard *board, const struct commit *commit) {
    if (!board->any || commit->cycle == board->last.cycle || commit->kind == COMMIT_RESET)
        return true;
    for (unsigned resource = 0; resource < CLASSES; resource++)
        if (board->freeing[resource])
            return broken(board->finding, "reservation %u is completed and was not freed",
                          board->freeing_id[resource]);
    return true;
}

// A reject's mask is exactly the lanes whose demand is above their window; an operation with an
// empty mask is of unknown opcode and has no demand.
static bool reject_never_fits(struct commit_scoreboard *board, const struct commit *commit) {
    const uint32_t *const window = board->known_window;
    unsigned used = 0;
    lane_set over = 0;
    for (unsigned lane = 0; lane < LANES; lane++) {
        over |= (lane_set)(commit->d[lane] > window[lane]) << lane;
        used |= commit->d[lane];
    }
    if (commit->mask != over)
        return broken(board->finding, "mask 0x%" PRIxLANES " expected", over);
    return over || !used || broken(board->finding, "it would fit");
}

// A deny's mask is exactly the lanes without room. The command limit is not in the commits; but a
// full table always refuses.
static bool deny_is_justified(struct commit_scoreboard *board, const struct commit *commit) {
    const uint32_t *const window = board->known_window;
    lane_set refused = commit->mask & REFUSED_TABLE;
    for (unsigned lane = 0; lane < LANES; lane++)
        refused |=
            (lane_set)(commit->d[lane] &&
                       (uint64_t)commit->d[lane] + board->last.debt[lane] + board->late_debt[lane] >
                           window[lane])
            << lane;
    if (board->held + late_facts_held(&board->late, commit->cycle) >= board->depth)
        refused |= REFUSED_TABLE;
    return (commit->mask == refused && refused) ||
           broken(board->finding, "refused by %s expected, by %s seen", EDGE_LANES_NAME(refused),
                  EDGE_LANES_NAME(commit->mask));
}

// The place of an operation among those that wait and were denied; their number, if it is not one.
static unsigned denied_place(const struct commit_scoreboard *board, uint32_t op) {
    unsigned place = 0;
    while (place < board->denied_count && board->denied[place].op != op)
        place++;
    return place;
}

// An operation that can never fit is rejected at its first decision, and only then; a denied one is
// reported again only when its mask changes; no more are denied than can wait.
static bool first_decision(struct commit_scoreboard *board, const struct commit *commit) {
    const unsigned place = denied_place(board, commit->op);
    const bool again = place < board->denied_count;
    if (commit->kind == COMMIT_REJECT)
        return !again || broken(board->finding, "rejected after it was denied");
    if (again)
        return commit->mask != board->denied[place].mask ||
               broken(board->finding, "denied twice with one mask");
    if (place == SLOTS)
        return broken(board->finding, "%d operations were denied and wait already", SLOTS);
    const uint32_t *const window = board->known_window;
    for (unsigned lane = 0; lane < LANES; lane++)
        if (commit->d[lane] > window[lane])
            return broken(board->finding, "lane %u: demand %u can never fit window %u", lane,
                          commit->d[lane], window[lane]);
    return true;
}

// Whether the look-up of a decision in this clock finds it: one that has been freed since is still
// found.
static bool may_be_found(const struct scoreboard_reservation *entry, const struct commit *commit) {
    return entry->held || (entry->was_freed && entry->freed + LOOK_TO_DECISION >= commit->cycle);
}

// The reservation that an operation holds. NULL: none.
static const struct scoreboard_reservation *reservation_of(const struct commit_scoreboard *board,
                                                           const struct commit *commit) {
    const struct scoreboard_reservation *entry =
        &board->reservation[board->id_of[commit->op % TAG_PLACES]];
    if (entry->op == commit->op && may_be_found(entry, commit))
        return entry;
    // Slow, and never needed where tags are in use about as they are given out.
    for (unsigned id = 0; board->crowded && id < board->depth; id++) {
        entry = &board->reservation[id];
        if (entry->op == commit->op && may_be_found(entry, commit))
            return entry;
    }
    return NULL;
}

// An operation that holds a reservation is never granted a second one,
static bool granted_once(struct commit_scoreboard *board, const struct commit *commit) {
    const struct scoreboard_reservation *const entry = reservation_of(board, commit);
    return !entry || broken(board->finding, "operation %u holds reservation %u", commit->op,
                            (unsigned)(entry - board->reservation));
}

// but answered with the one that it holds.
static bool repeat_is_held(struct commit_scoreboard *board, const struct commit *commit) {
    const struct scoreboard_reservation *const entry = reservation_of(board, commit);
    if (!entry)
        return broken(board->finding, "operation %u holds no reservation", commit->op);
    return entry == &board->reservation[commit->reservation] ||
           broken(board->finding, "operation %u holds reservation %u", commit->op,
                  (unsigned)(entry - board->reservation));
}

// After a reset nothing is owed.
static bool reset_voids(struct commit_scoreboard *board, const struct commit *commit) {
    for (unsigned lane = 0; lane < LANES; lane++)
        if (commit->debt[lane])
            return broken(board->finding, "lane %u: debt %u after reset", lane, commit->debt[lane]);
    return true;
}

// At the end of a run, with the last commit.
static bool drained(struct commit_scoreboard *board, const struct commit *commit) {
    for (unsigned lane = 0; lane < LANES; lane++)
        if (commit->debt[lane])
            return broken(board->finding, "lane %u: debt %u at the end", lane, commit->debt[lane]);
    for (unsigned id = 0; id < board->depth; id++)
        if (board->reservation[id].held)
            return broken(board->finding, "reservation %u of operation %u is held at the end", id,
                          board->reservation[id].op);
    return true;
}

#define ON(kind) (1u << COMMIT_##kind)
enum {
    EVERY = (1 << COMMIT_KINDS) - 1,
    INERT = EVERY & ~(1 << COMMIT_GRANT | 1 << COMMIT_RETURN | 1 << COMMIT_RESET),
    AT_THE_END = 0,
};

// The name of the first check that a commit of this kind breaks, NULL if it breaks none.
static const char *first_broken(struct commit_scoreboard *board, const struct commit *commit,
                                enum commit_kind kind) {
#define CHECK(check, kinds)                                                                        \
    if ((unsigned)(kinds) >> kind & 1 && !check(board, commit))                                    \
        return #check;
    COMMIT_CHECKS(CHECK)
#undef CHECK
    return NULL;
}

// By kind, each with its number as a constant: a commit visits only the checks about it.
static const char *commit_breaks(struct commit_scoreboard *board, const struct commit *commit) {
#define KIND(kind)                                                                                 \
    case COMMIT_##kind:                                                                            \
        return first_broken(board, commit, COMMIT_##kind)
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

static void enter_grant(struct commit_scoreboard *board, const struct commit *commit) {
    struct scoreboard_reservation *const entry = &board->reservation[commit->reservation];
    const struct scoreboard_reservation *const before =
        &board->reservation[board->id_of[commit->op % TAG_PLACES]];
    board->crowded |= before->op != commit->op && may_be_found(before, commit);
    *entry = (struct scoreboard_reservation){
        .held = true, .op = commit->op, .judged = commit->cycle + 1 + BEAT_TO_COMMIT};
    board->id_of[commit->op % TAG_PLACES] = commit->reservation;
    for (lane_set left = commit->mask; left; left &= left - 1) {
        const unsigned lane = lane_first(left);
        const unsigned resource = lane_class(lane);
        entry->amount[resource] = commit->d[lane];
        entry->lane[resource] = (uint8_t)lane;
        entry->owes |= (uint8_t)(1 << resource);
        board->owed[lane] += commit->d[lane];
    }
    board->held++;
}

static void enter_return(struct commit_scoreboard *board, const struct commit *commit) {
    struct scoreboard_reservation *const entry = &board->reservation[commit->reservation];
    const unsigned resource = class_of(commit);
    entry->owes &= (uint8_t) ~(1 << resource);
    board->owed[entry->lane[resource]] -= entry->amount[resource];
    if (COMMIT_TO_DECISION > 1)
        late_facts_return(&board->late, commit->cycle, entry->lane[resource],
                          entry->amount[resource]);
    board->freeing[resource] = entry->completed && !entry->owes;
    board->freeing_id[resource] = commit->reservation;
}

static void enter_complete(struct commit_scoreboard *board, const struct commit *commit) {
    struct scoreboard_reservation *const entry = &board->reservation[commit->reservation];
    entry->held = false;
    entry->was_freed = true;
    entry->freed = commit->cycle;
    board->held--;
    if (RETIRE_TO_USE > 1)
        late_facts_retire(&board->late, commit->cycle);
    for (unsigned resource = 0; resource < CLASSES; resource++)
        if (board->freeing_id[resource] == commit->reservation)
            board->freeing[resource] = false;
}

static void enter_deny(struct commit_scoreboard *board, const struct commit *commit) {
    const unsigned place = denied_place(board, commit->op);
    board->denied[place] = (struct scoreboard_denied){.op = commit->op, .mask = commit->mask};
    board->denied_count += place == board->denied_count;
}

// It waits no longer. (A second offer of an operation is not decided before the first has left.)
static void enter_leave(struct commit_scoreboard *board, const struct commit *commit) {
    const unsigned place = denied_place(board, commit->op);
    if (place < board->denied_count)
        board->denied[place] = board->denied[--board->denied_count];
}

static void enter_reset(struct commit_scoreboard *board) {
    board->held = 0;
    board->windows_known = false;
    board->late = (struct late_facts){0};
    board->denied_count = 0;
    for (unsigned resource = 0; resource < CLASSES; resource++)
        board->freeing[resource] = false;
    for (unsigned lane = 0; lane < LANES; lane++)
        board->owed[lane] = 0;
    for (unsigned id = 0; id < board->depth; id++)
        board->reservation[id] = (struct scoreboard_reservation){.held = false};
}

static void enter(struct commit_scoreboard *board, const struct commit *commit) {
    switch (commit->kind) {
    case COMMIT_WINDOW:
        if (board->windows_known)
            late_facts_window(&board->late, commit->cycle, board->window);
        for (unsigned lane = 0; lane < LANES; lane++)
            board->window[lane] = commit->d[lane];
        board->windows_known = true;
        break;
    case COMMIT_GRANT:
        enter_leave(board, commit);
        enter_grant(board, commit);
        break;
    case COMMIT_REJECT:
    case COMMIT_REPEAT:
        enter_leave(board, commit);
        break;
    case COMMIT_DENY:
        enter_deny(board, commit);
        break;
    case COMMIT_RETURN:
        enter_return(board, commit);
        break;
    case COMMIT_COMPLETE:
        enter_complete(board, commit);
        break;
    case COMMIT_STRAY:
        if (class_of(commit) == CLASSES && was_held(board, commit))
            board->reservation[commit->reservation].completed = true;
        break;
    case COMMIT_RESET:
        enter_reset(board);
        break;
    default:
        break;
    }
    board->last = *commit;
    board->any = true;
}

static void begin_reservation(struct commit_scoreboard *board, uint16_t id,
                              const struct block_reservation *held) {
    struct scoreboard_reservation *const entry = &board->reservation[id];
    *entry = (struct scoreboard_reservation){.held = true, .op = held->op.tag};
    entry->completed = !(held->awaited >> AWAITED_DONE & 1);
    board->id_of[held->op.tag % TAG_PLACES] = id;
    board->held++;
    for (unsigned resource = 0; resource < CLASSES; resource++) {
        const unsigned lane = lane_of_class(resource, held->lane);
        if (!(held->awaited >> resource & 1))
            continue;
        entry->amount[resource] = held->amount[resource];
        entry->lane[resource] = (uint8_t)lane;
        entry->owes |= (uint8_t)(1 << resource);
        board->owed[lane] += held->amount[resource];
    }
}

void commit_scoreboard_begin(struct commit_scoreboard *board, const struct block_state *state) {
    board->windows_known = true;
    board->crowded = true; // tags are as they come
    for (uint16_t id = 0; id < board->depth; id++)
        if (state->reservation[id].held)
            begin_reservation(board, id, &state->reservation[id]);
    for (unsigned slot = 0; slot < SLOTS; slot++)
        if (state->slot[slot].taken && state->slot[slot].decided)
            board->denied[board->denied_count++] = (struct scoreboard_denied){
                .op = state->slot[slot].op.tag, .mask = state->slot[slot].refused};
    for (unsigned lane = 0; lane < LANES; lane++) {
        board->window[lane] = state->registers.window[lane];
        board->last.debt[lane] = board->owed[lane];
    }
}

// What it goes by, of clocks before it.
static void look_back(struct commit_scoreboard *board, const struct commit *commit) {
    if (!(1u << commit->kind & (ON(GRANT) | ON(DENY) | ON(REJECT))))
        return;
    board->known_window = late_facts_windows(&board->late, commit->cycle, board->window);
    late_facts_debts(&board->late, commit->cycle, board->late_debt);
}

const char *commit_scoreboard_commit(struct commit_scoreboard *board, const struct commit *commit) {
    look_back(board, commit);
    const char *const check = commit_breaks(board, commit);
    if (!check)
        enter(board, commit);
    return check;
}

bool commit_scoreboard_drained(struct commit_scoreboard *board) {
    return drained(board, &board->last);
}
