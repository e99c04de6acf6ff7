// Admission lane: one resource's window and headroom.
//
// Promises:
//   - refused_o: the demand does not fit beside the debt already there (a zero demand always fits);
//   - over_o: the demand is above the window, so that it could not fit beside no debt either;
//   - a grant takes the demand out of the headroom, a return puts its amount back, a window write
//     moves the headroom by as much as the window: debt changes by grants and returns only;
//   - all three may happen in one clock, and add up.
// Same clock: refused_o and over_o see the window and every grant before this clock, and neither a
// return nor a window write of this clock.
//
// Why headroom and not debt: "debt + demand <= window" is an addition and a comparison in series,
// and the decision must be known before the next clock's. With headroom = window - debt kept
// ready, the loop is one comparison, the AND over lanes, and a late select between two next values
// that are worked out meanwhile. Headroom has one bit more than a counter, for its sign: a window
// that shrinks below the debt leaves it negative, and then nothing fits until enough is returned.
module sema_lane #(
    parameter int unsigned CntW = sema_pkg::CounterBits,
    parameter logic [CntW-1:0] WindowReset = CntW'(sema_pkg::window_reset(
        sema_pkg::WindowHbmReset, CntW))
) (
    input  logic             clk_i,
    input  logic             rst_ni,
    // decision
    input  logic             used_i,      // the demand is not zero
    input  logic [CntW-1:0]  demand_i,    // ignored unless used_i
    output logic             refused_o,
    output logic             over_o,
    input  logic             grant_i,     // the whole operation is granted
    // return
    input  logic             return_i,
    input  logic [CntW-1:0]  amount_i,    // ignored unless return_i
    // window write
    input  logic             window_write_i,
    input  logic [CntW-1:0]  window_i,
    // in force
    output logic [CntW-1:0]  window_o,
    output logic [CntW-1:0]  room_o,      // headroom, or zero where it is negative
    output logic [CntW-1:0]  debt_o
);

  logic        [CntW-1:0] window_q;
  logic signed [CntW:0]   headroom_q;

  // Both comparisons read flops only.
  logic signed [CntW:0] demand;
  assign demand    = $signed({1'b0, demand_i});
  assign refused_o = used_i && (headroom_q[CntW] || demand_i > headroom_q[CntW-1:0]);
  assign over_o    = used_i && demand_i > window_q;

  // The two next headrooms; the grant comes last and only selects.
  logic signed [CntW:0] kept, taken;
  assign kept  = return_i ? headroom_q + $signed({1'b0, amount_i}) : headroom_q;
  assign taken = used_i ? kept - demand : kept;

  // A window write moves both by as much as it moves the window.
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      window_q   <= WindowReset;
      headroom_q <= $signed({1'b0, WindowReset});
    end else if (window_write_i) begin
      window_q   <= window_i;
      headroom_q <= grant_i ? taken + ($signed({1'b0, window_i}) - $signed({1'b0, window_q})) :
                              kept + ($signed({1'b0, window_i}) - $signed({1'b0, window_q}));
    end else begin
      headroom_q <= grant_i ? taken : kept;
    end
  end

  logic signed [CntW:0] debt;
  assign debt   = $signed({1'b0, window_q}) - headroom_q;
  assign debt_o = debt[CntW-1:0];

  assign window_o = window_q;

  // A demand is above room_o exactly if it is not zero and the lane refuses it.
  assign room_o = headroom_q[CntW] ? '0 : headroom_q[CntW-1:0];

`ifndef SYNTHESIS
  // Not traced, so that a model without assertions does without what is only for them.
  /* verilator tracing_off */

  // The debt reckoned the plain way, from grants and returns alone.
  logic [CntW-1:0] owed_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) owed_q <= '0;
    else owed_q <= owed_q + (grant_i && used_i ? demand_i : '0) - (return_i ? amount_i : '0);
  end

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      // Grants and returns change the debt, and nothing else does.
      Debt_A : assert (debt_o == owed_q);
      // The room is what a demand is refused by.
      Room_A : assert (!used_i || refused_o == (demand_i > room_o));
      // A grant never takes the debt above the window.
      Within_A : assert (!(grant_i && used_i) || demand <= headroom_q);
      // Debt is never negative.
      Positive_A : assert (!debt[CntW]);
      // Nobody says that a lane is used and asks for nothing.
      Used_M : assert (!used_i || demand_i != '0);
      // Nothing is returned that is not owed.
      Owed_M : assert (!return_i || amount_i <= debt_o);
      // A window leaves room for a saturated demand above it.
      Window_M : assert (!window_write_i || window_i != '1);
    end
  end

  /* verilator tracing_on */
`endif

endmodule
