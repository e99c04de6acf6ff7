// registers.md, 9.4: counters, the most of debts and reservations, holders, errors.
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

// --- what is looked at in turn -----------------------------------------------------------------

// A read under way whose look is sampled in this clock.
static struct place read_now(const struct block_golden *golden, const struct block_state *is) {
    if (!is->read.under_way || is->now != is->read.taken + 1)
        return (struct place){.name = R_NONE};
    return block_place(golden, is->read.address);
}

static bool reads_holder(const struct block_golden *golden, const struct block_state *is) {
    const enum register_name name = read_now(golden, is).name;

    return name == R_holder_state || name == R_holder_tag || name == R_holder_age;
}

// 1.7: debt_lane_i. The lane of a read of `debt` takes the place of the next in turn.
unsigned block_debt_lane(const struct block_golden *golden, const struct block_state *is) {
    const struct place place = read_now(golden, is);

    return place.name == R_debt ? place.i : is->status.debt_turn;
}

// 1.7: holder_id_i, in the same way.
unsigned block_holder_id(const struct block_golden *golden, const struct block_state *is) {
    return reads_holder(golden, is) ? is->settings.holder : is->status.holder_turn;
}

// The turns stand still while the block is quiet.
static void pass_turns(const struct block_clock *c, struct status *next) {
    const struct block_golden *const golden = c->golden;
    const struct status *const status = &c->is->status;

    next->looked[1] = status->looked[0];
    next->looked[0] = block_debt_lane(golden, c->is);
    next->scanned[1] = status->scanned[0];
    next->scanned[0] = block_holder_id(golden, c->is);
    if (!c->facts.rests)
        next->rounds = 0;
    if (c->quiet)
        return;
    if (read_now(golden, c->is).name != R_debt) {
        next->debt_turn = block_next_lane(golden, status->debt_turn);
        if (c->facts.rests && status->rounds < golden->lanes + 2)
            next->rounds++;
    }
    if (!reads_holder(golden, c->is))
        next->holder_turn = (status->holder_turn + 1) % golden->size.depth;
}

static uint32_t age_of(const struct block_clock *c, unsigned id) {
    const uint64_t clocks = (c->is->was_now_i - c->golden->note[id].granted) & (UINT64_MAX >> 16);

    return (uint32_t)block_smaller(clocks / 1024, 65535);
}

// What the ports show of the lane and the id that were sampled two clocks ago.
static void look(const struct block_clock *c, struct status *next) {
    const unsigned lane = c->is->status.looked[1];
    const unsigned id = c->is->status.scanned[1];
    const uint32_t age_limit = c->is->settings.age_limit;

    next->debt_max[lane] = (uint32_t)block_larger(c->is->status.debt_max[lane], c->facts.debt);
    if (c->facts.holder_held && age_limit != 0 && age_of(c, id) > age_limit)
        block_raise(next, OLD, c->golden->note[id].handle);
}

// The registers that they answer, in the clock after that of the look.
uint32_t block_looked_at(const struct block_clock *c, struct place place) {
    const struct status *const status = &c->is->status;
    const unsigned id = status->scanned[1];
    const struct grant_note *const note = &c->golden->note[id];

    if (place.name == R_debt)
        return c->facts.debt;
    if (place.name == R_debt_max)
        return status->debt_max[place.i];
    if (!c->facts.holder_held)
        return 0;
    if (place.name == R_holder_tag)
        return note->tag;
    if (place.name == R_holder_age)
        return age_of(c, id);
    return UINT32_C(1) << 31 | (uint32_t)c->facts.holder_owes << 16 | (note->handle & 0xffff);
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
    pass_turns(c, status);
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

// Every lane was looked at since the path rests, and nothing grows old unseen.
bool block_status_rests(const struct block_golden *golden, const struct block_state *is,
                        const struct path_facts *facts) {
    const bool watches =
        is->settings.age_limit != 0 && facts->held > 0 && !(is->status.errors >> OLD & 1);

    return is->status.rounds >= golden->lanes + 2 && !watches;
}
