#include "tb/block/bus.h"

#include "csim/golden/registers.h"
#include "tb/block/agents.h"

// Parameters of the largest block; so many elements stand for those of a size's lanes.
enum { LANES_OF = 32, Lanes = LANES_OF, CntW = 32, IdW = 10, AgeW = 16, WireW = 24, HandleW = 20 };
enum { Depth = 32 };
enum { Element = 0 };

// Bits of a register that are written at random: all, or few, for what would be too rare; none of
// send and parked, whose writes are wanted by others, and what the environment must know of.
#define RANDOM_FEW(word) (((word) == R_message_interval) * 8 + ((word) == R_age_limit) * 6)
#define RANDOM_NONE(word, access)                                                                  \
    ((access) == READ_ONLY || (access) == WRITE_ONLY || (word) == R_small_limit ||                 \
     (word) == R_hold || (word) == R_parked || (word) == R_enable)
#define RANDOM_BITS(name, bits, access)                                                            \
    (RANDOM_NONE(R_##name, access) ? 0 : RANDOM_FEW(R_##name) ? RANDOM_FEW(R_##name) : (bits))
#define RANDOM_ROW(name, address, elements, bits, access, ...)                                     \
    {address, elements, RANDOM_BITS(name, bits, access)},
#define RANDOM_ONE(name, address, elements, bits, access, ...)                                     \
    +(RANDOM_BITS(name, bits, access) != 0)
static const struct {
    uint16_t address;
    uint8_t count, bits;
} RANDOM[] = {BLOCK_REGISTERS(RANDOM_ROW)};

enum { RANDOM_FAMILIES = 0 BLOCK_REGISTERS(RANDOM_ONE) };

// The row of the one of that number.
static unsigned row_of(uint64_t number) {
    unsigned at = 0;
    while (RANDOM[at].bits == 0 || number-- > 0)
        at++;
    return at;
}

static uint32_t scaled(struct bus *bus, unsigned bits) {
    if (rng_chance(&bus->rng, 1, 8))
        return UINT32_C(1) << rng_below(&bus->rng, bits);
    return rng_scaled(&bus->rng, bits);
}

void bus_begin(struct bus *bus, const struct path_size *size, uint64_t seed, unsigned rate) {
    memset(bus, 0, sizeof *bus);
    bus->size = *size;
    bus->swept = bus_registers(bus);
    bus->master.address_after = bus->master.data_after = AXI_NEVER;
    bus->rng = rng_stream(seed, RNG_AXI);
    bus->seldom = rng_stream(seed, RNG_SELDOM);
    bus->rate = rate;
}

void bus_want(struct bus *bus, unsigned address, uint32_t data) {
    if (bus->count < BUS_WANTED)
        bus->wanted[(bus->first + bus->count++) % BUS_WANTED] =
            (struct axi_write){(uint16_t)address, data, AXI_STROBES};
}

enum { WAIT = UINT16_MAX }; // in place of an address: data are clocks

void bus_wait(struct bus *bus, uint32_t clocks) {
    bus_want(bus, WAIT, clocks);
}

void bus_know(struct bus *bus, unsigned address, uint32_t data) {
    bus->known[address / 4] = true;
    bus->image[address / 4] = data;
}

void bus_keep(struct bus *bus, unsigned address, uint32_t data) {
    bus_know(bus, address, data);
    bus_want(bus, address, data);
}

void bus_mend(struct bus *bus) {
    for (unsigned word = 0; word < BUS_WORDS; word++)
        if (bus->known[word])
            bus_want(bus, 4 * word, bus->image[word]);
}

// The block was reset: nothing is under way.
static void reset(struct bus *bus) {
    axi_reset(&bus->master);
    bus->count = 0;
    bus->waits = bus->shut = 0;
}

// Rare values of a limit, or what ignores it.
static uint32_t draw_limit(struct bus *bus, unsigned address, uint32_t data) {
    static const uint16_t BOUND[] = {0, 1, 64, 256};
    const struct path_size *size = &bus->size;
    const uint64_t draw = rng_next(&bus->rng);
    if (address == SEMACREDIT_STARVATION_BOUND && draw % 4)
        return port_within(draw >> 32 & 1 ? BOUND[draw >> 33 & 3]
                                          : (draw >> 33) % (4u * size->slots),
                           size->age_w);
    if (address >= SEMACREDIT_HOLDER_LIMIT && address < SEMACREDIT_HOLDER_LIMIT + 12)
        return draw % 2 ? size->depth : 1 + (uint32_t)(draw >> 32) % (size->depth / 4u);
    if (address == SEMACREDIT_TABLE_FLOOR)
        return draw % 2 ? 0 : (uint32_t)(draw >> 32) % (size->depth / 4u + 1);
    return data;
}

// Of a lane, most often; of tags with the same low bits; of what does not exist.
static struct axi_write draw_flush(struct bus *bus, struct rng *rng) {
    enum { TAGS = 64, LOW = 3 };
    const uint32_t kind = (uint32_t)rng_below(rng, 8);
    uint32_t what = (uint32_t)rng_below(rng, path_lanes(&bus->size));
    if (kind < 3) {
        bus_want(bus, SEMACREDIT_FLUSH_TAG, (uint32_t)rng_next(rng));
        bus_want(bus, SEMACREDIT_FLUSH_MASK, rng_scaled(rng, LOW));
        bus_want(bus, SEMACREDIT_FLUSH, TAGS);
        what = TAGS;
    } else if (kind == 7)
        what = (uint32_t)rng_below(rng, 2 * TAGS);
    return (struct axi_write){SEMACREDIT_FLUSH, what, AXI_STROBES};
}

// What an operator asks for: rarely.
static bool draw_seldom(struct bus *bus, struct axi_write *write) {
    struct rng *const rng = &bus->seldom;
    if (!rng_chance(rng, 1, 24))
        return false;
    if (rng_chance(rng, 1, 3)) {
        *write = draw_flush(bus, rng);
        return true;
    }
    const uint32_t which = (uint32_t)rng_below(rng, 16);
    *write = (struct axi_write){SEMACREDIT_CAPTURE, which < 2 ? 2 * which : 1 + 2 * (which & 1),
                                AXI_STROBES};
    return true;
}

static struct axi_write draw_write(struct bus *bus) {
    const unsigned families = bus->hammers && rng_chance(&bus->rng, 3, 4) ? 2 : RANDOM_FAMILIES;
    const unsigned at = row_of(rng_below(&bus->rng, families));
    const unsigned lanes = path_lanes(&bus->size);
    const unsigned count = RANDOM[at].count == LANES_OF ? lanes : RANDOM[at].count;
    const unsigned width =
        RANDOM[at].bits == 32 && bus->size.cnt_w < 32 && rng_chance(&bus->rng, 7, 8)
            ? bus->size.cnt_w
            : RANDOM[at].bits;
    struct axi_write write = {.strobes = AXI_STROBES,
                              .address =
                                  (uint16_t)(RANDOM[at].address + 4 * rng_below(&bus->rng, count)),
                              .data = scaled(bus, width)};
    if (bus->known[write.address / 4] && rng_chance(&bus->rng, 1, 2))
        write.data = bus->image[write.address / 4];
    // What is closed stops the environment soon: rarely.
    if (write.data == 0 && write.address < SEMACREDIT_MULTIPLIER && rng_chance(&bus->rng, 7, 8))
        write.data = UINT32_MAX >> (32 - bus->size.cnt_w);
    if (write.address == SEMACREDIT_COMMAND_LIMIT &&
        (write.data == 0 || rng_chance(&bus->rng, 1, 8)))
        write.data = bus->size.depth;
    if (rng_chance(&bus->rng, 15, 16))
        write.data = draw_limit(bus, write.address, write.data);
    if (rng_chance(&bus->rng, 1, 32)) // perhaps one that the register has not
        write.data |= UINT32_C(1) << rng_below(&bus->rng, 32);
    if (rng_chance(&bus->rng, 1, 16)) { // what comes first after that is reported with its info
        const uint64_t most = rng_next(&bus->rng);
        write.address = SEMACREDIT_ERRORS;
        write.data = 127 & (uint32_t)(most | rng_next(&bus->rng));
        if (most >> 63) // one of those that are set, perhaps
            write.data = UINT32_C(1) << most % 7;
    } else if (rng_chance(&bus->rng, 1, 64)) { // anything but what the environment must know of
        const uint64_t word = rng_below(&bus->rng, R_atomic_service);
        write.address = (uint16_t)(4 * word + rng_below(&bus->rng, 16) / 13);
    } else if (rng_chance(&bus->rng, 1, 64)) // between two registers, or one that is read only
        write.address = (uint16_t)(write.address + 1 + rng_below(&bus->rng, 3));
    else if (rng_chance(&bus->rng, 1, 64))
        write.address = (uint16_t)(SEMACREDIT_GRANTS + 4 * rng_below(&bus->rng, 16));
    else if (rng_chance(&bus->rng, 1, 32))
        write =
            (struct axi_write){SEMACREDIT_MESSAGE_NOW, rng_chance(&bus->rng, 15, 16), AXI_STROBES};
    else if (rng_chance(&bus->rng, 1, 64)) { // a completion with a bit that does not exist
        write.address = SEMACREDIT_SEND;
        write.data = UINT32_C(1) << (20 + rng_below(&bus->rng, 8));
    }
    return write;
}

// Where registers stand: sixteen words at least from each of these on.
#define FAMILIES(X, word)                                                                          \
    X(window, word)                                                                                \
    X(multiplier, word)                                                                            \
    X(in_force, word)                                                                              \
    X(debt, word)                                                                                  \
    X(credit, word)                                                                                \
    X(denials, word)                                                                               \
    X(parked, word)                                                                                \
    X(atomic_service, word)                                                                        \
    X(starvation_bound, word)                                                                      \
    X(calibrate_work, word)                                                                        \
    X(age_limit, word)                                                                             \
    X(identity, word)                                                                              \
    X(grants, word)                                                                                \
    X(errors, word)                                                                                \
    X(holder_clocks, word)                                                                         \
    X(queue_clocks, word)                                                                          \
    X(starved_clocks, word)                                                                        \
    X(idle_clocks, word) X(denied, word) X(lane_returns, word) X(group_grants, word)
#define FIRST(name, word)   R_##name,
#define SWEPT(name, word)   || ((word) >= R_##name && (word) < R_##name + 16)
#define IS_SWEPT(name, ...) _Static_assert(0 FAMILIES(SWEPT, R_##name), #name " is in no family");
static const uint16_t FAMILY[] = {FAMILIES(FIRST, )};
_Static_assert(sizeof FAMILY / sizeof *FAMILY == BUS_FAMILIES, "all of them");
BLOCK_REGISTERS(IS_SWEPT)

static uint16_t draw_read(struct bus *bus) {
    if (rng_chance(&bus->rng, 1, 64))
        return (uint16_t)rng_below(&bus->rng, 4096);
    if (rng_chance(&bus->rng, 1, 16)) // before what was held in a leap is free
        return SEMACREDIT_HOLDER_AGE;
    return (uint16_t)(4 * (FAMILY[rng_below(&bus->rng, BUS_FAMILIES)] +
                           rng_below(&bus->rng, bus_words(bus))));
}

void bus_sweep(struct bus *bus) {
    bus->swept = 0;
}

static void begin_write(struct bus *bus, bool calm) {
    struct axi_write write;
    const bool waits = bus->count > 0 && bus->wanted[bus->first].address == WAIT;
    if (bus->waits > 0 || (waits && bus->master.unanswered > 0)) {
        bus->waits -= bus->waits > 0;
        return;
    }
    if (bus->count > 0) {
        write = bus->wanted[bus->first];
        bus->first = (bus->first + 1) % BUS_WANTED;
        bus->count--;
        if (waits) {
            bus->waits = write.data;
            return;
        }
    } else if (!calm && bus->rate != 0 && rng_chance(&bus->rng, bus->rate, AGENTS_ALWAYS)) {
        if (!draw_seldom(bus, &write))
            write = draw_write(bus);
        if (rng_chance(&bus->rng, 1, 64))
            write.strobes = (uint8_t)rng_below(&bus->rng, 16);
    } else {
        return;
    }
    if (write.address == SEMACREDIT_AGE_LIMIT)
        bus->age_limit = write.data;
    axi_begin_write(&bus->master, write, AXI_NEVER, AXI_NEVER);
}

// What is not shown yet is perhaps shown now.
static void draw_shown(struct bus *bus, uint64_t *after) {
    if (*after == AXI_NEVER && rng_chance(&bus->rng, 3, 4))
        *after = 0;
}

// The next address may be there before the answer has come.
static void begin_read(struct bus *bus, bool calm) {
    struct axi_master *master = &bus->master;
    const unsigned wrote = axi_writes(master) ? master->write.address : 0;
    const bool inspects = wrote == SEMACREDIT_HOLDER || wrote == SEMACREDIT_ERRORS; // at that
    if (master->read_left || (master->awaited && !rng_chance(&bus->rng, 1, 2)))
        return;
    const unsigned words = bus_words(bus);
    if (bus->swept < bus_registers(bus)) {
        axi_begin_read(master, 4u * (FAMILY[bus->swept / words] + bus->swept % words));
        bus->swept++;
    } else if (!calm && rng_chance(&bus->rng, inspects ? 4 : 1, 8)) {
        const unsigned info = (unsigned)rng_below(&bus->rng, 6); // five infos of eight
        axi_begin_read(master, !inspects ? draw_read(bus)
                               : wrote == SEMACREDIT_HOLDER
                                   ? SEMACREDIT_HOLDER_STATE + 4 * (info / 2)
                               : info == 0 ? SEMACREDIT_ERRORS
                                           : SEMACREDIT_ERROR_INFO + 4 * (info - 1));
    }
}

// Its part of this clock, in which the block shows `out`. `calm`: nothing is random.
static void drive(struct bus *bus, const struct block_out *out, struct block_in *in, bool calm) {
    struct axi_master *master = &bus->master;
    const bool stall = rng_chance(&bus->rng, 1, 4);
    if (!axi_writes(master) && master->unanswered < 2 && !stall && in->path.rst_n)
        begin_write(bus, calm);
    draw_shown(bus, &master->address_after);
    draw_shown(bus, &master->data_after);
    master->stalls_writes = !rng_chance(&bus->rng, 3, 4);
    begin_read(bus, calm);
    master->stalls_reads = !rng_chance(&bus->rng, 3, 4);
    axi_drive(master, out, in);
}

// --- calibration: windows.md, 7.3 ----------------------------------------------------------------
//
// Works are short, so that lanes are often due, some at once; services are of a scale for each
// lane, so that multipliers go up and down, to their limits and back. All of it is random in each
// course of some thousand clocks.

enum { CLASSES = 3, TIME_BITS = 48 };
#define TIME (UINT64_MAX >> (64 - TIME_BITS)) // all differences are modulo this and one

static void set_window(struct bus *bus, unsigned lane) {
    const uint32_t window = rng_scaled(&bus->rng, bus->size.cnt_w);
    if (window != 0 || rng_chance(&bus->rng, 1, 8)) // closed rarely: its operations stop
        bus_want(bus, SEMACREDIT_WINDOW + 4 * lane, window);
}

static void set_multiplier(struct bus *bus, unsigned lane) {
    bus_want(bus, SEMACREDIT_MULTIPLIER + 4 * lane,
             rng_chance(&bus->rng, 1, 2) ? 4096 : 1 + (uint32_t)rng_below(&bus->rng, 16383));
}

// One lane, some, or all.
static void set_enable(struct bus *bus) {
    const unsigned lanes = path_lanes(&bus->size);
    uint64_t some = UINT64_MAX;
    if (rng_chance(&bus->rng, 1, 4))
        some = UINT64_C(1) << rng_below(&bus->rng, lanes);
    else if (rng_chance(&bus->rng, 1, 2))
        some = rng_next(&bus->rng);
    some &= (UINT64_C(1) << lanes) - 1;
    bus_want(bus, SEMACREDIT_CALIBRATE_ENABLE, (uint32_t)some);
    if (lanes > 32)
        bus_want(bus, SEMACREDIT_CALIBRATE_ENABLE + 4, (uint32_t)(some >> 32));
}

// The widest first, or one might be refused.
static void set_limits(struct bus *bus) {
    const bool wide = rng_chance(&bus->rng, 1, 2);
    bus_want(bus, SEMACREDIT_MULTIPLIER_MIN, 1);
    bus_want(bus, SEMACREDIT_MULTIPLIER_MAX, wide ? 16383 : 4096 + rng_scaled(&bus->rng, 13));
    bus_want(bus, SEMACREDIT_MULTIPLIER_MIN, wide ? 1 : 4096 - rng_scaled(&bus->rng, 12));
}

static void set_work(struct bus *bus, unsigned k) {
    bus_want(bus, SEMACREDIT_CALIBRATE_WORK + 4 * k,
             1 + rng_scaled(&bus->rng, rng_chance(&bus->rng, 1, 8) ? 18 : 12));
}

// While a lane is at work, or beside one that is.
static void interfere(struct bus *bus) {
    const unsigned lane = (unsigned)rng_below(&bus->rng, path_lanes(&bus->size));
    switch (rng_below(&bus->rng, 8)) {
    case 0:
    case 1:
        set_window(bus, lane);
        break;
    case 2:
    case 3:
        set_multiplier(bus, lane);
        break;
    case 4:
        set_limits(bus);
        break;
    case 5:
        set_work(bus, (unsigned)rng_below(&bus->rng, CLASSES));
        break;
    case 6:
        set_enable(bus);
        break;
    default:
        bus_want(bus, SEMACREDIT_CALIBRATE_FIXED, rng_scaled(&bus->rng, 16));
    }
}

static void begin_course(struct bus *bus) {
    enum { SHORTEST = 2048 };
    if (bus->course_left-- > 0) {
        if (rng_chance(&bus->rng, 1, 512))
            interfere(bus);
        return;
    }
    bus->course_left = SHORTEST + (uint32_t)rng_below(&bus->rng, 4 * SHORTEST);
    for (unsigned lane = 0; lane < path_lanes(&bus->size); lane++) {
        bus->scale[lane] = (uint8_t)(1 + rng_below(&bus->rng, 16));
        set_window(bus, lane);
        set_multiplier(bus, lane);
    }
    bus_want(bus, SEMACREDIT_HBM_RECIPROCAL, rng_scaled(&bus->rng, 16));
    bus_want(bus, SEMACREDIT_CALIBRATE_FIXED,
             rng_chance(&bus->rng, 1, 2) ? 0 : rng_scaled(&bus->rng, 16));
    bus_want(bus, SEMACREDIT_CALIBRATE_STEP, (uint32_t)rng_below(&bus->rng, 8));
    for (unsigned k = 0; k < CLASSES; k++)
        set_work(bus, k);
    set_limits(bus);
    set_enable(bus);
}

static void observe_course(struct bus *bus, struct block_in *in) {
    for (unsigned port = 0; port < path_lanes(&bus->size); port++)
        if (*port_valid(&in->path, &bus->size, port) && rng_chance(&bus->rng, 63, 64))
            *port_observed(in, &bus->size, port) =
                (uint16_t)rng_below(&bus->rng, UINT64_C(1) << bus->scale[port]);
}

// --- the rest ---------------------------------------------------------------------------------

// What the path would take of others goes by the bus. A limit above the depth would be refused, and
// the last one stay. Completions find room.
static void pass_on(struct bus *bus, struct path_in *path) {
    const bool is_limit = path->write_lane == path_lanes(&bus->size);
    const uint32_t depth = bus->size.depth;
    if (path->write_valid && bus->count < BUS_WANTED / 2)
        bus_want(bus,
                 is_limit ? SEMACREDIT_COMMAND_LIMIT : SEMACREDIT_WINDOW + 4u * path->write_lane,
                 is_limit && path->write_value > depth ? depth : path->write_value);
    // Before all others: a completion that software repeats would be another operation's, if its
    // handle were granted again meanwhile.
    if (path->send_valid && bus->count < BUS_WANTED) {
        bus->first = (bus->first + BUS_WANTED - 1) % BUS_WANTED;
        bus->count++;
        bus->wanted[bus->first] = (struct axi_write){
            SEMACREDIT_SEND, (uint32_t)path->send_channel << 28 | path->send_handle, AXI_STROBES};
    }
    path->write_valid = path->send_valid = false;
}

// Of every scale; sometimes unknown.
static void observe(struct bus *bus, const bool *valid, uint16_t *observed, unsigned count) {
    struct rng rng = bus->rng;
    for (unsigned i = 0; i < count; i++) {
        if (bus->wild && rng_chance(&rng, 1, 16)) {
            observed[i] = UINT16_MAX;
        } else if (valid[i]) {
            const uint64_t any = rng_next(&rng);
            observed[i] = (uint16_t)(any >> rng_below(&rng, 17));
        } else {
            rng_skip(&rng, 2); // what is drawn after it does not depend on completions
        }
    }
    bus->rng = rng;
}

static uint64_t leap(struct bus *bus, bool quiet) {
    if (!bus->wild || !rng_chance(&bus->rng, quiet ? 128 : 1, 1024))
        return 1;
    enum { KILO = 1024 };
    const uint64_t old = bus->granted + (bus->age_limit + UINT64_C(1)) * KILO;
    const uint64_t left = (old - bus->now) & TIME;
    if (left <= TIME / 2 && rng_chance(&bus->rng, 1, 2)) // too old in some clocks
        return left > 64 ? left - rng_below(&bus->rng, 64) : 1;
    const uint64_t scale = UINT64_C(1) << rng_below(&bus->rng, TIME_BITS - 1);
    if (scale < KILO || rng_chance(&bus->rng, 1, 2))
        return 1 + (rng_chance(&bus->rng, 1, 2) ? scale : rng_below(&bus->rng, scale));
    return scale - rng_below(&bus->rng, 64); // ages count in such units: the next is near
}

// An error reports a message that waits for 65,535 clocks: it is taken in such a clock, or beside.
static bool takes(struct bus *bus, bool shown, bool calm) {
    enum { LONG = 65535 };
    if (bus->wild && bus->deaf == 0 && rng_chance(&bus->rng, 1, 4 * LONG))
        bus->deaf = LONG - 1 + (uint32_t)rng_below(&bus->rng, 4);
    bus->shown = shown ? bus->shown + 1 : 0;
    const bool ends = calm || (bus->deaf > 0 && bus->shown >= bus->deaf);
    if (ends)
        bus->deaf = 0;
    return ends || (bus->deaf == 0 && !rng_chance(&bus->rng, bus->not_observed, 100));
}

// Software takes it out of use in part, or in whole, and soon back. If the block is empty by then,
// what is static changes.
static void shut(struct bus *bus, bool calm) {
    enum { ALL = 3, SELDOM = 64, BRIEF = 32, LONG = 1024 };
    if (bus->shut > 0 && (calm || --bus->shut == 0)) {
        bus->shut = 0;
        bus_want(bus, SEMACREDIT_ENABLE, ALL);
    } else if (bus->shut > 0 && bus->wild && rng_chance(&bus->rng, 1, 32)) {
        const bool hbm = rng_chance(&bus->rng, 1, 2);
        bus_want(bus, hbm ? SEMACREDIT_QUANTUM_HBM : SEMACREDIT_QUANTUM_TIME,
                 rng_scaled(&bus->rng, 4));
    } else if (!calm && bus->shut == 0 && bus->count < BUS_WANTED / 2 &&
               rng_chance(&bus->rng, bus->rate / SELDOM, AGENTS_ALWAYS)) {
        bus->shut = 1 + (uint32_t)rng_below(&bus->rng, rng_chance(&bus->rng, 7, 8) ? BRIEF : LONG);
        bus_want(bus, SEMACREDIT_ENABLE, (uint32_t)rng_below(&bus->rng, ALL + 1));
    }
}

// Messages end and begin again while all is reported: the next is the first (messages.md), and is
// loaded nevertheless.
static void pause_messages(struct bus *bus, bool quiet) {
    enum { SELDOM = 8, BRIEF = 6 };
    if (!quiet || !bus->wild || bus->count > 0 || !rng_chance(&bus->rng, 1, SELDOM))
        return;
    for (unsigned kind = 0; kind < 3; kind++)
        bus_want(bus, SEMACREDIT_MESSAGE_THRESHOLD + 4 * kind, 0);
    bus_want(bus, SEMACREDIT_MESSAGE_INTERVAL, 0);
    bus_want(bus, SEMACREDIT_MESSAGE_INTERVAL, 1 + rng_scaled(&bus->rng, BRIEF));
}

// Stages are idle and have queues as drawn, in stretches.
static void tell_of_stages(struct bus *bus, struct block_in *in) {
    enum { STRETCH = 8 };
    if (rng_chance(&bus->seldom, 1, STRETCH)) {
        bus->idle = rng_next(&bus->seldom);
        bus->queue = rng_chance(&bus->seldom, 1, 2) ? (uint8_t)rng_next(&bus->seldom) : 0;
    }
    for (unsigned lane = 0; lane < path_lanes(&bus->size); lane++) {
        in->stage_idle[lane] = bus->idle >> lane & 1;
        in->stage_queue[lane] = bus->idle >> lane & 1 ? 0 : (uint8_t)(bus->queue + lane);
    }
}

void bus_drive(struct bus *bus, const struct block_out *out, struct block_in *in, bool calm) {
    pass_on(bus, &in->path);
    observe(bus, in->path.hbm_valid, in->hbm_observed, bus->size.hbm);
    observe(bus, in->path.atomic_valid, in->atomic_observed, bus->size.atomic);
    observe(bus, in->path.response_valid, in->response_observed, bus->size.response);
    if (bus->learns)
        observe_course(bus, in);
    if (bus->learns && !calm && in->path.rst_n)
        begin_course(bus);
    if (in->path.rst_n)
        shut(bus, calm);
    if (in->path.rst_n && !calm)
        pause_messages(bus, out->quiet);
    tell_of_stages(bus, in);
    in->now = bus->now;
    if (out->path.decision_kind == 1)
        bus->granted = bus->now;
    bus->now = (bus->now + leap(bus, out->quiet)) & TIME;
    in->message_ready = takes(bus, out->message_valid, calm);
    bus->messages += out->message_valid && in->message_ready;
    drive(bus, out, in, calm);
    if (!in->path.rst_n)
        reset(bus);
}
