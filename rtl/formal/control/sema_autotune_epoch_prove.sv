// Proof of sema_autotune, ten lanes of 32 bits: what an epoch adds up and what its end makes of a
// window, to the last bit. The limits that a window is kept within are the proof autotune's.
//
// Sums and products are written as in the block, so that a solver need not find out that two
// multipliers are one.
module sema_autotune_epoch_prove
`include "rtl/formal/control/sema_autotune_ports.svh"
  sema_begin_prove u_begin (.*);

  // What the block itself keeps.
  (* peek = "u_dut.enabled_q" *) logic [Lanes-1:0] enabled;
  (* peek = "u_dut.wanted_q" *) logic [Lanes-1:0] wanted;
  (* peek = "u_dut.start_q" *) logic [Lanes*32-1:0] start;
  (* peek = "u_dut.served_q" *) logic [Lanes*32-1:0] served;

  logic [31:0] now_q;
  always_ff @(posedge clk_i) begin
    now_q   <= now_i;
  end

  // Of all lanes: whose epoch begins, and for which one was denied in it.
  logic [Lanes-1:0] begins, asked;
  assign begins = enable_i & ~enabled;
  assign asked  = (wanted & ~begins) | (deny_i ? refused_i : '0);

  // Of each class's lane: its epoch with this clock counted in, and what its end makes of the window.
  logic [Classes*LaneW-1:0] of_class;
  logic [Classes-1:0]       returned, ends, differs;
  logic [Classes*32-1:0]    elapsed, sum;
  logic [Classes*CntW-1:0]  next;
  for (genvar k = 0; k < Classes; k++) begin : gen_class
    logic [LaneW-1:0]    mine;
    logic [31:0]         kept, time_, sum_;
    logic [32:0]         full;
    logic [ServiceW-1:0] service;
    logic [47:0]         quanta, idle;
    logic [CntW-1:0]     previous, lowest, highest, shrunk, wanted_window;
    logic [CntW:0]       grown;
    assign mine        = k == 0 ? LaneW'(hbm_lane_i) : LaneW'(NHbm + k - 1);
    assign returned[k] = return_i[k] && enable_i[mine];
    assign of_class[k*LaneW +: LaneW] = mine;
    assign time_       = now_i - (begins[mine] ? now_q : start[mine*32 +: 32]);
    assign ends[k]     = returned[k] && time_ >= 32'(interval_i);
    assign elapsed[k*32 +: 32] = time_;

    // A service that is not known adds nothing, and a full sum stays full.
    assign service    = service_i[k*ServiceW +: ServiceW];
    assign kept       = begins[mine] ? '0 : served[mine*32 +: 32];
    assign full       = {1'b0, kept} + 33'(service);
    assign sum_       = service == '1 ? kept : full[32] ? '1 : full[31:0];
    assign sum[k*32 +: 32] = sum_;

    assign previous   = window_i[mine*CntW +: CntW];
    assign lowest     = floor_i[k*CntW +: CntW];
    assign highest    = ceiling_i[k*CntW +: CntW];
    assign quanta     = (48'(time_) * 48'(clock_quanta_i)) >> 4;
    assign idle       = quanta > 48'(sum_) ? quanta - 48'(sum_) : '0;
    assign grown      = {1'b0, previous} + {1'b0, previous >> 4} + (CntW+1)'(previous >> 4 == '0);
    assign shrunk     = previous - (previous >> 5);
    assign wanted_window =
        asked[mine] && idle > quanta >> 4 ? (grown > {1'b0, highest} ? highest : grown[CntW-1:0]) :
        idle == '0 ? (shrunk < lowest ? lowest : shrunk) : previous;
    assign next[k*CntW +: CntW] = wanted_window == '1 ? {{CntW-1{1'b1}}, 1'b0} : wanted_window;
    assign differs[k] = ends[k] && next[k*CntW +: CntW] != previous;
  end

  // The first class whose window is another now.
  logic [1:0] first;
  assign first = differs[0] ? 2'd0 : differs[1] ? 2'd1 : 2'd2;

  // What a lane keeps of its epoch: which one is free.
  (* anyconst *) logic [LaneW-1:0] any_lane;
  logic [LaneW-1:0] one;
  assign one = 32'(any_lane) < Lanes ? any_lane : '0;
  logic [1:0]  class_;
  logic        takes, enabled_q, wanted_q;
  logic [31:0] start_q, served_q;
  assign class_ = one < LaneW'(NHbm) ? 2'd0 : one == LaneW'(NHbm) ? 2'd1 : 2'd2;
  assign takes  = returned[class_] && of_class[class_*LaneW +: LaneW] == one;
  always_ff @(posedge clk_i) begin
    enabled_q <= rst_ni && enable_i[one];
    start_q   <= takes && ends[class_] ? now_i : begins[one] ? now_q : start[one*32 +: 32];
    served_q  <= takes ? (ends[class_] ? '0 : sum[class_*32 +: 32]) :
                 begins[one] ? '0 : served[one*32 +: 32];
    wanted_q  <= !(takes && ends[class_]) && asked[one];
  end

  always_comb begin
    if (began_o) begin
      tuned_A : assert (tune_o == (differs != '0));
      window_A : assert (!tune_o || window_o == next[first*CntW +: CntW]);
      lane_A : assert (!tune_o || lane_o == of_class[first*LaneW +: LaneW]);
      kept_A : assert (enabled[one] == enabled_q &&
                       (!enabled_q || (start[one*32 +: 32] == start_q &&
                                       served[one*32 +: 32] == served_q && wanted[one] == wanted_q)));

      tuned_C : cover (ends[1] && elapsed[32 +: 32] == 32'd500 && !begins[NHbm] && tune_o);
      window_C : cover (differs[2] && next[2*CntW +: CntW] > CntW'(100) && asked[NHbm+1] && !begins[NHbm+1]);
      lane_C : cover (differs == 3'b110 && window_o == CntW'(99));
      kept_C : cover (enabled_q && served_q == 32'd77 && wanted_q && class_ == 2'd0);
    end
  end

endmodule
