// The bus (registers.md, 9.3): what was written, as the block answered it; what reads must tell.
#include "tb/block/view/map.h"
#include "tb/block/view/parts.h"

enum {
    OKAY = 0,
    SLVERR = 2,
    STRAY = 1,
    REJECT = 2,
    WRITE_REFUSED = 8,
    READ_REFUSED = 16,
    UNREAD = 32
};

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
    if (reg->first == R_tune_enable)
        view->tuned |= (uint64_t)value << 32 * (word - reg->first);
    if (reg->first == R_calibrate_enable)
        view->calibrated |= (uint64_t)value << 32 * (word - reg->first);
}

void view_bus_enter(struct view *view) {
    struct view_bus *bus = &view->bus;
    const struct block_out *out = view->out, *before = view->out_before;
    uint32_t fresh = view->hidden.fresh;
    bus->answered = out->axi_bvalid && !before->axi_bvalid;
    if (bus->answered) {
        bus->address_full = bus->data_full = false;
        if (out->axi_bresp == OKAY)
            wrote(view);
        else
            fresh |= WRITE_REFUSED;
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
        fresh |= READ_REFUSED;
    if (out->message_valid && view->message_clock && view->clock - view->message_clock == 65535)
        fresh |= UNREAD;
    if (view->errors == 0)
        view->first_error = 0;
    for (unsigned bit = 0; view->first_error == 0 && bit < 6; bit++)
        view->first_error = fresh >> bit & 1 ? bit + 1 : 0;
    view->errors |= fresh;
}

// A read whose address was taken two clocks ago tells of this clock.
static void sample(struct view *view) {
    struct view_bus *bus = &view->bus;
    const struct reg *reg = map_find(&view->size, bus->read_address);
    const bool there = reg && reg->access != WRITE_ONLY;
    bus->read_answer = there ? OKAY : SLVERR;
    bus->read_value = 0;
    bus->read_known = !there || view_register(view, bus->read_address, &bus->read_value);
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
    if (out->axi_rvalid && in->axi_rready)
        bus->reading = false;
    if (in->axi_arvalid && out->axi_arready) {
        bus->reading = true;
        bus->read_address = in->axi_araddr & 0xfff;
        bus->read_at = view->clock;
    }
}
