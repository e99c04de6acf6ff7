#include "csim/fabric/stages.h"

#include <assert.h>

#include "csim/base/rng.h"

void stages_init(struct stages *stages, const struct config *config) {
    *stages = (struct stages){.hbm_gbps = config->hbm_gbps,
                              .slow_percent = config->slow_hbm_percent,
                              .hbm_read_ps = config->hbm_banks ? 0 : config->hbm_read_ns * 1000,
                              .atomic_ps = config->atomic_ns * 1000,
                              .response_gbps = config->response_gbps,
                              .response_ps = config->response_ns * 1000};
}

void stages_open_banks(struct stages *stages, const struct config *config, uint32_t accesses) {
    stages->banks = memory_there(calloc(HBM_LANES, sizeof *stages->banks));
    stages->access = memory_there(calloc(accesses, sizeof *stages->access));
    for (unsigned i = 0; i < HBM_LANES; i++) {
        struct partition_banks *const banks = &stages->banks[i];
        banks->timing = BANKS_HBM2_PS;
        banks->timing.beat = (uint32_t)bytes_ps(banks->timing.beat_bytes, stages->hbm_gbps);
        bank_queue_begin(&banks->queue, &banks->timing, config->hbm_banks == BANKS_LITEDRAM,
                         stages->access);
    }
}

void stages_close(struct stages *stages) {
    free(stages->banks);
    free(stages->access);
}

// An address without the bits that choose the partition; one that has these bytes there.
enum { PIECE = 1 << MAP_SHIFT_RESET };
static uint64_t inside(uint64_t address) {
    return (address >> (MAP_SHIFT_RESET + MAP_MASKS)) * PIECE + address % PIECE;
}

static uint64_t outside(unsigned partition, uint64_t address) {
    const uint64_t bits = (address / PIECE << (MAP_SHIFT_RESET + MAP_MASKS)) + address % PIECE;
    return address_in_partition(partition, bits);
}

uint64_t stages_address(struct stages *stages, const struct op *op, bool goes_on) {
    const unsigned partition = address_partition(op->address);
    uint64_t *const run = &stages->banks[partition].run[!op_is_read(op)];
    const uint64_t address = goes_on ? *run : inside(op->address);
    *run = address + op_hbm_bytes(op);
    return goes_on ? outside(partition, address) : op->address;
}

bool stages_enter_banks(struct stages *stages, const struct op *op, uint32_t access, uint32_t job,
                        uint64_t now_ps, uint64_t *pick_ps) {
    const unsigned partition = address_partition(op->address);
    struct partition_banks *const banks = &stages->banks[partition];
    struct server *const server = &stages->hbm[partition];
    const uint32_t bytes = op_hbm_bytes(op) ? op_hbm_bytes(op) : 1;
    stages->access[access] = (struct bank_access){.since = now_ps,
                                                  .address = (uint32_t)inside(op->address),
                                                  .bytes = bytes,
                                                  .write = !op_is_read(op),
                                                  .job = job};
    bank_queue_add(&banks->queue, access);
    server->free_ps =
        (server->free_ps > now_ps ? server->free_ps : now_ps) + bytes_ps(bytes, stages->hbm_gbps);
    const bool known = banks->picking;
    banks->picking = true;
    *pick_ps = now_ps > banks->queue.free ? now_ps : banks->queue.free;
    return !known;
}

uint64_t server_serve(struct server *server, uint64_t now_ps, uint64_t service_ps) {
    uint64_t start = server->free_ps > now_ps ? server->free_ps : now_ps;
    if (start - now_ps > server->wait_max_ps)
        server->wait_max_ps = start - now_ps;
    server->free_ps = start + service_ps;
    return server->free_ps;
}

uint64_t stages_hbm_ps(const struct stages *stages, unsigned partition, uint32_t bytes, bool read) {
    const uint64_t ps = bytes_ps(bytes, stages->hbm_gbps) + (read ? stages->hbm_read_ps : 0);
    return partition == 0 ? (ps * stages->slow_percent + 99) / 100 : ps;
}

uint64_t stages_response_ps(const struct stages *stages, uint32_t bytes) {
    return bytes_ps(bytes, stages->response_gbps) + stages->response_ps;
}

uint16_t stages_observed(uint64_t service_ps) {
    const uint64_t quanta = (service_ps * QUANTA_PER_NS + 999) / 1000;
    return quanta < SERVICE_UNKNOWN ? (uint16_t)quanta : SERVICE_UNKNOWN;
}

// --- paths ------------------------------------------------------------------------------------

void fabric_init(struct fabric *fabric, const struct config *config, uint64_t seed) {
    *fabric = (struct fabric){.seed = seed,
                              .extra_ps = config->serialise_jitter_ps,
                              .spread_ps = config->serialise_jitter_spread_ps};
    for (unsigned p = 0; p < PATHS; p++)
        fabric->forward[p] = fabric->back[p] = (struct path){
            .gbps = config->path_gbps[p], .propagation_ps = config->path_ns[p] * 1000};
}

static uint64_t paths_send(struct path paths[PATHS], uint64_t now_ps, uint32_t bytes,
                           uint64_t extra_ps) {
    uint64_t least = UINT64_MAX;
    unsigned chosen = 0;
    for (unsigned p = 0; p < PATHS; p++) {
        uint64_t start = paths[p].free_ps > now_ps ? paths[p].free_ps : now_ps;
        uint64_t end = start + bytes_ps(bytes, paths[p].gbps) + extra_ps;
        if (end < least) {
            least = end;
            chosen = p;
        }
    }
    paths[chosen].free_ps = least;
    return least + paths[chosen].propagation_ps;
}

uint64_t fabric_forward(struct fabric *fabric, uint64_t now_ps, uint32_t wire_bytes,
                        uint32_t index) {
    uint64_t extra = 0;
    if (fabric->seed)
        extra = fabric->extra_ps +
                rng_fold(rng_at(fabric->seed, RNG_SERIALISE, index), fabric->spread_ps + 1);
    return paths_send(fabric->forward, now_ps, wire_bytes, extra);
}

uint64_t fabric_back(struct fabric *fabric, uint64_t now_ps, uint32_t bytes) {
    return paths_send(fabric->back, now_ps, bytes, 0);
}

// --- grant messages ---------------------------------------------------------------------------

void credit_messages_open(struct credit_messages *messages, const struct config *config) {
    *messages = (struct credit_messages){.interval_ps = config->grant_interval_ns * 1000,
                                         .delay_ps = config->grant_delay_ns * 1000};
    if (!credit_messages_direct(messages))
        messages->ring = memory_there(malloc(CREDIT_MESSAGES_UNDER_WAY * sizeof *messages->ring));
}

void credit_messages_gather(struct credit_messages *messages, uint64_t now_ps, unsigned lane,
                            uint64_t amount) {
    uint64_t *const credit = &messages->gathered.credit[lane];
    if (!messages->waiting) {
        messages->waiting = true;
        messages->due_ps = now_ps + messages->interval_ps;
    }
    messages->gathered.lanes += *credit == 0;
    *credit += amount;
}

bool credit_messages_ready(const struct credit_messages *messages, uint64_t now_ps) {
    return messages->waiting && messages->due_ps <= now_ps &&
           messages->under_way < CREDIT_MESSAGES_UNDER_WAY;
}

const struct credit_message *credit_messages_send(struct credit_messages *messages,
                                                  uint64_t now_ps) {
    assert(credit_messages_ready(messages, now_ps));
    struct credit_message *message =
        &messages->ring[(messages->first + messages->under_way++) % CREDIT_MESSAGES_UNDER_WAY];
    *message = messages->gathered;
    message->arrive_ps = now_ps + messages->delay_ps;
    messages->gathered = (struct credit_message){.lanes = 0};
    messages->waiting = false;
    return message;
}

const struct credit_message *credit_messages_first(const struct credit_messages *messages) {
    assert(messages->under_way > 0);
    return &messages->ring[messages->first];
}

struct credit_message credit_messages_take(struct credit_messages *messages) {
    const struct credit_message message = *credit_messages_first(messages);
    messages->first = (messages->first + 1) % CREDIT_MESSAGES_UNDER_WAY;
    messages->under_way--;
    return message;
}
