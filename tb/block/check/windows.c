// Windows (windows.md), as they commit.
#include "tb/block/check/rules.h"
#include "tb/block/port.h"
#include "tb/block/view/map.h"

void rule_window(struct check *check, const struct view *view) {
    char name[FIELD_TEXT];
    const unsigned lane = view_moved(view);
    const uint32_t value = view->out->path.trace_stage;
    const struct view_bus *bus = &view->bus;
    uint32_t window = view->registers[SEMACREDIT_WINDOW / 4 + lane];
    uint32_t multiplier = view->registers[SEMACREDIT_MULTIPLIER / 4 + lane];
    const uint32_t most = (uint32_t)((UINT64_C(1) << view->size.cnt_w) - 2);
    const bool limit = lane == path_lanes(&view->size);
    // Only software moves the limit, and what is neither tuned nor calibrated.
    if (!limit && (view->tuned | view->calibrated) >> lane & 1)
        return;
    const unsigned address = limit ? SEMACREDIT_COMMAND_LIMIT : SEMACREDIT_WINDOW + 4 * lane;
    if (!bus->performed ||
        (bus->address != address && (limit || bus->address != SEMACREDIT_MULTIPLIER + 4 * lane))) {
        check_wrong(check, view,
                    "the window of %s is put into force as %" PRIu32 ", which nobody has written",
                    field_lane_name(&view->size, lane, name), value);
        return;
    }
    if (bus->address == address)
        window = bus->data < most ? bus->data : most;
    else
        multiplier = bus->data;
    const uint32_t want = limit ? bus->data : view_in_force(view, window, multiplier);
    if (value != want)
        check_wrong(check, view, "the window of %s is put into force as %" PRIu32 ", not %" PRIu32,
                    field_lane_name(&view->size, lane, name), value, want);
}

void rule_spacing(struct check *check, const struct view *view) {
    char name[FIELD_TEXT];
    if (view->window_clock && view->window_clock + 4 > view->clock)
        check_wrong(check, view, "the window of %s moves %" PRIu64 " clocks after another",
                    field_lane_name(&view->size, view_moved(view), name),
                    view->clock - view->window_clock);
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
void rule_tuning(struct check *check, const struct view *view) {
    char name[FIELD_TEXT];
    const unsigned lane = view_moved(view);
    if (lane == path_lanes(&view->size) || !(view->tuned >> lane & 1) ||
        view->calibrated >> lane & 1)
        return;
    const unsigned k = lane_kind(&view->size, lane);
    if (view->written[SEMACREDIT_MULTIPLIER / 4 + lane] ||
        view->written[SEMACREDIT_FLOOR / 4 + k] || view->written[SEMACREDIT_CEILING / 4 + k] ||
        view->bus.performed)
        return;
    const uint64_t value = view->out->path.trace_stage, window = view->window[lane];
    if (!steps(value, window, view->registers[SEMACREDIT_FLOOR / 4 + k],
               view->registers[SEMACREDIT_CEILING / 4 + k], MOST_STEPS))
        check_wrong(check, view, "the window of %s is tuned from %" PRIu64 " to %" PRIu64,
                    field_lane_name(&view->size, lane, name), window, value);
}

// What is calibrated and not tuned stays between its limits, as long as software leaves them.
void rule_calibration(struct check *check, const struct view *view) {
    char name[FIELD_TEXT];
    const unsigned lane = view_moved(view);
    if (lane == path_lanes(&view->size) || !(view->calibrated >> lane & 1) ||
        view->tuned >> lane & 1)
        return;
    if (view->written[SEMACREDIT_MULTIPLIER_MIN / 4] ||
        view->written[SEMACREDIT_MULTIPLIER_MAX / 4] ||
        view->written[SEMACREDIT_MULTIPLIER / 4 + lane] || view->bus.performed)
        return;
    const uint32_t value = view->out->path.trace_stage;
    const uint32_t window = view->registers[SEMACREDIT_WINDOW / 4 + lane];
    if (value < view_in_force(view, window, view->registers[SEMACREDIT_MULTIPLIER_MAX / 4]) ||
        value > view_in_force(view, window, view->registers[SEMACREDIT_MULTIPLIER_MIN / 4]))
        check_wrong(check, view, "the window of %s is calibrated to %" PRIu32 ", from %" PRIu32,
                    field_lane_name(&view->size, lane, name), value, window);
}
