// Places for operations: which of a bounded number of them an operation has, by its index.
#ifndef SEMA_INDEX_MAP_H
#define SEMA_INDEX_MAP_H

#include <stdbool.h>
#include <stdint.h>

// Open value.
struct index_map {
    uint32_t capacity;
    uint32_t fresh;  // from here on, places have never been used
    uint32_t unused; // first of those that are free again
    uint32_t *op;    // of a place; of a free one the next free one
    uint32_t *slot;  // hash table of places, open addressing
    uint32_t slots;  // a power of two, at least twice the capacity
};

static const uint32_t INDEX_MAP_NONE = UINT32_MAX;

// False when out of memory; capacity from 1 to 2^30. The caller closes it, also one that is zero
// throughout.
bool index_map_open(struct index_map *places, uint32_t capacity);
void index_map_close(struct index_map *places);

// The operation's place; INDEX_MAP_NONE if it has none.
uint32_t index_map_find(const struct index_map *places, uint32_t op);

// Gives it one, of which it has none; INDEX_MAP_NONE if all are taken. Never allocates.
uint32_t index_map_take(struct index_map *places, uint32_t op);

// Takes the place away from whom it belongs to.
void index_map_free(struct index_map *places, uint32_t place);

#endif
