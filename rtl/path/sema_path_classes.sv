// SPDX-License-Identifier: Apache-2.0
// Classes: which operations may be offered, and what an offer belongs to.
//
// Promise: op_ready_o of a class is that of waiting.md, 2.1, and low while all slots are taken. A
// stage lane without operations finds a slot as long as one is free. Offers count from the clock
// after they are taken, up to the clock in which they leave, as sema_path_counts has it.
// Same clock: one operation may be taken, one leave by its decision and one by an answer.
module sema_path_classes #(
    parameter int unsigned NHbm = 8,
    parameter int unsigned NAtomic = 1,
    parameter int unsigned NResponse = 1,
    parameter int unsigned Slots = 40,
    parameter int unsigned WireW = 24,
    localparam int unsigned Lanes = NHbm + NAtomic + NResponse,
    localparam int unsigned StageLanes = NHbm + NAtomic,
    localparam int unsigned Classes = 3 * Lanes
) (
    input  logic               clk_i,
    input  logic               rst_ni,
    output logic [3*Lanes-1:0] op_ready_o,
    output logic [Lanes-1:0]   calm_o,     // no latency-sensitive one counts there
    output logic [3*Lanes-1:0] lacking_o,  // an operation that was first lacked it two clocks before
    // offer, clock 0
    input  logic               op_valid_i,
    input  logic [3:0]         op_opcode_i,
    input  logic [4:0]         op_stage_i,
    input  logic [1:0]         op_engine_i,
    input  logic               op_responds_i,
    input  logic [WireW-1:0]   op_wire_bytes_i,
    input  logic               op_urgent_i,
    input  logic               op_again_i,
    input  logic [WireW-1:0]   small_limit_i,
    input  logic               close_i,    // nothing is taken in the next clock
    output logic               taken_o,
    output logic               queried_o,  // looked up, not taken
    // clock 1
    output logic [2:0]         group_o,    // one bit
    output logic               reject_o,   // it will be rejected
    output logic [Lanes-1:0]   use_o,      // lanes that it uses
    // slots: taken, and how many except a new one; taken from the clock before to the next; open
    // and not first of their domain, without room at their stage, or at their response engine, in
    // the clock before; requested; of each group and lane; that will be rejected
    input  logic [Slots-1:0]   taken_slots_i,
    input  logic [6:0]         kept_count_i,
    input  logic [Slots-1:0]   stays_i,
    input  logic [Slots-1:0]   follows_i,
    input  logic [Slots-1:0]   lacked_stage_i,
    input  logic [Slots-1:0]   lacked_response_i,
    input  logic [Slots-1:0]   req_alone_i,
    input  logic [3*Slots-1:0] groups_i,
    input  logic [Lanes*Slots-1:0] users_i,
    input  logic [Slots-1:0]   reject_i,
    // an operation leaves by its decision, by an answer
    input  logic               leave_i,
    input  logic [2:0]         leave_group_i,
    input  logic               leave_reject_i,
    input  logic [Lanes-1:0]   leave_use_i,
    input  logic               answered_i,
    input  logic [2:0]         answered_group_i,
    input  logic               answered_reject_i,
    input  logic [Lanes-1:0]   answered_use_i
);
  localparam int unsigned CountW = $clog2(Slots + 1);
  localparam int unsigned PoolW = 8;                    // signed

  // Clock 0: group, stage, response engine.
  logic             up_q, atomic, known, reject, ready;
  logic [2:0]       group;
  logic [Lanes-1:0] use_lanes, of_lanes, of_lanes_q, leave_lanes, answered_lanes;
  always_comb begin
    group  = op_urgent_i ? 3'b001 : op_wire_bytes_i <= small_limit_i ? 3'b010 : 3'b100;
    atomic = op_opcode_i[3];
    known  = atomic ? 32'(op_stage_i) < NAtomic : op_opcode_i < 4'd3 && 32'(op_stage_i) < NHbm;
    reject = !known || op_responds_i && 32'(op_engine_i) >= NResponse;
    use_lanes = atomic ? Lanes'(1) << (NHbm + 32'(op_stage_i)) : Lanes'(1) << op_stage_i;
    if (op_responds_i) use_lanes |= Lanes'(1) << (NHbm + NAtomic + 32'(op_engine_i));
    if (reject) use_lanes = '0;
    of_lanes = use_lanes | Lanes'(reject);
  end

  // What will be rejected counts in the class of lane 0.
  assign leave_lanes    = leave_use_i | Lanes'(leave_reject_i);
  assign answered_lanes = answered_use_i | Lanes'(answered_reject_i);

  // The operations of each class; an offer that was taken in the clock before is one more of its
  // classes.
  logic                      new_q;
  logic [Classes-1:0]        new_lanes, leaves, answers, none, one, fits, short, enough;
  logic [Lanes-1:0]          nobody;
  logic [Classes*CountW-1:0] counts, count_q;
  assign new_lanes = in_group(group_o & {3{new_q}}, of_lanes_q);
  assign leaves    = in_group(leave_group_i & {3{leave_i}}, leave_lanes);
  assign answers   = in_group(answered_group_i & {3{answered_i}}, answered_lanes);
  function automatic logic [Classes-1:0] in_group(input logic [2:0] of,
                                                  input logic [Lanes-1:0] lanes);
    in_group = {lanes & {Lanes{of[2]}}, lanes & {Lanes{of[1]}}, lanes & {Lanes{of[0]}}};
  endfunction
  sema_path_counts #(
      .NHbm(NHbm), .NAtomic(NAtomic), .NResponse(NResponse), .Slots(Slots)
  ) u_counts (
      .clk_i, .rst_ni, .stays_i, .follows_i, .lacked_stage_i, .lacked_response_i, .req_alone_i,
      .groups_i, .users_i, .reject_i, .new_i(new_lanes), .leaves_i(leaves), .answers_i(answers),
      .count_o(counts));

  // The pool of the next clock, and one less, if an offer is taken in this one. An idle stage lane
  // keeps a slot of it; so does the lane of a new operation, whose own slot that is.
  logic signed [PoolW-1:0] pool_q[2], pool;
  logic [Classes-1:0]      zero;         // except a new one
  logic [StageLanes-1:0]   kept, joins;
  logic                    any_pool;
  assign joins = of_lanes_q[StageLanes-1:0] & {StageLanes{new_q}};
  assign kept  = zero[0 +: StageLanes] & zero[Lanes +: StageLanes] & zero[2*Lanes +: StageLanes] |
                 joins;
  function automatic logic signed [PoolW-1:0] slots_less(input logic [PoolW-1:0] number);
    slots_less = PoolW'(Slots) - number - PoolW'(kept_count_i);
    for (int l = 0; l < StageLanes; l++) slots_less -= PoolW'(kept[l]);
  endfunction
  assign pool     = new_q ? pool_q[1] : pool_q[0];
  assign any_pool = pool > 0;

  // An offer of the class makes its number one more: the number is below the pool, then.
  for (genvar k = 0; k < Classes; k++) begin : gen_class
    logic signed [PoolW-1:0] number;
    assign number  = PoolW'(count_q[k*CountW +: CountW]);
    assign zero[k] = number == '0;
    assign one[k]  = number == PoolW'(!new_lanes[k]);
    assign fits[k] = $signed({number, new_lanes[k]}) <= $signed({pool, 1'b0});
  end
  assign none   = zero & ~new_lanes;
  assign calm_o = none[0 +: Lanes];
  assign nobody = none[0 +: Lanes] & none[Lanes +: Lanes] & none[2*Lanes +: Lanes];
  assign enough = none & ({3{{NResponse{1'b1}}, {StageLanes{1'b0}}}} | {3{nobody}} |
                          {Classes{any_pool}}) |
                  ~none & short & one & {Classes{any_pool}} | ~none & ~short & fits;

  // A class is short if an operation that is the first of its domain lacked the lane in one of the
  // last eight clocks.
  logic               live_q;
  logic [Classes-1:0] lacking, lacking_q, short_q, later, left_q[3];
  logic [Slots-1:0]   lacked_stage, lacked_response;
  assign lacked_stage    = ~follows_i & lacked_stage_i;
  assign lacked_response = ~follows_i & lacked_response_i & ~lacked_stage_i;
  always_comb begin
    lacking = '0;
    if (live_q && (lacked_stage | lacked_response) != '0) begin
      for (int k = 0; k < Classes; k++) begin
        lacking |= Classes'((users_i[k%Lanes*Slots +: Slots] & groups_i[k/Lanes*Slots +: Slots] &
                             (k % Lanes < StageLanes ? lacked_stage : lacked_response)) != '0) << k;
      end
    end
  end
  assign later = left_q[0] | left_q[1] | left_q[2];
  assign short = short_q;
  assign lacking_o = lacking_q;
  always_ff @(posedge clk_i) begin
    live_q    <= rst_ni;
    lacking_q <= rst_ni ? lacking : '0;
    short_q   <= rst_ni ? lacking_q | later : '0;
    left_q[0] <= rst_ni ? lacking_q | later & ~left_q[0] : '0;
    left_q[1] <= rst_ni ? lacking_q | later & ~(left_q[1] ^ left_q[0]) : '0;
    left_q[2] <= rst_ni ? lacking_q | left_q[2] & (left_q[1] | left_q[0]) : '0;
  end

  logic any_free;
  assign any_free   = taken_slots_i != '1;
  assign ready      = any_free && (of_lanes & ~(enough[0 +: Lanes] & {Lanes{group[0]}} |
                                                enough[Lanes +: Lanes] & {Lanes{group[1]}} |
                                                enough[2*Lanes +: Lanes] & {Lanes{group[2]}})) == '0;
  assign op_ready_o = enough & {Classes{up_q && any_free}};
  assign taken_o    = rst_ni && op_valid_i && (!op_again_i || ready && up_q);
  assign queried_o  = rst_ni && op_valid_i && op_again_i && !(ready && up_q);

  always_ff @(posedge clk_i) begin
    up_q       <= rst_ni && !close_i;
    new_q      <= taken_o;
    of_lanes_q <= of_lanes;
    group_o    <= group;
    reject_o   <= reject;
    use_o      <= use_lanes;
    count_q    <= rst_ni ? counts : '0;
    pool_q[0]  <= slots_less(PoolW'(0));
    pool_q[1]  <= slots_less(PoolW'(1));
  end

`ifdef SEMA_CHECKED
  always_ff @(posedge clk_i) if (rst_ni && up_q) begin
    OFFER_READY_M : assert (!op_valid_i || op_again_i ||
                            (in_group(group, of_lanes) & ~op_ready_o) == '0);
    SLOT_A : assert (!taken_o || taken_slots_i != '1);
  end
`endif
`ifdef FORMAL
  // One class, by the table of waiting.md, 2.1, from the numbers of all.
  (* anyconst *) logic [5:0] watch;      // a lane
  (* anyconst *) logic [1:0] its;        // a group
  logic signed [9:0] n[Classes], of_lane[Lanes], idle_now, idle_q, taken_q, its_pool;
  logic              up_2q, short_now, its_ready;
  logic [8:0]        lacked_q;           // two clocks before, and up to ten
  always_comb begin
    idle_now = '0;
    for (int k = 0; k < Classes; k++) n[k] = 10'(count_q[k*CountW +: CountW]) + 10'(new_lanes[k]);
    for (int l = 0; l < Lanes; l++) begin
      of_lane[l] = n[l] + n[Lanes+l] + n[2*Lanes+l];
      if (l < StageLanes && of_lane[l] == '0) idle_now++;
    end
    its_pool  = 10'(Slots) - taken_q - idle_q - 10'(new_q);
    short_now = lacked_q[8:1] != '0;
    if (n[32'(its)*Lanes + 32'(watch)] == '0) begin
      its_ready = watch >= 6'(StageLanes) || of_lane[watch] == '0 || its_pool > 0;
    end else if (short_now) begin
      its_ready = n[32'(its)*Lanes + 32'(watch)] < 2 && its_pool > 0;
    end else begin
      its_ready = n[32'(its)*Lanes + 32'(watch)] <= its_pool;
    end
  end
  always_ff @(posedge clk_i) begin
    up_2q    <= rst_ni;
    idle_q   <= idle_now;
    taken_q  <= 10'(kept_count_i) + 10'(new_q);
    lacked_q <= !rst_ni ? '0 : {lacked_q[7:0], up_2q &&
        (users_i[watch*Slots +: Slots] & groups_i[its*Slots +: Slots] & lacked_stage_i &
         ~follows_i) != '0 && watch < 6'(StageLanes) || up_2q && watch >= 6'(StageLanes) &&
        (users_i[watch*Slots +: Slots] & groups_i[its*Slots +: Slots] & lacked_response_i &
         ~lacked_stage_i & ~follows_i) != '0};
    WATCHED : assume (its != 2'd3 && watch < 6'(Lanes));
    if (rst_ni) begin
      FIRST_OFFER_M : assert (!op_valid_i || op_again_i || up_q);
      READY_A : assert (!up_q || op_ready_o[32'(its)*Lanes + 32'(watch)] ==
                        (taken_slots_i != '1 && its_ready));
      IDLE_A : assert (!up_q || taken_slots_i == '1 || of_lane[watch] != '0 ||
                       op_ready_o[32'(its)*Lanes + 32'(watch)]);
      CLOSE_A : assert (up_q || op_ready_o == '0);
      USE_A : assert (!up_2q || (use_o[StageLanes-1:0] & (use_o[StageLanes-1:0] - 1'b1)) == '0 &&
                      (use_o[Lanes-1:StageLanes] & (use_o[Lanes-1:StageLanes] - 1'b1)) == '0 &&
                      (use_o[StageLanes-1:0] == '0) == reject_o && !(taken_o && queried_o));
      GROUP_A : assert (!up_2q || (group_o & (group_o - 1'b1)) == '0 && group_o != '0);
      POOL_I : assert (!up_2q || 10'(pool_q[0]) == 10'(Slots) - taken_q - idle_q &&
                       10'(pool_q[1]) == 10'(pool_q[0]) - 10'sd1);
      SHORT_I : assert (short_q[32'(its)*Lanes + 32'(watch)] == short_now &&
                        lacking_q[32'(its)*Lanes + 32'(watch)] == lacked_q[0] &&
                        {left_q[2][32'(its)*Lanes + 32'(watch)], left_q[1][32'(its)*Lanes + 32'(watch)],
                         left_q[0][32'(its)*Lanes + 32'(watch)]} ==
                        (lacked_q[1] ? 3'd7 : lacked_q[2] ? 3'd6 : lacked_q[3] ? 3'd5 : lacked_q[4] ? 3'd4 :
                         lacked_q[5] ? 3'd3 : lacked_q[6] ? 3'd2 : lacked_q[7] ? 3'd1 : 3'd0));
      LIVE_I : assert (live_q == up_2q && (up_2q || !new_q && !up_q));
    end
  end
`endif
endmodule
