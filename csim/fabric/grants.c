#include "csim/fabric/grants.h"

#include <assert.h>

void grants_init(struct grants *grants, const struct config *config, const uint64_t window[LANES]) {
    const uint64_t percent = config->grant_threshold_percent;
    grants->interval_ps = config->grant_interval_ns * 1000;
    grants->delay_ps = config->grant_delay_ns * 1000;
    grants->gathered = (struct grant){.lanes = 0};
    grants->waiting = grants->timing = false;
    grants->first = grants->under_way = 0;
    for (unsigned lane = 0; lane < LANES; lane++)
        grants->enough[lane] = percent ? (window[lane] * percent + 99) / 100 : UINT64_MAX;
}

void grants_gather(struct grants *grants, uint64_t now_ps, unsigned lane, uint64_t amount) {
    uint64_t *const credit = &grants->gathered.credit[lane];
    if (!grants->waiting) {
        grants->waiting = true;
        grants->due_ps = now_ps + grants->interval_ps;
    }
    grants->gathered.lanes += *credit == 0;
    *credit += amount;
    if (*credit >= grants->enough[lane])
        grants->due_ps = now_ps;
}

bool grants_ready(const struct grants *grants, uint64_t now_ps) {
    return grants->waiting && grants->due_ps <= now_ps && grants->under_way < GRANTS_UNDER_WAY;
}

const struct grant *grants_send(struct grants *grants, uint64_t now_ps) {
    assert(grants_ready(grants, now_ps));
    struct grant *grant = &grants->ring[(grants->first + grants->under_way++) % GRANTS_UNDER_WAY];
    *grant = grants->gathered;
    grant->arrive_ps = now_ps + grants->delay_ps;
    grants->gathered = (struct grant){.lanes = 0};
    grants->waiting = false;
    return grant;
}

const struct grant *grants_first(const struct grants *grants) {
    assert(grants->under_way > 0);
    return &grants->ring[grants->first];
}

struct grant grants_take(struct grants *grants) {
    const struct grant grant = *grants_first(grants);
    grants->first = (grants->first + 1) % GRANTS_UNDER_WAY;
    grants->under_way--;
    return grant;
}
