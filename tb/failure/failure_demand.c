#include <inttypes.h>
#include <stdarg.h>

#include "csim/golden/registers.h"
#include "csim/interface/register_names.h"
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

// ---- what would make it another one

// An assumption under which a demand is reckoned.
struct assumption {
    struct registers registers;
    struct raw_demand raw;
    char text[160];
};

struct reckoning {
    const struct witness *witness;
    const struct witness_offer *offer;
    enum resource_class class_number;
    uint32_t amount; // looked for
    struct assumption assumed;
};

static void begin(struct reckoning *reckoning) {
    reckoning->assumed.registers = reckoning->witness->before;
    reckoning->assumed.raw = reckoning->offer->raw;
}

// Would the assumption, in these words, make it the amount that is looked for?
__attribute__((format(printf, 2, 3))) static bool fits(struct reckoning *reckoning,
                                                       const char *format, ...) {
    struct demand demand;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(reckoning->assumed.text, sizeof reckoning->assumed.text, format, arguments);
    va_end(arguments);
    demand_scale(&reckoning->assumed.registers, &reckoning->assumed.raw, &demand);
    return demand.amount[reckoning->class_number] == reckoning->amount;
}

static unsigned lane_of(const struct reckoning *reckoning) {
    return lane_of_class(reckoning->class_number, reckoning->offer->raw.lane);
}

static bool by_enable(struct reckoning *reckoning) {
    const unsigned lane = lane_of(reckoning);
    begin(reckoning);
    uint16_t *const word = &reckoning->assumed.registers.multiplier[lane];
    *word ^= MULTIPLIER_ENABLE;
    return fits(reckoning, "as multiplier[%s] would make it if it were %senabled", lane_name(lane),
                *word & MULTIPLIER_ENABLE ? "" : "not ");
}

static bool by_other_lane(struct reckoning *reckoning) {
    const unsigned lane = lane_of(reckoning);
    for (unsigned other = 0; other < LANES; other++) {
        begin(reckoning);
        struct registers *const registers = &reckoning->assumed.registers;
        registers->multiplier[lane] = registers->multiplier[other];
        if (other != lane && fits(reckoning, "as multiplier[%s] would make it", lane_name(other)))
            return true;
    }
    return false;
}

static bool by_quantum(struct reckoning *reckoning) {
    const bool hbm = reckoning->class_number == CLASS_HBM;
    for (unsigned quantum = 0; quantum < 1u << QUANTUM_BITS; quantum++) {
        begin(reckoning);
        struct registers *const registers = &reckoning->assumed.registers;
        *(hbm ? &registers->quantum_hbm : &registers->quantum_time) = (uint8_t)quantum;
        if (fits(reckoning, "as %s %u would make it", hbm ? "quantum_hbm" : "quantum_time",
                 quantum))
            return true;
    }
    return false;
}

// As it was before one of the last writes, or all from that one on: slots are scaled some clocks
// before the decision, and again some clocks after a write.
static bool by_write(struct reckoning *reckoning) {
    const struct witness *const witness = reckoning->witness;
    begin(reckoning);
    for (uint64_t i = witness->write_count; i > 0 && i + WITNESS_WRITES > witness->write_count;
         i--) {
        const struct witness_write *const write = &witness->writes[(i - 1) % WITNESS_WRITES];
        const unsigned word = write->address / 4u;
        if (write->refused || !write->has_before || write->clock >= witness->until)
            continue;
        registers_write(&reckoning->assumed.registers, DEPTH_MAX, word, write->before);
        if (fits(reckoning, "as it was before the write of %s in clock %" PRIu64,
                 REGISTER_NAME(word), write->clock))
            return true;
    }
    return false;
}

static bool by_other_service(struct reckoning *reckoning) {
    for (unsigned opcode = OP_FETCH_ADD; opcode <= OP_FETCH_MAX; opcode++) {
        begin(reckoning);
        reckoning->assumed.raw.atomic = reckoning->offer->registers.atomic_service[opcode];
        if (reckoning->class_number == CLASS_ATOMIC &&
            fits(reckoning, "as atomic_service[%s] would make it", opcode_name(opcode)))
            return true;
    }
    return false;
}

static bool by_parts(struct reckoning *reckoning) {
    const struct witness_offer *const offer = reckoning->offer;
    const uint64_t whole = offer->raw.response;
    const uint64_t fixed = (uint64_t)offer->registers.response_fixed << RECIPROCAL_FRACTION;
    begin(reckoning);
    uint64_t *const response = &reckoning->assumed.raw.response;
    if (reckoning->class_number != CLASS_RESPONSE)
        return false;
    *response = whole < fixed ? 0 : whole - fixed;
    if (fits(reckoning, "as without response_fixed"))
        return true;
    *response = whole < fixed ? 0 : fixed;
    if (whole > fixed && fits(reckoning, "as without the response's bytes"))
        return true;
    for (unsigned bits = 48; bits > RECIPROCAL_FRACTION; bits--) {
        *response = whole & ((UINT64_C(1) << bits) - 1);
        if (*response != whole &&
            fits(reckoning, "as the lower %u bits of its raw demand make it", bits))
            return true;
    }
    return false;
}

// Of the result itself.
static bool by_result(struct reckoning *reckoning, uint32_t right) {
    const uint32_t amount = reckoning->amount;
    char *const text = reckoning->assumed.text;
    const size_t size = sizeof reckoning->assumed.text;
    const bool by_one = amount + 1 == right || amount == right + 1;
    snprintf(text, size, "%s",
             amount == 0                ? "as if it were not there"
             : by_one && amount < right ? "as if rounded down"
             : by_one                   ? "as if rounded up once more"
             : amount == UINT32_MAX     ? "as if saturated"
                                        : "");
    for (unsigned bits = COUNTER_BITS - 1; !*text && bits > 0; bits--)
        if (amount == (right & ((1u << bits) - 1)))
            snprintf(text, size, "its lower %u bits", bits);
    return *text;
}

static bool explained(struct reckoning *reckoning, uint32_t right) {
    return by_write(reckoning) || by_enable(reckoning) || by_other_lane(reckoning) ||
           by_quantum(reckoning) || by_other_service(reckoning) || by_parts(reckoning) ||
           by_result(reckoning, right);
}

// ---- as it should be

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

static void write_side(const char *who, struct reckoning *reckoning, const struct edge_out *out,
                       uint32_t right, FILE *file) {
    if (!out)
        return;
    reckoning->amount = out->demand[reckoning->class_number];
    fprintf(file, "; %s %" PRIu32, who, reckoning->amount);
    if (reckoning->amount != right && explained(reckoning, right))
        fprintf(file, ", %s", reckoning->assumed.text);
}

// The partition by some of the bits of the masks.
static unsigned partition_by(const struct witness_offer *offer, uint64_t bits, unsigned masks) {
    unsigned partition = 0;
    for (unsigned bit = 0; bit < MAP_MASKS; bit++)
        if (masks >> bit & 1)
            partition |= (unsigned)__builtin_parityll(offer->in.address & bits &
                                                      offer->registers.map_mask[bit])
                         << bit;
    return partition;
}

// What would make it another one.
static void write_other_partition(const struct witness_offer *offer, const char *who,
                                  const struct edge_out *out, FILE *file) {
    const unsigned all = (1u << MAP_MASKS) - 1;
    if (!out || !out->demand[CLASS_HBM] || out->lane == offer->raw.lane)
        return;
    fprintf(file, "; %s %u", who, out->lane);
    if (partition_by(offer, UINT32_MAX, all) == out->lane)
        fprintf(file, ", as the lower halves of map_mask would make it");
    else if (partition_by(offer, ~(uint64_t)UINT32_MAX, all) == out->lane)
        fprintf(file, ", as the upper halves of map_mask would make it");
    for (unsigned bit = 0; bit < MAP_MASKS; bit++)
        if (partition_by(offer, UINT64_MAX, all & ~(1u << bit)) == out->lane)
            fprintf(file, ", as without map_mask[bit %u]", bit);
}

// The address's bits under each mask.
static void write_partition(const struct witness_offer *offer, const struct edge_out *dut,
                            const struct edge_out *ref, FILE *file) {
    fprintf(file, "    partition %u: parity of the address under", offer->raw.lane);
    for (unsigned bit = 0; bit < MAP_MASKS; bit++)
        fprintf(file, "%s map_mask[bit %u] 0x%016" PRIx64 ": %d", bit ? "," : "", bit,
                offer->registers.map_mask[bit],
                __builtin_parityll(offer->in.address & offer->registers.map_mask[bit]));
    write_other_partition(offer, "dut", dut, file);
    write_other_partition(offer, "ref", ref, file);
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
        struct reckoning reckoning = {
            .witness = witness, .offer = offer, .class_number = (enum resource_class)k};
        if (!raw[k] && (!dut || !dut->demand[k]) && (!ref || !ref->demand[k]))
            continue;
        fprintf(file, "    %s: ", class_name(k));
        write_raw(offer, k, file);
        write_scale(&witness->before, lane_of(&reckoning), file);
        fprintf(file, ": %" PRIu32, right.amount[k]);
        write_side("dut", &reckoning, dut, right.amount[k], file);
        write_side("ref", &reckoning, ref, right.amount[k], file);
        fputc('\n', file);
    }
}
