#include "tb/block/bus.h"

#include <string.h>

#include "tb/block/world.h"

enum { LANES_OF = 0 };

// Registers that are written at random: family, elements (0: lanes), bits; those
// that the surroundings must know of (small_limit, hold) are left out, and send, whose writes are
// wanted by others.
static const struct {
    uint16_t address;
    uint8_t count, bits;
} DRAWN[] = {
    {0x000, LANES_OF, 32}, {0x100, LANES_OF, 14}, {0x800, 8, 16}, {0x820, 1, 16}, {0x824, 1, 16},
    {0x828, 1, 16},        {0x82c, 1, 11},        {0x830, 1, 4},  {0x834, 1, 4},  {0x840, 1, 16},
    {0x844, 1, 8},         {0x848, 3, 32},        {0x854, 1, 4},  {0x858, 2, 32}, {0x860, 1, 14},
    {0x864, 1, 14},        {0x868, 2, 32},        {0x870, 1, 10}, {0x874, 1, 16}, {0x880, 3, 32},
    {0x890, 3, 32},        {0x8a0, 1, 6},         {0x8a4, 1, 10}, {0x940, 1, 6},
};

enum { DRAWN_FAMILIES = sizeof DRAWN / sizeof *DRAWN };

static uint32_t scaled(struct bus *bus, unsigned bits) {
    if (rng_chance(&bus->rng, 1, 8))
        return UINT32_C(1) << rng_below(&bus->rng, bits);
    return (uint32_t)rng_below(&bus->rng, UINT64_C(1) << rng_below(&bus->rng, bits + 1));
}

void bus_begin(struct bus *bus, const struct path_size *size, uint64_t seed, unsigned rate) {
    memset(bus, 0, sizeof *bus);
    bus->size = *size;
    bus->swept = BUS_SWEPT;
    bus->rng = rng_stream(seed, RNG_AXI);
    bus->rate = rate;
}

void bus_want(struct bus *bus, unsigned address, uint32_t data) {
    if (bus->count < BUS_WANTED)
        bus->wanted[(bus->first + bus->count++) % BUS_WANTED] =
            (struct bus_write){(uint16_t)address, data};
}

void bus_keep(struct bus *bus, unsigned address, uint32_t data) {
    bus->known[address / 4] = true;
    bus->image[address / 4] = data;
    bus_want(bus, address, data);
}

void bus_mend(struct bus *bus) {
    for (unsigned word = 0; word < BUS_WORDS; word++)
        if (bus->known[word])
            bus_want(bus, 4 * word, bus->image[word]);
}

void bus_reset(struct bus *bus) {
    bus->writing = bus->address_sent = bus->data_sent = bus->reading = bus->asked = false;
    bus->count = bus->unanswered = 0;
}

static struct bus_write draw_write(struct bus *bus) {
    const unsigned families = bus->hammers && rng_chance(&bus->rng, 3, 4) ? 2 : DRAWN_FAMILIES;
    const unsigned at = (unsigned)rng_below(&bus->rng, families);
    const unsigned lanes = path_lanes(&bus->size);
    const unsigned count = DRAWN[at].count == LANES_OF ? lanes : DRAWN[at].count;
    const unsigned width =
        DRAWN[at].bits == 32 && bus->size.cnt_w < 32 && rng_chance(&bus->rng, 7, 8)
            ? bus->size.cnt_w
            : DRAWN[at].bits;
    struct bus_write write = {.address =
                                  (uint16_t)(DRAWN[at].address + 4 * rng_below(&bus->rng, count)),
                              .data = scaled(bus, width)};
    if (bus->known[write.address / 4] && rng_chance(&bus->rng, 1, 2))
        write.data = bus->image[write.address / 4];
    // What is closed stops the surroundings soon: seldom. Ages are multiples of Slots.
    if (write.data == 0 && write.address < 0x100 && rng_chance(&bus->rng, 7, 8))
        write.data = UINT32_MAX >> (32 - bus->size.cnt_w);
    if (write.data == 0 && write.address == BLOCK_COMMAND_LIMIT)
        write.data = bus->size.depth;
    if (write.address == BLOCK_STARVATION_BOUND && rng_chance(&bus->rng, 3, 4))
        write.data = (uint32_t)rng_below(&bus->rng, 4) * bus->size.slots;
    if (rng_chance(&bus->rng, 1, 64)) // anything: but never what the surroundings must know of
        write.address = (uint16_t)(4 * rng_below(&bus->rng, 0x200) + rng_below(&bus->rng, 16) / 13);
    else if (rng_chance(&bus->rng, 1, 64)) // between two registers, or one that is read only
        write.address = (uint16_t)(write.address + 1 + rng_below(&bus->rng, 3));
    else if (rng_chance(&bus->rng, 1, 64))
        write.address = (uint16_t)(0x900 + 4 * rng_below(&bus->rng, 16));
    else if (rng_chance(&bus->rng, 1, 64)) // a completion with a bit that does not exist
        write = (struct bus_write){BLOCK_SEND, UINT32_C(1) << (20 + rng_below(&bus->rng, 8))};
    return write;
}

// Where registers stand, 17 words each.
static const uint16_t FAMILY[] = {0x000, 0x100, 0x200, 0x300, 0x600, 0x800,
                                  0x840, 0x880, 0x8a0, 0x900, 0x940};
enum { FAMILIES = sizeof FAMILY / sizeof *FAMILY, FAMILY_WORDS = 17 };
_Static_assert(FAMILIES *FAMILY_WORDS == BUS_SWEPT, "all of them");

static uint16_t draw_read(struct bus *bus) {
    if (rng_chance(&bus->rng, 1, 64))
        return (uint16_t)rng_below(&bus->rng, 4096);
    return (uint16_t)(FAMILY[rng_below(&bus->rng, FAMILIES)] +
                      4 * rng_below(&bus->rng, FAMILY_WORDS));
}

void bus_sweep(struct bus *bus) {
    bus->swept = 0;
}

static void begin_read(struct bus *bus, uint16_t address) {
    bus->reading = true;
    bus->asked = false;
    bus->read = address;
    bus->reads++;
}

static void begin_write(struct bus *bus, bool calm) {
    bus->strobes = 15; // what others want is done
    if (bus->count > 0) {
        bus->write = bus->wanted[bus->first];
        bus->first = (bus->first + 1) % BUS_WANTED;
        bus->count--;
    } else if (!calm && bus->rate != 0 && rng_chance(&bus->rng, bus->rate, WORLD_ALWAYS)) {
        bus->write = draw_write(bus);
        if (rng_chance(&bus->rng, 1, 64))
            bus->strobes = (uint8_t)rng_below(&bus->rng, 16);
    } else {
        return;
    }
    bus->writing = true;
    bus->address_shown = bus->address_sent = bus->data_shown = bus->data_sent = false;
    bus->writes++;
}

void bus_drive(struct bus *bus, const struct block_out *out, struct block_in *in, bool calm) {
    const bool stall = rng_chance(&bus->rng, 1, 4);
    if (!bus->writing && bus->unanswered < 2 && !stall && in->path.rst_n)
        begin_write(bus, calm);
    bus->address_shown = bus->address_shown || rng_chance(&bus->rng, 3, 4);
    bus->data_shown = bus->data_shown || rng_chance(&bus->rng, 3, 4);
    in->axi_awvalid = bus->writing && bus->address_shown && !bus->address_sent;
    in->axi_awaddr = bus->write.address;
    in->axi_wvalid = bus->writing && bus->data_shown && !bus->data_sent;
    in->axi_wdata = bus->write.data;
    in->axi_wstrb = bus->strobes;
    in->axi_bready = rng_chance(&bus->rng, 3, 4);
    bus->address_sent = bus->address_sent || (in->axi_awvalid && out->axi_awready);
    bus->data_sent = bus->data_sent || (in->axi_wvalid && out->axi_wready);
    const bool looks = bus->writing && bus->write.address == 0x8a4; // at what is written just now
    if (bus->writing && bus->address_sent && bus->data_sent) {      // the next may come behind it
        bus->writing = false;
        bus->unanswered++;
    }
    if (out->axi_bvalid && in->axi_bready && bus->unanswered > 0) {
        bus->refused += out->axi_bresp != 0;
        bus->unanswered--;
    }
    if (!bus->reading && bus->swept < BUS_SWEPT) {
        begin_read(bus,
                   (uint16_t)(FAMILY[bus->swept / FAMILY_WORDS] + 4 * (bus->swept % FAMILY_WORDS)));
        bus->swept++;
    } else if (!bus->reading && !calm && rng_chance(&bus->rng, looks ? 4 : 1, 8)) {
        begin_read(bus, looks ? (uint16_t)(0x8a8 + 4 * rng_below(&bus->rng, 3)) : draw_read(bus));
    }
    in->axi_arvalid = bus->reading && !bus->asked;
    in->axi_araddr = bus->read;
    in->axi_rready = rng_chance(&bus->rng, 3, 4);
    bus->asked = bus->asked || (in->axi_arvalid && out->axi_arready);
    if (out->axi_rvalid && in->axi_rready)
        bus->reading = false;
}

// --- the rest ---------------------------------------------------------------------------------

// A limit above the depth would be refused, and the last one stay. Completions find room.
static void pass_on(struct bus *bus, const struct path_in *path) {
    const bool is_limit = path->write_lane == path_lanes(&bus->size);
    const uint32_t depth = bus->size.depth;
    if (path->write_valid && bus->count < BUS_WANTED / 2)
        bus_want(bus, is_limit ? BLOCK_COMMAND_LIMIT : BLOCK_WINDOW + 4u * path->write_lane,
                 is_limit && path->write_value > depth ? depth : path->write_value);
    if (path->send_valid)
        bus_want(bus, BLOCK_SEND, (uint32_t)path->send_channel << 28 | path->send_handle);
}

// Of every scale; sometimes unknown.
static void observe(struct bus *bus, uint16_t *observed, unsigned count) {
    for (unsigned i = 0; i < count; i++)
        observed[i] = bus->wild && rng_chance(&bus->rng, 1, 16)
                          ? UINT16_MAX
                          : (uint16_t)(rng_next(&bus->rng) >> rng_below(&bus->rng, 17));
}

static uint64_t leap(struct bus *bus, bool quiet) {
    if (!bus->wild || !rng_chance(&bus->rng, quiet ? 128 : 1, 1024))
        return 1;
    const uint64_t scale = UINT64_C(1) << rng_below(&bus->rng, 40);
    return 1 + (rng_chance(&bus->rng, 1, 2) ? scale : rng_below(&bus->rng, scale));
}

// An error tells of a message that waits for 65,535 clocks.
static bool hears(struct bus *bus, bool calm) {
    enum { LONG = 70000 };
    if (bus->wild && rng_chance(&bus->rng, 1, 4 * LONG))
        bus->deaf = LONG;
    if (calm)
        bus->deaf = 0;
    bus->deaf -= bus->deaf > 0;
    return calm || (bus->deaf == 0 && !rng_chance(&bus->rng, bus->not_heard, 100));
}

void bus_surround(struct bus *bus, const struct block_out *out, struct block_in *in, bool calm) {
    pass_on(bus, &in->path);
    observe(bus, in->hbm_observed, bus->size.hbm);
    observe(bus, in->atomic_observed, bus->size.atomic);
    observe(bus, in->response_observed, bus->size.response);
    in->now = bus->now;
    bus->now += leap(bus, out->quiet);
    in->message_ready = hears(bus, calm);
    bus->messages += out->message_valid && in->message_ready;
    bus_drive(bus, out, in, calm);
    if (!in->path.rst_n)
        bus_reset(bus);
}
