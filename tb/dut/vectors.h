// Test vectors of a tape, for any Verilog simulator: the ports' values of every clock as binary
// digits, as tb/dut/four_state.v reads them.
#ifndef SEMA_VECTORS_H
#define SEMA_VECTORS_H

#include <stdio.h>

#include "csim/interface/edge.h"

// One line: the input ports of rtl/semacredit.sv, its clock left out, in the order of their
// declaration; a blank; the output ports after the edge, likewise. Flat vectors have their last
// element first. What a beat that is not valid carries is x. Only for the default build's widths.
void vector_write(FILE *file, const struct edge_in *in, const struct edge_out *out);

#endif
