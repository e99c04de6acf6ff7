// The bus (registers.md, 9.2 and 9.3), and windows (windows.md) as they commit.

#include "tb/block/check/rules.h"
#include "tb/block/ref_state/map.h"

enum { OKAY = 0, SLVERR = 2 };

static uint32_t other(const struct ref_state *ref, unsigned address) {
    return ref->registers[address / 4];
}

// Is what is written refused, whatever the block does? 9.2, but for static registers in use.
static bool refused(const struct ref_state *ref) {
    const struct ref_bus *bus = &ref->bus;
    const uint32_t value = bus->data;
    const struct reg *reg = map_find(&ref->size, bus->address);
    if (!reg || reg->access == READ_ONLY || bus->strobes != 15 || value & ~reg->bits)
        return true;
    switch (reg->first) {
    case R_command_limit:
        return value > ref->size.depth;
    case R_holder_limit:
    case R_atomic_service:
    case R_calibrate_work:
    case R_multiplier:
        return value == 0;
    case R_flush:
        return !ref_flushes(&ref->size, value);
    case R_multiplier_min:
        return value == 0 || value > other(ref, SEMACREDIT_MULTIPLIER_MAX);
    case R_multiplier_max:
        return value == 0 || value < other(ref, SEMACREDIT_MULTIPLIER_MIN);
    case R_capture:
        return value != 1 && value != 3;
    case R_message_threshold:
        return value && !other(ref, SEMACREDIT_MESSAGE_INTERVAL);
    case R_message_interval:
        return !value && (other(ref, SEMACREDIT_MESSAGE_THRESHOLD) ||
                          other(ref, SEMACREDIT_MESSAGE_THRESHOLD + 4) ||
                          other(ref, SEMACREDIT_MESSAGE_THRESHOLD + 8));
    default:
        return false;
    }
}

static enum access access_of(const struct ref_state *ref) {
    const struct reg *reg = map_find(&ref->size, ref->bus.address);
    return reg ? reg->access : NO_ACCESS;
}

// Were offers taken in the clock of the write, the one before its answer, or in the eight clocks
// before that, or was a slot taken or a reservation held in it?
static bool in_use(const struct ref_state *ref) {
    enum { PERFORMED = 1, CLOCKS = 9 };
    for (unsigned ago = PERFORMED; ago < PERFORMED + CLOCKS; ago++)
        if (!ref_past(ref, ago)->closed)
            return true;
    const struct ref_past *const past = ref_past(ref, PERFORMED);
    return ref->taken > 0 || past->left[0] || past->left[1] || ref->held_count > 0;
}

void rule_slverr(struct check *check, const struct ref_state *ref) {
    const unsigned answer = ref->out->axi_bresp;
    const bool want = refused(ref) || (access_of(ref) == STATIC && in_use(ref));
    char name[MAP_TEXT];
    if (answer != (want ? SLVERR : OKAY))
        check_lost(check, ref, want ? NULL : "software: a good value is refused",
                   "the write of %" PRIu32 " to %s is %s, and should be %s", ref->bus.data,
                   map_name(&ref->size, ref->bus.address, name), answer ? "refused" : "done",
                   want ? "refused" : "done");
}

// An answer comes when its write is in force.
void rule_clock(struct check *check, const struct ref_state *ref) {
    const struct ref_bus *bus = &ref->bus;
    const bool at_once = refused(ref), unit = access_of(ref) == UNIT;
    const struct reg *const reg = map_find(&ref->size, bus->address);
    const bool of_path = reg && (reg->first == R_send || reg->first == R_parked);
    const uint64_t since = ref->clock - bus->performed_at;
    const bool captures = reg && reg->first == R_capture;
    const uint64_t longest = captures ? 2u * (6u * path_lanes(&ref->size) + 13u) + 8u
                                      : 3u * (ref->size.cnt_w + 13u + 8u) + 8;
    const bool commits =
        ref->window_clock >= bus->performed_at && ref->window_clock + 1 == ref->clock &&
        (bus->address == SEMACREDIT_COMMAND_LIMIT ? ref->window_lane == path_lanes(&ref->size)
                                                  : ref->window_lane == bus->address % 256 / 4);
    const bool unanswered = unit || captures;
    const bool due = !at_once && captures ? ref->captured_at > bus->performed_at &&
                                                ref->captured_at + 4 == ref->clock
                     : !at_once && unit ? commits
                                        : since == (!at_once && of_path ? 2 : 1);
    char name[MAP_TEXT];
    if (bus->answered != due && !(unanswered && !bus->answered && since < longest))
        check_lost(check, ref, bus->answered ? NULL : "software: an answer comes late, or never",
                   "the write of %" PRIu32 " to %s is %s after %" PRIu64 " clocks", bus->data,
                   map_name(&ref->size, bus->address, name),
                   bus->answered ? "answered" : "not answered", since);
}

static void wire(struct check *check, const struct ref_state *ref, const char *name, bool is,
                 bool want) {
    if (is != want)
        check_lost(check, ref, is ? "the bus: something is taken or answered twice" : NULL,
                   "the bus shows %s %d, and should show %d", name, is, want);
}

void rule_handshake(struct check *check, const struct ref_state *ref) {
    static const char ANSWER[] = "the bus: an answer changes while it waits";
    const struct block_out *out = ref->out, *before = ref->out_before;
    const struct ref_bus *bus = &ref->bus;
    const bool up = !ref->after_reset;
    wire(check, ref, "awready", out->axi_awready, up && !bus->address_full);
    wire(check, ref, "wready", out->axi_wready, up && !bus->data_full);
    wire(check, ref, "arready", out->axi_arready, up && !bus->reading);
    if (!up)
        return;
    const bool stays = before->axi_bvalid && !ref->in_before->axi_bready;
    if (stays || (before->axi_bvalid && out->axi_bvalid))
        wire(check, ref, "bvalid", out->axi_bvalid, stays);
    if (bus->answered)
        wire(check, ref, "bvalid", out->axi_bvalid, bus->performed);
    else if (out->axi_bresp != before->axi_bresp)
        check_lost(check, ref, ANSWER, "bresp changes without an answer");
    const bool was_read = before->axi_rvalid && ref->in_before->axi_rready;
    wire(check, ref, "rvalid", out->axi_rvalid,
         bus->reading && !was_read && bus->read_at + 5 <= ref->clock);
    if ((!out->axi_rvalid || before->axi_rvalid) &&
        (out->axi_rdata != before->axi_rdata || out->axi_rresp != before->axi_rresp))
        check_lost(check, ref, ANSWER, "read data changes without an answer");
}

void rule_read(struct check *check, const struct ref_state *ref) {
    const struct block_out *out = ref->out;
    const struct ref_bus *bus = &ref->bus;
    if (!out->axi_rvalid || ref->out_before->axi_rvalid || ref->after_reset || !bus->reading)
        return;
    char name[MAP_TEXT];
    const struct ref_value *const may = &bus->read;
    const uint32_t is = out->axi_rdata;
    if (out->axi_rresp == bus->read_answer &&
        ((is >= may->low && is <= may->high) || is == may->other))
        return;
    char range[FIELD_TEXT] = "";
    if (may->high != may->low)
        snprintf(range, sizeof range, " to %" PRIu32, may->high);
    check_wrong(check, ref, "a read of %s answers %" PRIu32 "%s, not %" PRIu32 "%s%s",
                map_name(&ref->size, bus->read_address, name), is,
                out->axi_rresp ? " with an error" : "", may->low, range,
                bus->read_answer ? " with an error" : "");
}

void rule_irq(struct check *check, const struct ref_state *ref) {
    const bool want = ref_past(ref, 1)->irq;
    if (ref->out->irq != want)
        check_lost(check, ref, ref->out->irq ? "software: it is called for nothing" : NULL,
                   "irq is %d, and should be %d", ref->out->irq, want);
}

// ---- windows

static uint32_t in_force(const struct ref_state *ref, unsigned lane, uint32_t window,
                         uint32_t multiplier) {
    return ref_in_force(ref, window, ref_effective(ref, lane, multiplier));
}

// The bus may have asked for it.
static bool is_of_bus(const struct ref_state *ref, unsigned lane) {
    const struct ref_bus *bus = &ref->bus;
    const bool limit = lane == path_lanes(&ref->size);
    return bus->performed && (limit ? bus->address == SEMACREDIT_COMMAND_LIMIT
                                    : bus->address == SEMACREDIT_WINDOW + 4 * lane ||
                                          bus->address == SEMACREDIT_MULTIPLIER + 4 * lane);
}

void rule_window(struct check *check, const struct ref_state *ref) {
    char name[FIELD_TEXT];
    const unsigned lane = ref_moved(ref);
    const uint32_t value = ref->out->path.trace_stage;
    const struct ref_bus *bus = &ref->bus;
    uint32_t window = ref->registers[SEMACREDIT_WINDOW / 4 + lane];
    const uint32_t most = (uint32_t)((UINT64_C(1) << ref->size.cnt_w) - 2);
    const bool limit = lane == path_lanes(&ref->size);
    // What the calibrator asked for before may commit, too.
    if (!is_of_bus(ref, lane) || (!limit && ref->learn.asked >> lane & 1))
        return;
    if (bus->address == SEMACREDIT_WINDOW + 4 * lane)
        window = bus->data < most ? bus->data : most;
    const uint32_t want =
        limit ? bus->data : in_force(ref, lane, window, ref->registers[R_multiplier + lane]);
    if (value != want)
        check_wrong(check, ref, "the window of %s is put into force as %" PRIu32 ", not %" PRIu32,
                    field_lane_name(&ref->size, lane, name), value, want);
}

void rule_spacing(struct check *check, const struct ref_state *ref) {
    char name[FIELD_TEXT];
    if (ref->window_clock && ref->window_clock + 4 > ref->clock)
        check_wrong(check, ref, "the window of %s moves %" PRIu64 " clocks after another",
                    field_lane_name(&ref->size, ref_moved(ref), name),
                    ref->clock - ref->window_clock);
}

// A window of which the bus does not ask: the unit was asked for the lane, and divides by the
// multiplier that it found. It took at most so many clocks since, the bus's own work included.
void rule_calibration(struct check *check, const struct ref_state *ref) {
    char name[FIELD_TEXT];
    const unsigned lane = ref_moved(ref);
    const struct ref_learn *learn = &ref->learn;
    const uint64_t clocks = ref->size.cnt_w + 24u;
    if (is_of_bus(ref, lane))
        return;
    field_lane_name(&ref->size, lane, name);
    if (lane == path_lanes(&ref->size) || !(learn->asked >> lane & 1)) {
        check_lost(check, ref, "control: the window in force is not the one that was set",
                   "the window of %s is put into force as %" PRIu32 ", which was never written",
                   name, ref->out->path.trace_stage);
        return;
    }
    if (learn->limits_at != 0 && learn->limits_at + 4 > ref->clock)
        return; // written before the limit
    const uint32_t window = ref->registers[SEMACREDIT_WINDOW / 4 + lane];
    const uint32_t now = in_force(ref, lane, window, ref->registers[R_multiplier + lane]);
    const bool fresh = learn->moved_at[lane] + clocks >= ref->clock;
    const uint32_t value = ref->out->path.trace_stage;
    if (value != now && !(fresh && value == in_force(ref, lane, window, learn->before[lane])))
        check_wrong(check, ref, "the window of %s is calibrated to %" PRIu32 ", not %" PRIu32, name,
                    value, now);
}

// Each lane of which the unit is asked has its turn, between windows of the bus.
void rule_asked(struct check *check, const struct ref_state *ref) {
    enum { BUS_ANSWERS = 16 };
    char name[FIELD_TEXT];
    const unsigned lanes = path_lanes(&ref->size), lane = (unsigned)(ref->clock % lanes);
    const struct ref_learn *learn = &ref->learn;
    const uint64_t longest = 2 * (lanes + 2u) * (ref->size.cnt_w + 17u + BUS_ANSWERS);
    if (learn->owed >> lane & 1 && learn->asked_at[lane] + longest < ref->clock)
        check_wrong(check, ref, "the window of %s is not put into force for %" PRIu64 " clocks",
                    field_lane_name(&ref->size, lane, name), ref->clock - learn->asked_at[lane]);
}
