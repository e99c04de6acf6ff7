// registers.md, 9.2 and 9.3: what is refused, the bus.
#include "csim/golden/state.h"

enum { OKAY = 0, SLVERR = 2 };
enum { LOOK = 2, ANSWER = 4 }; // clocks after the one that takes a read's address
enum { CLOSED_CLOCKS = 8 };    // before a static write

// --- what is refused: 9.2 ----------------------------------------------------------------------

// The value contradicts what is in force.
static bool contradicts(const struct golden *golden, unsigned at, uint32_t value) {
    const uint32_t *const word = golden->word;
    const uint32_t *const threshold = &word[R_message_threshold];
    const unsigned first = golden->reg[at].first;

    switch (first) {
    case R_multiplier:
    case R_atomic_service:
    case R_calibrate_work:
    case R_holder_limit:
        return value == 0;
    case R_command_limit:
        return value > golden->size.depth;
    case R_multiplier_min:
        return value == 0 || value > word[R_multiplier_max];
    case R_multiplier_max:
        return value == 0 || word[R_multiplier_min] > value;
    case R_flush:
        return value >= golden->lanes && value != FLUSH_TAGS;
    case R_capture:
        return (value & 1) == 0;
    case R_message_threshold:
        return value != 0 && word[R_message_interval] == 0;
    case R_message_interval:
        return value == 0 && (threshold[0] | threshold[1] | threshold[2]) != 0;
    default:
        return false;
    }
}

// The static registers may change: no offer was taken for some clocks, and the block is empty.
static bool is_empty(const struct golden *golden) {
    return golden->now > golden->opened + CLOSED_CLOCKS && golden->word[R_waiting] == 0 &&
           golden->word[R_held] == 0;
}

static bool is_refused(const struct golden *golden, unsigned at) {
    const struct axi_write *const write = &golden->write;
    const enum access access = golden->reg[at].access;

    return access == NO_ACCESS || access == READ_ONLY || write->strobes != 0xf ||
           (write->data & ~golden->reg[at].bits) != 0 || contradicts(golden, at, write->data) ||
           (access == STATIC && !is_empty(golden));
}

// --- write: 9.3 --------------------------------------------------------------------------------

// 9.6: by the register as it is in this clock.
void block_enable(struct golden *golden) {
    const bool open = golden->word[R_enable] & ENABLE_OFFERS;

    golden_at(golden, golden->now)->closed = !open;
    if (open)
        golden->opened = golden->now;
}

// Whether a write is performed in this clock; and which register it sets, none if it is refused.
void block_perform(struct golden *golden) {
    struct axi_write *const write = &golden->write;
    const unsigned at = block_register(write->address);

    if (!write->address_full || !write->data_full || write->performed != 0 ||
        golden->out.axi_bvalid)
        return;
    write->performed = golden->now;
    write->at = is_refused(golden, at) ? NO_REGISTER : at;
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

// 7.2: what bounds all windows.
static bool is_limit(unsigned at) {
    return at == R_multiplier_min || at == R_multiplier_max || at == R_quantum_hbm ||
           at == R_quantum_time;
}

// 7.2: all ones are stored as one less.
static void set(struct golden *golden) {
    const unsigned at = golden->write.at;
    const uint32_t value = golden->write.data;

    if (at == R_errors)
        golden->cleared = value;
    else if (golden->reg[at].first == R_parked)
        path_unpark(golden, at - R_parked, value);
    else if (at == R_send)
        path_send(golden, value >> 28, value);
    else if (at == R_flush)
        golden_at(golden, golden->now + 1)->flush = (struct flush){true, (uint8_t)value};
    else if (at == R_message_now)
        golden->messages.asks = value != 0;
    else if (golden->reg[at].first == R_window)
        golden->word[at] = (uint32_t)smaller(value, golden->widest);
    else
        golden->word[at] = value;
    if (is_limit(at))
        block_ask_all(golden);
}

static void answer(struct golden *golden, uint8_t response) {
    struct axi_write *const write = &golden->write;

    if (response == SLVERR)
        block_raise(golden, WRITE_REFUSED, write->address);
    else if (golden->reg[write->at].access != UNIT)
        set(golden);
    write->address_full = write->data_full = false;
    write->performed = 0;
    write->at = NO_REGISTER;
    golden->out.axi_bvalid = true;
    golden->out.axi_bresp = response;
}

// 7.4: the bus asks the window unit in this clock.
static void set_unit(struct golden *golden) {
    const unsigned at = golden->write.at;

    set(golden);
    block_ask_unit(golden, at == R_command_limit ? golden->lanes : at - golden->reg[at].first);
}

// 9.4: what it sets is sampled by the path in the clock after its write.
static bool is_of_path(const struct golden *golden, unsigned at) {
    return golden->reg[at].first == R_parked || at == R_send;
}

void block_write(struct golden *golden, const struct block_in *in) {
    const struct axi_write *const write = &golden->write;
    const uint64_t waited = golden->now - write->performed;

    transfer(golden, in);
    if (write->performed == 0)
        return;
    if (golden->reg[write->at].access == UNIT && waited == 0)
        set_unit(golden);
    else if (write->at == R_capture && waited == 0)
        block_capture(golden);
    else if (write->at == R_capture                  ? golden->telemetry.answered == golden->now
             : golden->reg[write->at].access == UNIT ? golden->unit.bus_commits == golden->now
                                                     : waited == is_of_path(golden, write->at))
        answer(golden, write->at == NO_REGISTER ? SLVERR : OKAY);
}

// --- read: 9.3 ---------------------------------------------------------------------------------

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

// What is read is what is in force in the clock of the read.
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
bool block_bus_rests(const struct golden *golden) {
    return !golden->write.address_full && !golden->write.data_full && !golden->out.axi_bvalid &&
           !golden->read.under_way;
}

// --- registers.md, 9.1: bits and value after reset of each register -----------------------------

// Of lanes that do not exist there may be fewer than none.
static uint32_t mask_of(int bits) {
    return bits < 0 ? 0 : (uint32_t)ones((unsigned)smaller((unsigned)bits, 32));
}

// `of`: by resource. A window is not all ones.
static uint32_t reset_of(const struct path_size *size, const struct reg *reg, unsigned element,
                         const uint32_t of[RESOURCE_RESPONSE + 1], bool is_window) {
    const unsigned k = reg->elements == 3 ? element : resource_of(size, element);

    return (uint32_t)smaller(of[k], reg->bits - is_window);
}

void block_lay_out(const struct path_size *size, struct reg reg[REGISTERS]) {
    const unsigned Lanes = path_lanes(size), IdW = path_id_w(size), HandleW = 2 + size->gen_w + IdW;
    const unsigned CntW = size->cnt_w, AgeW = size->age_w, WireW = size->wire_w;
    const unsigned GenW = size->gen_w, TagW = size->tag_w;
    const unsigned Depth = size->depth, Slots = size->slots;
    const unsigned NHbm = size->hbm, NAtomic = size->atomic, NResponse = size->response;
    const unsigned EnableAtReset = 3; // 9.6: as of a system without software

#define LAY_OUT(name, address, elements, bits, access, hbm, atomic, response, is_window)           \
    for (unsigned Element = 0; Element < (elements); Element++) {                                  \
        struct reg *const at = &reg[R_##name + Element];                                           \
        *at = (struct reg){#name, R_##name, elements, access, mask_of((int)(bits)), 0};            \
        at->reset = reset_of(size, at, Element, (uint32_t[]){hbm, atomic, response}, is_window);   \
    }
    BLOCK_REGISTERS(LAY_OUT)
#undef LAY_OUT
    reg[R_send].bits |= UINT32_C(0xf) << 28; // the channel
}
