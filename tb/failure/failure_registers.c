// Parts of a report about registers: an access that differs, the last writes, what is in force.
#include <inttypes.h>

#include "csim/golden/registers.h"
#include "csim/interface/register_names.h"
#include "tb/failure/failure_about.h"
#include "tb/failure/failure_sides.h"

// ---- an access

static void write_read(const struct sides *sides, unsigned address) {
    const struct witness *const witness = sides->witness;
    const struct edge_out *const dut = sides->dut, *const ref = sides->ref;
    const unsigned word = address / 4;
    fprintf(sides->file, "  read of %s; dut %s%s", REGISTER_ADDRESS_NAME(address),
            REGISTER_VALUE(word, dut->axi_rdata), dut->axi_rresp ? " and an error" : "");
    fprintf(sides->file, "; ref %s%s\n", REGISTER_VALUE(word, ref->axi_rdata),
            ref->axi_rresp ? " and an error" : "");
    const struct witness_status *const status = &witness->status[word % REGISTER_WORDS];
    if (word >= REGISTER_GRANTS && status->clock)
        fprintf(sides->file,
                "    by the commits it is %" PRIu32 "; the last that counted is of clock %" PRIu64
                "\n",
                witness->read_status, status->clock);
    if (witness->resets && word < REGISTER_WORDS && dut->axi_rdata != ref->axi_rdata &&
        dut->axi_rdata && dut->axi_rdata == witness->status_before_reset[word])
        fprintf(sides->file, "    the dut's is that of before the reset\n");
    for (uint64_t i = witness->write_count; i > 0 && i + WITNESS_WRITES > witness->write_count;
         i--) {
        const struct witness_write *const write = &witness->writes[(i - 1) % WITNESS_WRITES];
        if (write->address / 4u == word && !write->refused) {
            fprintf(sides->file, "    written last in clock %" PRIu64 ": %s\n", write->clock,
                    REGISTER_VALUE(word, write->data));
            return;
        }
    }
}

static const char *answer(const struct edge_out *out) {
    return !out->axi_bvalid ? "shows no answer"
           : out->axi_bresp ? "answers with an error"
                            : "answers";
}

static void write_written(const struct sides *sides) {
    const struct axi_monitor *const watch = &sides->witness->watch;
    const struct edge_out *const dut = sides->dut, *const ref = sides->ref;
    if (watch->has_address || watch->has_data)
        fprintf(sides->file, "  a write is kept: %s, %s %" PRIu32 ", strobes 0x%x\n",
                watch->has_address ? REGISTER_ADDRESS_NAME(watch->address) : "no address yet",
                watch->has_data ? "data" : "no data yet", watch->has_data ? watch->data : 0,
                watch->strobe);
    fprintf(sides->file,
            "  write channel: dut %s, ref %s; address ready dut %u, ref %u, data ready dut %u, "
            "ref %u\n",
            answer(dut), answer(ref), dut->axi_awready, ref->axi_awready, dut->axi_wready,
            ref->axi_wready);
}

void write_access_part(const struct sides *sides) {
    const struct edge_out *const dut = sides->dut, *const ref = sides->ref;
    if (dut->axi_rvalid != ref->axi_rvalid || dut->axi_rdata != ref->axi_rdata ||
        dut->axi_rresp != ref->axi_rresp || dut->axi_arready != ref->axi_arready) {
        struct axi_monitor watch = sides->witness->watch;
        const struct register_read read = axi_monitor_read(&watch, sides->in, ref);
        if (read.answered)
            write_read(sides, read.address);
        else
            fprintf(sides->file, "  read channel: no read is answered in this clock\n");
    }
    if (dut->axi_bvalid != ref->axi_bvalid || dut->axi_bresp != ref->axi_bresp ||
        dut->axi_awready != ref->axi_awready || dut->axi_wready != ref->axi_wready)
        write_written(sides);
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
