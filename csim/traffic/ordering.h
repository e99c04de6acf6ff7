// Ordering domains (paper, sections 3.6 and 6): which operations of a transport must not overtake
// which. Kept at the source, in front of admission: an operation that must follow others of its
// domain is held back, not offered, until all of those are complete end to end. So admission only
// delays when an operation may enter, and ordering can not deadlock it: what is held has no credit,
// and what it waits for was submitted earlier and waits for nothing that came later.
//
// In a domain other than 0,
//   - a fence follows everything before it, and everything after it follows the fence;
//   - a notification follows every write before it;
//   - of two operations whose bytes overlap, at least one of which changes them (write,
//     notification, Atomic), the later follows the earlier.
// Operations of different domains, and those of domain 0, keep no order. A domain is a number over
// all sources. The bytes of an Atomic are the ORDERING_ATOMIC_BYTES from its address.
//
// Entering and completing look at the incomplete operations of the domain since its last incomplete
// fence; other domains cost nothing.
#pragma once

#include "csim/base/std.h"
#include "csim/interface/op.h"

enum { ORDERING_ATOMIC_BYTES = 8 };

static const uint32_t ORDERING_NONE = UINT32_MAX;

struct ordering;

// Opens a tracker for members 0 .. capacity-1, capacity at least 1: places for operations that the
// caller hands out. The caller closes it.
struct ordering *ordering_open(uint32_t capacity);
void ordering_close(struct ordering *ordering);

// A submitted operation of a domain (not 0) becomes member `index`, which must be free. True: it
// may go; false: it is held until ordering_take returns it. To be called in the order of
// submission. Never allocates.
bool ordering_enter(struct ordering *ordering, uint32_t index, const struct op *op);

// A member that may go is complete end to end, or lost, or rejected: its place is free.
void ordering_complete(struct ordering *ordering, uint32_t index);

// The next member that was held and may go now; ORDERING_NONE if there is none.
uint32_t ordering_take(struct ordering *ordering);
bool ordering_has(const struct ordering *ordering); // one
