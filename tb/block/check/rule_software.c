// The bus (registers.md, 9.2 and 9.3).
#include <stddef.h>

#include "tb/block/check/rules.h"
#include "tb/block/view/map.h"

enum { OKAY = 0, SLVERR = 2 };

static uint32_t other(const struct view *view, unsigned address) {
    return view->registers[address / 4];
}

// Is what is written refused, whatever the block does? 9.2, but for static registers in use.
static bool refused(const struct view *view) {
    const struct view_bus *bus = &view->bus;
    const uint32_t value = bus->data;
    const struct reg *reg = map_find(&view->size, bus->address);
    if (!reg || reg->access == READ_ONLY || bus->strobes != 15 || value & ~reg->bits)
        return true;
    switch (reg->first) {
    case R_command_limit:
        return value > view->size.depth;
    case R_multiplier:
        return value == 0;
    case R_multiplier_min:
        return value == 0 || value > other(view, SEMACREDIT_MULTIPLIER_MAX);
    case R_multiplier_max:
        return value == 0 || value < other(view, SEMACREDIT_MULTIPLIER_MIN);
    case R_floor:
        return value > other(view, bus->address - SEMACREDIT_FLOOR + SEMACREDIT_CEILING);
    case R_ceiling:
        return value < other(view, bus->address - SEMACREDIT_CEILING + SEMACREDIT_FLOOR);
    case R_message_threshold:
        return value && !other(view, SEMACREDIT_MESSAGE_INTERVAL);
    case R_message_interval:
        return !value && (other(view, SEMACREDIT_MESSAGE_THRESHOLD) ||
                          other(view, SEMACREDIT_MESSAGE_THRESHOLD + 4) ||
                          other(view, SEMACREDIT_MESSAGE_THRESHOLD + 8));
    case R_tune_enable:
        return value && !other(view, SEMACREDIT_CLOCK_QUANTA);
    case R_clock_quanta:
        return !value &&
               (other(view, SEMACREDIT_TUNE_ENABLE) || other(view, SEMACREDIT_TUNE_ENABLE + 4));
    default:
        return false;
    }
}

static enum access access_of(const struct view *view) {
    const struct reg *reg = map_find(&view->size, view->bus.address);
    return reg ? reg->access : NO_ACCESS;
}

// Was a slot taken, a reservation held, a message shown or credit untold in the clock before?
static bool in_use(const struct view *view) {
    return view->taken > 0 || view_past(view, 1)->left[0] || view_past(view, 1)->left[1] ||
           view->held_count > 0 || view->out_before->message_valid || view_untold(view);
}

void rule_slverr(struct check *check, const struct view *view) {
    const unsigned answer = view->out->axi_bresp;
    bool want = refused(view);
    if (!want && access_of(view) == STATIC) // a message may be to be repeated
        want = in_use(view) ||
               (answer && other(view, SEMACREDIT_MESSAGE_INTERVAL) && view->message_clock);
    char name[MAP_TEXT];
    if (answer != (want ? SLVERR : OKAY))
        check_lost(check, view, want ? NULL : "software: a good value is refused",
                   "the write of %" PRIu32 " to %s is %s, and should be %s", view->bus.data,
                   map_name(&view->size, view->bus.address, name), answer ? "refused" : "done",
                   want ? "refused" : "done");
}

// An answer comes when its write is in force.
void rule_clock(struct check *check, const struct view *view) {
    const struct view_bus *bus = &view->bus;
    const bool at_once = refused(view), unit = access_of(view) == UNIT;
    const uint64_t since = view->clock - bus->performed_at;
    const uint64_t longest = 3u * (view->size.cnt_w + 13u + 8u) + 8;
    const bool commits =
        view->window_clock >= bus->performed_at && view->window_clock + 1 == view->clock &&
        (bus->address == SEMACREDIT_COMMAND_LIMIT ? view->window_lane == path_lanes(&view->size)
                                                  : view->window_lane == bus->address % 256 / 4);
    const bool due = at_once                           ? since == 1
                     : unit                            ? commits
                     : access_of(view) == STATIC       ? since == 9
                     : bus->address == SEMACREDIT_SEND ? since == 2
                                                       : since == 1;
    char name[MAP_TEXT];
    if (bus->answered != due && !(unit && !bus->answered && since < longest))
        check_lost(check, view, bus->answered ? NULL : "software: an answer comes late, or never",
                   "the write of %" PRIu32 " to %s is %s after %" PRIu64 " clocks", bus->data,
                   map_name(&view->size, bus->address, name),
                   bus->answered ? "answered" : "not answered", since);
}

static void wire(struct check *check, const struct view *view, const char *name, bool is,
                 bool want) {
    if (is != want)
        check_lost(check, view, is ? "the bus: something is taken or answered twice" : NULL,
                   "the bus shows %s %d, and should show %d", name, is, want);
}

void rule_handshake(struct check *check, const struct view *view) {
    static const char ANSWER[] = "the bus: an answer changes while it waits";
    const struct block_out *out = view->out, *before = view->out_before;
    const struct view_bus *bus = &view->bus;
    const bool up = !view->after_reset;
    wire(check, view, "awready", out->axi_awready, up && !bus->address_full);
    wire(check, view, "wready", out->axi_wready, up && !bus->data_full);
    wire(check, view, "arready", out->axi_arready, up && !bus->reading);
    if (!up)
        return;
    const bool stays = before->axi_bvalid && !view->in_before->axi_bready;
    if (stays || (before->axi_bvalid && out->axi_bvalid))
        wire(check, view, "bvalid", out->axi_bvalid, stays);
    if (bus->answered)
        wire(check, view, "bvalid", out->axi_bvalid, bus->performed);
    else if (out->axi_bresp != before->axi_bresp)
        check_lost(check, view, ANSWER, "bresp changes without an answer");
    const bool was_read = before->axi_rvalid && view->in_before->axi_rready;
    wire(check, view, "rvalid", out->axi_rvalid,
         bus->reading && !was_read && bus->read_at + 5 <= view->clock);
    if ((!out->axi_rvalid || before->axi_rvalid) &&
        (out->axi_rdata != before->axi_rdata || out->axi_rresp != before->axi_rresp))
        check_lost(check, view, ANSWER, "read data changes without an answer");
}

void rule_read(struct check *check, const struct view *view) {
    const struct block_out *out = view->out;
    const struct view_bus *bus = &view->bus;
    if (!out->axi_rvalid || view->out_before->axi_rvalid || view->after_reset || !bus->reading)
        return;
    char name[MAP_TEXT];
    const struct view_value *const may = &bus->read;
    const uint32_t is = out->axi_rdata;
    if (out->axi_rresp == bus->read_answer &&
        ((is >= may->low && is <= may->high) || is == may->other))
        return;
    char range[FIELD_TEXT] = "";
    if (may->high != may->low)
        snprintf(range, sizeof range, " to %" PRIu32, may->high);
    check_wrong(check, view, "a read of %s answers %" PRIu32 "%s, not %" PRIu32 "%s%s",
                map_name(&view->size, bus->read_address, name), is,
                out->axi_rresp ? " with an error" : "", may->low, range,
                bus->read_answer ? " with an error" : "");
}
