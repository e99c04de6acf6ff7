#include "csim/interface/edge_fields.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "csim/base/text_reader.h"
#include "csim/interface/register_names.h"

#define SIZE(type, member) sizeof(((struct type *)0)->member)
#define AT(type, member)   #member, offsetof(struct type, member)

// Beats: name, largest legal value, how people read it.
#define BEAT(member, max)                                                                          \
    { AT(edge_in, member), SIZE(edge_in, member), 1, false, false, NULL, (max), EDGE_NOTHING }
#define BEAT_HEX(member, max)                                                                      \
    { AT(edge_in, member), SIZE(edge_in, member), 1, false, true, NULL, (max), EDGE_NOTHING }
#define BEATS(member, n, max)                                                                      \
    {                                                                                              \
        AT(edge_in, member), SIZE(edge_in, member) / (n), (n), false, false, NULL, (max),          \
            EDGE_NOTHING                                                                           \
    }

const struct edge_field edge_in_fields[] = {
    BEAT(gap, UINT64_MAX),
    BEAT(reset, 1),
    BEAT(op_valid, 1),
    BEAT(tag, UINT32_MAX),
    BEAT(opcode, OPCODES - 1),
    BEAT_HEX(address, UINT64_MAX),
    BEAT(length, UINT32_MAX),
    BEAT(response_length, UINT32_MAX),
    BEAT(wire_bytes, (1 << WIRE_BITS) - 1),
    BEAT(urgent, 1),
    BEAT(domain, (1 << DOMAIN_BITS) - 1),
    BEAT(pause, 1),
    BEAT_HEX(hbm_valid, HBM_SET),
    BEATS(hbm_id, HBM_LANES, DEPTH_MAX - 1),
    BEATS(hbm_service, HBM_LANES, SERVICE_UNKNOWN),
    BEAT(atomic_valid, 1),
    BEAT(atomic_id, DEPTH_MAX - 1),
    BEAT(atomic_service, SERVICE_UNKNOWN),
    BEAT(response_valid, 1),
    BEAT(response_id, DEPTH_MAX - 1),
    BEAT(response_service, SERVICE_UNKNOWN),
    BEAT(done_valid, 1),
    BEAT(done_id, DEPTH_MAX - 1),
    BEAT(grant_ready, 1),
    BEAT(now, (UINT64_C(1) << TIME_BITS) - 1),
    BEAT(axi_awvalid, 1),
    BEAT_HEX(axi_awaddr, (1 << AXI_ADDRESS_BITS) - 1),
    BEAT(axi_wvalid, 1),
    BEAT(axi_wdata, UINT32_MAX),
    BEAT_HEX(axi_wstrb, AXI_STROBES),
    BEAT(axi_bready, 1),
    BEAT(axi_arvalid, 1),
    BEAT_HEX(axi_araddr, (1 << AXI_ADDRESS_BITS) - 1),
    BEAT(axi_rready, 1),
    BEATS(zero, EDGE_IN_ZEROS, 0),
    {0},
};

#define TYPE_MAX(size) (UINT64_MAX >> (64 - 8 * (size)))
#define OUTS(subject, member, n, sticky, hexadecimal, names)                                       \
    {                                                                                              \
        AT(edge_out, member), SIZE(edge_out, member) / (n), (n), sticky, hexadecimal, names,       \
            TYPE_MAX(SIZE(edge_out, member) / (n)), EDGE_##subject                                 \
    }
#define EVENT(subject, member)        OUTS(subject, member, 1, false, false, NULL)
#define EVENT_HEX(subject, member)    OUTS(subject, member, 1, false, true, NULL)
#define EVENTS(subject, member)       OUTS(subject, member, CLASSES, false, false, NULL)
#define KIND(subject, member, names)  OUTS(subject, member, 1, false, false, names)
#define KINDS(subject, member, names) OUTS(subject, member, CLASSES, false, false, names)
#define STATE(subject, member)        OUTS(subject, member, 1, true, false, NULL)
#define STATE_HEX(subject, member)    OUTS(subject, member, 1, true, true, NULL)

static const char *const decision_names[] = {"none", "grant", "deny", "reject", "repeat", NULL};
static const char *const return_names[] = {"none", "return", "stray", NULL};
static const char *const done_names[] = {"none", "complete", "stray", NULL};

const struct edge_field edge_out_fields[] = {
    KIND(DECISION, kind, decision_names),
    EVENT(DECISION, tag),
    EVENT_HEX(DECISION, mask),
    EVENT(DECISION, id),
    EVENT(DECISION, lane),
    EVENTS(DECISION, demand),
    KINDS(RETURN, return_kind, return_names),
    EVENTS(RETURN, return_id),
    EVENT(RETURN, hbm_lane),
    EVENTS(RETURN, amount),
    EVENT_HEX(RETURN, retire),
    KIND(RETURN, done_kind, done_names),
    EVENT(RETURN, done_id),
    EVENT(WINDOW, reset),
    EVENT(WINDOW, window),
    EVENT(WINDOW, window_lane),
    EVENT(WINDOW, window_value),
    EVENT_HEX(MULTIPLIER, calibrate),
    STATE(READY, order),
    OUTS(DEBT, debt, LANES, true, false, NULL),
    OUTS(MULTIPLIER, multiplier, LANES, true, true, NULL),
    STATE(READY, op_ready),
    STATE_HEX(READY, hbm_ready),
    STATE(READY, quiet),
    STATE(MESSAGE, grant_valid),
    OUTS(MESSAGE, grant_credit, LANES, true, false, NULL),
    STATE(ACCESS, axi_awready),
    STATE(ACCESS, axi_wready),
    STATE(ACCESS, axi_bvalid),
    STATE(ACCESS, axi_bresp),
    STATE(ACCESS, axi_arready),
    STATE(ACCESS, axi_rvalid),
    STATE(ACCESS, axi_rdata),
    STATE(ACCESS, axi_rresp),
    OUTS(NOTHING, zero, EDGE_OUT_ZEROS, false, false, NULL),
    {0},
};

bool edge_out_differs(const struct edge_out *a, const struct edge_out *b,
                      enum edge_subject subject) {
    for (const struct edge_field *field = edge_out_fields; field->name; field++)
        if (field->subject == subject &&
            memcmp((const char *)a + field->offset, (const char *)b + field->offset,
                   (size_t)field->size * field->count) != 0)
            return true;
    return false;
}

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

const char *edge_field_read(const char *text, void *edge, const struct edge_field *fields,
                            struct text_error *error) {
    const size_t length = strcspn(text, "=[ |");
    const struct edge_field *field = fields;
    while (field->name && (strlen(field->name) != length || memcmp(field->name, text, length) != 0))
        field++;
    if (!field->name) {
        text_error_set(error, "expected the name of a field, found '%.*s'",
                       (int)(length < 32 ? length : 32), text);
        return NULL;
    }
    const char *at = text + length;
    uint64_t element = 0, value;
    bool named = field->count == 1;
    if (*at == '[') {
        const struct word word = {.text = at + 1, .length = strcspn(at + 1, "]= ")};
        named = word_number(&word, field->count - 1u, &element) && at[1 + word.length] == ']';
        at += word.length + 1 + named;
    }
    if (!named || *at != '=') {
        text_error_set(error,
                       field->count > 1 ? "expected '%s[0..%u]=VALUE'" : "expected '%s=VALUE'",
                       field->name, field->count - 1u);
        return NULL;
    }
    const struct word number = {.text = at + 1, .length = strcspn(at + 1, " ")};
    if (!word_number(&number, field->max, &value)) {
        text_error_set(error, "expected a number up to %" PRIu64 " for %s", field->max,
                       field->name);
        return NULL;
    }
    edge_field_set(edge, field, (unsigned)element, value);
    at = number.text + number.length;
    return at + (*at == ' ');
}

const char *edge_field_value(const struct edge_field *field, uint64_t value, char *text,
                             size_t size) {
    for (uint64_t i = 0; field->names && field->names[i]; i++)
        if (i == value) {
            snprintf(text, size, "%s", field->names[i]);
            return text;
        }
    snprintf(text, size, field->hexadecimal ? "0x%" PRIx64 : "%" PRIu64, value);
    return text;
}

const char *edge_lanes_name(lane_set mask, char *text, size_t size) {
    size_t at = 0;
    snprintf(text, size, "none");
    for (unsigned lane = 0; lane <= LANES && at < size; lane++) {
        if (!(mask >> lane & 1))
            continue;
        const int wrote = snprintf(text + at, size - at, "%s%s", at ? ", " : "", lane_name(lane));
        at += (size_t)wrote;
    }
    return text;
}

const char *edge_field_name(const struct edge_field *field, unsigned element, char *text,
                            size_t size) {
    if (field->count > 1)
        snprintf(text, size, "%s[%u]", field->name, element);
    else
        snprintf(text, size, "%s", field->name);
    return text;
}
