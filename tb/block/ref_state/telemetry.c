// Telemetry (registers.md, 9.7): what is counted, and the register that each clock of a captured
// turn writes.
#include "tb/block/ref_state/parts.h"

// Families in the order of a turn: where it counts, its first register, members; 0: lanes.
#define IN(member) offsetof(struct ref_telemetry, member)
static const struct {
    size_t from;
    uint16_t address;
    uint8_t members, more;
} FAMILY[] = {
    {IN(frees), SEMACREDIT_CAPTURED_FREES, 1, 0},
    {IN(returns), SEMACREDIT_CAPTURED_RETURNS, 3, 0},
    {IN(grants), SEMACREDIT_CAPTURED_GRANTS, 1, 0},
    {IN(group_grants), SEMACREDIT_GROUP_GRANTS, PATH_GROUPS, 0},
    {IN(group_waits), SEMACREDIT_GROUP_WAITS, PATH_GROUPS, 0},
    {IN(of_lane), SEMACREDIT_LANE_RETURNS, 0, 0},
    {IN(holders), SEMACREDIT_HOLDER_CLOCKS, 0, 0},
    {IN(queues), SEMACREDIT_QUEUE_CLOCKS, 0, 0},
    {IN(starved), SEMACREDIT_STARVED_CLOCKS, 0, 0},
    {IN(idle), SEMACREDIT_IDLE_CLOCKS, 0, 0},
    {IN(denied), SEMACREDIT_DENIED, 0, 1},
    {IN(clocks), SEMACREDIT_CLOCKS, 1, 0},
};

static unsigned members(const struct ref_state *ref, unsigned family) {
    const unsigned fixed = FAMILY[family].members;
    return fixed ? fixed : path_lanes(&ref->size) + FAMILY[family].more;
}

// The word of this clock of the turn.
static void keep(struct ref_state *ref) {
    unsigned word = ref->telemetry.word, family = 0;
    while (word >= members(ref, family))
        word -= members(ref, family++);
    const char *const counts = (const char *)&ref->telemetry + FAMILY[family].from;
    uint32_t count;
    memcpy(&count, counts + word * sizeof count, sizeof count);
    ref->telemetry.kept[ref->clock % 3] =
        FAMILY[family].address / 4u - REF_CAPTURED / 4u + word + 1;
    ref->telemetry.count[ref->clock % 3] = count;
}

// A capture is performed; it takes the first turn from two clocks later on.
static bool performs(const struct ref_state *ref) {
    const struct ref_bus *bus = &ref->bus;
    return bus->performed && bus->performed_at == ref->clock && bus->strobes == 15 &&
           bus->address == SEMACREDIT_CAPTURE && (bus->data == 1 || bus->data == 3);
}

static void turn(struct ref_state *ref) {
    struct ref_telemetry *const t = &ref->telemetry;
    const unsigned words = 6 * path_lanes(&ref->size) + 13;
    if (performs(ref))
        t->asked = ref->clock;
    if (t->word == 0 && t->asked && ref->clock >= t->asked + 2) {
        t->keeps = true;
        t->asked = 0;
    }
    t->grants = ref->counts.grants;
    t->frees = ref->counts.frees;
    memcpy(t->returns, ref->counts.returns, sizeof t->returns);
    if (t->keeps)
        keep(ref);
    if (t->keeps && t->word == words - 1) {
        t->keeps = false;
        ref->captured_at = ref->clock;
        t->shown = t->shown ? t->shown : ref->clock + 4;
    }
    t->word = (t->word + 1) % words;
}

void ref_telemetry_enter(struct ref_state *ref) {
    struct ref_telemetry *const t = &ref->telemetry;
    const struct path_out *const out = &ref->out->path;
    const struct ref_past *const past = ref_past(ref, 2);
    if (t->kept[ref->clock % 3])
        ref->captured[t->kept[ref->clock % 3] - 1] = t->count[ref->clock % 3];
    t->kept[ref->clock % 3] = 0;
    const uint64_t awaited = past->lacking[0] | past->lacking[1] | past->lacking[2];
    if (ref->out->quiet)
        return;
    turn(ref);
    t->clocks++;
    for (unsigned lane = 0; lane < path_lanes(&ref->size); lane++) {
        const bool idle = ref->in->stage_idle[lane];
        t->queues[lane] += ref->in->stage_queue[lane];
        t->idle[lane] += idle;
        t->starved[lane] += idle && awaited >> lane & 1;
    }
    for (unsigned group = 0; group < PATH_GROUPS; group++)
        t->group_waits[group] += ref->in_group[group];
    CHANNELS_EACH (k, ref->reports)
        if (out->return_kind[k] == RETURN_BACK && k < path_channels(&ref->size) - 1)
            t->of_lane[out->return_lane[k]]++;
    if (!ref->named)
        return;
    const struct ref_op *const op = ref_named(ref);
    t->group_grants[op->group] += out->trace_kind == PATH_GRANT;
    for (unsigned lane = 0; out->trace_kind == PATH_DENY && lane <= path_lanes(&ref->size); lane++)
        t->denied[lane] += out->trace_mask >> lane & ~op->reported >> lane & 1;
}

void ref_telemetry_leave(struct ref_state *ref) {
    for (unsigned lane = 0; !ref->out->quiet && lane < path_lanes(&ref->size); lane++)
        ref->telemetry.holders[lane] += ref->reservations[lane];
}
