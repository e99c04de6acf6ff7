#include "tb/block/models.h"

#include "tb/block/dut/block_rtl.h"
#include "tb/block/fields.h"

// --- two in lockstep --------------------------------------------------------------------------

// What the RTL shows beside these inputs, before the edge.
static void settle(struct pair *pair, const struct block_in *in, uint64_t seed,
                   struct block_out *out) {
    if (pair->dut.settle)
        pair->dut.settle(pair->dut.self, in, seed);
    pair->dut.show(pair->dut.self, out);
}

static const struct path_size LARGEST = {
    .hbm = PATH_HBM, .atomic = PATH_ATOMIC, .response = PATH_RESPONSE};

// The first output that changes while one input, or payload that means nothing, does: "OUTPUT
// follows INPUT"; false: none does.
static bool follows(struct pair *pair, const struct block_in *in, uint64_t seed,
                    const char *input) {
    struct block_out out;
    struct field_at at = {OUT_FIELDS, 0};
    char name[FIELD_TEXT];
    settle(pair, in, seed, &out);
    if (!field_differs(&at, &LARGEST, &out, &pair->dut_out))
        return false;
    snprintf(pair->follows, PAIR_FOLLOWS, "%s follows %s", field_name(&at, name), input);
    return true;
}

// Outputs are functions of flops only: is there an input that changes one, alone?
static void find_input(struct pair *pair, const struct block_in *in) {
    struct field_at at = {IN_FIELDS, 0};
    if (!pair->dut.settle || follows(pair, in, ~pair->clock, "payload whose valid is low"))
        return;
    do {
        struct block_in other = *in;
        char name[FIELD_TEXT];
        const uint64_t value = field_get(&at, in);
        field_set(&at, &other, at.field->form == FIELD_FLAG ? !value : ~value);
        if (follows(pair, &other, pair->clock, field_name(&at, name)))
            return;
    } while (field_next(&at, &LARGEST));
}

static void compare(struct pair *pair, const struct block_out *shown, const struct block_in *in) {
    if (pair->differs || !pair->reset)
        return;
    settle(pair, in, pair->clock, &pair->dut_out);
    // Padding is zero in both.
    if (memcmp((const char *)shown, (const char *)&pair->dut_out, sizeof *shown) == 0)
        return;
    pair->differs = true;
    pair->differs_clock = pair->clock;
    pair->golden_out = *shown;
    find_input(pair, in);
    settle(pair, in, pair->clock, &pair->dut_out);
}

// `shown`: by the golden model in this clock, or NULL.
static void clock_dut(struct pair *pair, const struct block_out *shown, const struct block_in *in) {
    if (shown)
        compare(pair, shown, in);
    pair->dut.clock(pair->dut.self, in);
    pair->reset |= !in->path.rst_n;
    pair->clock++;
}

static void show_pair(void *self, struct block_out *out) {
    struct pair *pair = self;
    pair->golden.show(pair->golden.self, out);
    pair->shown = out;
}

static void clock_pair(void *self, const struct block_in *in) {
    struct pair *pair = self;
    if (!pair->ahead)
        clock_dut(pair, pair->shown, in);
    pair->golden.clock(pair->golden.self, in);
    pair->shown = NULL;
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
    return (struct block_model){pair, show_pair, clock_pair, close_pair, NULL};
}

// --- a model that is observed --------------------------------------------------------------------

enum { KEPT = MODELS_AHEAD + 2 }; // clocks

const struct block_out *observed_shows(struct observed *observed) {
    struct block_out *const out = &observed->out[observed->clock % KEPT];
    if (!observed->shown)
        observed->model.show(observed->model.self, out);
    observed->shown = true;
    return out;
}

struct block_in *observed_drives(struct observed *observed) {
    return &observed->in[observed->clock % KEPT];
}

static void show_observed(void *self, struct block_out *out) {
    *out = *observed_shows(self);
}

// Of so many clocks, the RTL first.
static void report(struct observed *observed, uint64_t clocks) {
    for (struct pair *pair = observed->pair; pair && pair->clock < clocks;) {
        clock_dut(pair, &observed->out[pair->clock % KEPT], &observed->in[pair->clock % KEPT]);
    }
    for (; observed->done < clocks && !(observed->stop && *observed->stop); observed->done++)
        for (unsigned i = 0; i < observed->count; i++)
            observed->observers[i].observe(observed->observers[i].self, observed->done,
                                           &observed->out[observed->done % KEPT],
                                           &observed->in[observed->done % KEPT]);
}

static void clock_observed(void *self, const struct block_in *in) {
    struct observed *observed = self;
    struct block_in *const own = observed_drives(observed);
    observed_shows(observed);
    if (in != own)
        *own = *in;
    if (observed->clock - observed->done >= observed->ahead)
        report(observed, observed->clock + 1);
    observed->model.clock(observed->model.self, own);
    observed->shown = false;
    observed->clock++;
}

void observed_run_ahead(struct observed *observed, struct pair *pair, unsigned clocks,
                        const bool *stop) {
    observed->ahead = clocks;
    observed->pair = pair;
    observed->stop = stop;
    if (pair)
        pair->ahead = true;
}

void observed_catch_up(struct observed *observed) {
    report(observed, observed->clock);
}

static void close_observed(void *self) {
    struct observed *observed = self;
    observed_catch_up(observed);
    observed->model.close(observed->model.self);
}

struct block_model observed_model(struct observed *observed, struct block_model model,
                                  const struct observer *observers, unsigned count) {
    memset(observed, 0, sizeof *observed);
    observed->model = model;
    observed->observers = observers;
    observed->count = count;
    return (struct block_model){observed, show_observed, clock_observed, close_observed, NULL};
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
    if (!path_size_is_legal(
            size)) // of those of a configuration only slots are not, if they are few
        return text_error_set(error,
                              "port_slots: expected at least %d beside an admitter, found %u",
                              size->hbm + size->atomic + 16, size->slots);
    if (kind != BLOCK_GOLDEN && !open_rtl(block, size, error))
        return false;
    block->model = block->rtl;
    if (kind == BLOCK_RTL)
        return true;
    block->model = block_golden_model(size);
    memory_there(block->model.self);
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
