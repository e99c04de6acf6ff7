// Windows (windows.md), as they commit.
#include "tb/block/check/rules.h"
#include "tb/block/port.h"
#include "tb/block/ref_state/map.h"

void rule_window(struct check *check, const struct ref_state *ref) {
    char name[FIELD_TEXT];
    const unsigned lane = ref_moved(ref);
    const uint32_t value = ref->out->path.trace_stage;
    const struct ref_bus *bus = &ref->bus;
    uint32_t window = ref->registers[SEMACREDIT_WINDOW / 4 + lane];
    uint32_t multiplier = ref->registers[SEMACREDIT_MULTIPLIER / 4 + lane];
    const uint32_t most = (uint32_t)((UINT64_C(1) << ref->size.cnt_w) - 2);
    const bool limit = lane == path_lanes(&ref->size);
    // Only software moves the limit, and what is neither tuned nor calibrated.
    if (!limit && (ref->tuned | ref->calibrated) >> lane & 1)
        return;
    const unsigned address = limit ? SEMACREDIT_COMMAND_LIMIT : SEMACREDIT_WINDOW + 4 * lane;
    if (!bus->performed ||
        (bus->address != address && (limit || bus->address != SEMACREDIT_MULTIPLIER + 4 * lane))) {
        check_wrong(check, ref,
                    "the window of %s is put into force as %" PRIu32 ", which was never written",
                    field_lane_name(&ref->size, lane, name), value);
        return;
    }
    if (bus->address == address)
        window = bus->data < most ? bus->data : most;
    else
        multiplier = bus->data;
    const uint32_t want = limit ? bus->data : ref_in_force(ref, window, multiplier);
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

enum { MOST_STEPS = 8 };

// Whether that many steps of 7.4, or fewer, lead from a window to another.
static bool steps(uint64_t to, uint64_t from, uint64_t floor, uint64_t ceiling, unsigned count) {
    const uint64_t up = from + (from / 16 ? from / 16 : 1), down = from - from / 32;
    return to == from ||
           (count > 0 && (steps(to, up < ceiling ? up : ceiling, floor, ceiling, count - 1) ||
                          steps(to, down > floor ? down : floor, floor, ceiling, count - 1)));
}

// A window that is tuned and not calibrated moves by a step, or by some while bus and calibrator
// keep the unit from the tuner, up to its ceiling or down to its floor; as long as software has
// written neither these nor the multiplier.
void rule_tuning(struct check *check, const struct ref_state *ref) {
    char name[FIELD_TEXT];
    const unsigned lane = ref_moved(ref);
    if (lane == path_lanes(&ref->size) || !(ref->tuned >> lane & 1) || ref->calibrated >> lane & 1)
        return;
    const unsigned k = lane_kind(&ref->size, lane);
    if (ref->written[SEMACREDIT_MULTIPLIER / 4 + lane] || ref->written[SEMACREDIT_FLOOR / 4 + k] ||
        ref->written[SEMACREDIT_CEILING / 4 + k] || ref->bus.performed)
        return;
    const uint64_t value = ref->out->path.trace_stage, window = ref->window[lane];
    if (!steps(value, window, ref->registers[SEMACREDIT_FLOOR / 4 + k],
               ref->registers[SEMACREDIT_CEILING / 4 + k], MOST_STEPS))
        check_wrong(check, ref, "the window of %s is tuned from %" PRIu64 " to %" PRIu64,
                    field_lane_name(&ref->size, lane, name), window, value);
}

// What is calibrated and not tuned stays between its limits, as long as software leaves them.
void rule_calibration(struct check *check, const struct ref_state *ref) {
    char name[FIELD_TEXT];
    const unsigned lane = ref_moved(ref);
    if (lane == path_lanes(&ref->size) || !(ref->calibrated >> lane & 1) || ref->tuned >> lane & 1)
        return;
    if (ref->written[SEMACREDIT_MULTIPLIER_MIN / 4] ||
        ref->written[SEMACREDIT_MULTIPLIER_MAX / 4] ||
        ref->written[SEMACREDIT_MULTIPLIER / 4 + lane] || ref->bus.performed)
        return;
    const uint32_t value = ref->out->path.trace_stage;
    const uint32_t window = ref->registers[SEMACREDIT_WINDOW / 4 + lane];
    if (value < ref_in_force(ref, window, ref->registers[SEMACREDIT_MULTIPLIER_MAX / 4]) ||
        value > ref_in_force(ref, window, ref->registers[SEMACREDIT_MULTIPLIER_MIN / 4]))
        check_wrong(check, ref, "the window of %s is calibrated to %" PRIu32 ", from %" PRIu32,
                    field_lane_name(&ref->size, lane, name), value, window);
}
