#include "tb/next/path_diff.h"

#include <inttypes.h>
#include <stddef.h>
#include <string.h>

// Elements of `bytes` bytes each.
static const struct field {
    const char *name;
    size_t at, bytes, count;
} FIELDS[] = {
#define ONE(name) #name, offsetof(struct path_out, name), sizeof(((struct path_out *)0)->name), 1
#define MANY(name, element)                                                                        \
#name, offsetof(struct path_out, name), sizeof(((struct path_out *)0)->element),               \
        sizeof(((struct path_out *)0)->name) / sizeof(((struct path_out *)0)->element)
    {MANY(op_ready, op_ready[0][0])},
    {MANY(hbm_ready, hbm_ready[0])},
    {MANY(atomic_ready, atomic_ready[0])},
    {MANY(response_ready, response_ready[0])},
    {ONE(done_ready)},
    {ONE(answer_kind)},
    {ONE(answer_handle)},
    {ONE(answer_tag)},
    {ONE(decision_kind)},
    {ONE(decision_handle)},
    {ONE(decision_tag)},
    {MANY(free_valid, free_valid[0])},
    {MANY(free_handle, free_handle[0])},
    {ONE(trace_kind)},
    {ONE(trace_handle)},
    {ONE(trace_tag)},
    {ONE(trace_mask)},
    {ONE(trace_stage)},
    {ONE(trace_response)},
    {MANY(return_kind, return_kind[0])},
    {MANY(return_lane, return_lane[0])},
    {MANY(return_handle, return_handle[0])},
    {MANY(return_amount, return_amount[0])},
#undef ONE
#undef MANY
};

static const struct field BLOCK_FIELDS[] = {
#define ONE(name) #name, offsetof(struct block_out, name), sizeof(((struct block_out *)0)->name), 1
#define MANY(name, element)                                                                        \
#name, offsetof(struct block_out, name), sizeof(((struct block_out *)0)->element),             \
        sizeof(((struct block_out *)0)->name) / sizeof(((struct block_out *)0)->element)
    {ONE(quiet)},         {ONE(message_valid)},
    {ONE(message_epoch)}, {MANY(message_credit, message_credit[0])},
    {ONE(axi_awready)},   {ONE(axi_wready)},
    {ONE(axi_bvalid)},    {ONE(axi_arready)},
    {ONE(axi_rvalid)},    {ONE(axi_bresp)},
    {ONE(axi_rresp)},     {ONE(axi_rdata)},
#undef ONE
#undef MANY
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
