// Parts of sentences about what waits and what is held. Both write into `text`, and return it.
#ifndef SEMA_BLOCK_VIEW_WORDS_H
#define SEMA_BLOCK_VIEW_WORDS_H

#include "tb/block/view.h"

enum { WORDS_TEXT = 320 };

// "operation 39 (fetch-add on Atomic 0)"
const char *words_op(const struct view *view, uint64_t tag, char text[WORDS_TEXT]);

// What room each lane of a set has for an operation that waits: "Atomic 0: debt 62400 + demand 1600
// = 64000, window 64000: 0 left".
const char *words_rooms(const struct view *view, const struct view_op *op, uint64_t lanes,
                        char text[WORDS_TEXT]);

#endif
