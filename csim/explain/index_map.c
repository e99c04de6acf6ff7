#include "csim/explain/index_map.h"

#include <stdlib.h>

// A slot holds its place plus one, so that memory that nobody has written to is a free slot.
static const uint32_t free_slot = 0;

bool index_map_open(struct index_map *places, uint32_t capacity) {
    uint32_t slots = 2;
    while (slots < 2 * capacity)
        slots *= 2;
    *places = (struct index_map){.capacity = capacity, .unused = INDEX_MAP_NONE, .slots = slots};
    places->op = malloc(capacity * sizeof *places->op);
    places->slot = calloc(slots, sizeof *places->slot);
    if (places->op && places->slot)
        return true;
    index_map_close(places);
    return false;
}

void index_map_close(struct index_map *places) {
    free(places->op);
    free(places->slot);
    *places = (struct index_map){0};
}

// Fibonacci hashing: neighbours, as indices are, are spread over the table.
static uint32_t home(const struct index_map *places, uint32_t op) {
    return (uint32_t)(op * UINT64_C(0x9e3779b97f4a7c15) >> 32) & (places->slots - 1);
}

// The slot of an operation, or the free one where it would be.
static uint32_t slot_of(const struct index_map *places, uint32_t op) {
    uint32_t slot = home(places, op);
    while (places->slot[slot] != free_slot && places->op[places->slot[slot] - 1] != op)
        slot = (slot + 1) & (places->slots - 1);
    return slot;
}

uint32_t index_map_find(const struct index_map *places, uint32_t op) {
    const uint32_t found = places->slot[slot_of(places, op)];
    return found == free_slot ? INDEX_MAP_NONE : found - 1;
}

uint32_t index_map_take(struct index_map *places, uint32_t op) {
    uint32_t place = places->unused;
    if (place != INDEX_MAP_NONE)
        places->unused = places->op[place];
    else if (places->fresh < places->capacity)
        place = places->fresh++;
    else
        return INDEX_MAP_NONE;
    places->op[place] = op;
    places->slot[slot_of(places, op)] = place + 1;
    return place;
}

void index_map_free(struct index_map *places, uint32_t place) {
    const uint32_t last = places->slots - 1;
    uint32_t hole = slot_of(places, places->op[place]);
    places->slot[hole] = free_slot;
    // Those behind the hole that it keeps from their home move into it.
    for (uint32_t at = (hole + 1) & last; places->slot[at] != free_slot; at = (at + 1) & last) {
        const uint32_t from_home = (at - home(places, places->op[places->slot[at] - 1])) & last;
        if (from_home < ((at - hole) & last))
            continue;
        places->slot[hole] = places->slot[at];
        places->slot[at] = free_slot;
        hole = at;
    }
    places->op[place] = places->unused;
    places->unused = place;
}
