#include "tb/dut/vectors.h"

#include <stdbool.h>

#include "csim/interface/numbers.h"

// Widths of what C keeps in integers of its own.
enum { ID_BITS = 7, TAG_BITS = 32, ORDER_BITS = 48 };
_Static_assert(DEPTH == 1 << ID_BITS, "an id has 7 bits");

static void digits(FILE *file, uint64_t value, unsigned bits, bool known) {
    for (unsigned bit = bits; bit-- > 0;)
        fputc(!known ? 'x' : value >> bit & 1 ? '1' : '0', file);
}

static void known(FILE *file, uint64_t value, unsigned bits) {
    digits(file, value, bits, true);
}

// Ids and services of HBM partitions: what is not valid is not known.
static void partitions(FILE *file, const uint16_t *values, unsigned bits, unsigned valid) {
    for (unsigned p = HBM_LANES; p-- > 0;)
        digits(file, values[p], bits, valid >> p & 1);
}

static void lanes16(FILE *file, const uint16_t *values) {
    for (unsigned lane = LANES; lane-- > 0;)
        known(file, values[lane], 16);
}

static void lanes32(FILE *file, const uint32_t *values) {
    for (unsigned lane = LANES; lane-- > 0;)
        known(file, values[lane], COUNTER_BITS);
}

static void inputs(FILE *file, const struct edge_in *in) {
    const bool on = !in->reset; // beats of a clock in reset are void
    const bool offer = on && in->op_valid;
    known(file, on, 1);
    known(file, in->op_valid, 1);
    digits(file, in->tag, TAG_BITS, offer);
    digits(file, in->opcode, 4, offer);
    digits(file, in->address, 64, offer);
    digits(file, in->length, 32, offer);
    digits(file, in->response_length, 32, offer);
    digits(file, in->wire_bytes, WIRE_BITS, offer);
    digits(file, in->urgent, 1, offer);
    digits(file, in->domain, DOMAIN_BITS, offer);
    known(file, in->pause, 1);
    known(file, in->hbm_valid, HBM_LANES);
    partitions(file, in->hbm_id, ID_BITS, on ? in->hbm_valid : 0);
    partitions(file, in->hbm_service, SERVICE_BITS, on ? in->hbm_valid : 0);
    known(file, in->atomic_valid, 1);
    digits(file, in->atomic_id, ID_BITS, on && in->atomic_valid);
    digits(file, in->atomic_service, SERVICE_BITS, on && in->atomic_valid);
    known(file, in->response_valid, 1);
    digits(file, in->response_id, ID_BITS, on && in->response_valid);
    digits(file, in->response_service, SERVICE_BITS, on && in->response_valid);
    known(file, in->done_valid, 1);
    digits(file, in->done_id, ID_BITS, on && in->done_valid);
    known(file, in->axi_awvalid, 1);
    digits(file, in->axi_awaddr, AXI_ADDRESS_BITS, on && in->axi_awvalid);
    known(file, in->axi_wvalid, 1);
    digits(file, in->axi_wdata, 32, on && in->axi_wvalid);
    digits(file, in->axi_wstrb, 4, on && in->axi_wvalid);
    known(file, in->axi_bready, 1);
    known(file, in->axi_arvalid, 1);
    digits(file, in->axi_araddr, AXI_ADDRESS_BITS, on && in->axi_arvalid);
    known(file, in->axi_rready, 1);
    known(file, in->now, TIME_BITS);
    known(file, in->grant_ready, 1);
}

static void outputs(FILE *file, const struct edge_out *out) {
    known(file, out->op_ready, 1);
    known(file, out->hbm_ready, HBM_LANES);
    known(file, out->axi_awready, 1);
    known(file, out->axi_wready, 1);
    known(file, out->axi_bvalid, 1);
    known(file, out->axi_bresp, 2);
    known(file, out->axi_arready, 1);
    known(file, out->axi_rvalid, 1);
    known(file, out->axi_rdata, 32);
    known(file, out->axi_rresp, 2);
    known(file, out->grant_valid, 1);
    lanes32(file, out->grant_credit);
    known(file, out->quiet, 1);
    known(file, out->order, ORDER_BITS);
    known(file, out->reset, 1);
    known(file, out->window, 1);
    known(file, out->window_lane, 4);
    known(file, out->window_value, COUNTER_BITS);
    known(file, out->calibrate, LANES);
    lanes16(file, out->multiplier);
    known(file, out->kind, 3);
    known(file, out->tag, TAG_BITS);
    known(file, out->id, ID_BITS);
    known(file, out->mask, LANES + 1);
    known(file, out->lane, 4);
    for (unsigned k = 0; k < CLASSES; k++)
        known(file, out->demand[k], COUNTER_BITS);
    for (unsigned k = 0; k < CLASSES; k++)
        known(file, out->return_kind[k], 2);
    for (unsigned k = 0; k < CLASSES; k++)
        known(file, out->return_id[k], ID_BITS);
    known(file, out->hbm_lane, 4);
    for (unsigned k = 0; k < CLASSES; k++)
        known(file, out->amount[k], COUNTER_BITS);
    known(file, out->done_kind, 2);
    known(file, out->done_id, ID_BITS);
    known(file, out->retire, CLASSES);
    lanes32(file, out->debt);
}

void vector_write(FILE *file, const struct edge_in *in, const struct edge_out *out) {
    inputs(file, in);
    fputc(' ', file);
    outputs(file, out);
    fputc('\n', file);
}
