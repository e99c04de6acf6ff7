// Grant coalescer: tells initiators what became free, many returns in one message.
//
// Promises: a message carries, for every lane, exactly the credit returned since reset, up to the
// clock before it was loaded, modulo 2^CntW; it stands unchanged until it is taken; one is loaded
// only when it is due, and then at once unless an earlier one still waits; with an interval, no
// return waits longer than that for its message to be due. It only listens: admission never waits
// for it.
// Same clock: a return of this clock is in no message that is loaded now, but pending for the next;
// a message may be taken and the next one loaded at once.
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
    input  logic [HbmW-1:0]        hbm_lane_i,
    input  logic [CntW-1:0]        hbm_amount_i,
    input  logic [CntW-1:0]        atomic_amount_i,
    input  logic [CntW-1:0]        response_amount_i,
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

  logic [Lanes*CntW-1:0] pending_q;
  logic [IntervalW-1:0]  age_q;  // clocks for which the timer has run

  // Due: by the timer, or by a lane that has reached its threshold.
  logic running, reached, due, load;

  always_comb begin
    reached = 1'b0;
    if (threshold_hbm_i != '0) begin
      for (int l = 0; l < NHbm; l++) begin
        reached |= pending_q[l*CntW +: CntW] >= threshold_hbm_i;
      end
    end
    if (threshold_time_i != '0) begin
      reached |= pending_q[Atomic*CntW +: CntW] >= threshold_time_i;
      reached |= pending_q[Response*CntW +: CntW] >= threshold_time_i;
    end
  end

  assign running = interval_i != '0 && pending_q != '0;
  assign due     = reached || (running && age_q >= interval_i - 1'b1);
  assign load    = due && (!valid_o || ready_i);
  assign load_o  = load;
  assign busy_o  = valid_o || due || running;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      valid_o <= 1'b0;
      age_q   <= '0;
    end else begin
      valid_o <= load || (valid_o && !ready_i);
      age_q   <= load || !running ? '0 : age_q + IntervalW'(!(&age_q));
    end
  end

  // Told: a message takes all that is pending.
  function automatic logic [Lanes*CntW-1:0] add(input logic [Lanes*CntW-1:0] a,
                                                input logic [Lanes*CntW-1:0] b);
    for (int l = 0; l < Lanes; l++) begin
      add[l*CntW +: CntW] = a[l*CntW +: CntW] + b[l*CntW +: CntW];
    end
  endfunction

  always_ff @(posedge clk_i) begin
    if (!rst_ni) credit_o <= '0;
    else if (load) credit_o <= add(credit_o, pending_q);
  end

  // Pending: a message leaves the returns of its own clock. Written lane by lane where something
  // may change, which a simulator skips fastest.
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      pending_q <= '0;
    end else begin
      if (load) pending_q <= '0;
      for (int l = 0; l < NHbm; l++) begin
        if (hbm_lane_i == HbmW'(l)) begin
          pending_q[l*CntW +: CntW] <= (load ? '0 : pending_q[l*CntW +: CntW]) + hbm_amount_i;
        end
      end
      pending_q[Atomic*CntW +: CntW] <=
          (load ? '0 : pending_q[Atomic*CntW +: CntW]) + atomic_amount_i;
      pending_q[Response*CntW +: CntW] <=
          (load ? '0 : pending_q[Response*CntW +: CntW]) + response_amount_i;
    end
  end

`ifndef SYNTHESIS
  // Not traced, so that a model without assertions does without what is only for them.
  /* verilator tracing_off */

  // The credit freed, reckoned the plain way.
  logic [Lanes*CntW-1:0] freed_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      freed_q <= '0;
    end else begin
      freed_q[hbm_lane_i*CntW +: CntW] <= freed_q[hbm_lane_i*CntW +: CntW] + hbm_amount_i;
      freed_q[Atomic*CntW +: CntW]     <= freed_q[Atomic*CntW +: CntW] + atomic_amount_i;
      freed_q[Response*CntW +: CntW]   <= freed_q[Response*CntW +: CntW] + response_amount_i;
    end
  end

  // Due, the plain way: a lane has freed, beyond what was told, what its class's threshold asks
  // for; or there is such credit, and has been for the interval.
  logic [CntW-1:0] threshold, unsent;
  logic            enough, ticking, plainly_due;
  logic [31:0]     ticked_q;  // clocks for which the timer has run
  always_comb begin
    enough = 1'b0;
    for (int l = 0; l < Lanes; l++) begin
      threshold = l < NHbm ? threshold_hbm_i : threshold_time_i;
      unsent    = freed_q[l*CntW +: CntW] - credit_o[l*CntW +: CntW];
      if (threshold != '0 && unsent >= threshold) enough = 1'b1;
    end
    ticking     = interval_i != '0 && freed_q != credit_o;
    plainly_due = enough || (ticking && ticked_q + 1 >= 32'(interval_i));
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni || load || !ticking) ticked_q <= '0;
    else ticked_q <= ticked_q + 1;
  end

  // The clock before.
  logic                  loaded_q, stalled_q;
  logic [Lanes*CntW-1:0] freed_before_q, credit_before_q;
  logic [IntervalW-1:0]  interval_before_q;
  always_ff @(posedge clk_i) begin
    loaded_q          <= rst_ni && load;
    stalled_q         <= rst_ni && valid_o && !ready_i;
    freed_before_q    <= freed_q;
    credit_before_q   <= rst_ni ? credit_o : '0;
    interval_before_q <= interval_i;
  end

  // Clocks for which the timer has run as it is set, without those in which a message waited.
  logic [IntervalW-1:0] waited_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni || load || !ticking || interval_i != interval_before_q) waited_q <= '0;
    else if (!valid_o || ready_i) waited_q <= waited_q + 1'b1;
  end

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      // Nothing is lost and nothing told ahead: what was freed is told or pending.
      Freed_A : assert (freed_q == add(credit_o, pending_q));
      // A message tells what had been freed when it was loaded.
      Told_A : assert (!loaded_q || (valid_o && credit_o == freed_before_q));
      // What was told changes by messages only.
      Stable_A : assert (loaded_q || credit_o == credit_before_q);
      // A message waits until it is taken.
      Stalled_A : assert (!stalled_q || (valid_o && !loaded_q));
      // A message is loaded if it is due and no earlier one waits, and never else.
      Load_A : assert (load == (plainly_due && (!valid_o || ready_i)));
      // With a timer, credit is pending for so long and no longer.
      Bound_A : assert (interval_i == '0 || waited_q < interval_i ||
                        interval_i != interval_before_q);
      // Nothing happens of itself unless there is a message or the timer runs.
      Busy_A : assert (busy_o == (valid_o || enough || ticking));
      // Credit belongs to a lane that exists.
      Lane_M : assert (hbm_amount_i == '0 || 32'(hbm_lane_i) < NHbm);
    end
  end

  /* verilator tracing_on */
`endif

endmodule
