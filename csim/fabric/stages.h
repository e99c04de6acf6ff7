// The target's service stages: eight HBM partitions, the Atomic engine, the response engine, each a
// server that takes one operation after the other (paper, table 2); or partitions that are memories
// of banks (bank_queue.h), by `hbm_banks`. Integer picoseconds; service times are rounded up.
#pragma once

#include "csim/config/config.h"
#include "csim/fabric/bank_queue.h"
#include "csim/interface/op.h"

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
