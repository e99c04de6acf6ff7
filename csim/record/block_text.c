#include "csim/record/block_text.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SIZE(type, member) sizeof(((struct type *)0)->member)
#define MAX(size)          (UINT64_MAX >> (64 - 8 * (size)))
#define FIELDS(type, member, name, n)                                                              \
    {                                                                                              \
        name, offsetof(struct type, member), SIZE(type, member) / (n), (n), false,                 \
            SIZE(type, member) / (n) > 1, NULL, MAX(SIZE(type, member) / (n)), EDGE_NOTHING        \
    }
#define WHOLE(member)        FIELDS(block_state, member, #member, 1)
#define EACH(member, n)      FIELDS(block_state, member, #member, n)
#define REGISTER(member)     FIELDS(block_state, registers.member, #member, 1)
#define REGISTERS(member, n) FIELDS(block_state, registers.member, #member, n)
#define OP(type)                                                                                   \
    FIELDS(type, op.tag, "tag", 1), FIELDS(type, op.opcode, "opcode", 1),                          \
        FIELDS(type, op.address, "address", 1), FIELDS(type, op.length, "length", 1),              \
        FIELDS(type, op.response_length, "response_length", 1),                                    \
        FIELDS(type, op.wire_bytes, "wire_bytes", 1), FIELDS(type, op.urgent, "urgent", 1),        \
        FIELDS(type, op.domain, "domain", 1)

const struct edge_field block_fields[] = {
    WHOLE(now),
    WHOLE(order),
    REGISTERS(window, LANES),
    REGISTERS(multiplier, LANES),
    REGISTERS(map_mask, MAP_MASKS),
    FIELDS(block_state, registers.grant.threshold_hbm, "grant_threshold_hbm", 1),
    FIELDS(block_state, registers.grant.threshold_time, "grant_threshold_time", 1),
    FIELDS(block_state, registers.grant.interval, "grant_interval", 1),
    REGISTER(multiplier_min),
    REGISTER(multiplier_max),
    REGISTER(hbm_reciprocal),
    REGISTER(starvation_bound),
    REGISTERS(atomic_service, OPCODES),
    REGISTER(response_fixed),
    REGISTER(response_reciprocal),
    REGISTER(command_limit),
    REGISTER(quantum_hbm),
    REGISTER(quantum_time),
    REGISTER(clock_quanta),
    REGISTER(autotune_interval),
    REGISTER(autotune_enable),
    REGISTERS(window_floor, CLASSES),
    REGISTERS(window_ceiling, CLASSES),
    EACH(id_queue, ID_QUEUE),
    WHOLE(grants),
    WHOLE(pointer),
    WHOLE(paused),
    WHOLE(walk),
    EACH(freed, LANES),
    EACH(sent, LANES),
    WHOLE(age),
    WHOLE(grant_valid),
    WHOLE(axi_rdata),
    WHOLE(axi_rresp),
    WHOLE(axi_bresp),
    WHOLE(count_grants),
    WHOLE(count_rejects),
    WHOLE(count_repeats),
    WHOLE(count_completes),
    EACH(count_returns, CLASSES),
    WHOLE(count_calibrations),
    WHOLE(count_messages),
    EACH(count_denials, LANES + 1),
    WHOLE(held_max),
    EACH(debt_max, LANES),
    EACH(busy, LANES),
    EACH(busy_since, LANES),
    WHOLE(first_info),
    WHOLE(first_time),
    WHOLE(errors),
    WHOLE(first_error),
    EACH(epoch_start, LANES),
    EACH(epoch_served, LANES),
    WHOLE(epoch_wanted),
    WHOLE(epoch_open),
    WHOLE(turn),
    {0},
};

static const struct edge_field reservation_fields[] = {
    OP(block_reservation),
    FIELDS(block_reservation, lane, "lane", 1),
    FIELDS(block_reservation, awaited, "awaited", 1),
    FIELDS(block_reservation, amount, "amount", CLASSES),
    FIELDS(block_reservation, estimate, "estimate", CLASSES),
    {0},
};

static const struct edge_field slot_fields[] = {
    FIELDS(block_slot, number, "number", 1),
    OP(block_slot),
    FIELDS(block_slot, lane, "lane", 1),
    FIELDS(block_slot, known, "known", 1),
    FIELDS(block_slot, raw_hbm, "raw_hbm", 1),
    FIELDS(block_slot, raw_atomic, "raw_atomic", 1),
    FIELDS(block_slot, raw_response, "raw_response", 1),
    FIELDS(block_slot, estimate, "estimate", CLASSES),
    FIELDS(block_slot, grants, "grants", 1),
    FIELDS(block_slot, decided, "decided", 1),
    FIELDS(block_slot, refused, "refused", 1),
    FIELDS(block_slot, amount, "amount", CLASSES),
    {0},
};

// --- writing -----------------------------------------------------------------------------------

struct writing {
    char text[BLOCK_TEXT_BYTES];
    size_t length, head; // so far; of the words that a line begins with
    void (*line)(void *context, const char *text);
    void *context;
};

static void flush(struct writing *writing) {
    if (writing->length > writing->head)
        writing->line(writing->context, writing->text);
    writing->length = writing->head;
}

// Every element that differs from that of `usual`, on lines of at most so many bytes, if they may
// be several.
static void write_fields(struct writing *writing, const void *part, const void *usual,
                         const struct edge_field *fields, size_t most) {
    for (const struct edge_field *field = fields; field->name; field++)
        for (unsigned e = 0; e < field->count; e++) {
            const uint64_t value = edge_field_get(part, field, e);
            if (value == edge_field_get(usual, field, e))
                continue;
            char word[64];
            const int length =
                snprintf(word, sizeof word,
                         value > 9 && field->hexadecimal ? " %s=0x%" PRIx64 : " %s=%" PRIu64,
                         EDGE_FIELD_NAME(field, e), value);
            if (writing->length + (size_t)length > most)
                flush(writing);
            memcpy(writing->text + writing->length, word, (size_t)length + 1);
            writing->length += (size_t)length;
        }
}

static void write_head(struct writing *writing, const char *word, unsigned number) {
    writing->head = (size_t)snprintf(writing->text, sizeof writing->text, "%s %u", word, number);
    writing->length = writing->head;
}

void block_text_write(const struct block_state *state, unsigned depth,
                      void (*line)(void *context, const char *text), void *context) {
    static const struct block_reservation no_reservation;
    static const struct block_slot no_slot;
    enum { WIDTH = 96 };
    struct writing writing = {
        .text = "begins", .length = 6, .head = 6, .line = line, .context = context};
    struct block_state usual;

    block_state_reset(&usual, depth);
    usual.order = 0; // so that there always is a line
    write_fields(&writing, state, &usual, block_fields, WIDTH);
    flush(&writing);
    for (unsigned id = 0; id < depth; id++)
        if (state->reservation[id].held) {
            write_head(&writing, "holds", id);
            write_fields(&writing, &state->reservation[id], &no_reservation, reservation_fields,
                         BLOCK_TEXT_BYTES - 1);
            flush(&writing);
        }
    for (unsigned slot = 0; slot < SLOTS; slot++)
        if (state->slot[slot].taken) {
            write_head(&writing, "waits", slot);
            write_fields(&writing, &state->slot[slot], &no_slot, slot_fields, BLOCK_TEXT_BYTES - 1);
            // A slot's line is there also where everything of it is zero.
            writing.line(writing.context, writing.text);
            writing.length = writing.head;
        }
}

// --- reading -----------------------------------------------------------------------------------

static bool read_fields(const char *text, void *part, const struct edge_field *fields,
                        struct text_error *error) {
    if (*text && *text++ != ' ')
        return text_error_set(error, "expected words with a space between them");
    while (text && *text)
        text = edge_field_read(text, part, fields, error);
    return text;
}

static bool starts(const char *text, const char *word) {
    const size_t length = strlen(word);
    return strncmp(text, word, length) == 0 && text[length] == ' ';
}

bool block_text_is(const char *text) {
    return starts(text, "begins") || starts(text, "holds") || starts(text, "waits");
}

bool block_text_read(struct block_state *state, const char *text, struct text_error *error) {
    char *end;

    if (starts(text, "begins"))
        return read_fields(text + strlen("begins"), state, block_fields, error);
    const bool holds = starts(text, "holds");
    const unsigned most = holds ? DEPTH_MAX : SLOTS;
    const unsigned long number = strtoul(text + strlen("holds "), &end, 10);
    if (number >= most)
        return text_error_set(error, "expected a number below %u", most);
    if (holds) {
        state->reservation[number].held = 1;
        return read_fields(end, &state->reservation[number], reservation_fields, error);
    }
    state->slot[number].taken = 1;
    return read_fields(end, &state->slot[number], slot_fields, error);
}
