// The rules of the decision core, the plain way, for the proof core: what each operation must
// be told, and what headroom must be after it. The last lane is the table, of which each takes one.
//
// An operation fits in a lane if its demand, beside what the operation before it took, is within the
// headroom that the one before it found. Sums are made by sema_add (proof add).
module sema_core_rules_prove #(
    parameter int unsigned Lanes = sema_pkg::Lanes,
    parameter int unsigned CntW = sema_pkg::CounterBits,
    parameter int unsigned TableW = 8,
    localparam int unsigned W = CntW + 1,
    localparam int unsigned All = Lanes + 1
) (
    input  logic                  clk_i, rst_ni,
    // what the core is given
    input  logic                  valid_i,
    input  logic                  enable_i,    // two clocks later
    input  logic [Lanes-1:0]      used_i,
    input  logic [Lanes*CntW-1:0] demand_i,
    input  logic [Lanes*W-1:0]    change_i,
    input  logic [TableW:0]       table_change_i,
    // what it says
    input  logic                  decided_i, grant_i,
    input  logic [Lanes*W-1:0]    headroom_i,
    input  logic [TableW:0]       table_headroom_i,
    // what it must say
    output logic [3:1]            run_o,       // no reset so many clocks ago
    output logic                  empty_o,     // no operation is on its way
    output logic                  due_o,       // a decision
    output logic                  enabled_o,   // of an operation that may be granted
    output logic [All-1:0]        alone_o,     // fits if the one before is not granted
    output logic [All-1:0]        after_o,     // fits if it is; both known a clock ahead of the decision
    output logic [All-1:0]        fits_o,      // of the operation decided
    output logic [Lanes*W-1:0]    headroom_o,
    output logic [TableW:0]       table_headroom_o
);

  // Clocks from the operation on, and from a reset. Flops are cut as the circuit's are, here and
  // below, so that the solver sees once what both hold.
  logic valid_1q, valid_2q, valid_3q, valid_4q, enable_3q, enable_4q, run_1q, run_2q, run_3q;
  always_ff @(posedge clk_i) begin
    valid_1q  <= valid_i && rst_ni;
    valid_2q  <= valid_1q && rst_ni;
    valid_3q  <= valid_2q && rst_ni;
    valid_4q  <= valid_3q && rst_ni;
    enable_3q <= valid_2q && enable_i && rst_ni;
    enable_4q <= enable_3q;
    run_1q    <= rst_ni;
    run_2q    <= run_1q;
    run_3q    <= run_2q;
  end
  assign due_o     = valid_4q;
  assign enabled_o = enable_4q;
  assign run_o     = {run_3q, run_2q, run_1q};
  assign empty_o   = !valid_1q && !valid_2q && !valid_3q && !valid_4q && !enable_3q;

  for (genvar l = 0; l < All; l++) begin : gen_lane
    localparam int unsigned C = l < Lanes ? CntW : TableW;
    logic         used, used_1q, pass_2q, alone_q, after_q, fits_q;
    logic [C-1:0] demand, demand_1q, demand_2q, sum, sum_2q;
    logic         carry, carry_2q;
    logic [2:0]   unused_carries;
    logic [C:0]   headroom, change, less, kept_q, taken_q, kept, taken, kept_after_q, taken_after_q;
    if (l < Lanes) begin : gen_counter
      assign used     = used_i[l] && valid_i;
      assign demand   = demand_i[l*CntW +: CntW];
      assign headroom = headroom_i[l*W +: W];
      assign change   = change_i[l*W +: W];
      assign headroom_o[l*W +: W] = decided_i && grant_i ? taken_after_q : kept_after_q;
    end else begin : gen_table
      assign used     = valid_i;
      assign demand   = C'(1);
      assign headroom = table_headroom_i;
      assign change   = table_change_i;
      assign table_headroom_o = decided_i && grant_i ? taken_after_q : kept_after_q;
    end

    // This operation's demand and that of the one before.
    sema_add #(.W(C)) u_both (
        .a_i(demand_1q), .b_i(demand_2q), .carry_i(1'b0), .sum_o(sum), .carry_o(carry));
    // What a clock changes without a grant, and with it; headroom after either.
    sema_add #(.W(C+1)) u_less (
        .a_i(change), .b_i(~{1'b0, demand_2q}), .carry_i(1'b1), .sum_o(less),
        .carry_o(unused_carries[0]));
    sema_add #(.W(C+1)) u_kept (
        .a_i(headroom), .b_i(kept_q), .carry_i(1'b0), .sum_o(kept), .carry_o(unused_carries[1]));
    sema_add #(.W(C+1)) u_taken (
        .a_i(headroom), .b_i(taken_q), .carry_i(1'b0), .sum_o(taken), .carry_o(unused_carries[2]));

    always_ff @(posedge clk_i) begin
      used_1q       <= used;
      demand_1q     <= used ? demand : '0;
      pass_2q       <= !used_1q;
      demand_2q     <= demand_1q;
      sum_2q        <= sum;
      carry_2q      <= carry;
      alone_q       <= pass_2q || $signed(headroom) >= $signed({1'b0, demand_2q});
      after_q       <= pass_2q ||
                       $signed({headroom[C], headroom}) >= $signed({1'b0, carry_2q, sum_2q});
      fits_q        <= grant_i ? after_q : alone_q;
      kept_q        <= change;
      taken_q       <= less;
      kept_after_q  <= kept;
      taken_after_q <= taken;
    end
    assign alone_o[l] = alone_q;
    assign after_o[l] = after_q;
    assign fits_o[l]  = fits_q;
  end

endmodule
