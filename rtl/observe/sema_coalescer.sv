// Grant coalescer: tells initiators what became free, many returns in one message.
//
// Promises: a message carries, for every lane, exactly the credit returned since reset, up to the
// clock before it was loaded, modulo 2^CntW; it stands unchanged until it is taken; one is loaded
// in clock c exactly if it was due in clock c - DueToLoad and none has waited since; with an
// interval, no return waits longer than that for its message to be due. It only listens: admission
// never waits for it.
// Same clock: a return of this clock is in no message that is loaded now, but pending for the next.
//
// A running count and not an increment, so that the next message makes a lost one good and no sum
// can overflow. Kept are what was told, which is the message itself, and what is pending, so that
// freed = told + pending: a threshold is one comparison with no subtraction ahead of it, and the
// addition to what was told is off the path that decides.
module sema_coalescer #(
    parameter int unsigned NHbm = sema_pkg::HbmLanes,
    parameter int unsigned CntW = sema_pkg::CounterBits,
    localparam int unsigned Lanes = NHbm + 2,
    localparam int unsigned HbmW = sema_pkg::index_width(NHbm),
    localparam int unsigned IntervalW = sema_pkg::GrantIntervalBits
) (
    input  logic                   clk_i,
    input  logic                   rst_ni,
    // returns of this clock; an amount is zero where nothing returns
    input  logic [2:0]             return_i,         // HBM, Atomic, response
    input  logic [CntW-1:0]        hbm_amount_i,
    input  logic [CntW-1:0]        atomic_amount_i,
    input  logic [CntW-1:0]        response_amount_i,
    input  logic [HbmW-1:0]        hbm_lane_next_i,  // of the next clock's HBM return
    // message
    output logic                   valid_o,
    input  logic                   ready_i,
    output logic [Lanes*CntW-1:0]  credit_o,
    output logic                   load_o,    // one is loaded in this clock
    // configuration; zero: no timer, no threshold
    input  logic [IntervalW-1:0]   interval_i,
    input  logic [CntW-1:0]        threshold_hbm_i,
    input  logic [CntW-1:0]        threshold_time_i,
    // quiet
    output logic                   busy_o     // a message waits or is due, or the timer runs
);

  localparam int unsigned Atomic = NHbm;
  localparam int unsigned Response = NHbm + 1;

  // Credit pending, of each lane and at all; for how long the timer has run, with this clock.
  logic [Lanes*CntW-1:0] pending_q;
  logic                  some_q;
  logic [IntervalW-1:0]  clocks_q;
  logic [NHbm-1:0]       lane_q;  // of this clock's HBM return

  // Due: by the timer, or by lanes that have reached their threshold. They are compared in one
  // clock, and are one in the next.
  localparam int unsigned Copies = sema_pkg::copies(Lanes);
  logic              running, aged_q, loads;
  logic [Lanes-1:0]  reached, reached_q;
  logic [Copies-1:0] load_q;  // one for each lane
  assign running = interval_i != '0 && some_q;
  assign loads   = (aged_q || reached_q != '0) && !load_o && !valid_o;
  assign load_o  = load_q[0];
  assign busy_o  = valid_o || running || reached_q != '0;

  sema_dup_flops #(.Copies(Copies)) u_load (.clk_i, .d_i(rst_ni && loads), .q_o(load_q));

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      valid_o   <= 1'b0;
      some_q    <= 1'b0;
      clocks_q  <= IntervalW'(1);
      aged_q    <= 1'b0;
      reached_q <= '0;
    end else begin
      valid_o   <= load_o || (valid_o && !ready_i);
      some_q    <= (some_q && !load_o) || return_i != '0;
      clocks_q  <= load_o || !running ? IntervalW'(1) : &clocks_q ? clocks_q : clocks_q + IntervalW'(1);
      aged_q    <= running && clocks_q >= interval_i;
      reached_q <= reached;
    end
    for (int l = 0; l < NHbm; l++) lane_q[l] <= hbm_lane_next_i == HbmW'(l);
  end

  always_comb begin
    reached = '0;
    if (threshold_hbm_i != '0) begin
      for (int l = 0; l < NHbm; l++) begin
        reached[l] = pending_q[l*CntW +: CntW] >= threshold_hbm_i;
      end
    end
    if (threshold_time_i != '0) begin
      reached[Atomic]   = pending_q[Atomic*CntW +: CntW] >= threshold_time_i;
      reached[Response] = pending_q[Response*CntW +: CntW] >= threshold_time_i;
    end
  end

  // What returns to each lane in this clock, and what is pending with it.
  logic [Lanes-1:0]      returned;
  logic [Lanes*CntW-1:0] amounts, sums, told;  // told: with what is pending
  assign returned = {return_i[2], return_i[1], lane_q & {NHbm{return_i[0]}}};
  assign amounts  = {response_amount_i, atomic_amount_i, {NHbm{hbm_amount_i}}};
  for (genvar l = 0; l < Lanes; l++) begin : gen_lane
    logic unused_carry;
    sema_add #(.W(CntW)) u_sum (
        .a_i    (pending_q[l*CntW +: CntW]),
        .b_i    (amounts[l*CntW +: CntW]),
        .carry_i(1'b0),
        .sum_o  (sums[l*CntW +: CntW]),
        .carry_o(unused_carry)
    );
    logic unused_told;
    sema_add #(.W(CntW)) u_told (
        .a_i    (credit_o[l*CntW +: CntW]),
        .b_i    (pending_q[l*CntW +: CntW]),
        .carry_i(1'b0),
        .sum_o  (told[l*CntW +: CntW]),
        .carry_o(unused_told)
    );
  end

  // A message takes all that is pending, and leaves the returns of its own clock. Written lane by
  // lane where something may change, which a simulator skips fastest.
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      pending_q <= '0;
      credit_o  <= '0;
    end else begin
      for (int l = 0; l < Lanes; l++) begin
        if (load_q[l % Copies]) begin
          credit_o[l*CntW +: CntW]  <= told[l*CntW +: CntW];
          pending_q[l*CntW +: CntW] <= amounts[l*CntW +: CntW] & {CntW{returned[l]}};
        end else if (returned[l]) begin
          pending_q[l*CntW +: CntW] <= sums[l*CntW +: CntW];
        end
      end
    end
  end

`ifndef SYNTHESIS
  initial Latency_P : assert (sema_pkg::DueToLoad == 2);

  // Not traced, so that a model without assertions does without what is only for them.
  /* verilator tracing_off */

  // The credit freed, reckoned the plain way.
  logic [HbmW-1:0]       hbm_lane_q;
  logic [Lanes*CntW-1:0] freed_q;
  always_ff @(posedge clk_i) begin
    hbm_lane_q <= hbm_lane_next_i;
    if (!rst_ni) begin
      freed_q <= '0;
    end else begin
      freed_q[hbm_lane_q*CntW +: CntW] <= freed_q[hbm_lane_q*CntW +: CntW] + hbm_amount_i;
      freed_q[Atomic*CntW +: CntW]     <= freed_q[Atomic*CntW +: CntW] + atomic_amount_i;
      freed_q[Response*CntW +: CntW]   <= freed_q[Response*CntW +: CntW] + response_amount_i;
    end
  end

  // Due, the plain way: a lane has freed, beyond what was told, what its class's threshold asks
  // for; or there is credit that returned after the last message, and has been for the interval.
  logic [CntW-1:0] threshold, unsent;
  logic            enough, due, due_1q, due_2q;
  logic [31:0]     ticked_q;  // clocks for which the timer has run
  always_comb begin
    enough = 1'b0;
    for (int l = 0; l < Lanes; l++) begin
      threshold = l < NHbm ? threshold_hbm_i : threshold_time_i;
      unsent    = freed_q[l*CntW +: CntW] - credit_o[l*CntW +: CntW];
      if (threshold != '0 && unsent >= threshold) enough = 1'b1;
    end
    due = enough || (running && ticked_q + 1 >= 32'(interval_i));
  end

  always_ff @(posedge clk_i) begin
    due_1q <= rst_ni && due;
    due_2q <= rst_ni && due_1q;
    if (!rst_ni || load_o || !running) ticked_q <= '0;
    else ticked_q <= ticked_q + 1;
  end

  // The clocks before.
  logic                  loaded_q, stalled_q, valid_1q, busy_1q, busy_2q;
  logic [Lanes*CntW-1:0] freed_before_q, credit_before_q;
  logic [IntervalW-1:0]  interval_before_q;
  always_ff @(posedge clk_i) begin
    loaded_q          <= rst_ni && load_o;
    stalled_q         <= rst_ni && valid_o && !ready_i;
    valid_1q          <= rst_ni && valid_o;
    busy_1q           <= rst_ni && busy_o;
    busy_2q           <= rst_ni && busy_1q;
    freed_before_q    <= freed_q;
    credit_before_q   <= rst_ni ? credit_o : '0;
    interval_before_q <= interval_i;
  end

  // Clocks for which the timer has run as it is set, without those in which a message waited or had
  // just been taken.
  logic [IntervalW:0] waited_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni || load_o || !running || interval_i != interval_before_q) waited_q <= '0;
    else if (!valid_o && !valid_1q) waited_q <= waited_q + 1'b1;
  end

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      // Nothing is lost and nothing told ahead: what was freed is told or pending.
      for (int l = 0; l < Lanes; l++) begin
        Freed_A : assert (freed_q[l*CntW +: CntW] - credit_o[l*CntW +: CntW] ==
                          pending_q[l*CntW +: CntW]);
      end
      // Nothing is pending unless something has returned.
      Some_A : assert (some_q || pending_q == '0);
      // A message tells what had been freed when it was loaded.
      Told_A : assert (!loaded_q || (valid_o && credit_o == freed_before_q));
      // What was told changes by messages only.
      Stable_A : assert (loaded_q || credit_o == credit_before_q);
      // A message waits until it is taken.
      Stalled_A : assert (!stalled_q || (valid_o && !loaded_q));
      // A message is loaded if one was due and none has waited since, and never else.
      Load_A : assert (load_o == (due_2q && !valid_1q && !valid_o));
      // With a timer, credit is pending for so long and no longer.
      Bound_A : assert (interval_i == '0 || 32'(waited_q) < 32'(interval_i) + sema_pkg::DueToLoad ||
                        interval_i != interval_before_q);
      // Nothing happens of itself unless there is a message or the timer runs, or did until a write
      // of the interval stopped it in the clocks before.
      Busy_A : assert (busy_o || busy_1q || busy_2q || !load_o);
      // Credit returns exactly where an amount does, to a lane that exists.
      Return_M : assert (return_i[0] == (hbm_amount_i != '0) &&
                         return_i[1] == (atomic_amount_i != '0) &&
                         return_i[2] == (response_amount_i != '0));
      Lane_M : assert (!return_i[0] || 32'(hbm_lane_q) < NHbm);
    end
  end

  /* verilator tracing_on */
`endif

endmodule
