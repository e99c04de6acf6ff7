// The fields of struct edge_in and struct edge_out by name: what reports, tapes and comparisons
// share.
#ifndef SEMA_EDGE_FIELDS_H
#define SEMA_EDGE_FIELDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "csim/base/text_error.h"
#include "csim/interface/edge.h"

// What a field of struct edge_out is part of.
enum edge_subject {
    EDGE_NOTHING,
    EDGE_DECISION,
    EDGE_RETURN,
    EDGE_DEBT,
    EDGE_WINDOW,
    EDGE_MULTIPLIER,
    EDGE_MESSAGE,
    EDGE_ACCESS,
    EDGE_READY, // ready, quiet, and the order number
    EDGE_SUBJECTS
};

struct edge_field {
    const char *name;         // as in edge.h
    uint16_t offset;          // of the first element in its struct
    uint8_t size;             // bytes of an element
    uint8_t count;            // elements
    bool sticky;              // shows state, not an event: keeps its value from clock to clock
    bool hexadecimal;         // how people read it
    const char *const *names; // of its values, ended by NULL; or NULL
    uint64_t max; // largest legal value; outs are compared, never trusted: of their type
    enum edge_subject subject;
};

#ifdef __cplusplus
extern "C" {
#endif

// In the order in which a reader wants to hear of them. Each ends with a NULL name.
extern const struct edge_field edge_in_fields[];
extern const struct edge_field edge_out_fields[];

// Do two differ in a field of the subject?
bool edge_out_differs(const struct edge_out *a, const struct edge_out *b,
                      enum edge_subject subject);

// One element of a field of the struct at `edge`. The value to set must fit the element.
uint64_t edge_field_get(const void *edge, const struct edge_field *field, unsigned element);
void edge_field_set(void *edge, const struct edge_field *field, unsigned element, uint64_t value);

// Reads "name=value" or "name[element]=value" at `text`, and the space behind it, into the struct
// at `edge`. Returns what follows; NULL: it is none, and what was expected instead is in `error`.
const char *edge_field_read(const char *text, void *edge, const struct edge_field *fields,
                            struct text_error *error);

// These write into `text`, and return it; in capitals, into a buffer of the caller's block.
enum { EDGE_TEXT_BYTES = 128 };
#define EDGE_TEXT(write, ...) write(__VA_ARGS__, (char[EDGE_TEXT_BYTES]){0}, EDGE_TEXT_BYTES)

// A value as people read it: "deny", "0x300" or "17".
const char *edge_field_value(const struct edge_field *field, uint64_t value, char *text,
                             size_t size);
#define EDGE_FIELD_VALUE(field, value) EDGE_TEXT(edge_field_value, field, value)

// Lanes of a mask by name: "HBM 3, response"; bit LANES is "table or limit". "none" for 0.
const char *edge_lanes_name(lane_set mask, char *text, size_t size);
#define EDGE_LANES_NAME(mask) EDGE_TEXT(edge_lanes_name, mask)

// "name" or "name[element]".
const char *edge_field_name(const struct edge_field *field, unsigned element, char *text,
                            size_t size);
#define EDGE_FIELD_NAME(field, element) EDGE_TEXT(edge_field_name, field, element)

#ifdef __cplusplus
}
#endif

#endif
