#include "tb/checkers/tune_watch.h"

#include <string.h>

_Static_assert((int)TUNE_CLOCKS_KEPT > TUNE_CLOCKS - LOOK_TO_EPOCH,
               "limits are remembered until they are used");

static struct tune_limits limits_of(const struct register_image *image) {
    struct tune_limits limits;
    memcpy(limits.floor, &image->word[REGISTER_WINDOW_FLOOR], sizeof limits.floor);
    memcpy(limits.ceiling, &image->word[REGISTER_WINDOW_CEILING], sizeof limits.ceiling);
    return limits;
}

void tune_watch_reset(struct tune_watch *watch, const struct register_image *image) {
    *watch = (struct tune_watch){.enable = register_image_tuned(image)};
    for (unsigned clock = 0; clock < TUNE_CLOCKS_KEPT; clock++)
        watch->limits[clock] = limits_of(image);
}

void tune_watch_begin(struct tune_watch *watch, const struct register_image *image,
                      lane_set wanted) {
    tune_watch_reset(watch, image);
    for (unsigned lane = 0; lane < LANES; lane++)
        watch->lane[lane].denied = wanted >> lane & 1;
}

static uint32_t least(uint64_t a, uint32_t b) {
    return a < b ? (uint32_t)a : b;
}

// A sixteenth more, one at least, up to the ceiling; a thirty-second less, down to the floor.
static bool as_by_rule(const struct tune_limits *limits, unsigned resource, bool wanted,
                       uint32_t before, uint32_t after) {
    const uint32_t most = COUNTER_MAX - 1, up = before / 16, less = before - before / 32;
    const uint64_t more = (uint64_t)before + (up ? up : 1);
    const uint32_t grown = least(least(more, limits->ceiling[resource]), most);
    const uint32_t floor = limits->floor[resource];
    const uint32_t shrunk = least(less > floor ? less : floor, most);

    return after != before && ((wanted && after == grown) || after == shrunk);
}

const char *tune_watch_window(struct tune_watch *watch, uint64_t clock, unsigned lane,
                              uint32_t before, uint32_t after) {
    if (lane >= LANES)
        return "there is no such lane";
    struct tune_lane *const at = &watch->lane[lane];
    const uint64_t ended = clock - TUNE_CLOCKS + LOOK_TO_EPOCH;
    const struct tune_limits *const limits = &watch->limits[ended % TUNE_CLOCKS_KEPT];
    const bool enabled = watch->enable >> lane & 1;
    const bool wanted = at->denied && at->first_deny <= ended;

    at->denied = at->denied && at->last_deny > ended;
    at->first_deny = at->last_deny;
    // One look begins the lane's epoch, and another ends it.
    if ((!enabled && at->disabled + 1 < clock) ||
        (at->enabled && at->enabled + 2 * (uint64_t)TUNE_CLOCKS > clock))
        return "the lane is not tuned";
    if (watch->tuned && watch->tuned + TUNE_CLOCKS > clock)
        return "two lanes are looked at";
    if (watch->written && watch->written + TUNE_CLOCKS >= clock)
        return "a write of a window goes first";
    watch->tuned = clock;
    if (!as_by_rule(limits, lane_class(lane), wanted, before, after))
        return wanted ? "not as by the rule" : "not as by the rule where nothing was denied";
    return NULL;
}

static void deny(struct tune_lane *lane, uint64_t clock) {
    if (!lane->denied)
        lane->first_deny = clock;
    lane->denied = true;
    lane->last_deny = clock;
}

void tune_watch_edge(struct tune_watch *watch, const struct edge_out *out,
                     const struct register_image *image, uint64_t clock, bool written) {
    const uint32_t enable = register_image_tuned(image);

    for (unsigned lane = 0; enable != watch->enable && lane < LANES; lane++) {
        if (enable & ~watch->enable & LANE_BIT(lane))
            watch->lane[lane].enabled = clock;
        if (~enable & watch->enable & LANE_BIT(lane))
            watch->lane[lane].disabled = clock;
    }
    watch->enable = enable;
    watch->limits[clock % TUNE_CLOCKS_KEPT] = limits_of(image);
    if (written)
        watch->written = clock;
    for (unsigned lane = 0; out->kind == DECISION_DENY && lane < LANES; lane++)
        if (out->mask >> lane & 1)
            deny(&watch->lane[lane], clock);
}
