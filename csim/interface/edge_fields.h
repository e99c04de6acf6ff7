// The fields of struct edge_in and struct edge_out by name: what reports, tapes and comparisons
// share.
#ifndef SEMA_EDGE_FIELDS_H
#define SEMA_EDGE_FIELDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "csim/base/text_error.h"
#include "csim/interface/edge.h"

struct edge_field {
    const char *name;         // as in edge.h
    uint16_t offset;          // of the first element in its struct
    uint8_t size;             // bytes of an element
    uint8_t count;            // elements
    bool sticky;              // shows state, not an event: keeps its value from clock to clock
    bool hexadecimal;         // how people read it
    const char *const *names; // of its values, ended by NULL; or NULL
    uint64_t max; // largest legal value; outs are compared, never trusted: of their type
};

// In the order in which a reader wants to hear of them. Each ends with a NULL name.
extern const struct edge_field edge_in_fields[];
extern const struct edge_field edge_out_fields[];

// One element of a field of the struct at `edge`. The value to set must fit the element.
uint64_t edge_field_get(const void *edge, const struct edge_field *field, unsigned element);
void edge_field_set(void *edge, const struct edge_field *field, unsigned element, uint64_t value);

// Reads "name=value" or "name[element]=value" at `text`, and the space behind it, into the struct
// at `edge`. Returns what follows; NULL: it is none, and what was expected instead is in `error`.
const char *edge_field_read(const char *text, void *edge, const struct edge_field *fields,
                            struct text_error *error);

// A value as people read it: "deny", "0x300" or "17".
void edge_field_value(const struct edge_field *field, uint64_t value, char *text, size_t size);

// Lanes of a mask by name: "HBM 3, response"; bit LANES is "table or limit". "none" for 0.
void edge_lanes_name(unsigned mask, char *text, size_t size);

// "name" or "name[element]".
void edge_field_name(const struct edge_field *field, unsigned element, char *text, size_t size);

#endif
