// The bus (registers.md, 9.3): what was written, as the block answered it; what reads must return.
#include "tb/block/ref_state/map.h"
#include "tb/block/ref_state/parts.h"

enum {
    OKAY = 0,
    SLVERR = 2,
    STRAY = 1,
    REJECT = 2,
    OLD = 4,
    WRITE_REFUSED = 8,
    READ_REFUSED = 16,
    UNREAD = 32,
    PARKED = 64,
    HEADROOM = 128
};

// The limits of multipliers, with the units.
static bool is_limit(unsigned word) {
    return word == R_multiplier_min || word == R_multiplier_max || word == R_quantum_hbm ||
           word == R_quantum_time;
}

static void wrote(struct ref_state *ref) {
    const unsigned word = ref->bus.address / 4;
    const struct reg *reg = map_find(&ref->size, ref->bus.address);
    if (!reg || !map_stays(reg))
        return;
    uint32_t value = ref->bus.data;
    if (reg->first == R_window && value == reg->bits)
        value--;
    ref->written[word] = ref->clock;
    if (reg->first == R_multiplier) // since the clock after its write
        return;
    ref->registers[word] = value;
    map_settle(ref);
    ref_learn_written(ref, word);
    if (is_limit(word)) {
        ref->learn.limits_at = ref->clock;
        ref_learn_asks(ref, UINT64_MAX >> (64 - path_lanes(&ref->size)));
    }
    if (reg->first == R_calibrate_enable)
        ref->calibrated |= (uint64_t)value << 32 * (word - reg->first);
}

// What is set by the edge that clears it stays; an info is that of the first since then (9.4).
static void set_errors(struct ref_state *ref, uint32_t cleared, uint32_t fresh) {
    if ((cleared | fresh) == 0)
        return;
    ref->errors &= ~cleared;
    for (unsigned bit = 0; bit < REF_INFOS; bit++)
        if (!(ref->errors >> bit & 1))
            ref->info[bit] = fresh >> bit & 1 ? ref->hidden.info[bit] : 0;
    ref->errors |= fresh;
}

void ref_bus_enter(struct ref_state *ref) {
    struct ref_bus *bus = &ref->bus;
    const struct block_out *out = ref->out, *before = ref->out_before;
    uint32_t fresh = ref->hidden.fresh, *const info = ref->hidden.info;
    uint32_t cleared = 0;
    bus->answered = out->axi_bvalid && !before->axi_bvalid;
    if (bus->answered) {
        bus->address_full = bus->data_full = false;
        if (out->axi_bresp == OKAY)
            wrote(ref);
        else
            fresh |= WRITE_REFUSED, info[3] = bus->address;
        if (out->axi_bresp == OKAY && bus->address == SEMACREDIT_ERRORS)
            cleared = bus->data;
    }
    if (bus->answered || !bus->address_full || !bus->data_full)
        bus->performed = bus->performed && bus->answered; // kept for readers of this clock
    else if (!bus->performed && !out->axi_bvalid) {
        bus->performed = true;
        bus->performed_at = ref->clock;
    }
    if (out->axi_rvalid && !before->axi_rvalid && out->axi_rresp == SLVERR)
        fresh |= READ_REFUSED, info[4] = bus->read_address;
    if (ref_past(ref, 5)->old)
        fresh |= OLD, info[2] = ref_past(ref, 5)->old_handle;
    const bool unread = out->message_valid && ref->message_clock && !ref_loads(ref);
    if (unread && ref->clock - ref->message_clock == 65535)
        fresh |= UNREAD;
    if (ref_past(ref, 4)->all_parked)
        fresh |= PARKED;
    if (ref->flipped && ref_mend(ref, &info[7]))
        fresh |= HEADROOM;
    set_errors(ref, cleared, fresh);
}

// A read whose address was taken two clocks ago shows this clock.
static void sample(struct ref_state *ref) {
    struct ref_bus *bus = &ref->bus;
    const struct reg *reg = map_find(&ref->size, bus->read_address);
    const bool there = reg && reg->access != WRITE_ONLY;
    bus->read_answer = there ? OKAY : SLVERR;
    bus->read = there ? ref_register(ref, bus->read_address) : (struct ref_value){0, 0, 0};
}

void ref_bus_leave(struct ref_state *ref) {
    struct ref_bus *bus = &ref->bus;
    const struct block_in *in = ref->in;
    const struct block_out *out = ref->out;
    if (bus->answered)
        bus->performed = false;
    if (bus->reading && bus->read_at + 2 == ref->clock)
        sample(ref);
    if (in->axi_awvalid && out->axi_awready) {
        bus->address_full = true;
        bus->address = in->axi_awaddr & 0xfff;
    }
    if (in->axi_wvalid && out->axi_wready) {
        bus->data_full = true;
        bus->data = in->axi_wdata;
        bus->strobes = in->axi_wstrb;
    }
    if (out->axi_rvalid && in->axi_rready)
        bus->reading = false;
    if (in->axi_arvalid && out->axi_arready) {
        bus->reading = true;
        bus->read_address = in->axi_araddr & 0xfff;
        bus->read_at = ref->clock;
    }
}
