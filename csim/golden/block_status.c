// registers.md, 9.4: counters, holders, ages, errors.
#include "csim/golden/block_state.h"

// --- errors ------------------------------------------------------------------------------------

// Of a clock's errors of one kind the first counts.
void block_raise(struct status *status, enum error error, uint32_t info) {
    if (status->raised >> error & 1)
        return;
    status->raised |= 1u << error;
    status->info[error] = info;
}

static unsigned lowest(uint32_t errors) {
    unsigned error = 0;

    while (!(errors >> error & 1))
        error++;
    return error;
}

// The last step of a clock. Software's clearing comes first. The first error stays what it is until
// no bit is left; of those of one clock the lowest is first.
void block_settle(const struct block_clock *c, struct block_state *next) {
    struct status *const status = &next->status;
    const uint32_t left = c->is->word[R_errors] & ~status->cleared;

    if (left == 0 && status->raised == 0) {
        next->word[R_first_error] = next->word[R_first_error_info] = 0;
    } else if (left == 0) {
        next->word[R_first_error] = 1 + lowest(status->raised);
        next->word[R_first_error_info] = status->info[lowest(status->raised)];
    }
    next->word[R_errors] = left | status->raised;
    status->raised = status->cleared = 0;
}

// --- what is so in this clock ------------------------------------------------------------------

// 4.3: held up to the clock before its completion shows.
static bool is_held(const struct block_clock *c, unsigned id) {
    const struct grant_note *const note = &c->golden->note[id];

    for (unsigned channel = 0; channel < c->golden->channels; channel++)
        if (c->path->free_valid[channel] && c->path->free_handle[channel] == note->handle)
            return false;
    return note->held;
}

static uint32_t age_of(const struct block_clock *c, unsigned id) {
    return (uint32_t)block_smaller((c->in->now - c->golden->note[id].granted) / 1024, 65535);
}

// What it owes comes with the read (block_axi.c).
static void show_holder(const struct block_clock *c, uint32_t *word) {
    const unsigned id = word[R_holder];
    const bool held = is_held(c, id);

    word[R_holder_state] = held ? UINT32_C(1) << 31 | c->golden->note[id].handle : 0;
    word[R_holder_tag] = held ? c->golden->note[id].tag : 0;
    word[R_holder_age] = held ? age_of(c, id) : 0;
}

// The registers that show what commits or holds in the same clock.
void block_show_status(const struct block_clock *c, struct block_state *is) {
    uint32_t *const word = is->word;

    word[R_held] = c->facts->held;
    word[R_held_max] = (uint32_t)block_larger(word[R_held_max], c->facts->held);
    word[R_waiting] = c->facts->taken;
    for (unsigned lane = 0; lane < c->golden->lanes; lane++)
        if (c->path->trace_kind == PATH_WINDOW && c->path->trace_mask >> lane & 1)
            word[R_in_force + lane] = c->path->trace_stage;
    show_holder(c, word);
}

// --- what grows old ----------------------------------------------------------------------------

// Whether ages are looked at, one a clock.
static bool watches(const struct block_state *is, const struct path_facts *facts) {
    return is->word[R_age_limit] != 0 && facts->held > 0;
}

static void look(const struct block_clock *c, struct status *next) {
    const struct status *const status = &c->is->status;
    const unsigned id = status->age_turn, last = OLD_TO_ERROR - 2;
    const bool watched = watches(c->is, c->facts);

    next->age_turn = watched ? (id + 1) % c->golden->size.depth : 0;
    if (status->old[last].found)
        block_raise(next, OLD, status->old[last].handle);
    for (unsigned i = last; i > 0; i--)
        next->old[i] = status->old[i - 1];
    next->old[0].looked = watched;
    next->old[0].found = watched && is_held(c, id) && age_of(c, id) > c->is->word[R_age_limit];
    next->old[0].handle = c->golden->note[id].handle;
}

// 9.5: no look, and none whose error is to come.
bool block_status_rests(const struct block_state *is, const struct path_facts *facts) {
    for (unsigned i = 0; i < OLD_TO_ERROR - 1; i++)
        if (is->status.old[i].looked)
            return false;
    return !watches(is, facts);
}

// --- counters ----------------------------------------------------------------------------------

static void count_decision(const struct block_clock *c, struct block_state *next) {
    switch (c->path->trace_kind) {
    case PATH_GRANT:
        next->word[R_grants]++;
        break;
    case PATH_REJECT:
        next->word[R_rejects]++;
        block_raise(&next->status, REJECT, (uint32_t)c->path->trace_tag);
        break;
    case PATH_DENY:
        for (unsigned lane = 0; lane <= c->golden->lanes; lane++)
            if (c->path->trace_mask >> lane & 1)
                next->word[R_denials + lane]++;
        break;
    default:
        break;
    }
}

static void count_completion(const struct block_clock *c, unsigned channel,
                             struct block_state *next) {
    if (c->path->free_valid[channel])
        next->word[R_frees]++;
    switch (c->path->return_kind[channel]) {
    case RETURN_BACK:
        if (channel + 1 < c->golden->channels) // `done` gives nothing back
            next->word[R_returns + block_class(c->golden, c->path->return_lane[channel])]++;
        break;
    case RETURN_STRAY:
        next->word[R_strays]++;
        block_raise(&next->status, STRAY, c->path->return_handle[channel]);
        break;
    case RETURN_LATE:
        next->word[R_lates]++;
        break;
    default:
        break;
    }
}

void block_count(const struct block_clock *c, struct block_state *next) {
    const unsigned answer = c->path->answer_kind;

    count_decision(c, next);
    for (unsigned channel = 0; channel < c->golden->channels; channel++)
        count_completion(c, channel, next);
    if (answer == ANSWER_HELD || answer == ANSWER_WAITS)
        next->word[R_repeats]++;
    look(c, &next->status);
}
