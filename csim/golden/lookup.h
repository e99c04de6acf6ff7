// Which reservation holds a tag (rtl/spec/decision.md): how a retransmission is told
// from a new operation. A tag has one reservation at most, as an operation whose tag has one is
// never granted, so the lowest of several never arises.
#ifndef SEMA_LOOKUP_H
#define SEMA_LOOKUP_H

#include <stdint.h>

#include "csim/interface/numbers.h"

enum { TAG_BUCKETS = 256, TAG_NONE = -1 };

// A chain of reservations for each bucket of tags. Open value: initialise with tag_lookup_init.
struct tag_lookup {
    uint32_t tag[DEPTH_MAX];
    int16_t next[DEPTH_MAX];
    int16_t first[TAG_BUCKETS];
};

void tag_lookup_init(struct tag_lookup *lookup);

// Adds reservation `id`, which is not there, and removes one that is.
void tag_lookup_add(struct tag_lookup *lookup, unsigned id, uint32_t tag);
void tag_lookup_remove(struct tag_lookup *lookup, unsigned id);

// The reservation of a tag, or TAG_NONE.
int tag_lookup_find(const struct tag_lookup *lookup, uint32_t tag);

#endif
