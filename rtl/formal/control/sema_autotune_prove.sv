// Proof of sema_autotune, ten lanes of 32 bits: whose turn it is, when an epoch of a lane begins and
// ends, what was denied in it, and that a window is tuned only by the end of an epoch, of a lane that
// stays enabled, and not if software writes one. Sums and arithmetic of a look are the proofs served
// and tuner.
// cut: sema_autotune/u_served
// cut: sema_autotune/u_tuner
module sema_autotune_prove #(
    parameter int unsigned NHbm = sema_pkg::HbmLanes,
    parameter int unsigned CntW = sema_pkg::CounterBits,
    localparam int unsigned Lanes = NHbm + 2,
    localparam int unsigned LaneW = $clog2(Lanes),
    localparam int unsigned HbmW = sema_pkg::index_width(NHbm),
    localparam int unsigned Classes = sema_pkg::Classes,
    localparam int unsigned ServiceW = sema_pkg::ServiceBits
) (
    input logic                        clk_i, rst_ni,
    input logic [31:0]                 now_i,
    input logic [Classes-1:0]          return_i,
    input logic [HbmW-1:0]             hbm_lane_i,
    input logic [Classes*ServiceW-1:0] service_i,
    input logic                        deny_i,
    input logic [Lanes-1:0]            refused_i,
    input logic [Lanes*CntW-1:0]       window_i,
    input logic                        written_i,
    input logic [Lanes-1:0]            enable_i,
    input logic [23:0]                 interval_i,
    input logic [15:0]                 clock_quanta_i,
    input logic [Classes*CntW-1:0]     floor_i, ceiling_i
);

  logic             tune_o, busy_o;
  logic [LaneW-1:0] lane_o;
  logic [CntW-1:0]  window_o;

  sema_autotune #(.NHbm(NHbm), .CntW(CntW)) u_dut (.*);

  logic began_o;
  sema_begin_prove u_begin (.*);

  // What the block itself keeps, and what the tuner says and is told.
  (* peek = "u_dut.phase_q" *) logic [31:1] phase;
  (* peek = "u_dut.look_q" *) logic look;
  (* peek = "u_dut.live_q" *) logic live;
  (* peek = "u_dut.pending_q" *) logic [Lanes-1:0] pending;
  (* peek = "u_dut.denied_q" *) logic [Lanes-1:0] denied;
  (* peek = "u_dut.wanted_q" *) logic [Lanes-1:0] wanted;
  (* peek = "u_dut.open_q" *) logic [Lanes-1:0] open;
  (* peek = "u_dut.turn_q" *) logic [Lanes-1:0] turn;
  (* peek = "u_dut.take_q" *) logic [Lanes-1:0] take;
  (* peek = "u_dut.wanted_take_q" *) logic wanted_take;
  (* peek = "u_dut.time_q" *) logic [31:0] time_kept;
  (* peek = "u_dut.start_q" *) logic [Lanes*32-1:0] start;
  (* peek = "u_dut.over" *) logic over;
  (* peek = "u_dut.differs" *) logic differs;
  (* peek = "u_dut.start" *) logic [31:0] tuner_start;
  (* peek = "u_dut.window" *) logic [CntW-1:0] tuner_window;
  (* peek = "u_dut.lowest" *) logic [CntW-1:0] tuner_floor;
  (* peek = "u_dut.highest" *) logic [CntW-1:0] tuner_ceiling;

  // The lane that is followed: which one is free.
  (* anyconst *) logic [LaneW-1:0] any_lane;
  logic [LaneW-1:0] one;
  assign one = 32'(any_lane) < Lanes ? any_lane : '0;
  logic [1:0] class_;
  logic       returned, refused, mine, begins, takes;
  assign class_   = one < LaneW'(NHbm) ? 2'd0 : one == LaneW'(NHbm) ? 2'd1 : 2'd2;
  assign returned = return_i[class_] && (class_ != 2'd0 || LaneW'(hbm_lane_i) == one);
  assign refused  = deny_i && refused_i[one];
  assign mine     = turn[one];

  // By the specification: clocks of the look, 0 for none; the turn; whether the lane is pending; its
  // epoch, as it is two clocks after the clock with which it may end.
  logic [4:0]       clock_q;
  logic [LaneW-1:0] turn_q;
  logic             pending_q, open_q, tunes_q, wanted_q, refused_q, wanted_end_q, enabled_q;
  logic [31:0]      now_q, start_q;
  logic             any_pending, turn_pending;
  assign any_pending  = pending != '0;
  assign turn_pending = pending[turn_q];
  assign begins = clock_q == '0 && turn_pending;
  assign takes  = clock_q == 5'd4 && turn_q == one && (over || !open_q);
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      clock_q   <= '0;
      turn_q    <= '0;
      pending_q <= 1'b0;
      open_q    <= 1'b0;
    end else begin
      clock_q <= begins || clock_q != '0 ? clock_q + 5'd1 : '0;
      if (clock_q == '1 || (clock_q == '0 && any_pending && !begins)) begin
        turn_q <= 32'(turn_q) == Lanes - 1 ? '0 : turn_q + LaneW'(1);
      end
      pending_q <= enable_i[one] && (returned || (pending_q && !(begins && turn_q == one)));
      open_q    <= (open_q || takes) && enable_i[one];
    end
    refused_q <= rst_ni && refused;
    if (begins) now_q <= now_i;
    // From the clock of the look on: nothing keeps the lane's window as it is.
    if (turn_q == one) begin
      tunes_q <= !written_i && (begins || (tunes_q && enable_i[one] &&
                                           (clock_q != 5'd4 || (over && open_q))));
    end
  end

  // The epoch: its time and what was wanted in it, in the clock in which it is taken.
  logic taken_q, knows_q, asked_q;
  always_ff @(posedge clk_i) begin
    taken_q <= rst_ni && takes;
    if (taken_q) start_q <= now_q;
    asked_q <= refused_q || (asked_q && !taken_q);
    knows_q <= rst_ni && (knows_q || taken_q);
    if (taken_q) wanted_end_q <= asked_q;
  end

  // A look that has ended an epoch, or begun one anew; and a clock with nothing to do.
  logic             ended_q, idle_q;
  logic [Lanes-1:0] pending_before_q, turn_before_q, open_before_q, enable_before_q;
  always_ff @(posedge clk_i) begin
    ended_q          <= (taken_q && knows_q) || (ended_q && phase != '0);
    idle_q           <= rst_ni && !busy_o && return_i == '0 && enable_i == enable_before_q;
    enable_before_q  <= enable_i;
    pending_before_q <= pending;
    turn_before_q    <= turn;
    open_before_q    <= open;
  end

  always_comb begin
    if (began_o) begin
      epoch_A : assert (open[one] == open_q && take[one] == taken_q &&
                        (!knows_q || start[one*32 +: 32] == start_q) &&
                        (phase == '0 || time_kept == now_q) &&
                        (!phase[1] || !mine || tuner_start == start[one*32 +: 32]));
      wanted_A : assert ((!knows_q || wanted[one] == asked_q) &&
                         (phase[31:6] == '0 || !mine || !ended_q || wanted_take == wanted_end_q));
      turn_A : assert (turn == Lanes'(1) << turn_q && 32'(turn_q) < Lanes && pending[one] == pending_q &&
                       phase == 31'(32'd1 << clock_q >> 1) && look == (clock_q != '0));
      tuned_A : assert (tune_o == (clock_q == '1 && differs && live) &&
                        (!tune_o || turn_q != one || (tunes_q && differs)));
      live_I : assert (turn_q != one || clock_q == '0 || live == tunes_q);
      limits_A : assert ((!tune_o || lane_o == turn_q) &&
                         (!phase[3] || !mine || (tuner_window == window_i[one*CntW +: CntW] &&
                                                 tuner_floor == floor_i[class_*CntW +: CntW] &&
                                                 tuner_ceiling == ceiling_i[class_*CntW +: CntW])));
      take_I : assert ((take == '0 || (clock_q == 5'd5 && take == turn)) &&
                       !(ended_q && phase[5:1] != '0) && (open & ~enable_before_q) == '0);
      denied_I : assert (denied[one] == refused_q);
      quiet_A : assert (!idle_q || (pending == pending_before_q && turn == turn_before_q &&
                                    open == open_before_q && !look));

      epoch_C : cover (taken_q && open_q && mine && over && start_q > 32'd100);
      wanted_C : cover (phase[20] && mine && ended_q && wanted_end_q && !wanted[one]);
      turn_C : cover (begins && turn_q == one && one == LaneW'(Lanes - 1));
      tuned_C : cover (tune_o && turn_q == one);
      limits_C : cover (tune_o && class_ == 2'd2 && mine);
      quiet_C : cover (idle_q && open != '0);
    end
  end

endmodule
