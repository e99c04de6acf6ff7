// registers.md, 9.4: counters, reservations, ages, errors.
#include "csim/golden/state.h"

enum { OLD_TO_ERROR = 5 };    // clocks from the check of a reservation that is too old
enum { PARKED_TO_ERROR = 4 }; // clocks from one in which all ids are parked

// --- errors ------------------------------------------------------------------------------------

// Of a clock's errors of one kind the first counts.
void block_raise(struct golden *golden, enum error error, uint32_t info) {
    if (!(golden->raised >> error & 1))
        golden->info[error] = info;
    golden->raised |= 1u << error;
}

// The last step of a clock. Software's clearing comes first. The info of a bit stays what it is
// until the bit is cleared.
void block_settle(struct golden *golden) {
    uint32_t *const word = golden->word;
    const uint32_t left = word[R_errors] & ~golden->cleared;

    if (golden->raised == 0 && golden->cleared == 0)
        return;
    for (unsigned error = 0; error < ERRORS; error++)
        if (!(left >> error & 1))
            word[R_error_info + error] = golden->raised >> error & 1 ? golden->info[error] : 0;
    word[R_errors] = left | golden->raised;
    golden->raised = golden->cleared = 0;
}

// --- reservations ------------------------------------------------------------------------------

// 4.3: held up to the clock before its completion shows.
static bool is_held(const struct golden *golden, const struct reservation *held) {
    return golden->now < held->frees;
}

// In units of 1,024 clocks.
static uint64_t age_of(const struct reservation *held, uint64_t now) {
    return block_time(now - held->granted) / 1024;
}

// The value of a register in this clock: of those about the reservation, if it is held.
uint32_t block_seen(const struct golden *golden, unsigned at, uint64_t now) {
    const struct reservation *const held = &golden->reservation[golden->word[R_holder]];

    const bool captured = at == NO_REGISTER || golden->reg[at].first == R_lane_returns ||
                          (at >= R_holder_clocks && at < NO_REGISTER);

    if (captured && (golden->telemetry.shown == 0 || golden->now < golden->telemetry.shown))
        return 0;
    if (at != NO_REGISTER && golden->reg[at].first == R_debt)
        return path_debt(golden, at - R_debt);
    if (at < R_holder_state || at > R_holder_age)
        return at == NO_REGISTER ? 0 : golden->word[at];
    if (!is_held(golden, held))
        return 0;
    if (at == R_holder_state)
        return UINT32_C(1) << 31 | (uint32_t)held->owes << 20 | held->handle;
    return (uint32_t)(at == R_holder_tag ? held->tag : smaller(age_of(held, now), 65535));
}

// Whether ages are checked, one a clock.
static bool watches(const struct golden *golden) {
    return golden->word[R_age_limit] != 0 && golden->word[R_held] > 0;
}

static void check_age(struct golden *golden, uint64_t now) {
    const struct record *const checked = golden_at(golden, golden->now + 1 - OLD_TO_ERROR);
    struct reservation *const held = &golden->reservation[golden->age_turn];

    if (checked->old.found)
        block_raise(golden, OLD, checked->old.handle);
    golden->age_turn = watches(golden) ? next_of(golden->age_turn, golden->size.depth) : 0;
    if (!watches(golden))
        return;
    golden->age_checked = golden->now;
    if (!is_held(golden, held) || held->was_old || age_of(held, now) <= golden->word[R_age_limit])
        return;
    held->was_old = true;
    golden_at(golden, golden->now)->old.handle = held->handle;
    golden_at(golden, golden->now)->old.found = true;
}

// 9.5: no check of an age, and none whose error is to come or has just come.
bool block_status_rests(const struct golden *golden) {
    return !watches(golden) && golden->now > golden->age_checked + OLD_TO_ERROR;
}

// --- counters ----------------------------------------------------------------------------------

// 8: the command limit, behind the lanes, is no credit.
static void count_window(struct golden *golden, unsigned lane) {
    if (lane != golden->lanes)
        block_credit(golden, lane, 0);
}

static void count_decision(struct golden *golden) {
    const struct path_out *const path = &golden->out.path;

    switch (path->trace_kind) {
    case PATH_GRANT:
        golden->word[R_grants]++;
        break;
    case PATH_REJECT:
        golden->word[R_rejects]++;
        block_raise(golden, REJECT, (uint32_t)path->trace_tag);
        break;
    case PATH_FLUSHED:
        golden->word[R_flushed]++;
        break;
    case PATH_DENY:
        for (uint64_t left = path->trace_mask; left != 0; left &= left - 1)
            golden->word[R_denials + lowest_of(left)]++;
        break;
    case PATH_WINDOW:
        count_window(golden, lowest_of(path->trace_mask));
        break;
    default:
        break;
    }
}

// `done` gives nothing back.
static void count_return(struct golden *golden, unsigned channel) {
    const struct path_out *const path = &golden->out.path;
    const unsigned lane = path->return_lane[channel];

    switch (path->return_kind[channel]) {
    case RETURN_BACK:
        if (channel == golden->done)
            break;
        golden->word[R_returns + resource_of(&golden->size, lane)]++;
        block_credit(golden, lane, path->return_amount[channel]);
        break;
    case RETURN_STRAY:
        golden->word[R_strays]++;
        block_raise(golden, STRAY, channel << 28 | path->return_handle[channel]);
        break;
    case RETURN_LATE:
        golden->word[R_lates]++;
        break;
    default:
        break;
    }
}

void block_count(struct golden *golden, uint64_t now) {
    const uint8_t answer = golden->out.path.answer_kind;
    uint64_t left = golden_at(golden, golden->now - BEAT_TO_COMMIT)->taken_up;

    golden->out.irq = (golden->word[R_errors] & golden->word[R_error_mask]) != 0;
    count_decision(golden);
    for (; left != 0; left &= left - 1)
        count_return(golden, lowest_of(left));
    left = golden_at(golden, golden->now - BEAT_TO_FREE)->completed;
    for (; left != 0; left &= left - 1)
        golden->word[R_frees]++;
    if (answer == ANSWER_HELD || answer == ANSWER_WAITS)
        golden->word[R_repeats]++;
    check_age(golden, now);
    golden_at(golden, golden->now)->all_parked = golden->parked == golden->size.depth;
    if (golden_at(golden, golden->now + 1 - PARKED_TO_ERROR)->all_parked)
        block_raise(golden, ALL_PARKED, 0);
}
