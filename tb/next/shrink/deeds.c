#include "tb/next/shrink/deeds.h"

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

void deeds_drop(struct deeds *deeds, bool *left_out) {
    uint32_t *const moved = malloc((deeds->count + 1) * sizeof *moved);
    uint32_t kept = 0;
    if (!moved)
        return; // they stay left out
    for (uint32_t i = 0; i < deeds->count; i++) {
        struct deed deed = deeds->deed[i];
        left_out[i] = left_out[i] || (deed_is_of(&deed) && left_out[deed.of]);
        if (left_out[i])
            continue;
        if (deed.of != DEED_NOBODY)
            deed.of = left_out[deed.of] ? DEED_NOBODY : moved[deed.of];
        moved[i] = kept;
        deeds->deed[kept++] = deed;
    }
    for (uint32_t i = 0; i < deeds->count; i++)
        left_out[i] = false;
    deeds->count = kept;
    free(moved);
}

bool deed_responds(const struct deed *offer) {
    return offer->opcode == 1 || offer->reply || offer->response_length > 0;
}

unsigned deed_port(const struct path_size *size, const struct deed *offer, unsigned part) {
    if (part == 0)
        return offer->opcode >= 8 ? (unsigned)size->hbm + offer->stage : offer->stage;
    return part == 1 ? (unsigned)size->hbm + size->atomic + offer->engine : path_lanes(size);
}

// decision.md, 3.2
static bool is_legal(const struct path_size *size, const struct deed *offer) {
    const bool atomic = offer->opcode >= 8;
    return (offer->opcode <= 2 || atomic) && offer->stage < (atomic ? size->atomic : size->hbm) &&
           (!deed_responds(offer) || offer->engine < size->response);
}

bool deed_ready(const struct path_size *size, const struct deed *offer, uint32_t small_limit,
                const struct path_out *out) {
    const unsigned group = offer->urgent ? 0 : offer->wire_bytes <= small_limit ? 1 : 2;
    const bool *const lane = out->op_ready[group];
    if (!is_legal(size, offer))
        return lane[0];
    return lane[deed_port(size, offer, 0)] &&
           (!deed_responds(offer) || lane[deed_port(size, offer, 1)]);
}

uint32_t deed_small_limit(const struct path_size *size) {
    const uint32_t most = (UINT32_C(1) << size->wire_w) - 1;
    return most < 512 ? most : 512;
}
