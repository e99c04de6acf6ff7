// Every port of the block, a field of struct block_in or struct block_out, by name: what
// differences, tapes, reports of failures and waves know of the boundary.
#pragma once

#include "csim/base/std.h"
#include "csim/golden/block.h"

// What a field is part of (rtl/spec/ports.md).
enum field_group {
    FIELD_RESET,
    FIELD_OFFER,
    FIELD_ANSWER,
    FIELD_DECISION,
    FIELD_FREE,
    FIELD_COMPLETION,
    FIELD_CONTROL, // epoch, pause, time
    FIELD_BUS,
    FIELD_IRQ,
    FIELD_MESSAGE,
    FIELD_QUIET,
    FIELD_TRACE,
    FIELD_RETURN, // of the trace
    FIELD_GROUPS
};

// How people read a value.
enum field_form {
    FIELD_NUMBER,
    FIELD_FLAG, // 0 or 1, a bool in memory
    FIELD_HEX,
    FIELD_HANDLE, // epoch.generation.id
    FIELD_LANES,  // a set: "HBM 3, response 0, table"
    FIELD_KIND,   // by `kinds`
};

// Elements and bits that depend on the size of the block.
enum field_count {
    FIELD_ONE,
    FIELD_EACH_HBM,
    FIELD_EACH_ATOMIC,
    FIELD_EACH_RESPONSE,
    FIELD_EACH_LANE,
    FIELD_EACH_CLASS, // groups of PATH_LANES elements, of which the block's lanes are used
    FIELD_EACH_CHANNEL,
};

// Bits of an element that the size gives, behind those of up to 64.
enum field_bits {
    BITS_TAG = 65,
    BITS_CNT,
    BITS_WIRE,
    BITS_LIMIT, // of a number of reservations
    BITS_HANDLE,
    BITS_SET, // of lanes, and the table
};

struct field {
    const char *name; // of the port, without its _i or _o
    uint16_t offset;  // of the first element, in struct block_in or struct block_out
    uint8_t bytes;    // of an element: 1, 2, 4 or 8
    uint8_t count;    // enum field_count
    uint8_t group;    // enum field_group
    uint8_t form;     // enum field_form
    uint8_t bits;     // of an element of the port: see enum field_bits
    const char *const *kinds;
    uint8_t kind_count;
    uint16_t valid; // of an input that is payload: the offset of its first valid; else 0
};

// In the order in which a reader wants them; the last has no name.
extern const struct field IN_FIELDS[], OUT_FIELDS[];

// Bits of an element of the port, and elements of a block of that size.
unsigned field_bits(const struct field *field, const struct path_size *size);
unsigned field_elements(const struct field *field, const struct path_size *size);

// An element of a field.
struct field_at {
    const struct field *field;
    unsigned element; // in memory: that of group g and lane l is g * PATH_LANES + l
};

// Begin with {IN_FIELDS, 0} or {OUT_FIELDS, 0}. To the next element that a block of that size has;
// false: there is none.
bool field_next(struct field_at *at, const struct path_size *size);

// Gives each input that means nothing in this clock, payload whose valid is low, an arbitrary
// value, another for another `seed`.
void fields_undefine(const struct path_size *size, struct block_in *in, uint64_t seed);

// From `at` on, it included: the first element that is not the same in both. False: there is none.
bool field_differs(struct field_at *at, const struct path_size *size, const void *a, const void *b);

// A value to set fits the element.
uint64_t field_get(const struct field_at *at, const void *block);
void field_set(const struct field_at *at, void *block, uint64_t value);

// "hbm_valid[3]", "op_ready[1][3]"; a value as people read it. Both write into `text`, and return
// it.
enum { FIELD_TEXT = 128 };
const char *field_name(const struct field_at *at, char text[FIELD_TEXT]);
const char *field_value(const struct field_at *at, const struct path_size *size, uint64_t value,
                        char text[FIELD_TEXT]);

const char *field_group_name(enum field_group group);

// A lane by name: "HBM 3"; lane `Lanes` is the table.
const char *field_lane_name(const struct path_size *size, unsigned lane, char text[FIELD_TEXT]);

// "epoch.generation.id"; a set of lanes: "HBM 3, response 0, table".
const char *field_handle(const struct path_size *size, uint32_t handle, char text[FIELD_TEXT]);
const char *field_set_text(const struct path_size *size, uint64_t set, char text[FIELD_TEXT]);

// A channel of completions: "HBM", "Atomic 0", "response 0", "done".
const char *field_channel_name(const struct path_size *size, unsigned channel,
                               char text[FIELD_TEXT]);

// All elements that differ from those of `before`, on lines of their own, or " none"; but not those
// of a port whose valid is low: "op_valid" is that of "op_tag", "axi_wvalid" of "axi_wdata".
void fields_print(FILE *file, const struct field *fields, const struct path_size *size,
                  const void *before, const void *block);

// One of several texts, on indented lines of about a hundred characters; *column begins as 0.
void field_word(FILE *file, size_t *column, const char *text);

// A size by its name, as scripts/block/sizes.txt has them:
// HBM-ATOMIC-RESPONSE-CNTW-DEPTH-SLOTS-TAGW-GENW-AGEW-WIREW. Reading, false: it is not ten numbers
// of 16 bits, and *size is whatever. Ranges are not looked at.
bool size_read(const char *text, struct path_size *size);
const char *size_text(const struct path_size *size, char text[FIELD_TEXT]);

// From `at` on, the first element of the outputs that differs: its name, and "dut VALUE, ref
// VALUE". False: none does, and both are empty.
enum { FIELD_VALUES = 2 * FIELD_TEXT + 16 };
bool field_difference(struct field_at *at, const struct path_size *size,
                      const struct block_out *dut, const struct block_out *ref,
                      char name[FIELD_TEXT], char values[FIELD_VALUES]);

// A line for each of them, indented: "  NAME: dut VALUE, ref VALUE".
void fields_print_differences(FILE *file, const struct path_size *size, const struct block_out *dut,
                              const struct block_out *ref);
