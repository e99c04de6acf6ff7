#include "tb/block/models.h"

#include <inttypes.h>
#include <string.h>

#include "tb/block/dut/block_rtl.h"
#include "tb/block/fields.h"

// --- two in lockstep --------------------------------------------------------------------------

static void compare(struct pair *pair, const struct block_out *shown) {
    if (pair->differs || !pair->reset)
        return;
    pair->dut.show(pair->dut.self, &pair->dut_out);
    // Padding is zero in both.
    if (memcmp((const char *)shown, (const char *)&pair->dut_out, sizeof *shown) == 0)
        return;
    pair->differs = true;
    pair->differs_clock = pair->clock;
    pair->golden_out = *shown;
}

static void clock_dut(struct pair *pair, const struct block_in *in) {
    pair->dut.clock(pair->dut.self, in);
    pair->reset |= !in->path.rst_n;
    pair->clock++;
}

static void show_pair(void *self, struct block_out *out) {
    struct pair *pair = self;
    pair->golden.show(pair->golden.self, out);
    if (!pair->ahead)
        compare(pair, out);
}

static void clock_pair(void *self, const struct block_in *in) {
    struct pair *pair = self;
    pair->golden.clock(pair->golden.self, in);
    if (!pair->ahead)
        clock_dut(pair, in);
}

static void close_pair(void *self) {
    struct pair *pair = self;
    pair->golden.close(pair->golden.self);
    pair->dut.close(pair->dut.self);
}

struct block_model pair_model(struct pair *pair, struct block_model golden,
                              struct block_model dut) {
    memset(pair, 0, sizeof *pair);
    pair->golden = golden;
    pair->dut = dut;
    return (struct block_model){pair, show_pair, clock_pair, close_pair};
}

// --- a model that is heard --------------------------------------------------------------------

enum { KEPT = MODELS_AHEAD + 2 }; // clocks

const struct block_out *heard_shows(struct heard *heard) {
    struct block_out *const out = &heard->out[heard->clock % KEPT];
    if (!heard->shown)
        heard->model.show(heard->model.self, out);
    heard->shown = true;
    return out;
}

struct block_in *heard_drives(struct heard *heard) {
    return &heard->in[heard->clock % KEPT];
}

static void show_heard(void *self, struct block_out *out) {
    *out = *heard_shows(self);
}

// Of so many clocks, the RTL first.
static void tell(struct heard *heard, uint64_t clocks) {
    for (struct pair *pair = heard->pair; pair && pair->clock < clocks;) {
        compare(pair, &heard->out[pair->clock % KEPT]);
        clock_dut(pair, &heard->in[pair->clock % KEPT]);
    }
    for (; heard->told < clocks && !(heard->stop && *heard->stop); heard->told++)
        for (unsigned i = 0; i < heard->count; i++)
            heard->listeners[i].hear(heard->listeners[i].self, heard->told,
                                     &heard->out[heard->told % KEPT],
                                     &heard->in[heard->told % KEPT]);
}

static void clock_heard(void *self, const struct block_in *in) {
    struct heard *heard = self;
    struct block_in *const own = heard_drives(heard);
    heard_shows(heard);
    if (in != own)
        *own = *in;
    if (!heard->ahead || heard->clock - heard->told >= MODELS_AHEAD)
        tell(heard, heard->clock + 1);
    heard->model.clock(heard->model.self, own);
    heard->shown = false;
    heard->clock++;
}

void heard_run_ahead(struct heard *heard, struct pair *pair, const bool *stop) {
    heard->ahead = true;
    heard->pair = pair;
    heard->stop = stop;
    if (pair)
        pair->ahead = true;
}

void heard_catch_up(struct heard *heard) {
    tell(heard, heard->clock);
}

static void close_heard(void *self) {
    struct heard *heard = self;
    heard_catch_up(heard);
    heard->model.close(heard->model.self);
}

struct block_model heard_model(struct heard *heard, struct block_model model,
                               const struct listener *listeners, unsigned count) {
    memset(heard, 0, sizeof *heard);
    heard->model = model;
    heard->listeners = listeners;
    heard->count = count;
    return (struct block_model){heard, show_heard, clock_heard, close_heard};
}

// --- by name ----------------------------------------------------------------------------------

const struct admitter_kind admitter_kinds[] = {
    {"golden", BLOCK_GOLDEN}, {"rtl", BLOCK_RTL}, {"lockstep", BLOCK_LOCKSTEP}, {.name = NULL}};

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
