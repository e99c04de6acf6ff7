// SPDX-License-Identifier: Apache-2.0
// Classes: which operations may be offered, and what an offer belongs to.
//
// Promise: op_ready_o of a class is high if its group has more free slots than it has operations.
// Offers count from the clock after they are taken, up to the clock in which they leave; in the
// class of a response engine as sema_path_responses has it.
// Same clock: one operation may be taken, one leave by its decision and one by an answer.
module sema_path_classes #(
    parameter int unsigned NHbm = 8,
    parameter int unsigned NAtomic = 1,
    parameter int unsigned NResponse = 1,
    parameter int unsigned Slots = 40,
    parameter int unsigned WireW = 24,
    localparam int unsigned Lanes = NHbm + NAtomic + NResponse,
    localparam int unsigned StageLanes = NHbm + NAtomic
) (
    input  logic               clk_i,
    input  logic               rst_ni,
    output logic [3*Lanes-1:0] op_ready_o,
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
    output logic               asked_o,    // looked up, not taken
    // clock 1
    output logic [2:0]         group_o,    // one bit
    output logic               reject_o,   // it will be
    output logic [Lanes-1:0]   use_o,      // lanes
    // slots: taken from the clock before to the next; without room at their stage in the clock
    // before; asked; of each group and response engine
    input  logic [Slots-1:0]   stays_i,
    input  logic [Slots-1:0]   lacked_stage_i,
    input  logic [Slots-1:0]   ask_alone_i,
    input  logic [3*Slots-1:0] groups_i,
    input  logic [NResponse*Slots-1:0] users_i,
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
  localparam int unsigned CountW = $clog2(sema_path_pkg::share_of(Slots, 2) + 1);

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

  // The slots that each group has left, and the operations of each class: bit by bit of all
  // classes. An offer that was taken in the clock before is one more of its classes, and a slot
  // less.
  logic               new_q;
  logic [2:0]         new_group;
  logic [CountW-1:0]  free_q[3], free[3];
  logic [3*Lanes-1:0] count_q[CountW], count[CountW], kept[CountW];
  logic [3*Lanes-1:0] enough, leaves, answers, carry, of_free, change, new_lanes;
  logic [3*NResponse-1:0]        new_responses, leaves_responses, answers_responses;
  logic [3*NResponse*CountW-1:0] responses;
  assign new_group = group_o & {3{new_q}};
  assign new_lanes = in_group(new_group, of_lanes_q);
  assign leaves    = in_group(leave_group_i & {3{leave_i}}, leave_lanes);
  assign answers   = in_group(answered_group_i & {3{answered_i}}, answered_lanes);
  function automatic logic [3*Lanes-1:0] in_group(input logic [2:0] of,
                                                  input logic [Lanes-1:0] lanes);
    in_group = {lanes & {Lanes{of[2]}}, lanes & {Lanes{of[1]}}, lanes & {Lanes{of[0]}}};
  endfunction
  always_comb begin
    for (int g = 0; g < 3; g++) begin
      free[g] = free_q[g] - CountW'(new_group[g]);
      new_responses[g*NResponse +: NResponse]     = new_lanes[g*Lanes+StageLanes +: NResponse];
      leaves_responses[g*NResponse +: NResponse]  = leaves[g*Lanes+StageLanes +: NResponse];
      answers_responses[g*NResponse +: NResponse] = answers[g*Lanes+StageLanes +: NResponse];
    end
    carry  = new_lanes;
    enough = '0;
    for (int b = 0; b < CountW; b++) begin
      count[b] = count_q[b] ^ carry;
      carry   &= count_q[b];
      of_free  = {{Lanes{free[2][b]}}, {Lanes{free[1][b]}}, {Lanes{free[0][b]}}};
      enough   = of_free & ~count[b] | ~(of_free ^ count[b]) & enough;
    end
  end
  always_comb begin
    // One less of those that leave, and of those that are answered.
    for (int b = 0; b < CountW; b++) kept[b] = count[b];
    change = leaves;
    for (int b = 0; b < CountW; b++) begin
      change  = b == 0 ? leaves : change & kept[b-1];
      kept[b] = kept[b] ^ change;
    end
    for (int b = 0; b < CountW; b++) begin
      change  = b == 0 ? answers : change & kept[b-1];
      kept[b] = kept[b] ^ change;
    end
    // Classes of response engines are counted anew.
    for (int g = 0; g < 3; g++) begin
      for (int r = 0; r < NResponse; r++) begin
        for (int b = 0; b < CountW; b++) begin
          kept[b][g*Lanes+StageLanes+r] = responses[(g*NResponse+r)*CountW+b];
        end
      end
    end
  end
  sema_path_responses #(.NResponse(NResponse), .Slots(Slots), .CountW(CountW)) u_responses (
      .clk_i, .rst_ni, .stays_i, .lacked_stage_i, .ask_alone_i, .groups_i, .users_i,
      .new_i(new_responses), .leaves_i(leaves_responses), .answers_i(answers_responses),
      .count_o(responses));
  assign ready = (of_lanes & ~(enough[0 +: Lanes] & {Lanes{group[0]}} |
                               enough[Lanes +: Lanes] & {Lanes{group[1]}} |
                               enough[2*Lanes +: Lanes] & {Lanes{group[2]}})) == '0;
  assign op_ready_o = enough & {3*Lanes{up_q}};
  assign taken_o    = rst_ni && op_valid_i && (!op_again_i || ready && up_q);
  assign asked_o    = rst_ni && op_valid_i && op_again_i && !(ready && up_q);

  always_ff @(posedge clk_i) begin
    up_q       <= rst_ni && !close_i;
    new_q      <= taken_o;
    of_lanes_q <= of_lanes;
    group_o    <= group;
    reject_o   <= reject;
    use_o      <= use_lanes;
    for (int g = 0; g < 3; g++) begin
      free_q[g] <= !rst_ni ? CountW'(sema_path_pkg::share_of(Slots, g)) :
                   free[g] + CountW'(leave_i && leave_group_i[g]) +
                   CountW'(answered_i && answered_group_i[g]);
    end
    for (int b = 0; b < CountW; b++) count_q[b] <= rst_ni ? kept[b] : '0;
  end

`ifdef SEMA_CHECKED
  always_ff @(posedge clk_i) if (rst_ni && up_q) begin
    OFFER_READY_M : assert (!op_valid_i || op_again_i ||
                            (in_group(group, of_lanes) & ~op_ready_o) == '0);
    for (int g = 0; g < 3; g++) begin
      SHARE_A : assert (32'(free_q[g]) <= sema_path_pkg::share_of(Slots, g));
    end
  end
`ifndef FORMAL                          // of response engines it rests on all slots
  for (genvar k = 0; k < 3 * Lanes; k++) begin : gen_class
    logic [CountW-1:0] number;
    always_comb for (int b = 0; b < CountW; b++) number[b] = count_q[b][k];
    always_ff @(posedge clk_i) if (rst_ni && up_q) begin
      CLASS : assert (32'(number) + 32'(free_q[k/Lanes]) <=
                        sema_path_pkg::share_of(Slots, k / Lanes));
    end
  end
`endif
`endif
`ifdef FORMAL
  // One class, of a stage: its operations; and those of every group. Nobody leaves who was not taken.
  (* anyconst *) logic [5:0] watch;      // a lane
  (* anyconst *) logic [1:0] its;        // a group
  logic [7:0] members_q, number, group_q[3];
  logic [1:0] outs, group_outs[3];
  logic       comes, up_2q;
  assign comes = new_group[its] && of_lanes_q[watch];
  assign outs  = 2'(leave_i && leave_group_i[its] && leave_lanes[watch]) +
                 2'(answered_i && answered_group_i[its] && answered_lanes[watch]);
  always_comb begin
    for (int b = 0; b < 8; b++) number[b] = b < CountW && count_q[b%CountW][32'(its)*Lanes + 32'(watch)];
    for (int g = 0; g < 3; g++) begin
      group_outs[g] = 2'(leave_i && leave_group_i[g]) + 2'(answered_i && answered_group_i[g]);
    end
  end
  always_ff @(posedge clk_i) begin
    members_q <= !rst_ni ? '0 : members_q + 8'(comes) - 8'(outs);
    for (int g = 0; g < 3; g++) group_q[g] <= !rst_ni ? '0 : group_q[g] + 8'(new_group[g]) - 8'(group_outs[g]);
    up_2q     <= rst_ni;
    WATCHED : assume (its != 2'd3 && watch < 6'(StageLanes));
    if (rst_ni) begin
      FIRST_OFFER_M : assert (!op_valid_i || op_again_i || up_q);
      LEAVES_M : assert (8'(outs) <= members_q && group_q[its] - 8'(group_outs[its]) >= members_q - 8'(outs));
      READY_A : assert (!up_q || op_ready_o[32'(its)*Lanes + 32'(watch)] == (members_q + 8'(comes) <
                        8'(sema_path_pkg::share_of(Slots, 32'(its))) - group_q[its] - 8'(comes || new_group[its])));
      USE_A : assert (!up_2q || (use_o[StageLanes-1:0] & (use_o[StageLanes-1:0] - 1'b1)) == '0 &&
                      (use_o[Lanes-1:StageLanes] & (use_o[Lanes-1:StageLanes] - 1'b1)) == '0 &&
                      (use_o[StageLanes-1:0] == '0) == reject_o && !(taken_o && asked_o));
      GROUP_A : assert (!up_2q || (group_o & (group_o - 1'b1)) == '0 && group_o != '0);
      NUMBER_I : assert (number == members_q && members_q <= group_q[its] && (up_2q || !new_q));
      for (int g = 0; g < 3; g++) begin
        GROUP_LEAVES_M : assert (8'(group_outs[g]) <= group_q[g]);
        SLOT_A : assert (group_q[g] + 8'(new_group[g]) <= 8'(sema_path_pkg::share_of(Slots, g)));
        FREE_I : assert (8'(free_q[g]) + group_q[g] == 8'(sema_path_pkg::share_of(Slots, g)));
      end
    end
  end
`endif
endmodule
