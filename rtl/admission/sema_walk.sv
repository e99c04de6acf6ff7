// Walk: which slot is scaled again, and when, after a multiplier or quantum has changed.
//
// Promises: from the last change on every slot has its turn once, in the order of slots from where
// the pointer stands, one in every WalkClocks-th clock; with no change there is no step. In the
// clock of a step no offer is taken: it goes the way of one.
// Same clock: a change begins the count anew, whether a step is made in its clock or not.
module sema_walk #(
    parameter int unsigned Slots = sema_pkg::Slots,
    localparam int unsigned SlotW = sema_pkg::index_width(Slots)
) (
    input  logic             clk_i,
    input  logic             rst_ni,
    input  logic             change_i,   // comes into force with the next clock
    output logic             step_o,
    output logic [SlotW-1:0] slot_o,     // of the step, or of the next one
    output logic             walking_o
);

  localparam int unsigned WalkClocks = 4;
  localparam int unsigned TimerW = $clog2(WalkClocks);

  logic [SlotW:0]    left_q;
  logic [TimerW-1:0] timer_q;
  logic              due;

  assign walking_o = left_q != '0;
  assign due       = walking_o && timer_q == TimerW'(WalkClocks - 1);

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      left_q  <= '0;
      timer_q <= '0;
      step_o  <= 1'b0;
      slot_o  <= '0;
    end else begin
      left_q  <= change_i ? (SlotW+1)'(Slots) : left_q - (SlotW+1)'(step_o);
      timer_q <= walking_o && !due ? timer_q + 1'b1 : '0;
      step_o  <= due;
      slot_o  <= slot_o + SlotW'(step_o);
    end
  end

`ifndef SYNTHESIS
  // The last step must be counted before the next is due; slots wrap by themselves.
  initial Clocks_P : assert (WalkClocks >= 2 && Slots == 2 ** SlotW);

  always_ff @(posedge clk_i) begin
    // A step is one of those to go.
    if (rst_ni) Step_A : assert (!step_o || walking_o);
  end
`endif

endmodule
