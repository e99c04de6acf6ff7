// Parts of a report about registers: an access that differs, the last writes, what is in force.
#include <inttypes.h>

#include "csim/golden/registers.h"
#include "csim/interface/register_names.h"
#include "register_map.h"
#include "tb/failure/failure_about.h"
#include "tb/failure/failure_sides.h"

// ---- an access

void write_access_part(const struct sides *sides) {
    const struct edge_out *const dut = sides->dut, *const ref = sides->ref;
    struct axi_monitor watch = sides->witness->watch;
    const struct register_read read = axi_monitor_read(&watch, sides->in, ref);
    const unsigned word = read.address / 4;
    if (read.answered)
        fprintf(sides->file, "  read of %s; dut %s%s; ref %s%s\n",
                REGISTER_ADDRESS_NAME(read.address), REGISTER_VALUE(word, dut->axi_rdata),
                dut->axi_rresp ? " and an error" : "", REGISTER_VALUE(word, ref->axi_rdata),
                ref->axi_rresp ? " and an error" : "");
}

// ---- writes, and what is in force

static void write_writes(const struct witness *witness, FILE *file) {
    const uint64_t shown =
        witness->write_count < WITNESS_WRITES ? witness->write_count : WITNESS_WRITES;
    if (shown)
        fprintf(file, "last register writes (in force from the next clock on):\n");
    for (uint64_t i = witness->write_count - shown; i < witness->write_count; i++) {
        const struct witness_write *const write = &witness->writes[i % WITNESS_WRITES];
        fprintf(file, "  clock %-8" PRIu64 " write of %s = %s", write->clock,
                REGISTER_ADDRESS_NAME(write->address),
                REGISTER_VALUE(write->address / 4u, write->data));
        if (write->refused)
            fprintf(file, ", refused");
        else if (write->has_before)
            fprintf(file, "; before %s", REGISTER_VALUE(write->address / 4u, write->before));
        fputc('\n', file);
    }
}

// Registers in force that are not as after a reset, on lines of about a hundred characters.
static void write_in_force(const struct witness *witness, FILE *file) {
    struct registers reset;
    unsigned column = 0;
    registers_reset(&reset, DEPTH);
    fprintf(file, "registers in force that are not as after a reset:\n");
    for (unsigned word = 0; word < REGISTER_WORDS; word++) {
        char text[REGISTER_NAME_BYTES + REGISTER_VALUE_BYTES];
        uint32_t is, was;
        if (!registers_read(&witness->before, word, &is) || !registers_read(&reset, word, &was) ||
            is == was)
            continue;
        const unsigned length = (unsigned)snprintf(text, sizeof text, "%s %s", REGISTER_NAME(word),
                                                   REGISTER_VALUE(word, is));
        if (column && column + length > 96) {
            fprintf(file, ";\n");
            column = 0;
        }
        fprintf(file, "%s%s", column ? "; " : "  ", text);
        column += length + 2;
    }
    fprintf(file, "%s\n", column ? "" : "  none");
}

void about_write_registers(const struct witness *witness, FILE *file) {
    write_writes(witness, file);
    write_in_force(witness, file);
    if (witness->resets)
        fprintf(file, "the last reset ended with clock %" PRIu64 ", %" PRIu64 " clocks before\n",
                witness->reset, ago(witness, witness->reset));
}
