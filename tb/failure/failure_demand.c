#include <inttypes.h>

#include "csim/golden/registers.h"
#include "csim/interface/register_names.h"
#include "register_map.h"
#include "tb/failure/failure_sides.h"

void demand_write_offer(const struct witness_offer *offer, FILE *file) {
    const struct edge_in *const in = &offer->in;
    fprintf(file,
            "  operation %" PRIu32 " (tag 0x%08" PRIx32 "), offered in clock %" PRIu64
            ": %s, address 0x%016" PRIx64 ", length %" PRIu32 ", response %" PRIu32 ", %" PRIu32
            " wire bytes, domain %u%s\n",
            in->tag, in->tag, offer->clock, opcode_name(in->opcode), in->address, in->length,
            in->response_length, in->wire_bytes, in->domain, in->urgent ? ", urgent" : "");
}

static void write_raw(const struct witness_offer *offer, unsigned k, FILE *file) {
    const struct registers *const registers = &offer->registers;
    const struct raw_demand *const raw = &offer->raw;
    if (k == CLASS_HBM)
        fprintf(file, "raw %" PRIu32 " bytes", raw->hbm);
    else if (k == CLASS_ATOMIC)
        fprintf(file, "raw %" PRIu32 " quanta (atomic_service[%s])", raw->atomic,
                opcode_name(offer->in.opcode));
    else
        fprintf(file,
                "raw %.4f quanta (response_fixed %u + %" PRIu32
                " bytes x response_reciprocal %.4f)",
                (double)raw->response / (1 << RECIPROCAL_FRACTION), registers->response_fixed,
                offer->in.response_length,
                registers->response_reciprocal / (double)(1 << RECIPROCAL_FRACTION));
}

static void write_scale(const struct registers *registers, unsigned lane, FILE *file) {
    const bool hbm = lane < HBM_LANES;
    fprintf(file, " x multiplier[%s] %s; %s %u", lane_name(lane),
            REGISTER_VALUE(REGISTER_MULTIPLIER + lane, registers->multiplier[lane]),
            hbm ? "quantum_hbm" : "quantum_time",
            hbm ? registers->quantum_hbm : registers->quantum_time);
}

// The address's bits under each mask.
static void write_partition(const struct witness_offer *offer, const struct edge_out *dut,
                            const struct edge_out *ref, FILE *file) {
    fprintf(file, "    partition %u: parity of the address under", offer->raw.lane);
    for (unsigned bit = 0; bit < MAP_MASKS; bit++)
        fprintf(file, "%s map_mask[bit %u] 0x%016" PRIx64 ": %d", bit ? "," : "", bit,
                offer->registers.map_mask[bit],
                __builtin_parityll(offer->in.address & offer->registers.map_mask[bit]));
    if (dut && dut->demand[CLASS_HBM])
        fprintf(file, "; dut %u", dut->lane);
    if (ref && ref->demand[CLASS_HBM])
        fprintf(file, "; ref %u", ref->lane);
    fputc('\n', file);
}

void demand_write(const struct witness *witness, const struct witness_offer *offer,
                  const struct edge_out *dut, const struct edge_out *ref, FILE *file) {
    struct demand right;
    demand_scale(&witness->before, &offer->raw, &right);
    const uint64_t raw[CLASSES] = {offer->raw.hbm, offer->raw.atomic, offer->raw.response};
    if (!offer->raw.known) {
        fprintf(file, "    opcode %u is unknown: no demand\n", offer->in.opcode);
        return;
    }
    if (offer->raw.hbm)
        write_partition(offer, dut, ref, file);
    for (unsigned k = 0; k < CLASSES; k++) {
        if (!raw[k] && (!dut || !dut->demand[k]) && (!ref || !ref->demand[k]))
            continue;
        fprintf(file, "    %s: ", class_name(k));
        write_raw(offer, k, file);
        write_scale(&witness->before, lane_of_class(k, offer->raw.lane), file);
        fprintf(file, ": %" PRIu32, right.amount[k]);
        if (dut)
            fprintf(file, "; dut %" PRIu32, dut->demand[k]);
        if (ref)
            fprintf(file, "; ref %" PRIu32, ref->demand[k]);
        fputc('\n', file);
    }
}
