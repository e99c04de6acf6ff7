#include "edge_fields.h"

#include <stdio.h>
#include <string.h>

#define SIZE(type, member) sizeof(((struct type *)0)->member)
#define AT(type, member)   #member, offsetof(struct type, member)

// Beats: name, largest legal value, how people read it.
#define BEAT(member, max)                                                                          \
    { AT(edge_in, member), SIZE(edge_in, member), 1, false, false, (max) }
#define BEAT_HEX(member, max)                                                                      \
    { AT(edge_in, member), SIZE(edge_in, member), 1, false, true, (max) }
#define BEATS(member, n, max)                                                                      \
    { AT(edge_in, member), SIZE(edge_in, member) / (n), (n), false, false, (max) }

const struct edge_field edge_in_fields[] = {
    BEAT(gap, UINT64_MAX),
    BEAT(reset, 1),
    BEAT(op_valid, 1),
    BEAT(tag, UINT32_MAX),
    BEAT(opcode, OPCODES - 1),
    BEAT_HEX(address, UINT64_MAX),
    BEAT(length, UINT32_MAX),
    BEAT(response_length, UINT32_MAX),
    BEAT_HEX(hbm_valid, (1 << HBM_LANES) - 1),
    BEATS(hbm_id, HBM_LANES, DEPTH_MAX - 1),
    BEAT(atomic_valid, 1),
    BEAT(atomic_id, DEPTH_MAX - 1),
    BEAT(response_valid, 1),
    BEAT(response_id, DEPTH_MAX - 1),
    BEAT(done_valid, 1),
    BEAT(done_id, DEPTH_MAX - 1),
    BEAT(config_valid, 1),
    BEAT_HEX(config_address, UINT8_MAX),
    BEAT(config_data, UINT32_MAX),
    {0},
};

#define TYPE_MAX(size) (UINT64_MAX >> (64 - 8 * (size)))
#define OUTS(member, n, sticky, hexadecimal)                                                       \
    {                                                                                              \
        AT(edge_out, member), SIZE(edge_out, member) / (n), (n), sticky, hexadecimal,              \
            TYPE_MAX(SIZE(edge_out, member) / (n))                                                 \
    }
#define EVENT(member)     OUTS(member, 1, false, false)
#define EVENT_HEX(member) OUTS(member, 1, false, true)
#define STATE(member)     OUTS(member, 1, true, false)
#define STATE_HEX(member) OUTS(member, 1, true, true)

const struct edge_field edge_out_fields[] = {
    EVENT(kind),
    EVENT(tag),
    EVENT_HEX(mask),
    EVENT(id),
    EVENT(lane),
    OUTS(demand, CLASSES, false, false),
    OUTS(return_kind, CLASSES, false, false),
    OUTS(return_id, CLASSES, false, false),
    EVENT(hbm_lane),
    OUTS(amount, CLASSES, false, false),
    EVENT_HEX(retire),
    EVENT(done_kind),
    EVENT(done_id),
    EVENT(reset),
    EVENT(window),
    EVENT(window_lane),
    EVENT(window_value),
    STATE(order),
    OUTS(debt, LANES, true, false),
    STATE(op_ready),
    STATE_HEX(hbm_ready),
    STATE(quiet),
    OUTS(zero, 6, false, false),
    {0},
};

uint64_t edge_field_get(const void *edge, const struct edge_field *field, unsigned element) {
    const unsigned char *at = (const unsigned char *)edge + field->offset + element * field->size;
    uint16_t half;
    uint32_t word;
    uint64_t full;
    switch (field->size) {
    case 1:
        return *at;
    case 2:
        memcpy(&half, at, sizeof half);
        return half;
    case 4:
        memcpy(&word, at, sizeof word);
        return word;
    default:
        memcpy(&full, at, sizeof full);
        return full;
    }
}

void edge_field_set(void *edge, const struct edge_field *field, unsigned element, uint64_t value) {
    unsigned char *at = (unsigned char *)edge + field->offset + element * field->size;
    uint16_t half = (uint16_t)value;
    uint32_t word = (uint32_t)value;
    switch (field->size) {
    case 1:
        *at = (unsigned char)value;
        break;
    case 2:
        memcpy(at, &half, sizeof half);
        break;
    case 4:
        memcpy(at, &word, sizeof word);
        break;
    default:
        memcpy(at, &value, sizeof value);
    }
}

void edge_field_name(const struct edge_field *field, unsigned element, char *text, size_t size) {
    if (field->count > 1)
        snprintf(text, size, "%s[%u]", field->name, element);
    else
        snprintf(text, size, "%s", field->name);
}
