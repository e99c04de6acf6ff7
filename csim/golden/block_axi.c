// registers.md, 9.2 and 9.3: the bus.
#include "csim/golden/block_state.h"

enum { OKAY = 0, SLVERR = 2 };
enum { LOOK = 2, LOOKED_AT = 3, ANSWER = 4 }; // clocks after the one that takes a read's address
enum { STATIC_CLOCKS = 8 };                   // from a static write to its decision

// --- write -------------------------------------------------------------------------------------

static bool is_performed(const struct axi_write *write) {
    return write->address_full && write->data_full && !write->valid && write->waits == WAITS_NOT;
}

// The register that the write performed in this clock sets; none: nothing is performed, or the
// write is refused at once.
unsigned block_performs(const struct block_golden *golden, const struct block_state *is) {
    if (!is_performed(&is->write) || block_refuses(golden, is))
        return NO_REGISTER;
    return block_register(is->write.address);
}

// 9.2: the bits of op_ready_o are low from the clock after the static write up to its decision.
bool block_closes(const struct block_golden *golden, const struct block_state *is) {
    return golden->reg[block_performs(golden, is)].access == STATIC ||
           (is->write.waits == WAITS_STATIC && is->now < is->write.performed + STATIC_CLOCKS);
}

static void answer(struct axi_write *next, uint8_t response) {
    next->address_full = next->data_full = false;
    next->waits = WAITS_NOT;
    next->valid = true;
    next->answer = response;
}

static void refuse(const struct block_clock *c, struct block_state *next) {
    answer(&next->write, SLVERR);
    block_raise(&next->status, WRITE_REFUSED, c->is->write.address);
}

// 7.2: all ones are stored as one less.
static void set(const struct block_clock *c, struct block_state *next) {
    const unsigned at = block_register(c->is->write.address);
    const uint32_t value = c->is->write.data;

    if (at == R_errors)
        next->status.cleared = value;
    else if (at < R_window + c->golden->lanes)
        next->word[at] = (uint32_t)block_smaller(value, c->golden->widest);
    else
        next->word[at] = value;
}

// 7.5: the bus asks the window unit in this clock, and waits for it.
static void set_unit(const struct block_clock *c, struct block_state *next) {
    const unsigned lanes = R_multiplier - R_window; // room for them in the map
    const unsigned lane = c->performs == R_command_limit ? c->golden->lanes : c->performs % lanes;

    set(c, next);
    next->unit.waiting[BUS] |= UINT64_C(1) << lane;
    block_overrule(&next->unit, lane);
    next->write.waits = WAITS_UNIT;
}

static void perform(const struct block_clock *c, struct block_state *next) {
    next->write.performed = c->is->now;
    switch (c->golden->reg[c->performs].access) {
    case UNIT:
        set_unit(c, next);
        break;
    case STATIC:
        next->write.waits = WAITS_STATIC;
        break;
    case WRITE_ONLY:
        next->write.waits = WAITS_SEND;
        break;
    case READ_WRITE:
        set(c, next);
        answer(&next->write, OKAY);
        break;
    default: // read only, or none
        refuse(c, next);
    }
}

// 9.2: whether a static register may change is decided in this clock.
static void decide_static(const struct block_clock *c, struct block_state *next) {
    if (c->facts->taken > 0 || c->facts->held > 0 || block_tells(c->golden, c->is)) {
        refuse(c, next);
        return;
    }
    set(c, next);
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
    else if (write->waits == WAITS_STATIC && c->is->now == write->performed + STATIC_CLOCKS)
        decide_static(c, next);
    else if (write->waits == WAITS_SEND ||
             (write->waits == WAITS_UNIT && c->is->unit.bus_commits == c->is->now))
        answer(&next->write, OKAY);
}

// --- read --------------------------------------------------------------------------------------

static void answer_read(const struct block_clock *c, struct block_state *next) {
    const enum access access = c->golden->reg[block_register(c->is->read.address)].access;
    const bool refused = access == NO_ACCESS || access == WRITE_ONLY;

    next->read.valid = true;
    next->read.answer = refused ? SLVERR : OKAY;
    next->read.shown = refused ? 0 : c->is->read.data;
    if (refused)
        block_raise(&next->status, READ_REFUSED, c->is->read.address);
}

// What is in force in the clock of the look; what the ports of 1.7 tell of that clock comes in the
// next.
static void go_on(const struct block_clock *c, struct block_state *next) {
    const struct axi_read *const read = &c->is->read;
    const unsigned at = block_register(read->address);

    switch (c->is->now - read->taken) {
    case LOOK:
        next->read.data = at == NO_REGISTER ? 0 : c->is->word[at];
        break;
    case LOOKED_AT:
        if (at >= R_debt && at < R_debt + c->golden->lanes)
            next->read.data = c->facts->debt;
        else if (at == R_holder_state) // nothing if it is not held
            next->read.data |= (uint32_t)c->facts->holder_owes << 20;
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

// 9.5: no write place is full, no answer or read is under way.
bool block_axi_rests(const struct block_state *is) {
    return !is->write.address_full && !is->write.data_full && !is->write.valid &&
           !is->read.under_way;
}
