// Demand estimator: the waiting operations' raw demands and HBM partitions, estimated when they are
// offered and kept until they are scaled, with the service times that calibration will hold against
// those observed.
//
// Promises: demands are exact, nothing is rounded there; an unknown opcode has no demand; the
// partition is below NHbm whatever the masks are; an estimate is to the nearest quantum, and all
// ones if it is not below that. What is written is estimated with the configuration in force, and
// a slot keeps it; what is read is there in the next clock, until the next read.
// Same clock: written and read at once, a slot reads as before.
//
// A partition is a hash: bit b of its index is the parity of the address under mask b. Where NHbm
// is not a power of two, indices beyond it fold back onto the first partitions.
module sema_estimator #(
    parameter int unsigned NHbm = sema_pkg::HbmLanes,
    parameter int unsigned Slots = sema_pkg::Slots,
    localparam int unsigned HbmW = sema_pkg::index_width(NHbm),
    localparam int unsigned SlotW = sema_pkg::index_width(Slots)
) (
    input  logic                                  clk_i,
    // operation
    input  logic                                  write_i,
    input  logic [SlotW-1:0]                      write_slot_i,
    input  logic [3:0]                            opcode_i,
    input  logic [63:0]                           address_i,
    input  logic [sema_pkg::LengthBits-1:0]       length_i,
    input  logic [sema_pkg::LengthBits-1:0]       response_length_i,
    // raw demands
    input  logic                                  read_i,
    input  logic [SlotW-1:0]                      read_slot_i,
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

  localparam int unsigned LengthW = sema_pkg::LengthBits;
  localparam int unsigned WordW = sema_pkg::WordBits;
  localparam int unsigned RawW = sema_pkg::RawResponseBits;
  localparam int unsigned ServiceW = sema_pkg::ServiceBits;

  // All that is estimated is a function, so that a simulator does it only for an operation that is
  // written, and once.

  // Partition.
  function automatic logic [HbmW-1:0] partition(input logic [63:0] address);
    for (int b = 0; b < HbmW; b++) partition[b] = ^(address & map_mask_i[b*64 +: 64]);
    if ({1'b0, partition} >= (HbmW+1)'(NHbm)) partition = partition - HbmW'(NHbm);
  endfunction

  // Which stages the operation uses.
  function automatic logic is_known(input logic [3:0] opcode);
    is_known = opcode[3] || opcode == 4'(sema_pkg::OpWrite) || opcode == 4'(sema_pkg::OpRead) ||
               opcode == 4'(sema_pkg::OpNotify);
  endfunction

  function automatic logic responds(input logic [3:0] opcode, input logic [LengthW-1:0] length);
    responds = opcode == 4'(sema_pkg::OpRead) || (opcode[3] && length != '0);
  endfunction

  // Raw demands. The response's fixed term is charged for an empty response too.
  function automatic logic [LengthW-1:0] hbm_demand(input logic [3:0] opcode,
                                                    input logic [LengthW-1:0] length,
                                                    input logic [LengthW-1:0] response_length);
    unique case (opcode)
      4'(sema_pkg::OpWrite), 4'(sema_pkg::OpNotify): hbm_demand = length;
      4'(sema_pkg::OpRead): hbm_demand = response_length;
      default: hbm_demand = '0;
    endcase
  endfunction

  function automatic logic [WordW-1:0] atomic_demand(input logic [3:0] opcode);
    atomic_demand = opcode[3] ? atomic_service_i[opcode[2:0]*WordW +: WordW] : '0;
  endfunction

  function automatic logic [RawW-1:0] response_demand(input logic [3:0] opcode,
                                                      input logic [LengthW-1:0] length);
    response_demand = !responds(opcode, length) ? '0 :
        (RawW'(response_fixed_i) << sema_pkg::ReciprocalFraction) +
        RawW'(length) * RawW'(response_reciprocal_i);
  endfunction

  // Estimates.
  function automatic logic [ServiceW-1:0] nearest(input logic [RawW-1:0] quanta);
    logic [RawW-1:0] rounded;
    rounded = (quanta + RawW'(1 << (sema_pkg::ReciprocalFraction - 1))) >>
              sema_pkg::ReciprocalFraction;
    nearest = |rounded[RawW-1:ServiceW] ? '1 : rounded[ServiceW-1:0];
  endfunction

  logic                known            [Slots];
  logic [HbmW-1:0]     lane             [Slots];
  logic [LengthW-1:0]  hbm              [Slots];
  logic [WordW-1:0]    atomic           [Slots];
  logic [RawW-1:0]     response         [Slots];
  logic [ServiceW-1:0] hbm_estimate     [Slots];
  logic [ServiceW-1:0] response_estimate[Slots];

  always_ff @(posedge clk_i) begin : slot_of_offer
    logic [LengthW-1:0] hbm_raw;
    logic [RawW-1:0]    response_raw;
    if (write_i) begin
      hbm_raw      = hbm_demand(opcode_i, length_i, response_length_i);
      response_raw = response_demand(opcode_i, response_length_i);
      known[write_slot_i]             <= is_known(opcode_i);
      lane[write_slot_i]              <= partition(address_i);
      hbm[write_slot_i]               <= hbm_raw;
      atomic[write_slot_i]            <= atomic_demand(opcode_i);
      response[write_slot_i]          <= response_raw;
      hbm_estimate[write_slot_i]      <= nearest(RawW'(hbm_raw) * RawW'(hbm_reciprocal_i));
      response_estimate[write_slot_i] <= nearest(response_raw);
    end
    if (read_i) begin
      known_o             <= known[read_slot_i];
      lane_o              <= lane[read_slot_i];
      hbm_o               <= hbm[read_slot_i];
      atomic_o            <= atomic[read_slot_i];
      response_o          <= response[read_slot_i];
      hbm_estimate_o      <= hbm_estimate[read_slot_i];
      response_estimate_o <= response_estimate[read_slot_i];
    end
  end

endmodule
