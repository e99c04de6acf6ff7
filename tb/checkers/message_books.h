// The audit's books on grant messages (rtl/spec/messages.md): credit that was returned, from
// the commits, beside what the block tells of it.
#ifndef SEMA_MESSAGE_BOOKS_H
#define SEMA_MESSAGE_BOOKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "csim/interface/edge.h"
#include "tb/checkers/axi_watch.h"

// Open value: all zero is just out of reset.
struct message_books {
    uint32_t returned[LANES]; // since reset, modulo 2^COUNTER_BITS
    uint32_t told[LANES];     // as last shown
    uint64_t waits;           // clocks with a timer in which news was neither loaded nor held up
    uint32_t interval;        // in force in the next clock
    bool valid;               // as last shown
};

// In a state at rest.
struct block_state;
void message_books_begin(struct message_books *books, const struct block_state *state);

// Claims, in the order in which they are checked.
#define MESSAGE_CLAIMS(X)                                                                          \
    X(message_held)     /* shown unchanged until it is taken, and counts stay until the next */    \
    X(message_has_news) /* something came back since the last */                                   \
    X(message_exact)    /* counts are the credit returned up to the clock before it was loaded */  \
    X(message_in_time)  /* no return waits for longer than the interval, but for ready */

// Takes in one clock, before the returns that commit in it are entered. Returns the name of the
// claim that it breaks, with the reason in `text`; NULL if none.
const char *message_books_edge(struct message_books *books, const struct edge_in *in,
                               const struct edge_out *out, const struct register_write *write,
                               char *text, size_t size);

// A return commits.
static inline void message_books_return(struct message_books *books, unsigned lane,
                                        uint32_t amount) {
    books->returned[lane] += amount;
}

#endif
