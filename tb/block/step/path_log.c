#include "tb/block/step/path_log.h"

#include <inttypes.h>
#include <string.h>

static const char *const KIND[] = {"", "grant", "deny", "reject", "window"};
static const char *const RETURN[] = {"", "return", "stray", "late"};

void path_log_begin(FILE *file, const struct path_size *size) {
    fprintf(file, "size %u %u %u %u %u %u %u %u %u %u\n", size->hbm, size->atomic, size->response,
            size->cnt_w, size->depth, size->slots, size->tag_w, size->gen_w, size->age_w,
            size->wire_w);
}

static void log_out(FILE *file, const struct path_size *size, uint64_t clock,
                    const struct path_out *out) {
    if (out->trace_kind)
        fprintf(file,
                "%" PRIu64 " %s %" PRIu64 " %" PRIu32 " %" PRIu64 " %" PRIu32 " %" PRIu32 "\n",
                clock, KIND[out->trace_kind], out->trace_tag, out->trace_handle, out->trace_mask,
                out->trace_stage, out->trace_response);
    for (unsigned k = 0; k < path_channels(size); k++)
        if (out->return_kind[k])
            fprintf(file, "%" PRIu64 " %s %u %" PRIu32 " %u %" PRIu32 "\n", clock,
                    RETURN[out->return_kind[k]], k, out->return_handle[k], out->return_lane[k],
                    out->return_amount[k]);
    for (unsigned k = 0; k < path_channels(size); k++)
        if (out->free_valid[k])
            fprintf(file, "%" PRIu64 " free %u %" PRIu32 "\n", clock, k, out->free_handle[k]);
    if (out->answer_kind)
        fprintf(file, "%" PRIu64 " answer %u %" PRIu64 " %" PRIu32 "\n", clock, out->answer_kind,
                out->answer_tag, out->answer_handle);
}

// The times in force, where they are others than in the clock before.
static void log_times(FILE *file, uint64_t clock, const struct path_in *in) {
    fprintf(file, "%" PRIu64 " times %u %u %u %" PRIu32 " %u %u %u", clock, in->hold,
            in->quantum_hbm, in->quantum_time, in->small_limit, in->bound, in->response_fixed,
            in->response_reciprocal);
    for (unsigned i = 0; i < 8; i++)
        fprintf(file, " %u", in->atomic_service[i]);
    fprintf(file, "\n");
}

void path_log(FILE *file, const struct path_size *size, uint64_t clock, const struct path_out *out,
              const struct path_in *in) {
    static struct path_in last;
    log_out(file, size, clock, out);
    if (clock == 0 ||
        memcmp(last.atomic_service, in->atomic_service, sizeof last.atomic_service) != 0 ||
        last.hold != in->hold || last.response_fixed != in->response_fixed ||
        last.response_reciprocal != in->response_reciprocal || last.bound != in->bound ||
        last.small_limit != in->small_limit || last.quantum_hbm != in->quantum_hbm ||
        last.quantum_time != in->quantum_time)
        log_times(file, clock, in);
    last = *in;
    if (!in->rst_n) {
        fprintf(file, "%" PRIu64 " reset %u\n", clock, in->epoch);
        return;
    }
    if (in->op_valid)
        fprintf(file,
                "%" PRIu64 " offer %" PRIu64 " %u %u %u %" PRIu32 " %" PRIu32 " %u %" PRIu32
                " %u %u %u",
                clock, in->op_tag, in->op_opcode, in->op_stage, in->op_engine, in->op_length,
                in->op_response_length, in->op_reply, in->op_wire_bytes, in->op_urgent,
                in->op_domain, in->op_again);
    for (unsigned group = 0; in->op_valid && group < PATH_GROUPS; group++) {
        uint64_t ready = 0;
        for (unsigned lane = 0; lane < PATH_LANES; lane++)
            ready |= (uint64_t)out->op_ready[group][lane] << lane;
        fprintf(file, group < PATH_GROUPS - 1 ? " %" PRIu64 : " %" PRIu64 "\n", ready);
    }
}
