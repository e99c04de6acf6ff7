#include "tb/endpoint/transport.h"

const struct endpoint_case ENDPOINT_CASES[] = {{"hot", 0, 0, 80},
                                               {"atomic", 60, 0, 0},
                                               {"incast", 0, 100, 0},
                                               {"mixed", 20, 40, 40},
                                               {.name = NULL}};

static bool percent(struct rng *rng, unsigned of) {
    return rng_below(rng, 100) < of;
}

static unsigned below(struct rng *rng, unsigned bound) {
    return (unsigned)rng_below(rng, bound);
}

// Few words, so that many of them meet.
static void atomic(const struct path_size *size, struct rng *rng, struct operation *op) {
    op->opcode = (uint8_t)(OPCODE_ADD + (percent(rng, 60) ? 0 : 1 + below(rng, 2)));
    op->stage = (uint8_t)below(rng, size->atomic);
    op->address = 8 * below(rng, 256);
    op->length = 8;
    op->operand = rng_below(rng, 4);
    op->compare = rng_below(rng, 4);
}

bool traffic_meets;

// Half of them meet the rows of one pair of banks, or each other.
static uint32_t place(struct rng *rng, uint32_t align) {
    enum { ROWS = 8 * 2048 };
    const uint32_t at = below(rng, (MEMORY_BYTES - TRAFFIC_LONGEST) / align) * align;
    return percent(rng, 50) ? at : traffic_meets ? at % ROWS : at - at % ROWS;
}

void traffic_bulk(const struct endpoint_case *of, const struct path_size *size, struct rng *rng,
                  struct operation *op) {
    op->urgent = false;
    if (percent(rng, of->atomics)) {
        atomic(size, rng, op);
        return;
    }
    const bool odd = percent(rng, 5); // of any length, at any beat
    op->opcode = percent(rng, of->reads * 100 / (100 - of->atomics)) ? OPCODE_READ : OPCODE_WRITE;
    op->stage = (uint8_t)(percent(rng, of->hot) ? 0 : below(rng, size->hbm));
    op->address = place(rng, odd ? 16 : TRAFFIC_LONGEST);
    op->length = odd ? 1 + below(rng, TRAFFIC_LONGEST) : TRAFFIC_LONGEST;
}

void traffic_urgent(const struct endpoint_case *of, const struct path_size *size, struct rng *rng,
                    struct operation *op) {
    op->urgent = true;
    if (percent(rng, 50)) {
        atomic(size, rng, op);
        return;
    }
    op->opcode = OPCODE_READ;
    op->stage = (uint8_t)(percent(rng, of->hot) ? 0 : below(rng, size->hbm));
    op->address = place(rng, 64);
    op->length = 64;
}

void traffic_data(const struct operation *op, uint32_t at, uint8_t data[16]) {
    const uint64_t word[2] = {rng_mix((uint64_t)op->tag << 20 | at),
                              rng_mix((uint64_t)op->tag << 20 | at | 8)};
    memcpy(data, word, sizeof word);
}
