// Initiators with their links, and the receiver's transport around the endpoint. A request goes up
// its initiator's link, its grant comes down, then the operation itself goes up with its data.
// Requests, grants and operations are lost and come twice, and are sent again; initiators die.
// What a read or an Atomic must return is known from the order in which operations enter their
// stage.
#pragma once

#include "csim/base/event.h"
#include "csim/base/rng.h"
#include "csim/base/sample.h"
#include "csim/golden/path.h"
#include "tb/endpoint/memory.h"

// ---- what initiators ask of the endpoint: cases, and the operations of each (operations.c)

enum { TRAFFIC_LONGEST = 4096, TRAFFIC_NULL_READ = 16 }; // bytes of an operation
enum opcode { OPCODE_WRITE, OPCODE_READ, OPCODE_ADD = 8, OPCODE_SWAP, OPCODE_COMPARE };

struct operation {
    uint32_t tag;
    uint8_t opcode, stage, domain; // stage: partition or engine
    bool urgent;
    uint32_t address, length; // bytes that are written or read
    uint64_t operand, compare;
};

// Of bulk, in per cent: Atomics, reads, the rest are writes; what goes to partition 0.
struct endpoint_case {
    const char *name;
    unsigned atomics, reads, hot;
};

// Ends with a NULL name.
extern const struct endpoint_case ENDPOINT_CASES[];

// Half of the operations are in few pages, so that many meet. For the whole run.
extern bool traffic_meets;

// Bulk and latency-sensitive operations; opcode, place and length by the case.
void traffic_bulk(const struct endpoint_case *of, const struct path_size *size, struct rng *rng,
                  struct operation *op);
void traffic_urgent(const struct endpoint_case *of, const struct path_size *size, struct rng *rng,
                    struct operation *op);

static inline bool operation_is_atomic(const struct operation *op) {
    return op->opcode >= OPCODE_ADD;
}

// The stage among all.
static inline unsigned operation_stage(const struct path_size *size, const struct operation *op) {
    return op->stage + (operation_is_atomic(op) ? size->hbm : 0u);
}

// What a write brings: byte `at` (a multiple of 16) and 15 more.
void traffic_data(const struct operation *op, uint32_t at, uint8_t data[16]);

// ---- the transport

enum {
    TRANSPORT_INITIATORS = 8,
    TRANSPORT_OPS = 1 << 13,      // tags in use, at most
    TRANSPORT_POOL = 1 << 16,     // messages and timers under way
    TRANSPORT_FLIGHT = 250,       // clocks of a link, one way
    TRANSPORT_LONGEST = 1 << 13,  // clocks for which a message waits for its link, at most
    TRANSPORT_HEADER = 64,        // bytes of a message besides data
    TRANSPORT_LINK = 64,          // bytes of an initiator's link in a clock
    TRANSPORT_PATIENCE = 1 << 15, // clocks until it is sent again, at first
    TRANSPORT_PATIENCE_MOST = 1 << 18,
    TRANSPORT_LONGEST_READ = TRAFFIC_LONGEST + ENDPOINT_BEAT
};

struct transport_setup {
    const struct endpoint_case *of;
    struct path_size size;
    uint64_t seed;
    uint32_t operations;   // in all
    uint32_t initiators;   // that submit, of TRANSPORT_INITIATORS
    uint32_t bulk;         // of an initiator under way
    uint32_t urgent_every; // clocks between latency-sensitive ones of an initiator, mean; 0: none
    uint32_t faults;       // of 1,000 messages
    uint32_t dead, dies;   // initiators that die, when so many per cent are submitted
    uint32_t length;       // bytes of a bulk operation, at most
};

// Of a tag.
struct transport_op {
    struct operation op;
    uint8_t initiator;
    bool used, seen, complete, finished; // by the receiver; free again; its initiator has it all
    bool holds, granted;                 // a reservation; its initiator knows
    uint32_t granted_as, handle;         // by the receiver; that its initiator knows
    uint32_t patience;
    uint32_t open; // requests in queues or block, reservations
    uint64_t submitted;
};

struct transport {
    struct transport_setup setup;
    struct rng rng, fate; // of operations; of messages
    struct event_queue *events;
    struct transport_message {
        uint32_t tag, handle;
    } pool[TRANSPORT_POOL];
    uint32_t pool_free[TRANSPORT_POOL], pool_count;
    struct transport_op op[TRANSPORT_OPS];
    struct transport_initiator {
        uint64_t link, urgent; // its link is free; its next latency-sensitive operation
        uint32_t bulk;
        bool dead;
    } initiator[TRANSPORT_INITIATORS];
    uint32_t submitted, finished, lost; // lost: of the dead
    uint64_t died;                      // the clock in which they did; 0: none

    // Receiver.
    struct transport_ring {
        uint32_t word[TRANSPORT_OPS], first, count;
    } requests, dones, stage[ENDPOINT_STAGES]; // tags; handles; handles
    struct transport_held {
        uint32_t handle, tag, read, length; // bytes that came; that are expected
        bool held, entered, null;
        uint64_t granted, came; // clocks: of the grant, of its last beat
        uint8_t expected[TRANSPORT_LONGEST_READ];
    } held[PATH_DEPTH];
    uint32_t beat[ENDPOINT_STAGES];   // of the first of its ring
    uint32_t queued[ENDPOINT_STAGES]; // entered, not completed
    bool linked;                      // a response is on the link, of this handle
    uint32_t link;
    uint8_t *shadow[ENDPOINT_STAGES]; // what memories must have; the caller's, MEMORY_BYTES

    // Measured.
    struct sample urgent, bulk;
    uint64_t bytes, from_bytes, from, until_bytes, until;
    uint32_t longest;
    uint64_t wrong_bytes, sent_again, refused, copies;
    uint64_t trip[3], trips[3]; // grant to return, clocks: partition, engine, response; summed
    char wrong[96];             // the first thing that is, of this operation; ""
    uint64_t wrong_clock;
    uint32_t wrong_tag;
};

// The caller closes it.
void transport_open(struct transport *transport, const struct transport_setup *setup);
void transport_close(struct transport *transport);

// A clock: what is shown, and of `in` what it drives, all but bus, memories and control.
void transport_clock(struct transport *transport, uint64_t now, const struct endpoint_out *out,
                     const struct block_out *block, struct endpoint_in *in);

// Everything that can finish has.
bool transport_is_over(const struct transport *transport);

// A reservation is that of a dead initiator, whose stage is alive and executes or has executed it.
bool transport_is_dead(const struct transport *transport, uint32_t handle);

// A tag as the block has it; that of the operation that its initiator has waited for longest, or 0.
uint64_t transport_tag(const struct transport *transport, uint32_t tag);
uint64_t transport_oldest(const struct transport *transport);

// Clocks since the last beat of what holds a handle; its bytes.
uint64_t transport_since(const struct transport *transport, uint64_t now, uint32_t handle);
uint32_t transport_length(const struct transport *transport, uint32_t handle);

// ---- initiators with their links: what they submit, receive and send again; some die

// What comes over a link: to the receiver, to the initiator; and its timers.
enum event_kind { REQUEST, OPERATION, DONE, GRANT, FULL, RESPONSE, FREE, TIMER };

static inline struct transport_op *op_of(struct transport *transport, uint32_t tag) {
    return &transport->op[tag % TRANSPORT_OPS];
}

static inline bool is_dead(const struct transport *transport, const struct transport_op *op) {
    return transport->initiator[op->initiator].dead;
}

// The receiver tells, over the link down: nothing is lost but grants; what the link repairs comes
// later.
void initiators_tell(struct transport *transport, uint64_t now, enum event_kind kind,
                     struct transport_message message);

// It has come: a grant, a refusal, a response, a write's end, or a timer.
void initiators_receive(struct transport *transport, uint64_t now, enum event_kind kind,
                        const struct transport_message *message);

// A clock: one dies, all submit.
void initiators_clock(struct transport *transport, uint64_t now);
