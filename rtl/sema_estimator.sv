// Demand estimator: from an operation's fields to its raw demands and its HBM partition, and to
// the service times that calibration will hold against those observed.
//
// Promises: demands are exact, nothing is rounded there; an unknown opcode has no demand; the
// partition is below NHbm whatever the masks are; an estimate is to the nearest quantum, and all
// ones if it is not below that. Combinational, with the configuration in force.
//
// A partition is a hash: bit b of its index is the parity of the address under mask b. Where NHbm
// is not a power of two, indices beyond it fold back onto the first partitions.
module sema_estimator #(
    parameter int unsigned NHbm = sema_pkg::HbmLanes,
    localparam int unsigned HbmW = sema_pkg::index_width(NHbm)
) (
    // operation
    input  logic [3:0]                            opcode_i,
    input  logic [63:0]                           address_i,
    input  logic [sema_pkg::LengthBits-1:0]       length_i,
    input  logic [sema_pkg::LengthBits-1:0]       response_length_i,
    // raw demands
    output logic                                  known_o,
    output logic [HbmW-1:0]                       lane_o,
    output logic [sema_pkg::LengthBits-1:0]       hbm_o,
    output logic [sema_pkg::WordBits-1:0]         atomic_o,
    output logic [sema_pkg::RawResponseBits-1:0]  response_o,
    // estimates in quanta; an Atomic's is its demand
    output logic [sema_pkg::ServiceBits-1:0]      hbm_estimate_o,
    output logic [sema_pkg::ServiceBits-1:0]      response_estimate_o,
    // configuration
    input  logic [HbmW*64-1:0]                    map_mask_i,
    input  logic [8*sema_pkg::WordBits-1:0]       atomic_service_i,
    input  logic [sema_pkg::WordBits-1:0]         response_fixed_i,
    input  logic [sema_pkg::WordBits-1:0]         response_reciprocal_i,
    input  logic [sema_pkg::WordBits-1:0]         hbm_reciprocal_i
);

  // Partition.
  logic [HbmW-1:0] index;
  always_comb begin
    for (int b = 0; b < HbmW; b++) index[b] = ^(address_i & map_mask_i[b*64 +: 64]);
  end

  if (2 ** HbmW == NHbm) begin : gen_whole
    assign lane_o = index;
  end else begin : gen_folded
    assign lane_o = index >= HbmW'(NHbm) ? index - HbmW'(NHbm) : index;
  end

  // Which stages the operation uses.
  logic is_atomic, responds;
  always_comb begin
    known_o   = 1'b1;
    hbm_o     = '0;
    is_atomic = 1'b0;
    responds  = 1'b0;
    unique case (opcode_i)
      4'(sema_pkg::OpWrite), 4'(sema_pkg::OpNotify): hbm_o = length_i;
      4'(sema_pkg::OpRead): begin
        hbm_o    = response_length_i;
        responds = 1'b1;
      end
      default: begin
        known_o   = opcode_i[3];
        is_atomic = opcode_i[3];
        responds  = opcode_i[3] && response_length_i != '0;
      end
    endcase
  end

  assign atomic_o = is_atomic ? atomic_service_i[opcode_i[2:0]*sema_pkg::WordBits +:
                                                 sema_pkg::WordBits] : '0;

  // The fixed term is charged for an empty response too.
  localparam int unsigned RawW = sema_pkg::RawResponseBits;
  assign response_o = !responds ? '0 :
      (RawW'(response_fixed_i) << sema_pkg::ReciprocalFraction) +
      RawW'(response_length_i) * RawW'(response_reciprocal_i);

  // Estimates.
  localparam int unsigned ServiceW = sema_pkg::ServiceBits;

  function automatic logic [ServiceW-1:0] nearest(input logic [RawW-1:0] quanta);
    logic [RawW-1:0] rounded;
    rounded = (quanta + RawW'(1 << (sema_pkg::ReciprocalFraction - 1))) >>
              sema_pkg::ReciprocalFraction;
    nearest = |rounded[RawW-1:ServiceW] ? '1 : rounded[ServiceW-1:0];
  endfunction

  assign hbm_estimate_o      = nearest(RawW'(hbm_o) * RawW'(hbm_reciprocal_i));
  assign response_estimate_o = nearest(response_o);

endmodule
