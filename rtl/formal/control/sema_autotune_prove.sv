// Proof of sema_autotune, ten lanes of 32 bits: a window is tuned only at the end of an epoch of its
// lane, which a return on the lane ends; it grows to its class's ceiling at most, and only where an
// operation was denied for the lane in that epoch; it shrinks to the floor at least; and a lane that
// is not enabled keeps its window.
//
// The product of time and rate is left as the circuit has it: the promises do not depend on it.
module sema_autotune_prove
`include "rtl/formal/control/sema_autotune_ports.svh"
  sema_begin_prove u_begin (.*);

  // What the block itself keeps.
  (* peek = "u_dut.wanted_q" *) logic [Lanes-1:0] wanted_kept;
  (* peek = "u_dut.enabled_q" *) logic [Lanes-1:0] enabled_kept;
  (* peek = "u_dut.start_q" *) logic [Lanes*32-1:0] start_kept;

  // The lane that is followed: which one is free. Of its epoch: since when, and whether one was
  // denied for it.
  (* anyconst *) logic [LaneW-1:0] any_lane;
  logic [LaneW-1:0] one;
  assign one = 32'(any_lane) < Lanes ? any_lane : '0;
  logic            reset_q, enabled_q, wanted_q, begins, wanted, returned, ends, tuned;
  logic [31:0]     now_q, start_q, start;
  logic [1:0]      class_;
  logic [CntW-1:0] previous, lowest, highest;
  assign class_   = one < LaneW'(NHbm) ? 2'd0 : one == LaneW'(NHbm) ? 2'd1 : 2'd2;
  assign returned = return_i[class_] && (class_ != 2'd0 || LaneW'(hbm_lane_i) == one);
  assign previous = window_i[one*CntW +: CntW];
  assign lowest   = floor_i[class_*CntW +: CntW];
  assign highest  = ceiling_i[class_*CntW +: CntW];
  assign tuned    = tune_o && lane_o == one;
  assign begins   = enable_i[one] && !enabled_q;
  assign start    = begins ? now_q : start_q;
  assign wanted   = (wanted_q && !begins) || (deny_i && refused_i[one]);
  assign ends     = enable_i[one] && returned && now_i - start >= 32'(interval_i);

  always_ff @(posedge clk_i) begin
    reset_q   <= !rst_ni;
    now_q     <= now_i;
    enabled_q <= rst_ni && enable_i[one];
    wanted_q  <= wanted && !ends;
    start_q   <= ends ? now_i : start;
  end

  always_comb begin
    // No window is all ones.
    window_M : assume (window_i[one*CntW +: CntW] != '1);

    if (began_o) begin
      epoch_A : assert (!tuned || ends);
      limits_A : assert (!tuned || (window_o > previous ? window_o <= highest || window_o <= lowest :
                                                        window_o >= lowest || window_o >= highest));
      wanted_A : assert (!tuned || window_o <= previous || wanted || window_o <= lowest);
      step_A : assert (!tuned || window_o <= previous || window_o <= lowest ||
                       {1'b0, window_o} <= {1'b0, previous} + {1'b0, previous >> 4} +
                                         (CntW+1)'(previous >> 4 == '0));
      other_A : assert (!tuned || (window_o != previous && window_o != '1));
      lane_I : assert (!tune_o || 32'(lane_o) < Lanes);
      enabled_I : assert (enabled_kept[one] == enabled_q);
      kept_I : assert (!enabled_q || (wanted_kept[one] == wanted_q && start_kept[one*32 +: 32] == start_q));

      epoch_C : cover (tuned && start_q != '0 && interval_i == 24'd500 && !begins);
      limits_C : cover (tuned && window_o > previous && window_o == highest && previous > CntW'(1000));
      wanted_C : cover (tuned && window_o < previous && wanted && previous > CntW'(1000));
      step_C : cover (tuned && window_o == previous + (previous >> 4) && previous > CntW'(1000));
      other_C : cover (tuned && class_ == 2'd2 && return_i == '1 && window_o < highest);
    end
  end

endmodule
