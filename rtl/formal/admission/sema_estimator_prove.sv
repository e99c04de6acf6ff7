// Proof of sema_estimator: an unknown opcode asks for nothing; each known one asks for the stages
// that the specification says, exactly, and for no other; the partition exists, also where the
// number of partitions is no power of two. What is read is what was written a clock before, and stands
// until the next read; that a slot keeps it longer is left to simulation.
module sema_estimator_prove #(
    parameter int unsigned NHbm = sema_pkg::HbmLanes,
    parameter int unsigned Slots = sema_pkg::Slots,
    localparam int unsigned HbmW = sema_pkg::index_width(NHbm),
    localparam int unsigned SlotW = sema_pkg::index_width(Slots),
    localparam int unsigned WordW = sema_pkg::WordBits,
    localparam int unsigned RawW = sema_pkg::RawResponseBits,
    localparam int unsigned ServiceW = sema_pkg::ServiceBits
) (
    input logic                 clk_i, write_i,
    input logic [SlotW-1:0]     write_slot_i,
    input logic                 read_i,
    input logic [SlotW-1:0]     read_slot_i,
    input logic [3:0]           opcode_i,
    input logic [63:0]          address_i,
    input logic [31:0]          length_i, response_length_i,
    input logic [HbmW*64-1:0]   map_mask_i,
    input logic [8*WordW-1:0]   atomic_service_i,
    input logic [WordW-1:0]     response_fixed_i, response_reciprocal_i, hbm_reciprocal_i
);

  logic                known_o;
  logic [HbmW-1:0]     lane_o;
  logic [31:0]         hbm_o;
  logic [WordW-1:0]    atomic_o;
  logic [RawW-1:0]     response_o;
  logic [ServiceW-1:0] hbm_estimate_o, response_estimate_o;

  sema_estimator #(.NHbm(NHbm), .Slots(Slots)) u_dut (.*);

  // What the operation asks for that is written in this clock.
  logic            writes, reads, atomics, responds, asked_known;
  logic [31:0]     asked_hbm;
  logic [WordW-1:0] asked_atomic;
  logic [RawW-1:0] asked_response;
  assign writes         = opcode_i == 4'd0 || opcode_i == 4'd2;
  assign reads          = opcode_i == 4'd1;
  assign atomics        = opcode_i >= 4'd8;
  assign responds       = reads || (atomics && response_length_i != '0);
  assign asked_known    = writes || reads || atomics;
  assign asked_hbm      = writes ? length_i : reads ? response_length_i : '0;
  assign asked_atomic   = atomics ? atomic_service_i[opcode_i[2:0]*WordW +: WordW] : '0;
  assign asked_response = !responds ? '0 :
      (RawW'(response_fixed_i) << 12) + RawW'(response_length_i) * RawW'(response_reciprocal_i);

  // Its partition.
  logic [HbmW-1:0] hash, asked_partition;
  always_comb begin
    for (int b = 0; b < HbmW; b++) hash[b] = ^(address_i & map_mask_i[b*64 +: 64]);
    asked_partition = 32'(hash) < NHbm ? hash : HbmW'(32'(hash) - NHbm);
  end

  // Written in one clock, read in the next, seen in the one after.
  logic [HbmW-1:0]  partition_q, read_partition_q;
  logic             written_q, seen_q, known_q, read_known_q, empty_q, read_empty_q;
  logic [SlotW-1:0] slot_q;
  logic [31:0]      hbm_q, read_hbm_q;
  logic [WordW-1:0] atomic_q, read_atomic_q;
  logic [RawW-1:0]  response_q, read_response_q;
  // What is shown, and was in the clock before.
  localparam int unsigned ShownW = 1 + HbmW + 32 + WordW + RawW + 2 * ServiceW;
  logic [ShownW-1:0] shown, shown_q;
  logic              began_q, read_q;
  assign shown = {known_o, lane_o, hbm_o, atomic_o, response_o, hbm_estimate_o, response_estimate_o};
  initial began_q = 1'b0;
  always_ff @(posedge clk_i) begin
    began_q <= 1'b1;
    read_q  <= read_i;
    shown_q <= shown;
  end

  initial written_q = 1'b0;
  initial seen_q = 1'b0;
  always_ff @(posedge clk_i) begin
    written_q  <= write_i;
    slot_q     <= write_slot_i;
    known_q    <= asked_known;
    empty_q    <= response_length_i == '0;
    partition_q <= asked_partition;
    hbm_q      <= asked_hbm;
    atomic_q   <= asked_atomic;
    response_q <= asked_response;

    seen_q          <= written_q && read_i && read_slot_i == slot_q;
    read_known_q    <= known_q;
    read_partition_q <= partition_q;
    read_empty_q    <= empty_q;
    read_hbm_q      <= hbm_q;
    read_atomic_q   <= atomic_q;
    read_response_q <= response_q;
  end

  always_comb begin
    unknown_A : assert (!seen_q || (known_o == read_known_q &&
                        (known_o || (hbm_o == '0 && atomic_o == '0 && response_o == '0))));
    hbm_A : assert (!seen_q || hbm_o == read_hbm_q);
    atomic_A : assert (!seen_q || atomic_o == read_atomic_q);
    response_A : assert (!seen_q || response_o == read_response_q);
    partition_A : assert (!seen_q || 32'(lane_o) < NHbm);
    hash_A : assert (!seen_q || lane_o == read_partition_q);
    stands_A : assert (!began_q || read_q || shown == shown_q);

    unknown_C : cover (seen_q && !known_o);
    hbm_C : cover (seen_q && hbm_o != '0);
    atomic_C : cover (seen_q && atomic_o != '0 && response_o == '0);
    response_C : cover (seen_q && response_o != '0 && read_empty_q);
    partition_C : cover (seen_q && 32'(lane_o) == NHbm - 1);
    hash_C : cover (seen_q && lane_o != '0);
    stands_C : cover (began_q && !read_q && hbm_o != '0);
  end

endmodule
