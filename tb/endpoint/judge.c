#include "tb/endpoint/judge.h"

#include "tb/block/check/check.h"
#include "tb/block/fields.h"

struct judge {
    struct path_size size;
    struct block_model golden;
    struct ref_state ref;
    struct observer observer; // of the reference state
    struct check check;
    bool reset;
};

struct judge *judge_open(const struct path_size *size) {
    struct judge *const judge = memory_there(calloc(1, sizeof *judge));
    judge->size = *size;
    judge->golden = block_golden_model(size);
    memory_there(judge->golden.self);
    ref_begin(&judge->ref, size);
    check_begin(&judge->check, stdout);
    ref_add(&judge->ref, check_reader(&judge->check));
    judge->observer = ref_observer(&judge->ref);
    return judge;
}

void judge_close(struct judge *judge) {
    judge->golden.close(judge->golden.self);
    free(judge);
}

bool judge_clock(struct judge *judge, uint64_t clock, const struct block_out *out,
                 const struct block_in *in) {
    struct block_out golden;
    bool same = true;
    if (judge->reset) {
        struct field_at at = {OUT_FIELDS, 0};
        char name[FIELD_TEXT], values[FIELD_VALUES];
        judge->golden.show(judge->golden.self, &golden);
        // Padding is zero.
        same = memcmp((const char *)&golden, (const char *)out, sizeof golden) == 0;
        if (!same && field_difference(&at, &judge->size, out, &golden, name, values))
            printf("clock %" PRIu64 ": golden model and RTL differ\n  %s: %s\n", clock, name,
                   values);
    }
    judge->reset |= !in->path.rst_n;
    judge->golden.clock(judge->golden.self, in);
    judge->observer.observe(judge->observer.self, clock, out, in);
    return same && judge->check.findings == 0;
}

bool judge_end(struct judge *judge) {
    check_end(&judge->check, &judge->ref);
    return judge->check.findings == 0;
}
