// SPDX-License-Identifier: Apache-2.0
// Marks: the operations that a flush removes.
//
// Promise: a flush of clock 0 marks, from clock 2 on, what has a slot in clocks 0 and 1 and uses its
// lane, or has its tag, until it leaves. What comes later is not marked, whatever its slot was.
// Same clock: one operation may be new, which is found as what it is; one may leave, whose mark
// means nothing up to the next operation of its slot.
module sema_path_marks #(
    parameter int unsigned Lanes = 10,
    parameter int unsigned Slots = 40
) (
    input  logic                   clk_i,
    // clock 0: a flush; slots of its tag, which lane 64 stands for
    input  logic                   flush_i,
    input  logic [6:0]             lane_i,
    input  logic [Slots-1:0]       alike_i,
    // slots: taken; a new one, and its lanes; of each lane, except the new one
    input  logic [Slots-1:0]       taken_i,
    input  logic [Slots-1:0]       new_i,
    input  logic [Lanes-1:0]       use_i,
    input  logic [Lanes*Slots-1:0] users_i,
    // marked in this clock, in the clock before
    output logic [Slots-1:0]       marked_o,
    output logic [Slots-1:0]       marked_before_o
);
  logic [Lanes-1:0] lane;
  logic [Slots-1:0] uses, hit, hit_q;
  assign lane = Lanes'(64'd1 << lane_i[5:0]);
  always_comb begin
    uses = '0;
    hit  = '0;
    if (flush_i) begin
      for (int l = 0; l < Lanes; l++) uses |= users_i[l*Slots +: Slots] & {Slots{lane[l]}};
      uses = uses & ~new_i | new_i & {Slots{(lane & use_i) != '0}};
      hit  = (lane_i[6] ? alike_i : uses) & taken_i;
    end
  end
  always_ff @(posedge clk_i) begin
    hit_q           <= hit;
    marked_before_o <= marked_o;
    if (hit_q != '0 || new_i != '0) marked_o <= (marked_o | hit_q & taken_i) & ~new_i;
  end
`ifdef FORMAL
  // One slot: the lanes of its operation, and whether a flush found that in two clocks.
  (* anyconst *) logic [6:0] watch;
  logic             known_q = 1'b0, known_1q = 1'b0, found, found_q, mark_q, mark_1q;
  logic [Lanes-1:0] lanes_q, its, lanes;
  logic [127:0]     of_lane;
  assign lanes   = new_i[watch] ? use_i : lanes_q;
  assign of_lane = 128'(lanes);
  assign found   = flush_i && taken_i[watch] && (lane_i[6] ? alike_i[watch] : of_lane[lane_i]);
  always_comb for (int l = 0; l < Lanes; l++) its[l] = users_i[l*Slots + 32'(watch)];
  always_ff @(posedge clk_i) begin
    if (new_i[watch]) lanes_q <= use_i;
    known_q  <= known_q || new_i[watch];
    known_1q <= known_q;
    found_q  <= found;
    mark_q   <= !new_i[watch] && (mark_q || found_q && taken_i[watch]);
    mark_1q  <= mark_q;
    WATCHED : assume (32'(watch) < Slots);
    TAKEN_M : assert (!taken_i[watch] || known_q || new_i[watch]);
    USERS_M : assert (!known_q || new_i[watch] || its == lanes_q);
    if (known_q) begin
      MARKED_A : assert (!mark_q || marked_o[watch]);
      OTHERS_A : assert (mark_q || !marked_o[watch]);
      BEFORE_A : assert (!known_1q || marked_before_o[watch] == mark_1q);
      HIT_I : assert (hit_q[watch] == found_q);
    end
  end
`endif
endmodule
