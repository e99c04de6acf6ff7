#include "csim/fabric/stages.h"

#include "csim/fabric/fabric.h"

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
