// The bus (registers.md, 9.3): what was written, as the block answered it; what reads must tell.
#include "tb/block/view/map.h"
#include "tb/block/view/parts.h"

enum {
    OKAY = 0,
    SLVERR = 2,
    STRAY = 1,
    REJECT = 2,
    OLD = 4,
    WRITE_REFUSED = 8,
    READ_REFUSED = 16,
    UNREAD = 32
};

// A lane's window or multiplier begins anew, a limit of them widens.
static void reach(struct view *view, const struct reg *reg, unsigned element, uint32_t value) {
    const bool multiplier = reg->first == R_multiplier;
    const bool scale = reg->first == R_multiplier_min || reg->first == R_multiplier_max;
    if (multiplier || reg->first == R_window)
        view->reach[multiplier][element] = map_reach(view, element, multiplier, value);
    else if (scale || reg->first == R_floor || reg->first == R_ceiling)
        for (unsigned lane = 0; lane < path_lanes(&view->size); lane++)
            if (scale || lane_kind(&view->size, lane) == element)
                map_widen(&view->reach[scale][lane], value);
}

static void wrote(struct view *view) {
    const unsigned word = view->bus.address / 4;
    const struct reg *reg = map_find(&view->size, view->bus.address);
    if (!reg || !map_stays(reg))
        return;
    uint32_t value = view->bus.data;
    if (reg->first == R_window && value == reg->bits)
        value--;
    view->registers[word] = value;
    view->written[word] = view->clock;
    map_settle(view);
    reach(view, reg, word - reg->first, value);
    if (reg->first == R_tune_enable)
        view->tuned |= (uint64_t)value << 32 * (word - reg->first);
    if (reg->first == R_calibrate_enable)
        view->calibrated |= (uint64_t)value << 32 * (word - reg->first);
}

void view_bus_enter(struct view *view) {
    struct view_bus *bus = &view->bus;
    const struct block_out *out = view->out, *before = view->out_before;
    uint32_t fresh = view->hidden.fresh, *const info = view->hidden.info;
    bus->answered = out->axi_bvalid && !before->axi_bvalid;
    if (bus->answered) {
        bus->address_full = bus->data_full = false;
        if (out->axi_bresp == OKAY)
            wrote(view);
        else
            fresh |= WRITE_REFUSED, info[3] = bus->address;
        if (out->axi_bresp == OKAY && bus->address == SEMACREDIT_ERRORS)
            view->errors &= ~bus->data;
    }
    if (bus->answered || !bus->address_full || !bus->data_full)
        bus->performed = bus->performed && bus->answered; // kept for readers of this clock
    else if (!bus->performed && !out->axi_bvalid) {
        bus->performed = true;
        bus->performed_at = view->clock;
    }
    if (out->axi_rvalid && !before->axi_rvalid && out->axi_rresp == SLVERR)
        fresh |= READ_REFUSED, info[4] = bus->read_address;
    if (view_past(view, 5)->old)
        fresh |= OLD, info[2] = view_past(view, 5)->old_handle;
    const bool unread = out->message_valid && view->message_clock && !view_loads(view);
    if (unread && view->clock - view->message_clock == 65535)
        fresh |= UNREAD;
    if (view->errors == 0)
        view->first_error = view->first_info = 0;
    if (view->first_error == 0 && fresh != 0) {
        view->first_error = 1 + (uint32_t)__builtin_ctz(fresh);
        view->first_info = info[view->first_error - 1];
    }
    view->errors |= fresh;
}

// A read whose address was taken two clocks ago tells of this clock.
static void sample(struct view *view) {
    struct view_bus *bus = &view->bus;
    const struct reg *reg = map_find(&view->size, bus->read_address);
    const bool there = reg && reg->access != WRITE_ONLY;
    bus->read_answer = there ? OKAY : SLVERR;
    bus->read = there ? view_register(view, bus->read_address) : (struct view_value){0, 0, 0};
}

void view_bus_leave(struct view *view) {
    struct view_bus *bus = &view->bus;
    const struct block_in *in = view->in;
    const struct block_out *out = view->out;
    if (bus->answered)
        bus->performed = false;
    if (bus->reading && bus->read_at + 2 == view->clock)
        sample(view);
    if (in->axi_awvalid && out->axi_awready) {
        bus->address_full = true;
        bus->address = in->axi_awaddr & 0xfff;
    }
    if (in->axi_wvalid && out->axi_wready) {
        bus->data_full = true;
        bus->data = in->axi_wdata;
        bus->strobes = in->axi_wstrb;
    }
    if (bus->reading && out->axi_rvalid && bus->read_address == SEMACREDIT_CALIBRATIONS) {
        view->calibrations_read = out->axi_rdata;
        view->calibrations_clock = bus->read_at + 2;
    }
    if (out->axi_rvalid && in->axi_rready)
        bus->reading = false;
    if (in->axi_arvalid && out->axi_arready) {
        bus->reading = true;
        bus->read_address = in->axi_araddr & 0xfff;
        bus->read_at = view->clock;
    }
}
