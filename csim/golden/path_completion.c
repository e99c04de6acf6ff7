// reservation.md, 4.2, 4.4 and 4.6: completions at the ports, the collector, what software sends.
#include "csim/golden/path_state.h"

static uint32_t handle_bits(const struct path_golden *golden, uint32_t handle) {
    return handle & (uint32_t)path_ones(2u + golden->size.gen_w + golden->id_w);
}

// 4.4: the clock begins with an empty place; 1.1.
static bool hbm_ready(const struct path_golden *golden, unsigned partition) {
    return !path_seen(golden, golden->now - 1)->reset &&
           golden->collector[partition].count < PATH_PLACES;
}

// 4.6: software has the channel in this clock.
static bool is_sent(const struct path_golden *golden, unsigned channel) {
    const struct record *const before = path_seen(golden, golden->now - 1);

    return before->send.valid && before->send.channel == channel;
}

// 1.5 and 4.6: of a channel other than 0; 1.1.
static bool channel_ready(const struct path_golden *golden, unsigned channel) {
    return !path_seen(golden, golden->now - 1)->reset && !is_sent(golden, channel);
}

// 1.5
void path_show_ready(const struct path_golden *golden, struct path_out *out) {
    const unsigned atomic = golden->size.atomic;

    for (unsigned p = 0; p < golden->size.hbm; p++)
        out->hbm_ready[p] = hbm_ready(golden, p);
    for (unsigned i = 0; i < atomic; i++)
        out->atomic_ready[i] = channel_ready(golden, 1 + i);
    for (unsigned i = 0; i < golden->size.response; i++)
        out->response_ready[i] = channel_ready(golden, 1 + atomic + i);
    out->done_ready = channel_ready(golden, golden->channels - 1);
}

// 4.6
void path_sample_send(struct path_golden *golden, const struct path_in *in) {
    const unsigned channel = in->send_channel & 0xf;
    struct record *const record = path_at(golden, golden->now);

    if (!in->send_valid || channel >= golden->channels)
        return;
    record->send.valid = true;
    record->send.channel = channel;
    record->send.handle = handle_bits(golden, in->send_handle);
}

// 4.2: a completion is taken up in this clock.
static void take_up(struct path_golden *golden, unsigned channel, uint32_t handle,
                    uint16_t observed) {
    path_at(golden, golden->now)->taken_up[channel] = (struct completion){
        .valid = true, .handle = handle_bits(golden, handle), .observed = observed};
}

// 4.4: the partition served is the first at or above the pointer that has a completion.
static void serve(struct path_golden *golden) {
    for (unsigned i = 0; i < golden->size.hbm; i++) {
        const unsigned partition = (golden->next_partition + i) % golden->size.hbm;
        struct completion *const place = golden->collector[partition].place;
        if (golden->collector[partition].count == 0)
            continue;
        take_up(golden, 0, place[0].handle, place[0].observed);
        place[0] = place[1];
        golden->collector[partition].count--;
        golden->next_partition = (partition + 1) % golden->size.hbm;
        return;
    }
}

// 4.4: which partitions transfer is decided before one is served.
static void collect(struct path_golden *golden, const struct path_in *in) {
    bool transfers[PATH_HBM];

    for (unsigned p = 0; p < golden->size.hbm; p++)
        transfers[p] = in->hbm_valid[p] && hbm_ready(golden, p);
    if (!is_sent(golden, 0))
        serve(golden);
    for (unsigned p = 0; p < golden->size.hbm; p++) {
        if (transfers[p]) {
            golden->collector[p].place[golden->collector[p].count] =
                (struct completion){.handle = in->hbm_handle[p], .observed = in->hbm_observed[p]};
            golden->collector[p].count++;
        }
    }
}

// 4.2: what is transferred on a channel other than 0 is taken up in the same clock.
static void transfer(struct path_golden *golden, unsigned channel, bool valid, uint32_t handle,
                     uint16_t observed) {
    if (valid && channel_ready(golden, channel))
        take_up(golden, channel, handle, observed);
}

// 1.5: the channels in their order.
void path_take_up(struct path_golden *golden, const struct path_in *in) {
    const struct record *const before = path_seen(golden, golden->now - 1);
    const unsigned atomic = golden->size.atomic;

    collect(golden, in);
    for (unsigned i = 0; i < atomic; i++)
        transfer(golden, 1 + i, in->atomic_valid[i], in->atomic_handle[i], in->atomic_observed[i]);
    for (unsigned i = 0; i < golden->size.response; i++)
        transfer(golden, 1 + atomic + i, in->response_valid[i], in->response_handle[i],
                 in->response_observed[i]);
    transfer(golden, golden->channels - 1, in->done_valid, in->done_handle, 0);
    if (before->send.valid)
        take_up(golden, before->send.channel, before->send.handle, PATH_UNKNOWN);
}
