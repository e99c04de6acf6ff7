// Demand estimator: from an operation's fields to its raw demands and its HBM partition.
//
// Promises: exact, nothing is rounded here; an unknown opcode has no demand; the partition is
// below NHbm whatever the masks are. Combinational, with the configuration in force.
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
    // configuration
    input  logic [HbmW*64-1:0]                    map_mask_i,
    input  logic [8*sema_pkg::WordBits-1:0]       atomic_service_i,
    input  logic [sema_pkg::WordBits-1:0]         response_fixed_i,
    input  logic [sema_pkg::WordBits-1:0]         response_reciprocal_i
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

endmodule
