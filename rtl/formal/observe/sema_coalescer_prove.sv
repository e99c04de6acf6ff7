// Proof of sema_coalescer: a message tells, of every lane, exactly the credit that returned up to
// the clock before it was loaded; none is lost and none told ahead; a message stands until it is
// taken; it is loaded if one was due DueToLoad clocks ago and none has waited since, and then only;
// and with a timer no credit waits longer than for that.
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
    input logic [2:0]            return_i,
    input logic [CntW-1:0]       hbm_amount_i, atomic_amount_i, response_amount_i,
    input logic [HbmW-1:0]       hbm_lane_next_i,
    input logic                  ready_i,
    input logic [IntervalW-1:0]  interval_i,
    input logic [CntW-1:0]       threshold_hbm_i, threshold_time_i
);

  logic                  valid_o, load_o, busy_o;
  logic [Lanes*CntW-1:0] credit_o;
  (* peek = "u_dut.pending_q" *) logic [Lanes*CntW-1:0] pending;
  (* peek = "u_dut.clocks_q" *) logic [IntervalW-1:0] clocks;
  (* peek = "u_dut.some_q" *) logic some;
  (* peek = "u_dut.lane_q" *) logic [NHbm-1:0] lanes;
  (* peek = "u_dut.aged_q" *) logic aged;
  (* peek = "u_dut.reached_q" *) logic [Lanes-1:0] reached;
  localparam int unsigned Loads = sema_pkg::copies(Lanes);
  (* peek = "u_dut.load_q" *) logic [Loads-1:0] loads;

  sema_coalescer #(.NHbm(NHbm), .CntW(CntW)) u_dut (.*);

  logic began_o;
  sema_begin_prove u_begin (.*);

  // The lane that is followed: what returned to it, since reset and since the last message.
  (* anyconst *) logic [LaneW-1:0] any_lane;
  logic [LaneW-1:0] lane;
  assign lane = 32'(any_lane) < Lanes ? any_lane : '0;
  logic [HbmW-1:0] hbm_lane_q;
  logic            returns;
  logic [CntW-1:0] amount, threshold, sent, unsent, freed_q, freed_before_q;
  assign returns   = lane == LaneW'(NHbm) ? return_i[1] : lane == LaneW'(NHbm + 1) ? return_i[2] :
                     return_i[0] && lane == LaneW'(hbm_lane_q);
  assign amount    = lane == LaneW'(NHbm) ? atomic_amount_i :
                     lane == LaneW'(NHbm + 1) ? response_amount_i : hbm_amount_i;
  assign threshold = lane < LaneW'(NHbm) ? threshold_hbm_i : threshold_time_i;
  assign sent      = credit_o[lane*CntW +: CntW];
  assign unsent    = pending[lane*CntW +: CntW];

  // Due, the plain way, now and in the clocks before.
  logic             enough, ticking, due, due_1q, due_2q, valid_1q;
  logic [Lanes-1:0] enough_of;
  always_comb begin
    enough_of = '0;
    for (int l = 0; l < Lanes; l++) begin
      if (l < NHbm && threshold_hbm_i != '0) enough_of[l] = pending[l*CntW +: CntW] >= threshold_hbm_i;
      if (l >= NHbm && threshold_time_i != '0) enough_of[l] = pending[l*CntW +: CntW] >= threshold_time_i;
    end
    enough  = enough_of != '0;
    ticking = interval_i != '0 && some;
    due     = enough || (ticking && clocks >= interval_i);
  end

  // Clocks for which the lane's credit has waited under this interval, under no earlier message and
  // not just after one.
  logic [IntervalW:0]   waited_q;
  logic [IntervalW-1:0] interval_q;
  logic                 waiting_q;  // the lane has credit that is not told
  logic                 some_q;
  logic [IntervalW-1:0] age_q;      // for which the timer has run
  always_ff @(posedge clk_i) begin
    hbm_lane_q <= hbm_lane_next_i;
    interval_q <= interval_i;
    due_1q     <= rst_ni && due;
    due_2q     <= rst_ni && due_1q;
    valid_1q   <= rst_ni && valid_o;
    waiting_q  <= rst_ni && ((waiting_q && !load_o) || returns);
    some_q     <= rst_ni && ((some_q && !load_o) || return_i != '0);
    if (!rst_ni || load_o || interval_i == '0 || !some_q) age_q <= '0;
    else if (age_q != '1) age_q <= age_q + 1'b1;
    if (!rst_ni || load_o || !waiting_q || interval_i == '0 || interval_i != interval_q) waited_q <= '0;
    else if (!valid_o && !valid_1q) waited_q <= waited_q + 1'b1;
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
    else if (returns) freed_q <= freed_q + amount;
  end

  always_comb begin
    if (began_o) begin
      lane_I : assert (lanes == NHbm'(1) << hbm_lane_q);
      some_I : assert (some == some_q && (!waiting_q || some));
      // Nothing is lost: what was freed is told or pending.
      freed_A : assert (freed_q == sent + unsent);
      // A message tells what had been freed when it was loaded.
      sent_A : assert (!loaded_q || (valid_o && sent == freed_before_q));
      // It stands until it is taken, and what was told changes by messages only.
      stable_A : assert ((!stalled_q || (valid_o && !loaded_q)) && (loaded_q || credit_o == credit_q));
      // Due is a message when a lane has what its threshold asks for, or when the timer has run out;
      // one is loaded if it was due and none has waited since.
      age_I : assert (32'(clocks) == (age_q == '1 ? 32'(age_q) : 32'(age_q) + 1));
      compared_I : assert ((aged || reached != '0) == due_1q);
      due_A : assert (load_o == (due_2q && !valid_1q && !valid_o));
      // With a timer, credit waits for so long and no longer: then a message is loaded.
      loads_I : assert (loads == {$bits(loads){load_o}});
      waited_I : assert (age_q == '1 || 32'(waited_q) <= 32'(age_q));
      in_time_I : assert (interval_q == '0 ||
                          ((32'(waited_q) < 32'(interval_q) || due_1q) &&
                           (32'(waited_q) <= 32'(interval_q) || due_2q) &&
                           32'(waited_q) < 32'(interval_q) + sema_pkg::DueToLoad));
      bound_A : assert (interval_i == '0 || interval_i != interval_q ||
                        32'(waited_q) < 32'(interval_i) + sema_pkg::DueToLoad);
      // Nothing happens of itself unless there is a message, or one was due, or the timer runs.
      busy_I : assert (busy_o == (valid_o || reached != '0 || ticking));

      due_C : cover (rst_ni && load_o && !enough && interval_i == 16'd4 && unsent != '0);
      bound_C : cover (rst_ni && interval_i == 16'd5 && waited_q == 17'd6 && load_o && sent != '0);
      freed_C : cover (rst_ni && freed_q == 32'd7 && unsent == 32'd5);
      stable_C : cover (rst_ni && stalled_q && valid_o && !ready_i && unsent != '0);
      sent_C : cover (rst_ni && loaded_q && amount != '0 && returns && unsent != '0 && sent > 32'd1000);
    end
  end

endmodule
