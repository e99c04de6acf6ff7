// windows.md: the windows in force, the unit that writes them, and calibrator and tuner, which work
// at a lane each: its multiplier, its base window.
#include "csim/golden/state.h"

enum { WORK_CLOCKS = 64 };                         // CalibrateClocks and TuneClocks
enum { FIRST_CLOCKS = 256, SECOND_CLOCKS = 4096 }; // 7.3: of a turn without a return
enum { MULTIPLIER_ONE = 4096, MULTIPLIER_LARGEST = 16383 };

// --- the unit: 7.1, 7.2 and 7.5 ----------------------------------------------------------------

// A quotient is needed for what is in force at a lane.
static bool divides(const struct golden *golden, unsigned lane) {
    return lane != golden->lanes && golden->word[R_window + lane] != 0 &&
           golden->word[R_multiplier + lane] != MULTIPLIER_ONE;
}

// 7.1
static uint32_t in_force(const struct golden *golden, unsigned lane) {
    const uint32_t window = golden->word[R_window + lane];

    if (lane == golden->lanes)
        return golden->word[R_command_limit];
    if (window == 0)
        return 0;
    const uint64_t scaled = ((uint64_t)window << 12) / golden->word[R_multiplier + lane];
    return (uint32_t)smaller(larger(scaled, 1), golden->widest);
}

// The bus asks for a lane in this clock: what the unit works at for another source is cancelled.
void block_ask_unit(struct golden *golden, unsigned lane) {
    struct unit *const unit = &golden->unit;

    unit->waiting[BUS] |= bit(lane);
    if (unit->source != BUS && unit->lane == lane)
        unit->works = false;
}

// 7.5: a request, if there is one, in clock a = now.
static void take(struct golden *golden) {
    struct unit *const unit = &golden->unit;

    for (unsigned source = 0; source < SOURCES; source++) {
        if (unit->waiting[source] == 0)
            continue;
        unit->works = true;
        unit->source = (enum source)source;
        unit->lane = first_of(unit->waiting[source], unit->turn[source]);
        unit->value = in_force(golden, unit->lane);
        unit->known = golden->now + (divides(golden, unit->lane) ? golden->size.cnt_w + 13u : 1);
        unit->waiting[source] &= ~bit(unit->lane);
        unit->turn[source] = unit->lane + 1;
        return;
    }
}

// The write of clock w = now. It is the choice of clock w + 2 (2.4).
static void write_window(struct golden *golden) {
    struct unit *const unit = &golden->unit;

    golden_at(golden, golden->now + WRITE_TO_CHOICE)->choice.is_write = true;
    golden_at(golden, golden->now + WRITE_TO_COMMIT)->commit = (struct golden_commit){
        PATH_WINDOW, .mask = bit(unit->lane), .lane = unit->lane, .value = unit->value};
    golden->event = golden->now;
    unit->works = false;
    unit->next_write = golden->now + WRITE_SPACING;
    if (unit->source == BUS)
        unit->bus_commits = golden->now + WRITE_TO_COMMIT;
}

static void write_windows(struct golden *golden) {
    struct unit *const unit = &golden->unit;

    if (!unit->works)
        take(golden);
    else if (golden->now >= unit->known && golden->now >= unit->next_write)
        write_window(golden);
    for (unsigned source = 0; source < SOURCES; source++) {
        unit->waiting[source] |= unit->asks[source];
        unit->asks[source] = 0;
    }
}

// --- calibrator and tuner ----------------------------------------------------------------------

// The register of a source's worker.
static unsigned register_of(const struct golden *golden, enum source source) {
    return (source == CALIBRATOR ? R_multiplier : R_window) + golden->worker[source].lane;
}

// The lanes that are enabled.
static uint64_t enabled(const struct golden *golden, enum source source) {
    const uint32_t *const word =
        &golden->word[source == CALIBRATOR ? R_calibrate_enable : R_tune_enable];

    return (uint64_t)word[1] << 32 | word[0];
}

static bool is_enabled(const struct golden *golden, enum source source) {
    return (enabled(golden, source) & bit(golden->worker[source].lane)) != 0;
}

static bool works(const struct golden *golden, enum source source) {
    return golden->now < golden->worker[source].in_force;
}

// A sample or a look begins in this clock; the register is to have this value after some clocks.
static void begin(struct golden *golden, enum source source, uint32_t value) {
    struct worker *const worker = &golden->worker[source];

    worker->value = value;
    worker->overwritten = is_written(golden, register_of(golden, source));
    worker->in_force = golden->now + WORK_CLOCKS;
}

// A clock of a worker that works. In the last the register changes, the unit is asked for the
// lane's window, and the next lane has the turn.
static void work(struct golden *golden, enum source source) {
    struct worker *const worker = &golden->worker[source];
    const unsigned at = register_of(golden, source);

    if (is_written(golden, at))
        worker->overwritten = true;
    if (golden->now + 1 < worker->in_force)
        return;
    if (!worker->overwritten && is_enabled(golden, source) && golden->word[at] != worker->value) {
        golden->word[at] = worker->value;
        golden->unit.asks[source] |= bit(worker->lane);
        if (source == CALIBRATOR)
            golden->word[R_calibrations]++;
    }
    worker->lane = next_of(worker->lane, golden->lanes);
}

// --- calibration: 7.3 --------------------------------------------------------------------------

// The expected service in quanta.
static uint64_t expected_of(const struct golden *golden, unsigned lane, uint64_t amount) {
    const uint32_t *const word = golden->word;

    if (resource_of(&golden->size, lane) == RESOURCE_HBM)
        return ((amount << word[R_quantum_hbm]) * word[R_hbm_reciprocal]) >> 12;
    return amount << word[R_quantum_time];
}

static int64_t floor_div(int64_t value, int64_t by) {
    return value >= 0 ? value / by : -((-value + by - 1) / by);
}

// The multiplier after a sample.
static uint32_t moved(const struct golden *golden, const struct completion *back) {
    const uint32_t *const word = golden->word;
    const uint64_t expected = expected_of(golden, back->lane, back->amount);
    const int64_t multiplier = word[R_multiplier + back->lane];

    if (expected == 0 || expected > UINT32_MAX || back->amount == ones(golden->size.cnt_w))
        return (uint32_t)multiplier;
    const uint64_t ratio = (((uint64_t)back->observed << 12) + expected / 2) / expected;
    const int64_t target = (int64_t)smaller(ratio, MULTIPLIER_LARGEST);
    const uint64_t next = (uint64_t)(multiplier + floor_div(target - multiplier, 16));
    return (uint32_t)larger(smaller(next, word[R_multiplier_max]), word[R_multiplier_min]);
}

// A clock of a lane's turn. Turns stand still while the block is quiet.
static void take_turn(struct golden *golden) {
    const unsigned lane = golden->worker[CALIBRATOR].lane;
    const struct record *const taken = golden_at(golden, golden->now - BEAT_TO_COMMIT);
    const struct completion *const back = &taken->completion[channel_of(golden, lane)];
    const bool known = back->kind == RETURN_BACK && back->observed != PATH_UNKNOWN;
    const unsigned most = golden->turn_begun ? SECOND_CLOCKS : FIRST_CLOCKS;
    const bool enabled = is_enabled(golden, CALIBRATOR);

    golden->turn_clocks++;
    if (enabled && known && back->lane == lane) {
        if (golden->turn_begun)
            begin(golden, CALIBRATOR, moved(golden, back));
        golden->turn_begun = !golden->turn_begun;
        golden->turn_clocks = 0;
    } else if (!enabled || golden->turn_clocks == most) {
        golden->worker[CALIBRATOR].lane = next_of(lane, golden->lanes);
        golden->turn_begun = false;
        golden->turn_clocks = 0;
    }
}

// --- tuning: 7.4 -------------------------------------------------------------------------------

// What commits or is wanted in this clock counts in the epoch that it is of. `done` gives nothing
// back.
static void note(struct golden *golden) {
    const struct record *const taken = golden_at(golden, golden->now - BEAT_TO_COMMIT);

    golden->sought |= golden->wanted;
    for (uint64_t left = taken->taken_up & ~bit(golden->done); left != 0; left &= left - 1) {
        const struct completion *const back = &taken->completion[lowest_of(left)];
        struct epoch *const epoch = &golden->epochs[back->lane];
        if (back->kind == RETURN_BACK && back->observed == PATH_UNKNOWN)
            epoch->unknown = true;
        else if (back->kind == RETURN_BACK)
            epoch->served = (uint32_t)smaller((uint64_t)epoch->served + back->observed, UINT32_MAX);
    }
}

// The base window after an epoch.
static uint32_t tuned(const struct golden *golden, unsigned lane, uint64_t elapsed) {
    const uint32_t *const word = golden->word;
    const struct epoch *const epoch = &golden->epochs[lane];
    const unsigned k = resource_of(&golden->size, lane);
    const uint64_t window = word[R_window + lane];
    const uint64_t quanta = elapsed * word[R_clock_quanta] / 16;
    const uint64_t idle = quanta > epoch->served ? quanta - epoch->served : 0;
    uint64_t value = window;

    if (epoch->unknown || window == 0) // software closed the lane
        return (uint32_t)window;
    if ((golden->sought & bit(lane)) != 0 && idle > quanta / 16)
        value = smaller(window + larger(window / 16, 1), word[R_ceiling + k]);
    else if (idle == 0)
        value = larger(window - window / 32, word[R_floor + k]);
    return (uint32_t)smaller(value, golden->widest); // 7.2
}

// A look begins in this clock.
static void look(struct golden *golden, uint64_t now) {
    const unsigned lane = golden->worker[TUNER].lane;
    struct epoch *const epoch = &golden->epochs[lane];
    const uint64_t elapsed = smaller(block_time(now - epoch->start), UINT32_MAX);
    const bool begun = (golden->begun & bit(lane)) != 0;
    const bool ends = begun && elapsed >= golden->word[R_tune_interval];

    begin(golden, TUNER, ends ? tuned(golden, lane, elapsed) : golden->word[R_window + lane]);
    golden->begun |= bit(lane);
    if (!ends && begun)
        return;
    *epoch = (struct epoch){.start = now};
    golden->sought &= ~bit(lane);
}

void block_windows(struct golden *golden, uint64_t now) {
    const unsigned lane = golden->worker[TUNER].lane;

    write_windows(golden);
    if (works(golden, CALIBRATOR))
        work(golden, CALIBRATOR);
    else if (!golden->out.quiet)
        take_turn(golden);
    if (works(golden, TUNER))
        work(golden, TUNER);
    else if (is_enabled(golden, TUNER))
        look(golden, now);
    else if (!golden->out.quiet)
        golden->worker[TUNER].lane = next_of(lane, golden->lanes);
    golden->begun &= enabled(golden, TUNER);
    note(golden);
}

// 9.5: the unit is free, and no source waits for it or works; no lane is tuned.
bool block_windows_rest(const struct golden *golden) {
    for (unsigned source = 0; source < SOURCES; source++)
        if (golden->unit.waiting[source] != 0 || golden->unit.asks[source] != 0 ||
            works(golden, (enum source)source))
            return false;
    return !golden->unit.works && enabled(golden, TUNER) == 0;
}
