// A run as a script: what was done to a block, each deed tied to what it needs and not to a clock
// where it need not be. A stage completion belongs to the operation that it completes, so many
// clocks after its grant; so deeds can be left out and the rest still makes sense. What a failing
// run is shrunk on (tb/shrink/shrink.h), and what a regression test is made of.
#ifndef SEMA_SCRIPT_H
#define SEMA_SCRIPT_H

#include <stdbool.h>
#include <stdint.h>

#include "csim/interface/admitter.h"
#include "csim/interface/block_state.h"
#include "csim/interface/completion_queues.h"
#include "csim/interface/stimulus.h"

enum deed_kind {
    DEED_OFFER, // an operation, from `clock` on, after the offers before it
    DEED_BEAT,  // a completion: `clock` clocks after the grant of the offer `of`, or in `clock`
    DEED_WRITE, // a register write; its address and its data may come some clocks later
    DEED_READ,  // of a register
    DEED_RESET, // asserted for `length` clocks; `address`: void_beats.h fills its ports; 0: none is
    DEED_STALL, // what `port`, a stall_port, brings is not taken for `length` clocks
    DEED_PAUSE, // the arbiter chooses nothing for `length` clocks
    DEED_KINDS
};

// What the driver may keep waiting.
enum stall_port { STALL_GRANT, STALL_WRITE, STALL_READ, STALL_PORTS };

// The half of a write that never comes, as a reset came before it.
static const uint32_t DEED_NEVER = UINT32_MAX;

// A beat of no operation's: `id` says whose it pretends to be.
static const uint32_t DEED_NOBODY = UINT32_MAX;

struct deed {
    enum deed_kind kind;
    uint64_t clock;
    uint64_t at;      // beat: the clock in which it was recorded
    uint64_t address; // offer; of a register, in bytes
    uint32_t of;      // beat: the offer's place in the script, or DEED_NOBODY
    uint32_t tag;     // offer
    uint32_t length;  // offer: request bytes at HBM; others: clocks
    uint32_t response_length;
    uint32_t wire_bytes;
    uint32_t data;                      // of a register
    uint32_t address_after, data_after; // write: clocks, or DEED_NEVER; one of them is 0
    uint16_t id;                        // beat of nobody's; of others as recorded
    uint16_t service;
    uint8_t port; // beat: enum port; stall
    uint8_t opcode, urgent, domain;
    uint8_t strobe; // write
};

// Is it a completion, which comes so many clocks after its operation's grant? Others come in a
// clock.
static inline bool deed_is_tied(const struct deed *deed) {
    return deed->kind == DEED_BEAT && deed->of != DEED_NOBODY;
}

// A write of a whole word, at once.
static inline struct deed deed_write(unsigned word, uint32_t data) {
    return (struct deed){.kind = DEED_WRITE,
                         .of = DEED_NOBODY,
                         .address = 4 * (uint64_t)word,
                         .data = data,
                         .strobe = AXI_STROBES,
                         .length = 1};
}

// Deeds in the order in which they were done; a beat comes after its offer.
struct script {
    struct deed *deeds;
    uint32_t count, capacity;
    unsigned depth;             // reservations of the block
    struct block_state *begins; // the state at rest that the block begins in; NULL: out of reset
};

void script_free(struct script *script);

// Operations of a script.
uint32_t script_offers(const struct script *script);

// Of so many deeds only those that `left_out` does not name stay, without the beats of operations
// that go. Returns how many; `moved` has room for as many numbers.
uint32_t deeds_keep(struct deed *deeds, uint32_t count, const bool *left_out, uint32_t *moved);

// An admitter that runs `inner` (taken over) and writes what is done to it at the end of `script`,
// which stays the caller's. NULL: out of memory. A script that ran out of memory on the way has
// count 0 for good.
struct admitter *script_record_open(struct admitter *inner, struct script *script);

// Ties every completion of a recorded script to its clock and its reservation, and not to what it
// needs: the script plays as it was recorded, whatever the block does with it.
void script_pin(struct script *script);

// Plays the deeds of `script` for which `left_out` is false (NULL: all); both stay the caller's and
// must outlive it. Beats of operations that are left out are too. Ends when everything is done and
// the block is quiet, or some thousand clocks after the last deed. NULL: out of memory.
struct stimulus *script_play_open(const struct script *script, const bool *left_out);

#endif
