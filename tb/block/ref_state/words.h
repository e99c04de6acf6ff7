// Parts of sentences about what waits and what is held. Both write into `text`, and return it.
#pragma once

#include "tb/block/ref_state.h"

enum { WORDS_TEXT = 320 };

// "operation 39 (fetch-add on Atomic 0)"
const char *words_op(const struct ref_state *ref, uint64_t tag, char text[WORDS_TEXT]);

// What room each lane of a set has for an operation that waits: "Atomic 0: debt 62400 + demand 1600
// = 64000, window 64000: 0 left".
const char *words_rooms(const struct ref_state *ref, const struct ref_op *op, uint64_t lanes,
                        char text[WORDS_TEXT]);
