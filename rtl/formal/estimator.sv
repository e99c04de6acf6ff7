// Proof of sema_estimator: an unknown opcode asks for nothing; each known one asks for the stages
// that the specification says, exactly, and for no other; the partition exists, also where the
// number of partitions is no power of two.
module estimator #(
    parameter int unsigned NHbm = sema_pkg::HbmLanes,
    localparam int unsigned HbmW = sema_pkg::index_width(NHbm),
    localparam int unsigned WordW = sema_pkg::WordBits,
    localparam int unsigned RawW = sema_pkg::RawResponseBits,
    localparam int unsigned ServiceW = sema_pkg::ServiceBits
) (
    input logic [3:0]           opcode_i,
    input logic [63:0]          address_i,
    input logic [31:0]          length_i,
    input logic [31:0]          response_length_i,
    input logic [HbmW*64-1:0]   map_mask_i,
    input logic [8*WordW-1:0]   atomic_service_i,
    input logic [WordW-1:0]     response_fixed_i,
    input logic [WordW-1:0]     response_reciprocal_i,
    input logic [WordW-1:0]     hbm_reciprocal_i
);

  logic                known;
  logic [HbmW-1:0]     partition;
  logic [31:0]         hbm;
  logic [WordW-1:0]    atomic;
  logic [RawW-1:0]     response;
  logic [ServiceW-1:0] hbm_estimate, response_estimate;

  sema_estimator #(.NHbm(NHbm)) u_dut (
      .opcode_i,
      .address_i,
      .length_i,
      .response_length_i,
      .known_o            (known),
      .lane_o             (partition),
      .hbm_o              (hbm),
      .atomic_o           (atomic),
      .response_o         (response),
      .hbm_estimate_o     (hbm_estimate),
      .response_estimate_o(response_estimate),
      .map_mask_i,
      .atomic_service_i,
      .response_fixed_i,
      .response_reciprocal_i,
      .hbm_reciprocal_i
  );

  logic writes, reads, atomics, responds;
  assign writes   = opcode_i == 4'd0 || opcode_i == 4'd2;
  assign reads    = opcode_i == 4'd1;
  assign atomics  = opcode_i >= 4'd8;
  assign responds = reads || (atomics && response_length_i != '0);

  always_comb begin
    unknown_A : assert (known == (writes || reads || atomics) &&
                        (known || (hbm == '0 && atomic == '0 && response == '0)));
    hbm_A : assert (hbm == (writes ? length_i : reads ? response_length_i : '0));
    atomic_A : assert (atomic == (atomics ? atomic_service_i[opcode_i[2:0]*WordW +: WordW] : '0));
    response_A : assert (response == (responds ?
        (RawW'(response_fixed_i) << 12) + RawW'(response_length_i) * RawW'(response_reciprocal_i) :
        '0));
    partition_A : assert (32'(partition) < NHbm);

    unknown_C : cover (!known && length_i != '0);
    hbm_C : cover (reads && hbm != '0);
    atomic_C : cover (atomic != '0 && response == '0);
    response_C : cover (response != '0 && response_length_i == '0);
    partition_C : cover (32'(partition) == NHbm - 1);
  end

endmodule
