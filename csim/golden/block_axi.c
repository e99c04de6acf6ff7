// registers.md, 9.2 and 9.3: the bus.
#include "csim/golden/state.h"

enum { OKAY = 0, SLVERR = 2 };
enum { LOOK = 2, ANSWER = 4 }; // clocks after the one that takes a read's address
enum { STATIC_CLOCKS = 8 };    // from a static write to its decision

// --- write -------------------------------------------------------------------------------------

static bool is_performed(const struct golden *golden) {
    const struct axi_write *const write = &golden->write;

    return write->address_full && write->data_full && !golden->out.axi_bvalid &&
           write->waits == WAITS_NOT;
}

// The register that the write performed in this clock sets; none: nothing is performed, or the
// write is refused at once.
unsigned block_performs(const struct golden *golden) {
    if (!is_performed(golden) || block_refuses(golden))
        return NO_REGISTER;
    return block_register(golden->write.address);
}

static void answer(struct golden *golden, uint8_t response) {
    golden->write.address_full = golden->write.data_full = false;
    golden->write.waits = WAITS_NOT;
    golden->out.axi_bvalid = true;
    golden->out.axi_bresp = response;
}

static void refuse(struct golden *golden) {
    block_raise(golden, WRITE_REFUSED, golden->write.address);
    answer(golden, SLVERR);
}

// 7.2: all ones are stored as one less.
static void set(struct golden *golden) {
    const unsigned at = block_register(golden->write.address);
    const uint32_t value = golden->write.data;

    if (at == R_errors)
        golden->cleared = value;
    else if (golden->reg[at].first == R_window)
        golden->word[at] = (uint32_t)smaller(value, golden->widest);
    else
        golden->word[at] = value;
}

// 7.5: the bus asks the window unit in this clock, and waits for it.
static void set_unit(struct golden *golden) {
    const unsigned at = golden->performs;
    const unsigned lane = at == R_command_limit ? golden->lanes : at - golden->reg[at].first;

    set(golden);
    golden->unit.waiting[BUS] |= bit(lane);
    block_overrule(golden, lane);
    golden->write.waits = WAITS_UNIT;
}

static void perform(struct golden *golden) {
    golden->write.performed = golden->now;
    switch (golden->reg[golden->performs].access) {
    case UNIT:
        set_unit(golden);
        break;
    case STATIC:
        golden->write.waits = WAITS_STATIC;
        break;
    case WRITE_ONLY:
        golden->write.waits = WAITS_SEND;
        break;
    case READ_WRITE:
    case CLEARED:
        set(golden);
        answer(golden, OKAY);
        break;
    default: // read only, or none
        refuse(golden);
    }
}

// 9.2: whether a static register may change is decided in this clock.
static void decide_static(struct golden *golden) {
    if (golden->word[R_waiting] > 0 || golden->word[R_held] > 0 || golden->tells) {
        refuse(golden);
        return;
    }
    set(golden);
    answer(golden, OKAY);
}

static void transfer(struct golden *golden, const struct block_in *in) {
    struct axi_write *const write = &golden->write;

    if (golden->out.axi_bvalid && in->axi_bready)
        golden->out.axi_bvalid = false;
    if (in->axi_awvalid && golden->out.axi_awready) {
        write->address_full = true;
        write->address = in->axi_awaddr & 0xfff;
    }
    if (in->axi_wvalid && golden->out.axi_wready) {
        write->data_full = true;
        write->data = in->axi_wdata;
        write->strobes = in->axi_wstrb & 0xf;
    }
}

void block_write(struct golden *golden, const struct block_in *in) {
    struct axi_write *const write = &golden->write;
    const bool performed = is_performed(golden);

    transfer(golden, in);
    if (performed) {
        perform(golden);
    } else if (write->waits == WAITS_STATIC && golden->now == write->performed + STATIC_CLOCKS) {
        decide_static(golden);
    } else if (write->waits == WAITS_SEND) { // the clock after it is performed
        path_send(golden, write->data >> 28, write->data);
        answer(golden, OKAY);
    } else if (write->waits == WAITS_UNIT && golden->unit.bus_commits == golden->now) {
        answer(golden, OKAY);
    }
}

// --- read --------------------------------------------------------------------------------------

static void answer_read(struct golden *golden) {
    const unsigned address = golden->read.address;
    const enum access access = golden->reg[block_register(address)].access;
    const bool refused = access == NO_ACCESS || access == WRITE_ONLY;

    golden->out.axi_rvalid = true;
    golden->out.axi_rresp = refused ? SLVERR : OKAY;
    golden->out.axi_rdata = refused ? 0 : golden->read.data;
    if (refused)
        block_raise(golden, READ_REFUSED, address);
}

// What is read is what is in force in the clock of the look.
void block_read(struct golden *golden, const struct block_in *in) {
    struct axi_read *const read = &golden->read;

    if (golden->out.axi_rvalid && in->axi_rready) {
        read->under_way = golden->out.axi_rvalid = false;
    } else if (read->under_way && golden->now == read->taken + LOOK) {
        read->data = block_seen(golden, block_register(read->address), in->now);
    } else if (read->under_way && golden->now == read->taken + ANSWER) {
        answer_read(golden);
    } else if (in->axi_arvalid && golden->out.axi_arready) {
        read->under_way = true;
        read->address = in->axi_araddr & 0xfff;
        read->taken = golden->now;
    }
}

// 9.5: no write place is full, no answer or read is under way.
bool block_axi_rests(const struct golden *golden) {
    return !golden->write.address_full && !golden->write.data_full && !golden->out.axi_bvalid &&
           !golden->read.under_way;
}
