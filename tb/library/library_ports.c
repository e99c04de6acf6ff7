#include "tb/library/library_ports.h"

#include <stdlib.h>
#include <string.h>

#include "csim/interface/admitter.h"
#include "csim/interface/edge_fields.h"
#include "csim/interface/lockstep.h"
#include "tb/dut/port_table.h"

// Bits of an id depend on the depth.
enum { ID_BITS = 0 };

struct port {
    struct edge_field field; // name, place and elements
    uint8_t bits;
    bool is_output, inverted;
};

#define FIELD(port, edge, member, elements)                                                        \
    {                                                                                              \
        .name = #port, .offset = offsetof(struct edge, member),                                    \
        .size = sizeof((struct edge){0}.member) / (elements), .count = (elements)                  \
    }
#define INPUT(port, member, bits, known) {FIELD(port, edge_in, member, 1), bits, false, false},
#define PARTITIONS(port, member, bits)                                                             \
    {FIELD(port, edge_in, member, HBM_LANES), bits, false, false},
#define SHOWN(port, member, bits)     {FIELD(port, edge_out, member, 1), bits, true, false},
#define EACH_LANE(port, member, bits) {FIELD(port, edge_out, member, LANES), bits, true, false},

static const struct port table[] = {{FIELD(rst_ni, edge_in, reset, 1), 1, false, true},
                                    INPUT_PORTS(INPUT, PARTITIONS) OUTPUT_PORTS(SHOWN, EACH_LANE)};
enum { PORTS = sizeof table / sizeof *table };

static bool is_port(int port) {
    return port >= 0 && port < PORTS;
}

struct semacredit_ports *semacredit_ports_open(unsigned depth) {
    const bool known = depth == DEPTH || depth == DEPTH_MAX;
    struct semacredit_ports *ports = known ? calloc(1, sizeof *ports) : NULL;
    if (ports) {
        ports->out = admitter_out_of_reset;
        ports->depth = depth;
    }
    return ports;
}

void semacredit_ports_close(struct semacredit_ports *ports) {
    free(ports);
}

int semacredit_port(const char *name) {
    for (int port = 0; port < PORTS; port++)
        if (strcmp(table[port].field.name, name) == 0)
            return port;
    return -1;
}

const char *semacredit_port_name(int port) {
    return is_port(port) ? table[port].field.name : NULL;
}

unsigned semacredit_port_elements(int port) {
    return is_port(port) ? table[port].field.count : 0;
}

static unsigned bits_of(unsigned depth, int port) {
    unsigned id_bits = 0;
    while (1u << id_bits < depth)
        id_bits++;
    return table[port].bits == ID_BITS ? id_bits : table[port].bits;
}

unsigned semacredit_port_bits(const struct semacredit_ports *ports, int port) {
    return is_port(port) ? bits_of(ports->depth, port) : 0;
}

bool semacredit_port_is_output(int port) {
    return is_port(port) && table[port].is_output;
}

uint64_t semacredit_get(const struct semacredit_ports *ports, int port, unsigned element) {
    if (!is_port(port) || element >= table[port].field.count)
        return 0;
    const void *edge = table[port].is_output ? (const void *)&ports->out : (const void *)&ports->in;
    return edge_field_get(edge, &table[port].field, element) ^ table[port].inverted;
}

void semacredit_set(struct semacredit_ports *ports, int port, unsigned element, uint64_t value) {
    if (!is_port(port) || element >= table[port].field.count)
        return;
    void *edge = table[port].is_output ? (void *)&ports->out : (void *)&ports->in;
    const unsigned bits = bits_of(ports->depth, port);
    const uint64_t mask = bits < 64 ? (UINT64_C(1) << bits) - 1 : UINT64_MAX;
    edge_field_set(edge, &table[port].field, element, (value & mask) ^ table[port].inverted);
}

bool semacredit_differ(const struct semacredit_ports *dut, const struct semacredit_ports *ref,
                       char *text, size_t size) {
    const struct divergence differing = {
        .found = true, .in = ref->in, .dut = dut->out, .ref = ref->out};
    return memcmp(&dut->out, &ref->out, sizeof dut->out) != 0 &&
           divergence_field(&differing, 0, text, size);
}

void semacredit_drive(struct semacredit_ports *ports, const struct semacredit_ports *from) {
    ports->in = from->in;
}
