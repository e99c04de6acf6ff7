#include "csim/fabric/stages.h"

#include "csim/fabric/fabric.h"

void stages_init(struct stages *stages, const struct config *config) {
    *stages = (struct stages){.hbm_gbps = config->hbm_gbps,
                              .slow_percent = config->slow_hbm_percent,
                              .hbm_read_ps = config->hbm_read_ns * 1000,
                              .atomic_ps = config->atomic_ns * 1000,
                              .response_gbps = config->response_gbps,
                              .response_ps = config->response_ns * 1000};
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
