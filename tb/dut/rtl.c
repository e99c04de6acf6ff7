#include "tb/dut/rtl.h"

#include <stdlib.h>

#include "tb/dut/probe_map.h"
#include "tb/dut/shim.h"

struct rtl {
    struct admitter admitter;
    const struct shim_ops *ops; // of the build that runs
    struct shim *shim;
};

static void rtl_edge(struct admitter *self, const struct edge_in *in, struct edge_out *out) {
    const struct rtl *rtl = (const struct rtl *)self;
    rtl->ops->edge(rtl->shim, in, out);
}

// By another build, if the flops of this one cannot be set.
static bool rtl_begin(struct admitter *self, const struct block_state *state) {
    struct rtl *rtl = (struct rtl *)self;
    if (rtl->ops == &shim_fast) {
        // Closed first: whoever is opened last is the one that Verilator's thread belongs to.
        rtl->ops->close(rtl->shim);
        rtl->ops = &shim_checked;
        rtl->shim = rtl->ops->open();
    }
    struct probe_state probe = {.state = *state};
    block_derive(state, &probe.derived);
    return rtl->shim && rtl->ops == &shim_checked && rtl->ops->set(rtl->shim, &probe);
}

static void rtl_close(struct admitter *self) {
    struct rtl *rtl = (struct rtl *)self;
    rtl->ops->close(rtl->shim);
    free(rtl);
}

static const struct admitter_ops rtl_ops = {
    .name = "rtl", .edge = rtl_edge, .begin = rtl_begin, .close = rtl_close};

static struct admitter *open_of(const struct shim_ops *ops, unsigned depth) {
    if (depth == shim_deep.depth)
        ops = &shim_deep;
    if (depth != ops->depth)
        return NULL;
    struct rtl *rtl = calloc(1, sizeof *rtl);
    if (!rtl)
        return NULL;
    rtl->admitter.ops = &rtl_ops;
    rtl->ops = ops;
    rtl->shim = ops->open();
    if (rtl->shim)
        return &rtl->admitter;
    free(rtl);
    return NULL;
}

// What is asked of the checked model by the environment, only that has.
static bool is_checked(void) {
    return getenv("PLANTED_BUG") || getenv("SEMA_CHECKED") || getenv("SEMA_INITIAL_STATE");
}

struct admitter *rtl_open(unsigned depth) {
    return open_of(is_checked() ? &shim_checked : &shim_fast, depth);
}

struct admitter *rtl_open_traced(unsigned depth) {
    return open_of(&shim_checked, depth);
}

bool rtl_can_begin(unsigned depth) {
    struct block_state state;
    struct admitter *rtl = open_of(&shim_checked, depth);
    block_state_reset(&state, depth);
    const bool can = rtl && admitter_begin(rtl, &state);
    admitter_close(rtl);
    return can;
}

bool rtl_wave_start(struct admitter *rtl, const char *path, uint64_t cycle, uint32_t clock_ps) {
    const struct rtl *self = (const struct rtl *)rtl;
    return self->ops->wave_start(self->shim, path, cycle, clock_ps);
}

void rtl_wave_stop(struct admitter *rtl) {
    const struct rtl *self = (const struct rtl *)rtl;
    self->ops->wave_stop(self->shim);
}

void rtl_wave_ref(struct admitter *rtl, const struct edge_out *ref) {
    const struct rtl *self = (const struct rtl *)rtl;
    self->ops->wave_ref(self->shim, ref);
}

unsigned rtl_depth(const struct admitter *rtl) {
    return ((const struct rtl *)rtl)->ops->depth;
}
