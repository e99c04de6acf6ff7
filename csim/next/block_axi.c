// registers.md, 9.2 and 9.3: the bus.
#include "csim/next/block_state.h"

enum { OKAY = 0, SLVERR = 2 };
enum { LOOK = 2, LOOKED_AT = 3, ANSWER = 4 }; // clocks after the one that takes a read's address

// --- write -------------------------------------------------------------------------------------

static bool is_performed(const struct axi_write *write) {
    return write->address_full && write->data_full && !write->valid && write->waits == WAITS_NOT;
}

// The register that the write performed in this clock sets; none: nothing is performed, or the
// write is refused at once.
struct place block_performs(const struct block_golden *golden, const struct block_state *is) {
    const struct place place = block_place(golden, is->write.address);

    if (!is_performed(&is->write) || block_refuses(golden, is, place))
        return (struct place){.name = R_NONE};
    return place;
}

bool block_sets(const struct block_clock *c, enum register_name name, unsigned i) {
    return c->performs.name == name && c->performs.i == i;
}

// 9.2: the bits of op_ready_o are low from the clock after the static write up to its decision.
bool block_closes(const struct block_golden *golden, const struct block_state *is) {
    return block_performs(golden, is).access == STATIC ||
           (is->write.waits == WAITS_STATIC && is->now < is->write.performed + STATIC_CLOCKS);
}

// The path samples what software sends in the clock after it is performed.
bool block_sends(const struct block_state *is) {
    return is->write.waits == WAITS_SEND;
}

static void answer(struct axi_write *next, unsigned response) {
    next->address_full = next->data_full = false;
    next->waits = WAITS_NOT;
    next->valid = true;
    next->answer = (uint8_t)response;
}

static void refuse(const struct block_clock *c, struct block_state *next) {
    answer(&next->write, SLVERR);
    block_raise(&next->status, WRITE_REFUSED, c->is->write.address);
}

// 7.2: all ones are stored as one less.
static void set(const struct block_clock *c, struct place place, struct block_state *next) {
    const uint32_t value = c->is->write.data;
    uint32_t *const setting = block_setting(&next->settings, place);

    if (place.name == R_errors)
        next->status.cleared = (uint8_t)value;
    else if (place.name == R_window)
        *setting = (uint32_t)block_smaller(value, block_widest(c->golden));
    else
        *setting = value;
}

// 9.2: the bus waits for a window.
static void set_unit(const struct block_clock *c, struct place place, struct block_state *next) {
    const unsigned lane = place.name == R_command_limit ? c->golden->lanes : place.i;

    set(c, place, next);
    next->unit.waiting[SOURCE_BUS] |= UINT64_C(1) << lane; // it asks in this clock
    block_overrule(&next->unit, lane);
    next->write.waits = WAITS_UNIT;
}

// 9.3
static void perform(const struct block_clock *c, struct block_state *next) {
    next->write.performed = c->is->now;
    switch (c->performs.access) {
    case UNIT:
        set_unit(c, c->performs, next);
        break;
    case STATIC:
        next->write.waits = WAITS_STATIC;
        break;
    case WRITE_ONLY:
        next->write.waits = WAITS_SEND;
        break;
    case READ_WRITE:
        set(c, c->performs, next);
        answer(&next->write, OKAY);
        break;
    default:
        refuse(c, next);
    }
}

// 9.2: whether a static register may change is decided in this clock.
static void decide_static(const struct block_clock *c, struct block_state *next) {
    if (c->facts.taken > 0 || c->facts.held > 0 || block_tells(c->golden, c->is)) {
        refuse(c, next);
        return;
    }
    set(c, block_place(c->golden, c->is->write.address), next);
    answer(&next->write, OKAY);
}

static void transfer(const struct block_clock *c, struct axi_write *next) {
    const struct axi_write *const write = &c->is->write;

    if (write->valid && c->in->axi_bready)
        next->valid = false;
    if (c->is->was_reset)
        return;
    if (c->in->axi_awvalid && !write->address_full) {
        next->address_full = true;
        next->address = c->in->axi_awaddr & 0xfff;
    }
    if (c->in->axi_wvalid && !write->data_full) {
        next->data_full = true;
        next->data = c->in->axi_wdata;
        next->strobes = c->in->axi_wstrb & 0xf;
    }
}

void block_write(const struct block_clock *c, struct block_state *next) {
    const struct axi_write *const write = &c->is->write;

    transfer(c, &next->write);
    if (is_performed(write))
        perform(c, next);
    else if (write->waits == WAITS_SEND ||
             (write->waits == WAITS_UNIT && c->is->unit.bus_commits == c->is->now))
        answer(&next->write, OKAY);
    else if (write->waits == WAITS_STATIC && c->is->now == write->performed + STATIC_CLOCKS)
        decide_static(c, next);
}

// --- read --------------------------------------------------------------------------------------

static bool is_readable(struct place place) {
    return place.name != R_NONE && place.access != WRITE_ONLY;
}

static uint32_t value_of(const struct block_clock *c, struct place place) {
    struct settings settings = c->is->settings;
    const uint32_t *const setting = block_setting(&settings, place);

    return setting ? *setting : block_status(c, place);
}

static void answer_read(const struct block_clock *c, struct block_state *next) {
    next->read.valid = true;
    next->read.shown = c->is->read.data;
    next->read.answer = c->is->read.refused ? SLVERR : OKAY;
    if (c->is->read.refused)
        block_raise(&next->status, READ_REFUSED, c->is->read.address);
}

// What is in force in the clock of the look; what the ports of 1.7 tell of that clock comes in the
// next.
static void go_on(const struct block_clock *c, struct block_state *next) {
    const struct axi_read *const read = &c->is->read;
    const struct place place = block_place(c->golden, read->address);

    switch (c->is->now - read->taken) {
    case LOOK:
        next->read.refused = !is_readable(place);
        next->read.data = next->read.refused ? 0 : value_of(c, place);
        break;
    case LOOKED_AT:
        if (place.name == R_debt || place.name == R_holder_state)
            next->read.data = block_looked_at(c, place);
        break;
    case ANSWER:
        answer_read(c, next);
        break;
    default:
        break;
    }
}

void block_read(const struct block_clock *c, struct block_state *next) {
    const struct axi_read *const read = &c->is->read;

    if (read->under_way) {
        go_on(c, next);
        if (read->valid && c->in->axi_rready)
            next->read.under_way = next->read.valid = false;
    } else if (c->in->axi_arvalid && !c->is->was_reset) {
        next->read.under_way = true;
        next->read.address = c->in->axi_araddr & 0xfff;
        next->read.taken = c->is->now;
    }
}

// No write or read is under way.
bool block_axi_rests(const struct block_state *is) {
    return !is->write.address_full && !is->write.data_full && !is->write.valid &&
           !is->read.under_way;
}
