#include "tb/dut/vectors.h"

#include <stdbool.h>

#include "csim/interface/numbers.h"
#include "tb/dut/port_table.h"

enum { ID_BITS = 31 - __builtin_clz(DEPTH) };

static void digits(FILE *file, uint64_t value, unsigned bits, bool known) {
    for (unsigned bit = bits; bit-- > 0;)
        fputc(!known ? 'x' : value >> bit & 1 ? '1' : '0', file);
}

void vector_write(FILE *file, const struct edge_in *in, const struct edge_out *out) {
    const bool on = !in->reset; // beats of a clock in reset are void
    digits(file, on, 1, true);
#define BEAT(valid)                         (on && in->valid)
#define INPUT(port, member, bits, is_known) digits(file, in->member, bits, is_known);
#define PARTITIONS(port, member, bits)                                                             \
    for (unsigned p = HBM_LANES; p-- > 0;)                                                         \
        digits(file, in->member[p], bits, on && in->hbm_valid >> p & 1);
    INPUT_PORTS(INPUT, PARTITIONS)
    fputc(' ', file);
#define SHOWN(port, member, bits) digits(file, out->member, bits, true);
#define EACH_LANE(port, member, bits)                                                              \
    for (unsigned lane = LANES; lane-- > 0;)                                                       \
        digits(file, out->member[lane], bits, true);
    OUTPUT_PORTS(SHOWN, EACH_LANE)
    fputc('\n', file);
}
