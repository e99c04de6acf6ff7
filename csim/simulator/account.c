#include "csim/simulator/account.h"

#include "csim/interface/op.h"

const char *const latency_part_name[PARTS] = {
    [PART_FOR_ORDER] = "waits for its domain's order",
    [PART_ASKING] = "asks, and is told",
    [PART_FOR_SLOT] = "waits for a slot",
    [PART_FOR_HBM] = "waits for HBM credit",
    [PART_FOR_ATOMIC] = "waits for Atomic credit",
    [PART_FOR_RESPONSE] = "waits for response credit",
    [PART_FOR_WINDOW] = "waits for the one window",
    [PART_FOR_BOUND] = "waits for a command slot",
    [PART_REFUSED] = "refused trips",
    [PART_FORWARD] = "forward path",
    [PART_HBM_QUEUE] = "HBM queue",
    [PART_HBM] = "HBM service",
    [PART_ATOMIC_QUEUE] = "Atomic queue",
    [PART_ATOMIC] = "Atomic service",
    [PART_RESPONSE_QUEUE] = "response queue",
    [PART_RESPONSE] = "response service",
    [PART_BACK] = "return path",
};

bool account_open(struct account *account, const struct config *config) {
    *account = (struct account){.warmup = config->warmup_operations};
    const bool done = sample_open(&account->class[0].latency, config->operations) &&
                      sample_open(&account->class[1].latency, config->operations);
    if (!done)
        account_close(account);
    return done;
}

void account_close(struct account *account) {
    for (unsigned i = 0; i < 2; i++)
        sample_close(&account->class[i].latency);
}

void account_submit(struct account *account, const struct op *op) {
    if (account->started || op->index < account->warmup)
        return;
    account->started = true;
    account->first_ps = account->last_ps = op->submit_ps;
}

void account_complete(struct account *account, const struct op *op, uint64_t now_ps) {
    if (!account->started)
        return;
    account->goodput_bytes += op_responds(op) ? op->response_length : op->wire_bytes;
    account->last_ps = now_ps;
    if (op->index >= account->warmup)
        sample_add(&account->class[op->urgent].latency, now_ps - op->submit_ps);
}

void account_class(struct account *account, bool urgent, struct class_result *result) {
    struct class_account *class = &account->class[urgent];
    struct sample *latency = &class->latency;
    *result = (struct class_result){.count = latency->count,
                                    .mean_ns = sample_mean(latency) / 1000,
                                    .p50_ns = sample_percentile(latency, 5000) / 1000,
                                    .p90_ns = sample_percentile(latency, 9000) / 1000,
                                    .p99_ns = sample_percentile(latency, 9900) / 1000,
                                    .p999_ns = sample_percentile(latency, 9990) / 1000,
                                    .p9999_ns = sample_percentile(latency, 9999) / 1000,
                                    .greatest_ns = (double)latency->greatest / 1000};
    for (unsigned part = 0; part < PARTS; part++)
        result->part_ns[part] =
            latency->count ? (double)class->part_ps[part] / 1000 / (double)latency->count : 0;
}

double account_makespan_ns(const struct account *account) {
    return (double)(account->last_ps - account->first_ps) / 1000;
}

double account_goodput_gbps(const struct account *account) {
    const double makespan_ns = account_makespan_ns(account);
    return makespan_ns > 0 ? 8 * (double)account->goodput_bytes / makespan_ns : 0;
}
