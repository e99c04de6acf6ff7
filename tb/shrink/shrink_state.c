#include "tb/shrink/shrink_steps.h"

#include <stdlib.h>
#include <string.h>

#include "csim/record/block_text.h"

struct simplify {
    struct script *script;
    bool (*fails)(void *context);
    void *context;
};

// What those who wait know of themselves, after a change of what is held.
static void know_again(struct block_state *state) {
    struct block_derived scoreboard;
    block_derive(state, &scoreboard);
    for (unsigned slot = 0; slot < SLOTS; slot++)
        if (state->slot[slot].decided && scoreboard.refused[slot])
            state->slot[slot].refused = scoreboard.refused[slot];
}

// Goes on with the changed state, if a block can be in it and it fails with it.
static bool try_state(struct simplify *simplify, struct block_state *changed) {
    struct block_state *const state = simplify->script->begins;
    const struct block_state before = *state;
    if (block_state_check(changed, simplify->script->depth))
        return false;
    *state = *changed;
    if (simplify->fails(simplify->context))
        return true;
    *state = before;
    return false;
}

static bool try_none(struct simplify *simplify) {
    struct block_state *const state = simplify->script->begins;
    simplify->script->begins = NULL;
    if (simplify->fails(simplify->context)) {
        free(state);
        return true;
    }
    simplify->script->begins = state;
    return false;
}

static void try_without_slots(struct simplify *simplify, unsigned first, unsigned count) {
    struct block_state changed = *simplify->script->begins;
    unsigned taken = 0;
    for (unsigned slot = first; slot < first + count; slot++)
        taken += changed.slot[slot].taken;
    if (taken == 0)
        return;
    memset(&changed.slot[first], 0, count * sizeof changed.slot[0]);
    know_again(&changed);
    try_state(simplify, &changed);
}

static void try_without_holders(struct simplify *simplify, unsigned first, unsigned count) {
    struct block_state changed = *simplify->script->begins;
    unsigned held = 0;
    for (unsigned id = first; id < first + count; id++) {
        struct block_reservation *const entry = &changed.reservation[id];
        if (!entry->held)
            continue;
        held++;
        changed.count_grants--;
        memset(entry, 0, sizeof *entry);
        unsigned place = 0;
        while (place < ID_QUEUE && changed.id_queue[place] != NOT_QUEUED)
            place++;
        if (place < ID_QUEUE)
            changed.id_queue[place] = (uint16_t)id;
    }
    if (held == 0)
        return;
    know_again(&changed);
    try_state(simplify, &changed);
}

// As after a reset; else its highest bit alone.
static void try_value(struct simplify *simplify, const struct edge_field *field, unsigned element) {
    const struct block_state *const state = simplify->script->begins;
    struct block_state changed = *state, usual;
    const uint64_t value = edge_field_get(state, field, element);
    block_state_reset(&usual, simplify->script->depth);
    const uint64_t reset = edge_field_get(&usual, field, element);
    if (value == reset)
        return;
    edge_field_set(&changed, field, element, reset);
    know_again(&changed);
    if (try_state(simplify, &changed) || value == 0)
        return;
    const uint64_t highest = UINT64_C(1) << (63 - __builtin_clzll(value));
    if (value == highest)
        return; // the same state is no progress
    changed = *state;
    edge_field_set(&changed, field, element, highest);
    know_again(&changed);
    try_state(simplify, &changed);
}

void shrink_state(struct script *script, bool (*fails)(void *context), void *context) {
    struct simplify simplify = {script, fails, context};
    if (!script->begins || try_none(&simplify))
        return;
    for (unsigned group = SLOTS; group > 0; group /= 2)
        for (unsigned first = 0; first < SLOTS; first += group)
            try_without_slots(&simplify, first, group);
    for (unsigned group = script->depth; group > 0; group /= 2)
        for (unsigned first = 0; first < script->depth; first += group)
            try_without_holders(&simplify, first, group);
    for (const struct edge_field *field = block_fields; field->name; field++)
        for (unsigned element = 0; element < field->count; element++)
            try_value(&simplify, field, element);
}
