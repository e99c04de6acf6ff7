#include "csim/golden/lookup.h"

static unsigned bucket_of(uint32_t tag) {
    return tag * UINT32_C(0x9e3779b1) >> 24; // tags are often numbers in a row
}
_Static_assert(TAG_BUCKETS == 1 << (32 - 24), "bucket_of shifts");

void tag_lookup_init(struct tag_lookup *lookup) {
    for (unsigned bucket = 0; bucket < TAG_BUCKETS; bucket++)
        lookup->first[bucket] = TAG_NONE;
}

void tag_lookup_add(struct tag_lookup *lookup, unsigned id, uint32_t tag) {
    int16_t *const first = &lookup->first[bucket_of(tag)];

    lookup->tag[id] = tag;
    lookup->next[id] = *first;
    *first = (int16_t)id;
}

void tag_lookup_remove(struct tag_lookup *lookup, unsigned id) {
    int16_t *link = &lookup->first[bucket_of(lookup->tag[id])];

    while (*link != (int16_t)id)
        link = &lookup->next[*link];
    *link = lookup->next[id];
}

int tag_lookup_find(const struct tag_lookup *lookup, uint32_t tag) {
    int id = lookup->first[bucket_of(tag)];

    while (id != TAG_NONE && lookup->tag[id] != tag)
        id = lookup->next[id];
    return id;
}
