#include "tb/checkers/message_books.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "csim/interface/block_state.h"
#include "register_map.h"

void message_books_begin(struct message_books *books, const struct block_state *state) {
    *books = (struct message_books){.interval = state->registers.grant.interval,
                                    .valid = state->grant_valid};
    memcpy(books->returned, state->freed, sizeof books->returned);
    memcpy(books->told, state->told, sizeof books->told);
}

// The first lane on which two counts differ; LANES: none.
static unsigned first_difference(const uint32_t a[LANES], const uint32_t b[LANES]) {
    uint32_t any = 0;
    unsigned lane = 0;

    for (unsigned each = 0; each < LANES; each++)
        any |= a[each] ^ b[each];
    if (!any)
        return LANES;
    while (a[lane] == b[lane])
        lane++;
    return lane;
}

// The message that is shown was not there before.
static bool is_loaded(const struct message_books *books, const struct edge_in *in,
                      const struct edge_out *out) {
    return out->grant_valid && (!books->valid || in->grant_ready);
}

static bool message_held(const struct message_books *books, const struct edge_in *in,
                         const struct edge_out *out, char *text, size_t size) {
    const bool held = books->valid && !in->grant_ready;

    if (held && !out->grant_valid) {
        snprintf(text, size, "withdrawn before it was taken");
        return false;
    }
    if (is_loaded(books, in, out))
        return true;
    const unsigned lane = first_difference(out->grant_credit, books->told);
    if (lane == LANES)
        return true;
    snprintf(text, size, "lane %u: count %" PRIu32 " became %" PRIu32 " without a new message",
             lane, books->told[lane], out->grant_credit[lane]);
    return false;
}

static bool message_has_news(const struct message_books *books, const struct edge_in *in,
                             const struct edge_out *out, char *text, size_t size) {
    if (!is_loaded(books, in, out) || first_difference(books->returned, books->told) < LANES)
        return true;
    snprintf(text, size, "nothing was returned since the last message");
    return false;
}

static bool message_exact(const struct message_books *books, const struct edge_in *in,
                          const struct edge_out *out, char *text, size_t size) {
    const unsigned lane =
        is_loaded(books, in, out) ? first_difference(out->grant_credit, books->returned) : LANES;

    if (lane == LANES)
        return true;
    snprintf(text, size, "lane %u: count %" PRIu32 " expected, %" PRIu32 " told", lane,
             books->returned[lane], out->grant_credit[lane]);
    return false;
}

static bool message_in_time(const struct message_books *books, const struct edge_in *in,
                            const struct edge_out *out, char *text, size_t size) {
    (void)in;
    (void)out;
    if (books->interval == 0 || books->waits < books->interval)
        return true;
    snprintf(text, size, "credit waits for %" PRIu64 " clocks, interval %" PRIu32, books->waits,
             books->interval);
    return false;
}

// Before the claims are checked: how long what is news in this clock has waited after it.
static void count_waits(struct message_books *books, const struct edge_in *in,
                        const struct edge_out *out) {
    if (books->interval == 0 || is_loaded(books, in, out) ||
        first_difference(books->returned, books->told) == LANES)
        books->waits = 0;
    else if (!books->valid || in->grant_ready)
        books->waits += in->gap + 1;
}

static void enter(struct message_books *books, const struct edge_out *out,
                  const struct register_write *write) {
    books->valid = out->grant_valid;
    memcpy(books->told, out->grant_credit, sizeof books->told);
    if (write->valid && write->word == REGISTER_GRANT_INTERVAL)
        books->interval = write->data & UINT16_MAX;
}

const char *message_books_edge(struct message_books *books, const struct edge_in *in,
                               const struct edge_out *out, const struct register_write *write,
                               char *text, size_t size) {
    if (in->reset)
        *books = (struct message_books){.valid = false};
    count_waits(books, in, out);
#define CHECK(claim)                                                                               \
    if (!claim(books, in, out, text, size))                                                        \
        return #claim;
    MESSAGE_CLAIMS(CHECK)
#undef CHECK
    if (!in->reset)
        enter(books, out, write);
    return NULL;
}
