// The target's service stages: eight HBM partitions, the Atomic engine, the response engine, each a
// server that takes one operation after the other (paper, table 2); or partitions that are memories
// of banks (bank_queue.h), by `hbm_banks`. Integer picoseconds; service times are rounded up.
#pragma once

#include "csim/config/config.h"
#include "csim/fabric/bank_queue.h"
#include "csim/interface/numbers.h"
#include "csim/interface/op.h"

// --- paths ------------------------------------------------------------------------------------
//
// The fabric between initiators and target: four serialisation queues there, four back (paper,
// table 2). Integer picoseconds; serialisation times are rounded up.

struct path {
    uint64_t free_ps;        // when the last bit accepted so far has left
    uint64_t gbps;           // rate; Gb/s are bits per nanosecond
    uint64_t propagation_ps; // one way
};

struct fabric {
    struct path forward[PATHS];
    struct path back[PATHS];
    uint64_t seed;      // 0: nothing is perturbed
    uint64_t extra_ps;  // perturbed: added to each forward serialisation, at least this,
    uint64_t spread_ps; // at most this more
};

void fabric_init(struct fabric *fabric, const struct config *config, uint64_t seed);

// Sends `wire_bytes` of operation `index` to the target at `now_ps`, over the path that is through
// with them first (ties: the lowest; propagation does not take part): when it arrives. `now_ps`
// never decreases from call to call. The perturbation depends on the seed and the operation only.
uint64_t fabric_forward(struct fabric *fabric, uint64_t now_ps, uint32_t wire_bytes,
                        uint32_t index);

// The same for the response on its way back; never perturbed.
uint64_t fabric_back(struct fabric *fabric, uint64_t now_ps, uint32_t bytes);

// Time that `bytes` take at `gbps`, rounded up.
static inline uint64_t bytes_ps(uint64_t bytes, uint64_t gbps) {
    return (bytes * 8000 + gbps - 1) / gbps;
}

// --- grant messages ---------------------------------------------------------------------------
//
// How initiators learn of credit that came back at the receiver (paper, section 6: the receiver may
// coalesce newly available debt into the next grant). What comes back is gathered for each lane and
// reported in one message, a fixed time after the first return that it reports. Admission goes by
// what was reported, so that messages which are late or under way delay operations and never
// oversubscribe a lane. The endpoint's bound on commands is not gathered: a command leaves it with
// its own completion.

// Our choice, as the paper has no format: a header, and a word for each lane that it reports.
enum { CREDIT_MESSAGE_HEADER_BYTES = 8, CREDIT_MESSAGE_LANE_BYTES = 4 };

// Messages that may be under way at a time. While there are so many, the next one waits, gathering.
enum { CREDIT_MESSAGES_UNDER_WAY = 256 };

struct credit_message {
    uint64_t arrive_ps;
    uint64_t credit[ALL_LANES]; // in the policy's units
    unsigned lanes;             // with credit
};

// Open value.
struct credit_messages {
    uint64_t interval_ps, delay_ps;
    struct credit_message gathered; // the next message,
    bool waiting;                   // where it has credit,
    uint64_t due_ps;                // and when it leaves at the latest
    bool timing;                    // the caller's: a timer runs that ends no later than that
    struct credit_message *ring;    // of CREDIT_MESSAGES_UNDER_WAY; NULL: all are reported at once
    unsigned first, under_way;
};

static inline uint64_t credit_message_bytes(unsigned lanes) {
    return CREDIT_MESSAGE_HEADER_BYTES + (uint64_t)lanes * CREDIT_MESSAGE_LANE_BYTES;
}

void credit_messages_open(struct credit_messages *messages, const struct config *config);

// Is each return reported at once, in a message of its own that takes no time? Then the other
// functions have nothing to do.
static inline bool credit_messages_direct(const struct credit_messages *messages) {
    return (messages->interval_ps | messages->delay_ps) == 0;
}

// Credit of a lane has come back.
void credit_messages_gather(struct credit_messages *messages, uint64_t now_ps, unsigned lane,
                            uint64_t amount);

// Is there a message that can and should leave?
bool credit_messages_ready(const struct credit_messages *messages, uint64_t now_ps);

// It leaves. Valid until the next call.
const struct credit_message *credit_messages_send(struct credit_messages *messages,
                                                  uint64_t now_ps);

// The first of those under way, of which there is one; and the same, which has arrived.
const struct credit_message *credit_messages_first(const struct credit_messages *messages);
struct credit_message credit_messages_take(struct credit_messages *messages);

// --- stages -----------------------------------------------------------------------------------

struct server {
    uint64_t free_ps;     // when it is through with what it has accepted; of banks at the earliest
    uint64_t wait_max_ps; // longest queueing so far
};

struct stages {
    struct server hbm[HBM_LANES];
    struct server atomic;
    struct server response;
    uint64_t hbm_gbps;
    uint64_t slow_percent; // service time of partition 0, of the others'
    uint64_t hbm_read_ps;  // occupies the partition beside the transfer, for any read
    uint64_t atomic_ps;
    uint64_t response_gbps;
    uint64_t response_ps;          // for each response, beside its bytes
    struct partition_banks *banks; // of each partition; NULL: servers
    struct bank_access *access;
};

struct partition_banks {
    struct bank_queue queue;
    struct banks_timing timing;
    bool picking;     // one waits, and it is known when the next is picked
    uint64_t done_ps; // of what was last served whole
    uint64_t run[2];  // where the last read and write end that were submitted
};

// Partitions are servers until stages_open_banks, of so many accesses at a time.
void stages_init(struct stages *stages, const struct config *config);

void stages_open_banks(struct stages *stages, const struct config *config, uint32_t accesses);
void stages_close(struct stages *stages);

// One operation enters a server at `now_ps` and needs `service_ps`: when it is done. `now_ps` never
// decreases from call to call of one server.
uint64_t server_serve(struct server *server, uint64_t now_ps, uint64_t service_ps);

// The server behind a lane (csim/interface/numbers.h).
static inline const struct server *stages_lane(const struct stages *stages, unsigned lane) {
    return lane < HBM_LANES      ? &stages->hbm[lane]
           : lane == ATOMIC_LANE ? &stages->atomic
                                 : &stages->response;
}

// A service time as the stage reports it: in quanta, rounded up; what does not fit is
// SERVICE_UNKNOWN.
uint16_t stages_observed(uint64_t service_ps);

// The address of an operation that is submitted where partitions are of banks: its own, or, by
// `hbm_run_percent`, where the last one of its partition and kind ends.
uint64_t stages_address(struct stages *stages, const struct op *op, bool goes_on);
// Its access, of that job, begins to wait at its partition. When that picks the next one, if that
// was not known.
bool stages_enter_banks(struct stages *stages, const struct op *op, uint32_t access, uint32_t job,
                        uint64_t now_ps, uint64_t *pick_ps);

// Service times of servers.
uint64_t stages_hbm_ps(const struct stages *stages, unsigned partition, uint32_t bytes, bool read);
uint64_t stages_response_ps(const struct stages *stages, uint32_t bytes);
