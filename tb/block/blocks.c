#include "tb/block/blocks.h"

#include <inttypes.h>
#include <string.h>

#include "tb/block/dut/block_rtl.h"
#include "tb/block/fields.h"

const struct admitter_kind admitter_kinds[] = {{.name = "golden", .kind = BLOCK_GOLDEN},
                                               {.name = "rtl", .kind = BLOCK_RTL},
                                               {"lockstep", BLOCK_LOCKSTEP, .lockstep = true},
                                               {.name = NULL}};

const struct admitter_kind *admitter_kind_find(const char *name) {
    for (const struct admitter_kind *kind = admitter_kinds; kind->name; kind++)
        if (strcmp(kind->name, name) == 0)
            return kind;
    return NULL;
}

static bool open_rtl(struct block *block, const struct path_size *size, struct text_error *error) {
    struct path_size own;
    block->rtl = block_rtl_open(&own);
    if (!block->rtl.self)
        return text_error_set(error, "out of memory");
    if (memcmp(&own, size, sizeof own) == 0)
        return true;
    block->rtl.close(block->rtl.self);
    block->rtl.self = NULL;
    return text_error_set(error,
                          "expected %u reservations and %u slots, as the RTL of this build has, "
                          "found %u and %u",
                          own.depth, own.slots, size->depth, size->slots);
}

bool block_open(struct block *block, enum block_kind kind, const struct path_size *size,
                struct text_error *error) {
    *block = (struct block){.size = *size};
    if (kind != BLOCK_GOLDEN && !open_rtl(block, size, error))
        return false;
    block->model = block->rtl;
    if (kind == BLOCK_RTL)
        return true;
    block->model = block_golden_model(size);
    if (!block->model.self) {
        if (block->rtl.self)
            block->rtl.close(block->rtl.self);
        return text_error_set(error, "out of memory");
    }
    block->has_pair = kind == BLOCK_LOCKSTEP;
    if (block->has_pair)
        block->model = pair_model(&block->pair, block->model, block->rtl);
    return true;
}

bool block_is_wrong(const struct block *block, struct text_error *error) {
    const struct pair *pair = &block->pair;
    struct field_at at = {OUT_FIELDS, 0};
    char name[FIELD_TEXT], values[FIELD_VALUES];
    if (!block->has_pair || !pair->differs)
        return false;
    field_difference(&at, &block->size, &pair->dut_out, &pair->golden_out, name, values);
    text_error_set(error, "golden model and RTL differ in clock %" PRIu64 ": %s",
                   pair->differs_clock, name);
    return true;
}
