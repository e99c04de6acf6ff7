#include "tb/block/ref_state.h"

#include "tb/block/fields.h"
#include "tb/block/ref_state/parts.h"

static const char *opcode(unsigned code, char text[FIELD_TEXT]) {
    struct field_at at = {IN_FIELDS, 0};
    while (strcmp(at.field->name, "op_opcode") != 0)
        at.field++;
    return field_value(&at, NULL, code, text);
}

const char *words_op(const struct ref_state *ref, uint64_t tag, char text[WORDS_TEXT]) {
    const struct ref_op *op = ref_waiting(ref, tag);
    const struct ref_held *held = ref_held_of(ref, tag);
    char kind[FIELD_TEXT], lanes[FIELD_TEXT];
    uint64_t set = op ? op->lanes : 0;
    for (unsigned part = 0; !op && held && part < 2; part++)
        if (part == 0 || held->lane[part] >= ref->size.hbm + ref->size.atomic)
            set |= UINT64_C(1) << held->lane[part];
    if (!op && !held)
        snprintf(text, WORDS_TEXT, "operation %" PRIu64 " (which neither waits nor is held)", tag);
    else
        snprintf(text, WORDS_TEXT, "operation %" PRIu64 " (%s on %s)", tag,
                 opcode(op ? op->is.opcode : held->opcode, kind),
                 field_set_text(&ref->size, set, lanes));
    return text;
}

static void room(const struct ref_state *ref, const struct ref_op *op, unsigned lane,
                 char text[WORDS_TEXT]) {
    const uint64_t debt = ref->debt[lane], window = ref->window[lane],
                   demand = op->demand[op->responds && op->lane[1] == lane], sum = debt + demand;
    char name[FIELD_TEXT];
    field_lane_name(&ref->size, lane, name);
    if (!(op->lanes >> lane & 1))
        snprintf(text, WORDS_TEXT, "%s, which it does not use", name);
    else
        snprintf(text, WORDS_TEXT,
                 "%s: debt %" PRIu64 " + demand %" PRIu64 " = %" PRIu64 ", window %" PRIu64
                 ": %" PRIu64 " %s%s",
                 name, debt, demand, sum, window, sum <= window ? window - sum : sum - window,
                 sum <= window ? "left" : "too much",
                 ref->reservations[lane] || !window ? "" : ", but it is empty");
    const size_t at = strlen(text);
    if (ref_crowded(ref, lane))
        snprintf(text + at, WORDS_TEXT - at,
                 ", %" PRIu32 " holders (at most %" PRIu32 "), %d reservations left (above %" PRIu32
                 ")",
                 ref->reservations[lane], ref->limits.holders[lane_kind(&ref->size, lane)],
                 ref_left(ref), ref->limits.floor);
    else if (op->responds && lane == op->lane[0] && ref_split(ref, lane, op->lane[1]))
        snprintf(text + at, WORDS_TEXT - at,
                 ", but what waits for it holds %" PRIu64
                 " of its response engine, of which %" PRId64 " is left",
                 ref->through[lane][port_engine(&ref->size, op->lane[1])],
                 (int64_t)(ref->window[op->lane[1]] - ref->debt[op->lane[1]]));
    else if (op->responds && lane == op->lane[0] && op->lacks >> lane & 1 && sum <= window)
        snprintf(text + at, WORDS_TEXT - at,
                 ", but a clock before what waited for it held as much of its response engine as "
                 "was left");
}

const char *words_rooms(const struct ref_state *ref, const struct ref_op *op, uint64_t lanes,
                        char text[WORDS_TEXT]) {
    const unsigned table = path_lanes(&ref->size);
    size_t at = 0;
    text[0] = '\0';
    for (unsigned lane = 0; lane <= table && at < WORDS_TEXT; lane++) {
        char one[WORDS_TEXT];
        if (!(lanes >> lane & 1))
            continue;
        if (lane < table)
            room(ref, op, lane, one);
        else
            snprintf(one, sizeof one,
                     "table: %u reservations held, command limit %" PRIu32 ", %u ids parked",
                     ref->held_count, ref->limit, ref->parked_count);
        at += (size_t)snprintf(text + at, WORDS_TEXT - at, "%s%s", at ? "; " : "", one);
    }
    return text;
}
