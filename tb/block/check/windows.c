// Windows (windows.md), as they commit.
#include "tb/block/check/rules.h"
#include "tb/block/ref_state/map.h"

static uint32_t in_force(const struct ref_state *ref, unsigned lane, uint32_t window,
                         uint32_t multiplier) {
    return ref_in_force(ref, window, ref_effective(ref, lane, multiplier));
}

// The bus may have asked for it.
static bool is_of_bus(const struct ref_state *ref, unsigned lane) {
    const struct ref_bus *bus = &ref->bus;
    const bool limit = lane == path_lanes(&ref->size);
    return bus->performed && (limit ? bus->address == SEMACREDIT_COMMAND_LIMIT
                                    : bus->address == SEMACREDIT_WINDOW + 4 * lane ||
                                          bus->address == SEMACREDIT_MULTIPLIER + 4 * lane);
}

void rule_window(struct check *check, const struct ref_state *ref) {
    char name[FIELD_TEXT];
    const unsigned lane = ref_moved(ref);
    const uint32_t value = ref->out->path.trace_stage;
    const struct ref_bus *bus = &ref->bus;
    uint32_t window = ref->registers[SEMACREDIT_WINDOW / 4 + lane];
    const uint32_t most = (uint32_t)((UINT64_C(1) << ref->size.cnt_w) - 2);
    const bool limit = lane == path_lanes(&ref->size);
    // What the calibrator asked for before may commit, too.
    if (!is_of_bus(ref, lane) || (!limit && ref->learn.asked >> lane & 1))
        return;
    if (bus->address == SEMACREDIT_WINDOW + 4 * lane)
        window = bus->data < most ? bus->data : most;
    const uint32_t want =
        limit ? bus->data : in_force(ref, lane, window, ref->registers[R_multiplier + lane]);
    if (value != want)
        check_wrong(check, ref, "the window of %s is put into force as %" PRIu32 ", not %" PRIu32,
                    field_lane_name(&ref->size, lane, name), value, want);
}

void rule_spacing(struct check *check, const struct ref_state *ref) {
    char name[FIELD_TEXT];
    if (ref->window_clock && ref->window_clock + 4 > ref->clock)
        check_wrong(check, ref, "the window of %s moves %" PRIu64 " clocks after another",
                    field_lane_name(&ref->size, ref_moved(ref), name),
                    ref->clock - ref->window_clock);
}

// A window of which the bus does not ask: the unit was asked for the lane, and divides by the
// multiplier that it found. It took at most so many clocks since, the bus's own work included.
void rule_calibration(struct check *check, const struct ref_state *ref) {
    char name[FIELD_TEXT];
    const unsigned lane = ref_moved(ref);
    const struct ref_learn *learn = &ref->learn;
    const uint64_t clocks = ref->size.cnt_w + 24u;
    if (is_of_bus(ref, lane))
        return;
    field_lane_name(&ref->size, lane, name);
    if (lane == path_lanes(&ref->size) || !(learn->asked >> lane & 1)) {
        check_lost(check, ref, "control: the window in force is not the one that was set",
                   "the window of %s is put into force as %" PRIu32 ", which was never written",
                   name, ref->out->path.trace_stage);
        return;
    }
    if (learn->limits_at != 0 && learn->limits_at + 4 > ref->clock)
        return; // written before the limit
    const uint32_t window = ref->registers[SEMACREDIT_WINDOW / 4 + lane];
    const uint32_t now = in_force(ref, lane, window, ref->registers[R_multiplier + lane]);
    const bool fresh = learn->moved_at[lane] + clocks >= ref->clock;
    const uint32_t value = ref->out->path.trace_stage;
    if (value != now && !(fresh && value == in_force(ref, lane, window, learn->before[lane])))
        check_wrong(check, ref, "the window of %s is calibrated to %" PRIu32 ", not %" PRIu32, name,
                    value, now);
}

// Each lane of which the unit is asked has its turn, between windows of the bus.
void rule_asked(struct check *check, const struct ref_state *ref) {
    enum { BUS_ANSWERS = 16 };
    char name[FIELD_TEXT];
    const unsigned lanes = path_lanes(&ref->size), lane = (unsigned)(ref->clock % lanes);
    const struct ref_learn *learn = &ref->learn;
    const uint64_t longest = 2 * (lanes + 2u) * (ref->size.cnt_w + 17u + BUS_ANSWERS);
    if (learn->owed >> lane & 1 && learn->asked_at[lane] + longest < ref->clock)
        check_wrong(check, ref, "the window of %s is not put into force for %" PRIu64 " clocks",
                    field_lane_name(&ref->size, lane, name), ref->clock - learn->asked_at[lane]);
}
