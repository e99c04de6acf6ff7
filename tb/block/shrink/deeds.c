#include "tb/block/shrink/deeds.h"

#include <stdlib.h>

void deeds_free(struct deeds *deeds) {
    free(deeds->deed);
    deeds->deed = NULL;
    deeds->count = deeds->capacity = 0;
}

uint32_t deeds_operations(const struct deeds *deeds) {
    uint32_t operations = 0;
    for (uint32_t i = 0; i < deeds->count; i++)
        operations += deeds->deed[i].kind == DEED_OFFER;
    return operations;
}

bool deed_is_out(const struct deeds *deeds, const bool *left_out, uint32_t at) {
    const uint32_t of = deeds->deed[at].of;
    return left_out[at] || (of != DEED_NOBODY && left_out[of]);
}

void deeds_drop(struct deeds *deeds, bool *left_out) {
    uint32_t *const moved = malloc((deeds->count + 1) * sizeof *moved);
    uint32_t kept = 0;
    if (!moved)
        return; // they stay left out
    for (uint32_t i = 0; i < deeds->count; i++) {
        struct deed deed = deeds->deed[i];
        left_out[i] = deed_is_out(deeds, left_out, i);
        if (left_out[i])
            continue;
        if (deed.of != DEED_NOBODY)
            deed.of = moved[deed.of];
        moved[i] = kept;
        deeds->deed[kept++] = deed;
    }
    for (uint32_t i = 0; i < deeds->count; i++)
        left_out[i] = false;
    deeds->count = kept;
    free(moved);
}
