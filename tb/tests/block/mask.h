// Names for bits of a decision's mask; the bit of an HBM lane is 1 << lane, that of the table is
// REFUSED_TABLE.
#ifndef SEMA_MASK_H
#define SEMA_MASK_H

#include "csim/interface/numbers.h"

enum { ATOMIC_BIT = 1 << ATOMIC_LANE, RESPONSE_BIT = 1 << RESPONSE_LANE };

#endif
