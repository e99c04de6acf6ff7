#include "tb/block/fields.h"

static const char *const OPCODES[] = {"write",     "read",      "notification", "unknown",
                                      "unknown",   "unknown",   "unknown",      "unknown",
                                      "fetch-add", "swap",      "compare-swap", "fetch-and",
                                      "fetch-or",  "fetch-xor", "fetch-min",    "fetch-max"};
static const char *const ANSWERS[] = {"none", "held", "waits", "unknown"};
static const char *const DECISIONS[] = {"none", "grant", "reject", "flushed"};
static const char *const COMMITS[] = {"none", "grant", "deny", "reject", "window", "flush"};
static const char *const RETURNS[] = {"none", "return", "stray", "late"};

#define IN(member)        offsetof(struct block_in, member), sizeof((struct block_in *)0)->member
#define OUT(member)       offsetof(struct block_out, member), sizeof((struct block_out *)0)->member
#define NUMBER(bits)      FIELD_NUMBER, bits, NULL, 0
#define FLAG              FIELD_FLAG, 1, NULL, 0
#define HEX(bits)         FIELD_HEX, bits, NULL, 0
#define HANDLE            FIELD_HANDLE, BITS_HANDLE, NULL, 0
#define SET               FIELD_LANES, BITS_SET, NULL, 0
#define KIND(names, bits) FIELD_KIND, bits, names, sizeof names / sizeof *names

#define IN_PORT(name, member, count, group, ...) {#name, IN(member), count, group, __VA_ARGS__, 0},
#define IN_PAYLOAD(is_valid, name, member, count, group, ...)                                      \
    {#name, IN(member), count, group, __VA_ARGS__, offsetof(struct block_in, is_valid)},
#define OUT_PORT(...)
const struct field IN_FIELDS[] = {
    {"rst_n", IN(path.rst_n), FIELD_ONE, FIELD_RESET, FLAG, 0},
#include "tb/block/dut/ports.h"
    {.name = NULL},
};
#undef IN_PORT
#undef IN_PAYLOAD
#undef OUT_PORT

#define IN_PORT(...)
#define IN_PAYLOAD(...)
#define OUT_PORT(name, member, count, group, ...)                                                  \
    {#name, OUT(member), count, group, __VA_ARGS__, 0},
const struct field OUT_FIELDS[] = {
#include "tb/block/dut/ports.h"
    {.name = NULL},
};
#undef IN_PORT
#undef IN_PAYLOAD
#undef OUT_PORT

// Elements of a block of that size; of classes, from the first to behind the last.
static unsigned elements(const struct field *field, const struct path_size *size) {
    switch ((enum field_count)field->count) {
    case FIELD_ONE:
        return 1;
    case FIELD_EACH_HBM:
        return size->hbm;
    case FIELD_EACH_ATOMIC:
        return size->atomic;
    case FIELD_EACH_RESPONSE:
        return size->response;
    case FIELD_EACH_LANE:
        return path_lanes(size);
    case FIELD_EACH_CLASS:
        return (PATH_GROUPS - 1) * PATH_LANES + path_lanes(size);
    case FIELD_EACH_CHANNEL:
        return path_channels(size);
    }
    return 0;
}

unsigned field_bits(const struct field *field, const struct path_size *size) {
    const unsigned id = path_id_w(size);
    const unsigned of_size[] = {size->tag_w, size->cnt_w,           size->wire_w,
                                id + 1,      2u + size->gen_w + id, path_lanes(size) + 1};
    return field->bits < BITS_TAG ? field->bits : of_size[field->bits - BITS_TAG];
}

unsigned field_elements(const struct field *field, const struct path_size *size) {
    return field->count == FIELD_EACH_CLASS ? PATH_GROUPS * path_lanes(size)
                                            : elements(field, size);
}

bool field_next(struct field_at *at, const struct path_size *size) {
    at->element++;
    if (at->field->count == FIELD_EACH_CLASS && at->element % PATH_LANES >= path_lanes(size))
        at->element += PATH_LANES - at->element % PATH_LANES;
    if (at->element >= elements(at->field, size))
        *at = (struct field_at){at->field + 1, 0};
    return at->field->name != NULL;
}

static const char *place(const struct field_at *at, const void *block) {
    return (const char *)block + at->field->offset + (size_t)at->element * at->field->bytes;
}

bool field_differs(struct field_at *at, const struct path_size *size, const void *a,
                   const void *b) {
    while (at->field->name) {
        const size_t bytes = (size_t)(elements(at->field, size) - at->element) * at->field->bytes;
        if (memcmp(place(at, a), place(at, b), bytes) == 0)
            *at = (struct field_at){at->field + 1, 0};
        else if (memcmp(place(at, a), place(at, b), at->field->bytes) == 0)
            field_next(at, size);
        else
            return true;
    }
    return false;
}

uint64_t field_get(const struct field_at *at, const void *block) {
    uint64_t value = 0; // its first byte is the lowest: block_rtl.cpp asserts it
    memcpy(&value, place(at, block), at->field->bytes);
    return value;
}

void field_set(const struct field_at *at, void *block, uint64_t value) {
    memcpy((char *)block + (place(at, block) - (const char *)block), &value, at->field->bytes);
}

// It means nothing in this clock: payload whose valid is low.
static bool field_is_undefined(const struct field_at *at, const struct block_in *in) {
    const struct field_at valid = {&(struct field){.offset = at->field->valid, .bytes = 1},
                                   at->element};
    return at->field->valid && !field_get(&valid, in);
}

void fields_undefine(const struct path_size *size, struct block_in *in, uint64_t seed) {
    struct field_at at = {IN_FIELDS, 0};
    uint64_t value = seed;
    do {
        value = value * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        if (field_is_undefined(&at, in))
            field_set(&at, in, value >> (64 - field_bits(at.field, size)));
    } while (field_next(&at, size));
}

const char *field_name(const struct field_at *at, char text[FIELD_TEXT]) {
    const char *const name = at->field->name;
    if (at->field->count == FIELD_ONE)
        snprintf(text, FIELD_TEXT, "%s", name);
    else if (at->field->count == FIELD_EACH_CLASS)
        snprintf(text, FIELD_TEXT, "%s[%u][%u]", name, at->element / PATH_LANES,
                 at->element % PATH_LANES);
    else
        snprintf(text, FIELD_TEXT, "%s[%u]", name, at->element);
    return text;
}

const char *field_lane_name(const struct path_size *size, unsigned lane, char text[FIELD_TEXT]) {
    if (lane < size->hbm)
        snprintf(text, FIELD_TEXT, "HBM %u", lane);
    else if (lane < path_stages(size))
        snprintf(text, FIELD_TEXT, "Atomic %u", lane - size->hbm);
    else if (lane < path_lanes(size))
        snprintf(text, FIELD_TEXT, "response %u", lane - size->hbm - size->atomic);
    else
        snprintf(text, FIELD_TEXT, "table");
    return text;
}

const char *field_channel_name(const struct path_size *size, unsigned channel,
                               char text[FIELD_TEXT]) {
    snprintf(text, FIELD_TEXT, channel == 0 ? "HBM" : "done");
    if (channel == 0 || channel + 1 == path_channels(size))
        return text;
    return field_lane_name(size, size->hbm + channel - 1, text);
}

// A set that is too long for the text ends in dots.
const char *field_set_text(const struct path_size *size, uint64_t set, char text[FIELD_TEXT]) {
    size_t at = 0;
    snprintf(text, FIELD_TEXT, "none");
    for (unsigned lane = 0; lane <= path_lanes(size); lane++) {
        char name[FIELD_TEXT];
        if (!(set >> lane & 1))
            continue;
        if (at + 24 > FIELD_TEXT) {
            snprintf(text + at, FIELD_TEXT - at, ", ...");
            return text;
        }
        at += (size_t)snprintf(text + at, FIELD_TEXT - at, "%s%.12s", at ? ", " : "",
                               field_lane_name(size, lane, name));
    }
    return text;
}

const char *field_handle(const struct path_size *size, uint32_t handle, char text[FIELD_TEXT]) {
    const unsigned id_w = path_id_w(size);
    snprintf(text, FIELD_TEXT, "%" PRIu32 ".%" PRIu32 ".%" PRIu32, handle >> (size->gen_w + id_w),
             handle >> id_w & ((1u << size->gen_w) - 1), handle & ((1u << id_w) - 1));
    return text;
}

const char *field_value(const struct field_at *at, const struct path_size *size, uint64_t value,
                        char text[FIELD_TEXT]) {
    const struct field *field = at->field;
    if (field->form == FIELD_KIND && value < field->kind_count)
        snprintf(text, FIELD_TEXT, "%s", field->kinds[value]);
    else if (field->form == FIELD_HANDLE)
        field_handle(size, (uint32_t)value, text);
    else if (field->form == FIELD_LANES)
        field_set_text(size, value, text);
    else
        snprintf(text, FIELD_TEXT, field->form == FIELD_HEX ? "0x%" PRIx64 : "%" PRIu64, value);
    return text;
}

const char *field_group_name(enum field_group group) {
    static const char *const NAMES[FIELD_GROUPS] = {
        [FIELD_RESET] = "reset",       [FIELD_OFFER] = "offer", [FIELD_ANSWER] = "answer",
        [FIELD_DECISION] = "decision", [FIELD_FREE] = "free",   [FIELD_COMPLETION] = "completion",
        [FIELD_CONTROL] = "control",   [FIELD_BUS] = "bus",     [FIELD_MESSAGE] = "message",
        [FIELD_QUIET] = "quiet",       [FIELD_TRACE] = "trace", [FIELD_RETURN] = "return",
        [FIELD_IRQ] = "irq",
    };
    return NAMES[group];
}

// It belongs to a port whose valid is low, which it is not itself.
static bool is_void(const struct field *fields, const struct field_at *at, const void *block) {
    for (struct field_at valid = {fields, at->element}; valid.field->name; valid.field++) {
        const char *const name = valid.field->name, *const end = strstr(name, "valid");
        if (end && strncmp(at->field->name, name, (size_t)(end - name)) == 0)
            return at->field != valid.field && !field_get(&valid, block);
    }
    return false;
}

void field_word(FILE *file, size_t *column, const char *text) {
    enum { COLUMNS = 96 };
    if (*column + strlen(text) > COLUMNS)
        *column = 0;
    fprintf(file, "%s%s", *column ? "; " : "\n  ", text);
    *column += strlen(text) + 2;
}

void fields_print(FILE *file, const struct field *fields, const struct path_size *size,
                  const void *before, const void *block) {
    struct field_at at = {fields, 0};
    size_t column = 0;
    for (; field_differs(&at, size, before, block); field_next(&at, size)) {
        char name[FIELD_TEXT], value[FIELD_TEXT], text[2 * FIELD_TEXT];
        if (at.field->group == FIELD_RESET || is_void(fields, &at, block))
            continue;
        snprintf(text, sizeof text, "%.60s %.100s", field_name(&at, name),
                 field_value(&at, size, field_get(&at, block), value));
        field_word(file, &column, text);
    }
    fprintf(file, "%s\n", column ? "" : " none");
}

bool field_difference(struct field_at *at, const struct path_size *size,
                      const struct block_out *dut, const struct block_out *ref,
                      char name[FIELD_TEXT], char values[FIELD_VALUES]) {
    char a[FIELD_TEXT], b[FIELD_TEXT];
    name[0] = values[0] = '\0';
    if (!field_differs(at, size, dut, ref))
        return false;
    field_name(at, name);
    snprintf(values, FIELD_VALUES, "dut %s, ref %s", field_value(at, size, field_get(at, dut), a),
             field_value(at, size, field_get(at, ref), b));
    return true;
}

void fields_print_differences(FILE *file, const struct path_size *size, const struct block_out *dut,
                              const struct block_out *ref) {
    struct field_at at = {OUT_FIELDS, 0};
    char name[FIELD_TEXT], values[FIELD_VALUES];
    for (; field_difference(&at, size, dut, ref, name, values); field_next(&at, size))
        fprintf(file, "  %s: %s\n", name, values);
}

// --- sizes ------------------------------------------------------------------------------------

bool size_read(const char *text, struct path_size *size) {
    uint16_t *const numbers[] = {&size->hbm,   &size->atomic, &size->response, &size->cnt_w,
                                 &size->depth, &size->slots,  &size->tag_w,    &size->gen_w,
                                 &size->age_w, &size->wire_w};
    const unsigned count = sizeof numbers / sizeof numbers[0];
    for (unsigned i = 0; i < count; i++) {
        char *end;
        const unsigned long number = strtoul(text, &end, 10);
        if (end == text || number > UINT16_MAX || *end != (i + 1 < count ? '-' : 0))
            return false;
        *numbers[i] = (uint16_t)number;
        text = end + 1;
    }
    return true;
}

const char *size_text(const struct path_size *size, char text[FIELD_TEXT]) {
    snprintf(text, FIELD_TEXT, "%u-%u-%u-%u-%u-%u-%u-%u-%u-%u", size->hbm, size->atomic,
             size->response, size->cnt_w, size->depth, size->slots, size->tag_w, size->gen_w,
             size->age_w, size->wire_w);
    return text;
}
