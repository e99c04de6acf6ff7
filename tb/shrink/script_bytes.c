#include "tb/shrink/script_bytes.h"

#include <string.h>

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

// Upper address bits are what spreads operations over partitions: four bytes make eight.
static uint64_t widen_address(uint32_t address) {
    return (uint64_t)address << 32 | address;
}

static uint32_t narrow_address(uint64_t address) {
    return (uint32_t)address;
}

// The deed that the record at `from` is; `deed` knows its clock. `offers` are the places of those
// before it.
static void read_fields(const uint8_t *from, const uint32_t *offers, uint32_t offers_before,
                        struct deed *deed) {
    switch (deed->kind) {
    case DEED_OFFER:
        deed->opcode = from[0] % OPCODES;
        deed->urgent = from[1] >> 7;
        deed->domain = from[1] & 0x7f;
        deed->tag = get(from + 2, 2);
        deed->address = widen_address(get(from + 4, 4));
        deed->length = get(from + 8, 3);
        deed->response_length = get(from + 11, 3);
        deed->wire_bytes = get(from + 14, 3);
        break;
    case DEED_BEAT: {
        const uint32_t back = get(from + 1, 2);
        deed->port = from[0] % PORTS;
        deed->id = (uint16_t)(get(from + 3, 2) % DEPTH);
        deed->service = (uint16_t)get(from + 5, 2);
        if (back != OF_NOBODY && offers_before > 0)
            deed->of = offers[offers_before - 1 - back % offers_before];
        break;
    }
    case DEED_WRITE:
        deed->address_after = from[0] % HALF_AFTER;
        deed->data_after = deed->address_after ? 0 : from[1] % HALF_AFTER;
        deed->address = get(from + 2, 2) % (1 << AXI_ADDRESS_BITS);
        deed->data = get(from + 4, 4);
        deed->strobe = from[8] & 0xf;
        break;
    case DEED_READ:
        deed->address = get(from, 2) % (1 << AXI_ADDRESS_BITS);
        break;
    case DEED_STALL:
        deed->port = from[0] % STALL_PORTS;
        deed->length = 1 + get(from + 1, 2) % SCRIPT_WAIT;
        break;
    case DEED_RESET:
        deed->length = 1 + get(from, 2) % RESET_LENGTH;
        break;
    default:
        deed->length = 1 + get(from, 2) % SCRIPT_WAIT;
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
    switch (deed->kind) {
    case DEED_OFFER:
        to[0] = deed->opcode;
        to[1] = (uint8_t)(deed->urgent << 7 | (deed->domain & 0x7f));
        put(to + 2, 2, deed->tag);
        put(to + 4, 4, narrow_address(deed->address));
        put(to + 8, 3, deed->length);
        put(to + 11, 3, deed->response_length);
        put(to + 14, 3, deed->wire_bytes);
        break;
    case DEED_BEAT:
        to[0] = deed->port;
        put(to + 1, 2, deed->of == DEED_NOBODY ? OF_NOBODY : offers_back(script, place));
        put(to + 3, 2, deed->id);
        put(to + 5, 2, deed->service);
        break;
    case DEED_WRITE:
        to[0] = (uint8_t)at_most(deed->address_after, HALF_AFTER - 1);
        to[1] = (uint8_t)at_most(deed->data_after, HALF_AFTER - 1);
        put(to + 2, 2, (uint32_t)deed->address);
        put(to + 4, 4, deed->data);
        to[8] = deed->strobe;
        break;
    case DEED_READ:
        put(to, 2, (uint32_t)deed->address);
        break;
    case DEED_STALL:
        to[0] = deed->port;
        put(to + 1, 2, at_most(deed->length, SCRIPT_WAIT) - 1);
        break;
    case DEED_RESET:
        put(to, 2, at_most(deed->length, RESET_LENGTH) - 1);
        break;
    default:
        put(to, 2, at_most(deed->length, SCRIPT_WAIT) - 1);
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
