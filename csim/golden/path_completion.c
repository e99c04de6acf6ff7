// reservation.md, 4.2, 4.4 and 4.6: completions at the ports, the collector, what software sends.
#include "csim/golden/state.h"

// 4.2: a completion is taken up in a clock.
static void take_up(struct golden *golden, uint64_t clock, unsigned channel, uint32_t handle,
                    uint16_t observed) {
    const uint32_t bits = (uint32_t)ones(2u + golden->size.gen_w + golden->id_w);

    golden->event = clock;
    golden_at(golden, clock)->taken_up[channel] =
        (struct completion){.valid = true, .handle = handle & bits, .observed = observed};
}

// 4.6: a send sampled in this clock is taken up in the next.
void path_send(struct golden *golden, unsigned channel, uint32_t handle) {
    golden->event = golden->now;
    if (channel < golden->channels)
        take_up(golden, golden->now + 1, channel, handle, PATH_UNKNOWN);
}

// 1.5 and 4.6: a channel is not ready in the clock in which software has it, and in that after one
// of reset (1.1); 4.4: partitions that begin it with an empty place are.
void path_show_ready(struct golden *golden) {
    const struct completion *const sent = golden_seen(golden, golden->now)->taken_up;
    const bool up = !was_reset(golden);
    const unsigned atomic = golden->size.atomic;
    struct path_out *const out = &golden->out.path;

    for (unsigned p = 0; p < golden->size.hbm; p++)
        out->hbm_ready[p] = up && golden->collector[p].count < PLACES;
    for (unsigned i = 0; i < atomic; i++)
        out->atomic_ready[i] = up && !sent[1 + i].valid;
    for (unsigned i = 0; i < golden->size.response; i++)
        out->response_ready[i] = up && !sent[1 + atomic + i].valid;
    out->done_ready = up && !sent[golden->channels - 1].valid;
}

// 4.4: the partition served is the first at or above the pointer that has a completion.
static void serve(struct golden *golden) {
    for (unsigned i = 0; i < golden->size.hbm; i++) {
        const unsigned partition = (golden->next_partition + i) % golden->size.hbm;
        struct completion *const place = golden->collector[partition].place;
        if (golden->collector[partition].count == 0)
            continue;
        take_up(golden, golden->now, 0, place[0].handle, place[0].observed);
        place[0] = place[1];
        golden->collector[partition].count--;
        golden->next_partition = (partition + 1) % golden->size.hbm;
        return;
    }
}

// 4.4: who is served was in a place before.
static void collect(struct golden *golden, const struct block_in *in) {
    if (!golden_seen(golden, golden->now)->taken_up[0].valid)
        serve(golden);
    for (unsigned p = 0; p < golden->size.hbm; p++) {
        if (in->path.hbm_valid[p] && golden->out.path.hbm_ready[p]) {
            golden->collector[p].place[golden->collector[p].count++] = (struct completion){
                .handle = in->path.hbm_handle[p], .observed = in->hbm_observed[p]};
            golden->event = golden->now;
        }
    }
}

// 4.2: what is transferred on a channel other than 0 is taken up in the same clock.
void path_take_up(struct golden *golden, const struct block_in *in) {
    const struct path_in *const path = &in->path;
    const struct path_out *const out = &golden->out.path;
    const unsigned atomic = golden->size.atomic;

    collect(golden, in);
    for (unsigned i = 0; i < atomic; i++)
        if (path->atomic_valid[i] && out->atomic_ready[i])
            take_up(golden, golden->now, 1 + i, path->atomic_handle[i], in->atomic_observed[i]);
    for (unsigned i = 0; i < golden->size.response; i++)
        if (path->response_valid[i] && out->response_ready[i])
            take_up(golden, golden->now, 1 + atomic + i, path->response_handle[i],
                    in->response_observed[i]);
    if (path->done_valid && out->done_ready)
        take_up(golden, golden->now, golden->channels - 1, path->done_handle, 0);
}
