#include "csim/simulator/latencies.h"

#include "csim/interface/names.h"

bool latencies_open(struct latencies *latencies, uint64_t operations, FILE *file) {
    uint64_t places = 1;
    while (places < operations && places < LATENCIES_MAX)
        places *= 2;
    *latencies = (struct latencies){.file = file, .mask = places - 1};
    latencies->steps = calloc(places, sizeof *latencies->steps);
    fprintf(file, "operation,source,opcode,urgent,partition,domain,wire_bytes,response_bytes,"
                  "retries,submit_ps,dispatch_ps,arrive_ps,served_ps,responded_ps,complete_ps,"
                  "latency_ps\n");
    return latencies->steps != NULL;
}

void latencies_close(struct latencies *latencies) {
    free(latencies->steps);
    *latencies = (struct latencies){0};
}

// A step that the operation does not have is an empty cell.
static void cell(FILE *file, const struct latencies_steps *steps, enum simulate_step step) {
    if (steps->seen >> step & 1)
        fprintf(file, ",%" PRIu64, steps->at_ps[step]);
    else
        fputc(',', file);
}

static void row(const struct latencies *latencies, const struct latencies_steps *steps,
                uint64_t now_ps, const struct op *op, unsigned partition) {
    FILE *const file = latencies->file;
    fprintf(file, "%" PRIu32 ",%u,%s,%d,", op->index, op->source, opcode_name(op->opcode),
            op_is_sensitive(op));
    if (op_uses_hbm(op))
        fprintf(file, "%u", partition);
    fprintf(file, ",%" PRIu32 ",%" PRIu32 ",%" PRIu32 ",%u,%" PRIu64, op->domain, op->wire_bytes,
            op_responds(op) ? op->response_length : 0, steps->retries, op->submit_ps);
    cell(file, steps, STEP_DISPATCH);
    cell(file, steps, STEP_ARRIVE);
    cell(file, steps, op_is_atomic(op) ? STEP_ATOMIC_DONE : STEP_HBM_DONE);
    cell(file, steps, STEP_RESP_DONE);
    fprintf(file, ",%" PRIu64 ",%" PRIu64 "\n", now_ps, now_ps - op->submit_ps);
}

void latencies_saw(void *context, enum simulate_step step, uint64_t now_ps, const struct op *op,
                   unsigned partition, const struct policy_state *state) {
    struct latencies *const latencies = context;
    struct latencies_steps *const steps = &latencies->steps[op->index & latencies->mask];
    (void)state;
    if (op->opcode == OP_FENCE)
        return;
    if (step == STEP_SUBMIT)
        *steps = (struct latencies_steps){.op = op->index};
    latencies->full |= steps->op != op->index;
    steps->at_ps[step] = now_ps;
    steps->seen |= (uint16_t)(1 << step);
    steps->retries += step == STEP_RETRY;
    if (step == STEP_COMPLETE)
        row(latencies, steps, now_ps, op, partition);
}
