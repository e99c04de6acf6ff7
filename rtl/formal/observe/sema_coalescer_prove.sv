// Proof of sema_coalescer: a message tells, of every lane, exactly the credit that returned up to
// the clock before it was loaded; none is lost and none told ahead; a message stands until it is
// taken; it is loaded if it is due, and then only; and with a timer no credit waits longer.
//
// The properties follow one lane: which one is free, so that it stands for all.
module sema_coalescer_prove #(
    parameter int unsigned NHbm = sema_pkg::HbmLanes,
    parameter int unsigned CntW = sema_pkg::CounterBits,
    localparam int unsigned Lanes = NHbm + 2,
    localparam int unsigned LaneW = $clog2(Lanes),
    localparam int unsigned HbmW = sema_pkg::index_width(NHbm),
    localparam int unsigned IntervalW = sema_pkg::GrantIntervalBits
) (
    input logic                  clk_i, rst_ni,
    input logic [HbmW-1:0]       hbm_lane_i,
    input logic [CntW-1:0]       hbm_amount_i, atomic_amount_i, response_amount_i,
    input logic                  ready_i,
    input logic [IntervalW-1:0]  interval_i,
    input logic [CntW-1:0]       threshold_hbm_i, threshold_time_i
);

  logic                  valid_o, load_o, busy_o;
  logic [Lanes*CntW-1:0] credit_o;
  (* peek = "u_dut.pending_q" *) logic [Lanes*CntW-1:0] pending;
  (* peek = "u_dut.age_q" *) logic [IntervalW-1:0] age;

  sema_coalescer #(.NHbm(NHbm), .CntW(CntW)) u_dut (.*);

  logic began_o;
  sema_begin_prove u_begin (.*);

  // The lane that is followed: what returned to it, since reset and since the last message.
  (* anyconst *) logic [LaneW-1:0] any_lane;
  logic [LaneW-1:0] lane;
  assign lane = 32'(any_lane) < Lanes ? any_lane : '0;
  logic [CntW-1:0] amount, threshold, sent, unsent, freed_q, freed_before_q;
  assign amount    = lane == LaneW'(NHbm) ? atomic_amount_i :
                     lane == LaneW'(NHbm + 1) ? response_amount_i :
                     lane == LaneW'(hbm_lane_i) ? hbm_amount_i : '0;
  assign threshold = lane < LaneW'(NHbm) ? threshold_hbm_i : threshold_time_i;
  assign sent      = credit_o[lane*CntW +: CntW];
  assign unsent    = pending[lane*CntW +: CntW];

  // Due, the plain way.
  logic enough, ticking;
  always_comb begin
    enough = 1'b0;
    for (int l = 0; l < Lanes; l++) begin
      if (l < NHbm && threshold_hbm_i != '0) enough |= pending[l*CntW +: CntW] >= threshold_hbm_i;
      if (l >= NHbm && threshold_time_i != '0) enough |= pending[l*CntW +: CntW] >= threshold_time_i;
    end
    ticking = interval_i != '0 && pending != '0;
  end

  // Clocks for which the lane's credit has waited under this interval and under no earlier message.
  logic [IntervalW-1:0] waited_q, interval_q;
  always_ff @(posedge clk_i) begin
    interval_q <= interval_i;
    if (!rst_ni || load_o || unsent == '0 || interval_i == '0 || interval_i != interval_q) waited_q <= '0;
    else if (!valid_o || ready_i) waited_q <= waited_q + 1'b1;
  end

  // The clock before.
  logic                  loaded_q, stalled_q;
  logic [Lanes*CntW-1:0] credit_q;

  always_ff @(posedge clk_i) begin
    loaded_q       <= rst_ni && load_o;
    stalled_q      <= rst_ni && valid_o && !ready_i;
    credit_q       <= rst_ni ? credit_o : '0;
    freed_before_q <= freed_q;
    if (!rst_ni) freed_q <= '0;
    else freed_q <= freed_q + amount;
  end

  always_comb begin
    if (began_o) begin
      // Nothing is lost: what was freed is told or pending.
      freed_A : assert (freed_q == sent + unsent);
      // A message tells what had been freed when it was loaded.
      sent_A : assert (!loaded_q || (valid_o && sent == freed_before_q));
      // It stands until it is taken, and what was told changes by messages only.
      stable_A : assert ((!stalled_q || (valid_o && !loaded_q)) && (loaded_q || credit_o == credit_q));
      // Due is a message when a lane has what its threshold asks for, or when the timer has run out;
      // one that is due is loaded unless an earlier one waits.
      due_A : assert (load_o == ((enough || (ticking && 32'(age) + 1 >= 32'(interval_i))) &&
                               (!valid_o || ready_i)));
      threshold_I : assert (threshold == '0 || unsent < threshold || (valid_o && !ready_i) || load_o);
      // With a timer, credit waits for so long and no longer: at the latest then a message is loaded.
      age_I : assert (waited_q <= age);
      bound_A : assert (interval_i == '0 || interval_i != interval_q || waited_q < interval_i);
      // Nothing happens of itself unless there is a message or the timer runs.
      busy_I : assert (busy_o == (valid_o || enough || ticking));

      due_C : cover (rst_ni && load_o && !enough && interval_i == 16'd4 && unsent != '0);
      bound_C : cover (rst_ni && interval_i == 16'd5 && waited_q == 16'd4 && load_o && sent != '0);
      freed_C : cover (rst_ni && freed_q == 32'd7 && unsent == 32'd5);
      stable_C : cover (rst_ni && stalled_q && valid_o && !ready_i && unsent != '0);
      sent_C : cover (rst_ni && loaded_q && amount != '0 && unsent != '0 && sent > 32'd1000);
    end
  end

endmodule
