// Proof of sema_raw_demand: an unknown opcode asks for nothing; each known one asks for the stages that
// the specification says, exactly, and for no other; the partition exists, also where the number of
// partitions is no power of two; raw demands that come in again go out as they are. Of a product only
// its operands are looked at: what is made of them is sema_multiply_add's promise.
//
// cut: sema_raw_demand/u_response sema_raw_demand/u_hbm_estimate
module sema_raw_demand_prove #(
    parameter int unsigned NHbm = sema_pkg::HbmLanes,
    localparam int unsigned HbmW = sema_pkg::index_width(NHbm),
    localparam int unsigned LengthW = sema_pkg::LengthBits,
    localparam int unsigned WordW = sema_pkg::WordBits,
    localparam int unsigned RawW = sema_pkg::RawResponseBits,
    localparam int unsigned ServiceW = sema_pkg::ServiceBits
) (
    input logic                clk_i, hold_i,
    input logic [3:0]          opcode_i,
    input logic [63:0]         address_i,
    input logic [LengthW-1:0]  length_i, response_length_i,
    input logic [HbmW-1:0]     again_lane_i,
    input logic [LengthW-1:0]  again_hbm_i,
    input logic [WordW-1:0]    again_atomic_i,
    input logic [RawW-1:0]     again_response_i,
    input logic [HbmW*64-1:0]  map_mask_i,
    input logic [8*WordW-1:0]  atomic_service_i,
    input logic [WordW-1:0]    response_fixed_i, response_reciprocal_i, hbm_reciprocal_i
);

  logic                again_i, known_o;
  logic [HbmW-1:0]     lane_o;
  logic [NHbm-1:0]     lane_alone_o;
  logic [LengthW-1:0]  hbm_o;
  logic [WordW-1:0]    atomic_o;
  logic [RawW-1:0]     response_o;
  logic [ServiceW-1:0] hbm_estimate_o, atomic_estimate_o, response_estimate_o;
  (* peek = "u_dut.length_1q" *) logic [LengthW-1:0] response_length;
  (* peek = "u_dut.hbm_1q" *) logic [LengthW-1:0] hbm_length;
  (* peek = "u_dut.fixed_2q" *) logic [RawW-1:0] fixed;
  (* peek = "u_dut.hbm_product" *) logic [RawW-1:0] hbm_product;

  sema_raw_demand #(.Gates(1'b1), .NHbm(NHbm)) u_dut (.*);

  // Clock 1: the operation, or what comes in again, and what it asks for with the configuration of
  // this clock.
  logic               op, writes, reads, atomics, responds;
  logic [3:0]         opcode_1q;
  logic [63:0]        address_1q;
  logic [LengthW-1:0] length_1q, response_length_1q, asked_hbm;
  logic [WordW-1:0]   asked_atomic;
  logic [HbmW-1:0]    hash, asked_partition;
  assign op       = !again_i;
  assign writes   = op && (opcode_1q == 4'd0 || opcode_1q == 4'd2);
  assign reads    = op && opcode_1q == 4'd1;
  assign atomics  = op && opcode_1q >= 4'd8;
  assign responds = reads || (atomics && response_length_1q != '0);
  always_comb begin
    for (int b = 0; b < HbmW; b++) hash[b] = ^(address_1q & map_mask_i[b*64 +: 64]);
    asked_partition = again_i ? again_lane_i : 32'(hash) < NHbm ? hash : HbmW'(32'(hash) - NHbm);
    asked_hbm       = again_i ? again_hbm_i : writes ? length_1q : reads ? response_length_1q : '0;
    asked_atomic    = again_i ? again_atomic_i :
                      atomics ? atomic_service_i[opcode_1q[2:0]*WordW +: WordW] : '0;
  end

  // From there to clock 6.
  logic [2:0]          since_q;
  logic                known_1q, known_2q, known_3q, known_4q, known_5q, known_6q, again_2q;
  logic [RawW-1:0]     fixed_2q;
  logic [LengthW-1:0]  hbm_2q, hbm_3q, hbm_4q;
  logic [WordW-1:0]    atomic_2q, atomic_3q, atomic_4q, atomic_5q, atomic_6q;
  logic [HbmW-1:0]     partition_2q, partition_3q, partition_4q;
  logic [RawW-1:0]     rounded, hbm_quanta;
  logic [ServiceW-1:0] response_5q, response_6q, hbm_5q, hbm_6q;
  assign rounded    = response_o >> 12;
  assign hbm_quanta = hbm_product >> 12;
  initial since_q = '0;
  initial again_i = 1'b0;
  always_ff @(posedge clk_i) begin
    since_q            <= since_q + 3'(since_q != '1);
    again_i            <= hold_i;
    opcode_1q          <= opcode_i;
    address_1q         <= address_i;
    length_1q          <= length_i;
    response_length_1q <= response_length_i;
    known_1q           <= opcode_i <= 4'd2 || opcode_i >= 4'd8;
    {known_2q, known_3q, known_4q, known_5q, known_6q} <=
        {known_1q, known_2q, known_3q, known_4q, known_5q};
    again_2q           <= again_i;
    fixed_2q           <= again_i ? again_response_i : responds ? RawW'(response_fixed_i) << 12 : '0;
    {hbm_2q, hbm_3q, hbm_4q}                   <= {asked_hbm, hbm_2q, hbm_3q};
    {atomic_2q, atomic_3q, atomic_4q}          <= {asked_atomic, atomic_2q, atomic_3q};
    {atomic_5q, atomic_6q}                     <= {atomic_4q, atomic_5q};
    {partition_2q, partition_3q, partition_4q} <= {asked_partition, partition_2q, partition_3q};
    // To the nearest quantum; what is not below all ones is all ones.
    response_5q <= rounded + RawW'(response_o[11]) >= RawW'(16'hffff) ? '1 :
                   ServiceW'(rounded + RawW'(response_o[11]));
    hbm_5q      <= hbm_quanta >= RawW'(16'hffff) ? '1 : ServiceW'(hbm_quanta);
    response_6q <= response_5q;
    hbm_6q      <= hbm_5q;
  end

  always_comb begin
    // A slot's partition exists.
    again_M : assume (32'(again_lane_i) < NHbm);

    if (since_q >= 3'd6) begin
      unknown_A : assert (known_o == known_6q && (known_1q || again_i ||
                          (hbm_length == '0 && response_length == '0)));
      hbm_A : assert (hbm_o == hbm_4q && hbm_length == (again_i ? '0 : asked_hbm));
      atomic_A : assert (atomic_o == atomic_4q);
      response_A : assert (response_length == (reads || atomics ? response_length_1q : '0) &&
                           fixed == fixed_2q);
      partition_A : assert (32'(lane_o) < NHbm && lane_alone_o == NHbm'(1) << lane_o);
      hash_A : assert (lane_o == partition_4q);
      estimates_A : assert (atomic_estimate_o == atomic_6q && response_estimate_o == response_6q &&
                            hbm_estimate_o == hbm_6q);
    end

    unknown_C : cover (since_q >= 3'd6 && !known_o);
    hbm_C : cover (since_q >= 3'd6 && hbm_o != '0 && again_2q);
    atomic_C : cover (since_q >= 3'd6 && atomic_o != '0 && fixed == '0);
    response_C : cover (since_q >= 3'd6 && fixed != '0 && reads);
    partition_C : cover (since_q >= 3'd6 && 32'(lane_o) == NHbm - 1);
    hash_C : cover (since_q >= 3'd6 && lane_o != '0);
    estimates_C : cover (since_q >= 3'd6 && response_estimate_o == ServiceW'(16'hfffe));
  end

endmodule
