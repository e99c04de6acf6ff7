// SPDX-License-Identifier: Apache-2.0
// Grant messages: running counts of the credit that came back.
//
// What commits in clock c is untold from clock c + 1 on, and can make a message due in clock c + 2. One
// that is due in clock d is loaded in d + 1 if none is shown then, and shows from d + 2 on, with what
// committed up to clock d. Quiet clocks do not count as clocks of an interval.
module sema_messages #(
    parameter int unsigned NHbm = 8,
    parameter int unsigned NAtomic = 1,
    parameter int unsigned NResponse = 1,
    parameter int unsigned CntW = 32,
    localparam int unsigned Lanes = NHbm + NAtomic + NResponse,
    localparam int unsigned Stages = NAtomic + NResponse + 1       // channels but done
) (
    input  logic                     clk_i,
    input  logic                     rst_ni,
    input  logic [Lanes-1:0]         back_i,
    input  logic [Stages*CntW-1:0]   amount_i,
    // settings
    input  logic [15:0]              interval_i,
    input  logic [3*CntW-1:0]        threshold_i,
    input  logic [3:0]               repeat_i,
    input  logic                     quiet_i,
    output logic                     valid_o,
    input  logic                     ready_i,
    output logic [Lanes*CntW-1:0]    credit_o,
    output logic                     load_o,        // one shows from the next clock on
    output logic                     unread_o,      // one has not been taken for 65,535 clocks
    output logic                     some_o,        // one is shown, or untold, or to be repeated
    output logic                     busy_o         // or the interval has not passed
);
  logic             any, any_late_q, on, passed, repeats, due_q;
  logic [Lanes-1:0] reached, reached_q, some;
  logic [15:0]      since_q, unread_q;
  logic [3:0]       repeated_q;      // times since the last change; all ones: never again
  assign on       = interval_i != '0;
  assign any      = some != '0;
  assign passed   = since_q >= interval_i;
  assign repeats  = repeated_q < repeat_i;
  assign load_o   = due_q && !valid_o;
  assign unread_o = unread_q == 16'hfffe && valid_o && !ready_i;
  assign some_o   = valid_o || on && (any || repeats);
  assign busy_o   = some_o || !passed;

  for (genvar l = 0; l < Lanes; l++) begin : gen_lane
    localparam int unsigned Channel = l < NHbm ? 0 : l - NHbm + 1;
    localparam int unsigned Kind = l < NHbm ? 0 : l < NHbm + NAtomic ? 1 : 2;
    logic [CntW-1:0] untold_q, told_q, amount, threshold;
    assign amount     = amount_i[Channel*CntW +: CntW];
    assign threshold  = threshold_i[Kind*CntW +: CntW];
    assign some[l]    = untold_q != '0;
    assign reached[l] = threshold != '0 && untold_q >= threshold;
    assign credit_o[l*CntW +: CntW] = told_q;
    always_ff @(posedge clk_i) begin
      if (!rst_ni) begin
        untold_q <= '0;
        told_q   <= '0;
      end else if (load_o) begin
        untold_q <= back_i[l] ? amount : '0;
        told_q   <= told_q + untold_q;
      end else if (back_i[l]) untold_q <= untold_q + amount;
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      due_q      <= 1'b0;
      any_late_q <= 1'b0;
      reached_q  <= '0;
      valid_o    <= 1'b0;
      repeated_q <= '1;
      since_q    <= '1;
    end else begin
      due_q      <= on && (reached_q != '0 || passed && (any_late_q || repeats));
      any_late_q <= on && any && !load_o;
      reached_q  <= on && !load_o ? reached : '0;
      valid_o    <= load_o || valid_o && !ready_i;
      repeated_q <= !load_o ? repeated_q : any ? '0 : repeated_q + 1'b1;
      since_q    <= load_o ? 16'd2 : quiet_i || since_q == '1 ? since_q : since_q + 1'b1;
    end
    unread_q <= load_o ? '0 : unread_q + 16'(unread_q != '1);
  end
`ifdef SEMA_CHECKED
  // What is shown stays as it is until it is taken.
  logic                  waits_q;
  logic [Lanes*CntW-1:0] credit_q;
  always_ff @(posedge clk_i) begin
    waits_q  <= rst_ni && valid_o && !ready_i;
    credit_q <= credit_o;
    if (rst_ni && waits_q) SHOWN_STAYS_A : assert (valid_o && credit_o == credit_q);
  end
`endif
endmodule
