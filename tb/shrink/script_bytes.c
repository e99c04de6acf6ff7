#include "tb/shrink/script_bytes.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "csim/interface/edge_fields.h"

// A record: its kind, a wait, and fields by kind, little endian.
//   offer  opcode, urgent (bit 7) and domain, tag 2, address 4, length 3, response 3, wire bytes 3
//   beat   port, offers back 2 (all ones: nobody's), id 2, service 2
//   write  address after, data after, address 2, data 4, strobe
//   read   address 2
//   stall  port, clocks 2
//   reset, pause  clocks 2
enum { KIND, WAIT, FIELDS = 3 };
enum { OF_NOBODY = UINT16_MAX, RESET_LENGTH = 4, HALF_AFTER = 8, REACH = 1024 };

static uint32_t get(const uint8_t *from, unsigned bytes) {
    uint32_t value = 0;
    while (bytes-- > 0)
        value = value << 8 | from[bytes];
    return value;
}

static void put(uint8_t *to, unsigned bytes, uint32_t value) {
    for (unsigned i = 0; i < bytes; i++)
        to[i] = (uint8_t)(value >> 8 * i);
}

static uint32_t at_most(uint64_t value, uint32_t most) {
    return value < most ? (uint32_t)value : most;
}

// Fields that are numbers: where in a record they are, in how many bytes, and below what where that
// is less than the bytes hold.
static const struct {
    uint8_t kind, at, bytes;
    uint32_t below; // 0: any
    struct edge_field field;
} numbers[] = {
#define NUMBER(kind, member, at, bytes, below)                                                     \
    {                                                                                              \
        DEED_##kind, at, bytes, below, {                                                           \
            .offset = offsetof(struct deed, member), .size = sizeof((struct deed *)0)->member      \
        }                                                                                          \
    }
    NUMBER(OFFER, opcode, 0, 1, OPCODES),
    NUMBER(OFFER, tag, 2, 2, 0),
    NUMBER(OFFER, length, 8, 3, 0),
    NUMBER(OFFER, response_length, 11, 3, 0),
    NUMBER(OFFER, wire_bytes, 14, 3, 0),
    NUMBER(BEAT, port, 0, 1, PORTS),
    NUMBER(BEAT, id, 3, 2, DEPTH),
    NUMBER(BEAT, service, 5, 2, 0),
    NUMBER(WRITE, address_after, 0, 1, HALF_AFTER),
    NUMBER(WRITE, data_after, 1, 1, HALF_AFTER),
    NUMBER(WRITE, address, 2, 2, 1 << AXI_ADDRESS_BITS),
    NUMBER(WRITE, data, 4, 4, 0),
    NUMBER(WRITE, strobe, 8, 1, AXI_STROBES + 1),
    NUMBER(READ, address, 0, 2, 1 << AXI_ADDRESS_BITS),
    NUMBER(STALL, port, 0, 1, STALL_PORTS),
};
enum { NUMBERS = sizeof numbers / sizeof *numbers };

// Where a level's length is, which is one more than what is there, and below what that is.
static unsigned length_at(const struct deed *deed) {
    return deed->kind == DEED_STALL ? 1 : 0;
}
static uint32_t longest(const struct deed *deed) {
    return deed->kind == DEED_RESET ? RESET_LENGTH : SCRIPT_WAIT;
}
static bool is_level(const struct deed *deed) {
    return deed->kind == DEED_RESET || deed->kind == DEED_STALL || deed->kind == DEED_PAUSE;
}

// The deed that the record at `from` is; `deed` knows its clock. `offers` are the places of those
// before it. Upper address bits are what spreads operations over partitions: four bytes make eight.
static void read_fields(const uint8_t *from, const uint32_t *offers, uint32_t offers_before,
                        struct deed *deed) {
    for (unsigned i = 0; i < NUMBERS; i++) {
        const uint32_t value = get(from + numbers[i].at, numbers[i].bytes);
        if (numbers[i].kind == deed->kind)
            edge_field_set(deed, &numbers[i].field, 0,
                           numbers[i].below ? value % numbers[i].below : value);
    }
    const uint32_t back = get(from + 1, 2);
    if (deed->kind == DEED_OFFER) {
        deed->urgent = from[1] >> 7;
        deed->domain = from[1] & 0x7f;
        deed->address = (uint64_t)get(from + 4, 4) << 32 | get(from + 4, 4);
    } else if (deed->kind == DEED_BEAT && back != OF_NOBODY && offers_before > 0) {
        deed->of = offers[offers_before - 1 - back % offers_before];
    } else if (deed->kind == DEED_WRITE && deed->address_after) {
        deed->data_after = 0;
    } else if (is_level(deed)) {
        deed->length = 1 + get(from + length_at(deed), 2) % longest(deed);
    }
}

uint32_t script_from_bytes(const uint8_t *bytes, size_t size, struct deed *deeds,
                           uint32_t capacity) {
    const uint32_t count = at_most(size / SCRIPT_RECORD, capacity);
    uint64_t clock = 0;
    uint32_t offers_before = 0;
    uint32_t offers[REACH]; // the last ones, which is as far back as beats reach
    for (uint32_t i = 0; i < count; i++, bytes += SCRIPT_RECORD) {
        struct deed *const deed = &deeds[i];
        *deed = (struct deed){.kind = bytes[KIND] % DEED_KINDS, .of = DEED_NOBODY, .length = 1};
        const uint32_t wait = get(bytes + WAIT, 2) % SCRIPT_WAIT;
        read_fields(bytes + FIELDS, offers, at_most(offers_before, REACH), deed);
        // What is tied to a grant does not hold up what comes after it.
        if (deed->of == DEED_NOBODY)
            clock += wait;
        deed->clock = deed->of == DEED_NOBODY ? clock : wait;
        if (deed->kind == DEED_OFFER) {
            if (offers_before >= REACH)
                memmove(offers, offers + 1, (REACH - 1) * sizeof offers[0]);
            offers[at_most(offers_before++, REACH - 1)] = i;
        }
    }
    return count;
}

// How many offers lie between the deed at `place` and the one that it belongs to.
static uint32_t offers_back(const struct script *script, uint32_t place) {
    uint32_t back = 0;
    for (uint32_t i = script->deeds[place].of + 1; i < place; i++)
        back += script->deeds[i].kind == DEED_OFFER;
    return back;
}

static void write_fields(const struct script *script, uint32_t place, uint8_t *to) {
    const struct deed *const deed = &script->deeds[place];
    for (unsigned i = 0; i < NUMBERS; i++)
        if (numbers[i].kind == deed->kind)
            put(to + numbers[i].at, numbers[i].bytes,
                at_most(edge_field_get(deed, &numbers[i].field, 0), numbers[i].below - 1));
    if (deed->kind == DEED_OFFER) {
        to[1] = (uint8_t)(deed->urgent << 7 | (deed->domain & 0x7f));
        put(to + 4, 4, (uint32_t)deed->address);
    } else if (deed->kind == DEED_BEAT) {
        put(to + 1, 2, deed->of == DEED_NOBODY ? OF_NOBODY : offers_back(script, place));
    } else if (is_level(deed)) {
        put(to + length_at(deed), 2, at_most(deed->length, longest(deed)) - 1);
    }
}

size_t script_to_bytes(const struct script *script, uint8_t *bytes, size_t room) {
    uint64_t clock = 0;
    uint32_t count = at_most(room / SCRIPT_RECORD, script->count);
    for (uint32_t i = 0; i < count; i++) {
        const struct deed *const deed = &script->deeds[i];
        uint8_t *const to = bytes + (size_t)i * SCRIPT_RECORD;
        uint64_t wait = deed->clock;
        if (deed->of == DEED_NOBODY) {
            wait = deed->clock > clock ? deed->clock - clock : 0;
            clock = deed->clock > clock ? deed->clock : clock;
        }
        memset(to, 0, SCRIPT_RECORD);
        to[KIND] = (uint8_t)deed->kind;
        put(to + WAIT, 2, at_most(wait, SCRIPT_WAIT - 1));
        write_fields(script, i, to + FIELDS);
    }
    return (size_t)count * SCRIPT_RECORD;
}
