// registers.md, 9.4: counters, holders, ages, errors.
#include "csim/next/block_state.h"

// --- errors ------------------------------------------------------------------------------------

void block_raise(struct status *status, enum block_error error, uint32_t info) {
    if (status->raised >> error & 1)
        return;
    status->raised |= (uint8_t)(1u << error);
    status->info[error] = info;
}

// Software's clearing comes first. The first error stays what it is until no bit is left; of those
// of one clock the lowest is first.
static void settle_errors(const struct block_state *is, struct status *next) {
    next->errors = is->status.errors & (uint8_t)~next->cleared;
    if (next->errors == 0)
        next->first_error = 0, next->first_error_info = 0;
    for (unsigned error = 0; error < ERRORS; error++) {
        if (!(next->raised >> error & 1))
            continue;
        if (next->first_error == 0) {
            next->first_error = (uint8_t)(1 + error);
            next->first_error_info = next->info[error];
        }
        next->errors |= (uint8_t)(1u << error);
    }
    next->raised = next->cleared = 0;
}

// --- reservations ------------------------------------------------------------------------------

// 4.3: held up to the clock before its completion shows.
static bool is_held(const struct block_clock *c, unsigned id) {
    const struct grant_note *const note = &c->golden->note[id];

    for (unsigned channel = 0; channel < c->golden->channels; channel++)
        if (c->path.free_valid[channel] && c->path.free_handle[channel] == note->handle)
            return false;
    return note->held;
}

static uint32_t age_of(const struct block_clock *c, unsigned id) {
    return (uint32_t)block_smaller((c->in->now - c->golden->note[id].granted) / 1024, 65535);
}

// 9.4: whether ages are looked at, one a clock.
static bool watches(const struct block_state *is, const struct path_facts *facts) {
    return is->settings.age_limit != 0 && facts->held > 0;
}

static void look(const struct block_clock *c, struct status *next) {
    const struct status *const status = &c->is->status;
    const unsigned id = status->age_turn, last = OLD_TO_ERROR - 2;
    const bool watched = watches(c->is, &c->facts);

    next->age_turn = watched ? (id + 1) % c->golden->size.depth : 0;
    if (status->old[last].found)
        block_raise(next, OLD, status->old[last].handle);
    for (unsigned i = last; i > 0; i--)
        next->old[i] = status->old[i - 1];
    next->old[0].found = watched && is_held(c, id) && age_of(c, id) > c->is->settings.age_limit;
    next->old[0].handle = c->golden->note[id].handle;
}

// What the ports of 1.7 tell of the clock of the look, in the next one.
uint32_t block_looked_at(const struct block_clock *c, struct place place) {
    if (place.name == R_debt)
        return c->facts.debt;
    return c->facts.holder_held ? c->is->read.data | (uint32_t)c->facts.holder_owes << 20 : 0;
}

// --- counters ----------------------------------------------------------------------------------

static void count_decision(const struct block_clock *c, struct status *next) {
    switch (c->path.trace_kind) {
    case PATH_GRANT:
        next->counts.grants++;
        break;
    case PATH_REJECT:
        next->counts.rejects++;
        block_raise(next, REJECT, (uint32_t)c->path.trace_tag);
        break;
    case PATH_DENY:
        for (unsigned lane = 0; lane <= c->golden->lanes; lane++)
            next->counts.denials[lane] += (uint32_t)(c->path.trace_mask >> lane & 1);
        break;
    case PATH_WINDOW:
        for (unsigned lane = 0; lane < c->golden->lanes; lane++)
            if (c->path.trace_mask >> lane & 1)
                next->in_force[lane] = c->path.trace_stage;
        break;
    default:
        break;
    }
}

static void count_completions(const struct block_clock *c, struct status *next) {
    const unsigned done = c->golden->channels - 1;

    for (unsigned channel = 0; channel < c->golden->channels; channel++) {
        next->counts.frees += c->path.free_valid[channel];
        switch (c->path.return_kind[channel]) {
        case RETURN_BACK:
            if (channel != done)
                next->counts.returns[block_class(c->golden, c->path.return_lane[channel])]++;
            break;
        case RETURN_STRAY:
            next->counts.strays++;
            block_raise(next, STRAY, c->path.return_handle[channel]);
            break;
        case RETURN_LATE:
            next->counts.lates++;
            break;
        default:
            break;
        }
    }
}

static uint16_t held_max(const struct block_clock *c) {
    return (uint16_t)block_larger(c->is->status.held_max, c->facts.held);
}

void block_count(const struct block_clock *c, struct block_state *next) {
    struct status *const status = &next->status;
    const unsigned answer = c->path.answer_kind;

    count_decision(c, status);
    count_completions(c, status);
    status->counts.repeats += answer == ANSWER_HELD || answer == ANSWER_WAITS;
    status->held_max = held_max(c);
    look(c, status);
}

// The last step of a clock.
void block_settle(const struct block_clock *c, struct block_state *next) {
    settle_errors(c->is, &next->status);
}

// --- what is read ------------------------------------------------------------------------------

// 7.5: a window is in force in the clock in which it commits.
static uint32_t in_force(const struct block_clock *c, unsigned lane) {
    const bool commits = c->path.trace_kind == PATH_WINDOW && (c->path.trace_mask >> lane & 1);

    return commits ? c->path.trace_stage : c->is->status.in_force[lane];
}

uint32_t block_status(const struct block_clock *c, struct place place) {
    const struct status *const status = &c->is->status;
    const struct counts *const counts = &status->counts;
    const uint32_t id = c->is->settings.holder;

    switch (place.name) {
    case R_in_force:
        return in_force(c, place.i);
    case R_denials:
        return counts->denials[place.i];
    case R_grants:
        return counts->grants;
    case R_rejects:
        return counts->rejects;
    case R_repeats:
        return counts->repeats;
    case R_frees:
        return counts->frees;
    case R_returns:
        return counts->returns[place.i];
    case R_strays:
        return counts->strays;
    case R_lates:
        return counts->lates;
    case R_messages:
        return counts->messages;
    case R_calibrations:
        return counts->calibrations;
    case R_holder_state:
        return UINT32_C(1) << 31 | c->golden->note[id].handle;
    case R_holder_tag:
        return is_held(c, id) ? c->golden->note[id].tag : 0;
    case R_holder_age:
        return is_held(c, id) ? age_of(c, id) : 0;
    case R_held:
        return c->facts.held;
    case R_held_max:
        return held_max(c);
    case R_waiting:
        return c->facts.taken;
    case R_errors:
        return status->errors;
    case R_first_error:
        return status->first_error;
    case R_first_error_info:
        return status->first_error_info;
    default:
        return 0;
    }
}

// 9.5: nothing grows old, and what was found too old is told.
bool block_status_rests(const struct block_state *is, const struct path_facts *facts) {
    for (unsigned i = 0; i < OLD_TO_ERROR - 1; i++)
        if (is->status.old[i].found)
            return false;
    return !watches(is, facts);
}
