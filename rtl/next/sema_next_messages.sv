// Grant messages: running counts of the credit that came back.
//
// What commits in clock c is untold in clock c + 1, may make a message due in clock c + 2, which is
// loaded in clock c + 3 and shows in c + 4. It tells what had committed two clocks before it shows.
module sema_next_messages #(
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
    output logic                     valid_o,
    input  logic                     ready_i,
    output logic [Lanes*CntW-1:0]    credit_o,
    output logic                     load_o,        // one shows from the next clock on
    output logic                     unread_o,      // one has not been taken for 65,535 clocks
    output logic                     untold_o,      // or to be repeated
    output logic                     busy_o
);
  logic             any_q, any_late_q, on, passed, due;
  logic [Lanes-1:0] reached, reached_q, some;
  logic [15:0]      since_q, unread_q;
  logic [3:0]       left_q;
  assign on       = interval_i != '0;
  assign passed   = since_q >= interval_i;
  assign due      = on && !valid_o && !load_o &&
                    (reached_q != '0 || passed && (any_late_q || left_q != '0));
  assign unread_o = unread_q == 16'hfffe && valid_o && !ready_i;
  assign untold_o = on && (any_q || left_q != '0);
  assign busy_o   = untold_o || valid_o || on && !passed;

  for (genvar l = 0; l < Lanes; l++) begin : gen_lane
    localparam int unsigned Channel = l < NHbm ? 0 : l - NHbm + 1;
    localparam int unsigned Kind = l < NHbm ? 0 : l < NHbm + NAtomic ? 1 : 2;
    logic [CntW-1:0] untold_q, told_q, amount, threshold;
    assign amount     = amount_i[Channel*CntW +: CntW] & {CntW{back_i[l]}};
    assign threshold  = threshold_i[Kind*CntW +: CntW];
    assign some[l]    = amount != '0;
    assign reached[l] = threshold != '0 && untold_q >= threshold;
    assign credit_o[l*CntW +: CntW] = told_q;
    always_ff @(posedge clk_i) begin
      untold_q <= rst_ni ? (load_o ? '0 : untold_q) + amount : '0;
      told_q   <= !rst_ni ? '0 : load_o ? told_q + untold_q : told_q;
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      load_o     <= 1'b0;
      any_q      <= 1'b0;
      any_late_q <= 1'b0;
      reached_q  <= '0;
      valid_o    <= 1'b0;
      left_q     <= '0;
      since_q    <= '1;
    end else begin
      load_o     <= due;
      any_q      <= some != '0 || any_q && !load_o;
      any_late_q <= any_q && !load_o;
      reached_q  <= load_o ? '0 : reached;
      valid_o    <= load_o || valid_o && !ready_i;
      left_q     <= !on ? '0 : !load_o ? left_q : any_q ? repeat_i : left_q - 1'b1;
      since_q    <= load_o ? 16'd2 : since_q == '1 ? since_q : since_q + 1'b1;
    end
    unread_q <= load_o ? '0 : unread_q + 16'(unread_q != '1);
  end
endmodule
