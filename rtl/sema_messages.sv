// SPDX-License-Identifier: Apache-2.0
// Grant messages: for each lane a running sum of what returned, and the window in force.
//
// What commits in clock c is unreported from clock c + 1 on, and can make a message due in clock
// c + 2. One that is due in clock d is loaded in d + 1 if none is shown then, and shows from d + 2
// on, with what committed up to clock d. Quiet clocks do not count as clocks of an interval.
module sema_messages #(
    parameter int unsigned NHbm = 8,
    parameter int unsigned NAtomic = 1,
    parameter int unsigned NResponse = 1,
    parameter int unsigned CntW = 32,
    localparam int unsigned Lanes = NHbm + NAtomic + NResponse,
    localparam int unsigned Stages = NAtomic + NResponse + 1       // channels except done
) (
    input  logic                     clk_i,
    input  logic                     rst_ni,
    input  logic [Lanes-1:0]         ret_i,
    input  logic [Stages*CntW-1:0]   amount_i,
    input  logic [Lanes-1:0]         write_i,       // the lane whose window is written, alone
    input  logic [CntW-1:0]          drop_i,        // by how much that window falls
    // settings
    input  logic [15:0]              interval_i,
    input  logic [3*CntW-1:0]        threshold_i,
    input  logic [3:0]               repeat_i,
    input  logic                     req_i,         // software requests one
    input  logic                     quiet_i,
    output logic                     valid_o,
    input  logic                     ready_i,
    output logic [Lanes*CntW-1:0]    credit_o,
    output logic [Lanes*CntW-1:0]    unreported_o,  // credit less credit_o
    output logic                     load_o,        // one shows from the next clock on
    output logic                     unread_o,      // one has not been taken for 65,535 clocks
    output logic                     busy_o         // one is shown or to come, or the interval has
                                                    // not passed
);
  localparam logic [3:0] Ever = 4'hf;
  logic             any, late_q, on, passed, repeats, due, shows, req_q, first_q, loaded_q;
  logic [Lanes-1:0] reached, reached_q, pending;
  logic [15:0]      since_q, unread_q;
  logic [3:0]       repeated_q;      // times since the last change, saturating
  assign on       = interval_i != '0;
  assign any      = pending != '0;
  assign passed   = since_q >= interval_i;
  assign repeats  = loaded_q && (repeat_i == Ever || repeated_q < repeat_i);
  assign due      = req_q || on && (reached_q != '0 || passed && (late_q || repeats));
  assign shows    = load_o || valid_o && !ready_i;    // in the next clock
  assign unread_o = unread_q == 16'hfffe && valid_o && !ready_i;
  assign busy_o   = valid_o || req_q || on && (any || first_q || repeats) || !passed;

  for (genvar l = 0; l < Lanes; l++) begin : gen_lane
    localparam int unsigned Channel = l < NHbm ? 0 : l - NHbm + 1;
    localparam int unsigned Kind = l < NHbm ? 0 : l < NHbm + NAtomic ? 1 : 2;
    localparam logic [31:0] Window = sema_path_pkg::window_at_reset(CntW, l >= NHbm + NAtomic);
    logic [CntW-1:0] unreported_q, reported_q, kept, half, amount, fall, threshold;
    assign kept       = load_o ? '0 : unreported_q;
    assign amount     = amount_i[Channel*CntW +: CntW] & {CntW{ret_i[l]}};
    assign half       = kept ^ amount;
    assign fall       = drop_i & {CntW{write_i[l]}};
    assign threshold  = threshold_i[Kind*CntW +: CntW];
    assign pending[l] = unreported_q != '0;
    assign reached[l] = threshold != '0 && unreported_q >= threshold;
    assign credit_o[l*CntW +: CntW] = reported_q;
    assign unreported_o[l*CntW +: CntW] = unreported_q;
    always_ff @(posedge clk_i) begin
      if (!rst_ni) begin
        unreported_q <= CntW'(Window);
        reported_q   <= '0;
      end else begin
        // Three rows become two, so that no carry runs twice.
        if (load_o || ret_i[l] || write_i[l]) begin
          unreported_q <= (half ^ ~fall) + CntW'({kept & amount | half & ~fall, 1'b1});
        end
        if (load_o) reported_q <= reported_q + unreported_q;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      load_o     <= 1'b0;
      late_q     <= 1'b0;
      reached_q  <= '0;
      valid_o    <= 1'b0;
      req_q      <= 1'b0;
      first_q    <= 1'b1;
      loaded_q   <= 1'b0;
      repeated_q <= '0;
      since_q    <= '1;
    end else begin
      load_o     <= due && !shows;
      late_q     <= on && !load_o && (any || first_q);
      reached_q  <= on && !load_o ? reached : '0;
      valid_o    <= shows;
      req_q      <= req_i || req_q && !load_o;
      first_q    <= !on || first_q && !load_o;
      loaded_q   <= loaded_q || load_o;
      if (load_o) repeated_q <= any || first_q ? '0 : repeated_q + 4'(repeated_q != Ever);
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
