// Places for operations: which of a bounded number of them an operation has, by its index.
#ifndef SEMA_OP_PLACES_H
#define SEMA_OP_PLACES_H

#include <stdbool.h>
#include <stdint.h>

// Open value.
struct op_places {
    uint32_t capacity;
    uint32_t fresh;  // from here on, places have never been used
    uint32_t unused; // first of those that are free again
    uint32_t *op;    // of a place; of a free one the next free one
    uint32_t *slot;  // hash table of places, open addressing
    uint32_t slots;  // a power of two, at least twice the capacity
};

static const uint32_t OP_PLACE_NONE = UINT32_MAX;

// False when out of memory; capacity from 1 to 2^30. The caller closes it, also one that is zero
// throughout.
bool op_places_open(struct op_places *places, uint32_t capacity);
void op_places_close(struct op_places *places);

// The operation's place; OP_PLACE_NONE if it has none.
uint32_t op_places_find(const struct op_places *places, uint32_t op);

// Gives it one, of which it has none; OP_PLACE_NONE if all are taken. Never allocates.
uint32_t op_places_take(struct op_places *places, uint32_t op);

// Takes the place away from whom it belongs to.
void op_places_free(struct op_places *places, uint32_t place);

#endif
