#include "tb/next/path_diff.h"

#include <inttypes.h>
#include <stddef.h>
#include <string.h>

// Elements of `bytes` bytes each.
static const struct field {
    const char *name;
    size_t at, bytes, count;
} FIELDS[] = {
#define FIELD(name, element)                                                                       \
    {                                                                                              \
#name, offsetof(struct path_out, name), sizeof(((struct path_out *)0)->element),           \
            sizeof(((struct path_out *)0)->name) / sizeof(((struct path_out *)0)->element)         \
    }
    FIELD(op_ready, op_ready[0][0]),        FIELD(hbm_ready, hbm_ready[0]),
    FIELD(atomic_ready, atomic_ready[0]),   FIELD(response_ready, response_ready[0]),
    FIELD(done_ready, done_ready),          FIELD(answer_kind, answer_kind),
    FIELD(answer_handle, answer_handle),    FIELD(answer_tag, answer_tag),
    FIELD(decision_kind, decision_kind),    FIELD(decision_handle, decision_handle),
    FIELD(decision_tag, decision_tag),      FIELD(free_valid, free_valid[0]),
    FIELD(free_handle, free_handle[0]),     FIELD(trace_kind, trace_kind),
    FIELD(trace_handle, trace_handle),      FIELD(trace_tag, trace_tag),
    FIELD(trace_mask, trace_mask),          FIELD(trace_stage, trace_stage),
    FIELD(trace_response, trace_response),  FIELD(return_kind, return_kind[0]),
    FIELD(return_lane, return_lane[0]),     FIELD(return_handle, return_handle[0]),
    FIELD(return_amount, return_amount[0]),
#undef FIELD
};

static const struct field BLOCK_FIELDS[] = {
#define FIELD(name, element)                                                                       \
    {                                                                                              \
#name, offsetof(struct block_out, name), sizeof(((struct block_out *)0)->element),         \
            sizeof(((struct block_out *)0)->name) / sizeof(((struct block_out *)0)->element)       \
    }
    FIELD(quiet, quiet),
    FIELD(message_valid, message_valid),
    FIELD(message_epoch, message_epoch),
    FIELD(message_credit, message_credit[0]),
    FIELD(axi_awready, axi_awready),
    FIELD(axi_wready, axi_wready),
    FIELD(axi_bvalid, axi_bvalid),
    FIELD(axi_arready, axi_arready),
    FIELD(axi_rvalid, axi_rvalid),
    FIELD(axi_bresp, axi_bresp),
    FIELD(axi_rresp, axi_rresp),
    FIELD(axi_rdata, axi_rdata),
#undef FIELD
};

static uint64_t element(const void *out, const struct field *field, size_t i) {
    uint64_t value = 0;
    memcpy(&value, (const char *)out + field->at + i * field->bytes, field->bytes);
    return value;
}

static void print(FILE *file, const struct field *fields, size_t count, const void *golden,
                  const void *rtl) {
    for (size_t f = 0; f < count; f++) {
        for (size_t i = 0; i < fields[f].count; i++) {
            const uint64_t want = element(golden, &fields[f], i), got = element(rtl, &fields[f], i);
            if (want == got)
                continue;
            fprintf(file, "  %s", fields[f].name);
            if (fields[f].count > 1)
                fprintf(file, "[%zu]", i);
            fprintf(file, ": golden model %" PRIu64 ", RTL %" PRIu64 "\n", want, got);
        }
    }
}

void path_diff_print(FILE *file, const struct path_out *golden, const struct path_out *rtl) {
    print(file, FIELDS, sizeof FIELDS / sizeof *FIELDS, golden, rtl);
}

void block_diff_print(FILE *file, const struct block_out *golden, const struct block_out *rtl) {
    print(file, BLOCK_FIELDS, sizeof BLOCK_FIELDS / sizeof *BLOCK_FIELDS, golden, rtl);
}
