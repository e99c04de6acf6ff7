// Ports by name: the fields of tb/block/fields.h with the RTL's _i or _o.
#include "tb/library/library_ports.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tb/block/fields.h"

enum { MAX_PORTS = 128, NAME_BYTES = 32 };

bool library_size(const char *text, struct path_size *size) {
    *size = (struct path_size){8, 1, 1, 32, 128, 40, 32, 4, 16, 24};
    return !text || !text[0] || size_read(text, size);
}

struct semacredit_ports *semacredit_ports_open(const char *size) {
    struct semacredit_ports *ports = calloc(1, sizeof *ports);
    if (ports && library_size(size, &ports->size))
        return ports;
    free(ports);
    return NULL;
}

void semacredit_ports_close(struct semacredit_ports *ports) {
    free(ports);
}

// ---- names

// Inputs, then outputs, without what are wires in the block. NULL: there is none.
static const struct field *field_of(int port, bool *output) {
    const struct field *const tables[] = {IN_FIELDS, OUT_FIELDS};
    for (unsigned t = 0; port >= 0 && t < 2; t++)
        for (const struct field *field = tables[t]; field->name; field++) {
            *output = t == 1;
            if (field->group != FIELD_INSIDE && port-- == 0)
                return field;
        }
    return NULL;
}

static bool is_port(const char *name, const struct field *field, bool output) {
    const size_t length = strlen(field->name);
    return strncmp(name, field->name, length) == 0 &&
           strcmp(name + length, strcmp(field->name, "rst_n") == 0 ? "i"
                                 : output                          ? "_o"
                                                                   : "_i") == 0;
}

int semacredit_port(const char *name) {
    const struct field *field;
    bool output;
    for (int port = 0; (field = field_of(port, &output)); port++)
        if (is_port(name, field, output))
            return port;
    return -1;
}

bool semacredit_port_is_output(int port) {
    bool output = false;
    return field_of(port, &output) && output;
}

const char *semacredit_port_name(int port) {
    static _Thread_local char name[NAME_BYTES];
    bool output;
    const struct field *const field = field_of(port, &output);
    if (!field)
        return NULL;
    const char *const end = output ? "_o" : "_i";
    snprintf(name, sizeof name, "%s%s", field->name, strcmp(field->name, "rst_n") == 0 ? "i" : end);
    return name;
}

// ---- values

unsigned semacredit_port_elements(const struct semacredit_ports *ports, int port) {
    bool output;
    const struct field *const field = field_of(port, &output);
    struct field_at at = {field, 0};
    unsigned count = 1;
    while (field && field_next(&at, &ports->size) && at.field == field)
        count++;
    return field ? count : 0;
}

// In memory each group of classes has room for the lanes of the largest block.
static struct field_at place_of(const struct semacredit_ports *ports, const struct field *field,
                                unsigned element) {
    const unsigned lanes = path_lanes(&ports->size);
    if (field->count == FIELD_EACH_CLASS)
        element = element / lanes * PATH_LANES + element % lanes;
    return (struct field_at){field, element};
}

uint64_t semacredit_get(const struct semacredit_ports *ports, int port, unsigned element) {
    bool output;
    const struct field *const field = field_of(port, &output);
    if (!field || element >= semacredit_port_elements(ports, port))
        return 0;
    const struct field_at at = place_of(ports, field, element);
    return field_get(&at, output ? (const void *)&ports->out : (const void *)&ports->in);
}

void semacredit_set(struct semacredit_ports *ports, int port, unsigned element, uint64_t value) {
    bool output;
    const struct field *const field = field_of(port, &output);
    if (!field || element >= semacredit_port_elements(ports, port))
        return;
    const struct field_at at = place_of(ports, field, element);
    field_set(&at, output ? (void *)&ports->out : (void *)&ports->in, value);
}

bool library_differ(const struct path_size *size, const struct block_out *dut,
                    const struct block_out *ref, char *text, size_t bytes) {
    struct field_at at = {OUT_FIELDS, 0};
    char name[FIELD_TEXT], values[FIELD_VALUES];
    if (!field_difference(&at, size, dut, ref, name, values))
        return false;
    snprintf(text, bytes, "%s: %s", name, values);
    return true;
}

bool semacredit_differ(struct semacredit_ports *dut, const struct semacredit_ports *ref) {
    return library_differ(&dut->size, &dut->out, &ref->out, dut->difference,
                          sizeof dut->difference);
}

const char *semacredit_difference(const struct semacredit_ports *dut) {
    return dut->difference;
}

void semacredit_drive(struct semacredit_ports *ports, const struct semacredit_ports *from) {
    ports->in = from->in;
}
