// A state at rest as text, a few lines of words:
//
//     begins now=4294967280 order=7 window[3]=0xfffffffe ...
//     holds 5 tag=0x80000001 lane=3 amount[0]=4096 awaited=9 ...
//     waits 2 tag=... number=0 ...
//
// A `begins` line for what is not as after a reset, one or more lines; a line for each reservation
// held and for each slot taken, with its number. Fields have the names of
// csim/interface/block_state.h; those that are not named are as after a reset, or zero.
#ifndef SEMA_BLOCK_TEXT_H
#define SEMA_BLOCK_TEXT_H

#include "csim/base/text_error.h"
#include "csim/interface/edge_fields.h"
#include "csim/record/state_at_rest.h"

enum { BLOCK_TEXT_BYTES = 1024 }; // of a line, without newline

// Tells every line, in order.
void block_text_write(const struct block_state *state, unsigned depth,
                      void (*line)(void *context, const char *text), void *context);

// Is it such a line? Takes it into the state, which began as block_state_reset left it. False: it
// is not; what was expected instead is in `error`.
bool block_text_is(const char *text);
bool block_text_read(struct block_state *state, const char *text, struct text_error *error);

// The fields of a state that are no part of reservations or slots. Ends with a NULL name.
extern const struct edge_field block_fields[];

#endif
