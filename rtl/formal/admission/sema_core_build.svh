// What the proofs of both builds of the decision core have in common, HIGH_RATE being which: the
// rules, and the promises by them.
#(
    parameter int unsigned Lanes = sema_pkg::Lanes,
    parameter int unsigned CntW = sema_pkg::CounterBits,
    localparam int unsigned W = CntW + 1
) (
    input logic                  clk_i, rst_ni, valid_i,
    input logic [Lanes-1:0]      used_i,
    input logic [Lanes*CntW-1:0] demand_i,
    input logic [Lanes*W-1:0]    change_i
);

  logic               decided_o, grant_o, empty_o, due_o, began_o;
  logic [3:1]         run_o;
  logic [Lanes-1:0]   refused_o, alone_o, after_o, fits_o;
  logic [Lanes*W-1:0] headroom, expected;

  sema_core_rules_prove #(.HighRate(`HIGH_RATE), .Lanes(Lanes), .CntW(CntW)) u_rules (
      .decided_i(decided_o), .grant_i(grant_o), .headroom_i(headroom), .headroom_o(expected), .*);

  // The clock before; and whether headroom was ever there.
  logic granted_q, seen_q, began_2q;
  initial began_2q = 1'b0;
  always_ff @(posedge clk_i) begin
    began_2q  <= began_o;
    granted_q <= decided_o && grant_o;
    seen_q    <= began_o && (seen_q || headroom[W-1:0] == W'(9));
  end

  always_comb begin
    if (began_o) begin
      answered_A : assert (decided_o == due_o);
      fits_A : assert (!decided_o || !grant_o || fits_o == '1);
      granted_A : assert (!decided_o || fits_o != '1 || grant_o);
      refused_A : assert (!decided_o || refused_o == ~fits_o);
      all_or_none_A : assert (run_o != '1 || headroom == expected);
      reset_A : assert (!began_2q || (run_o[2] && run_o[3]) || headroom == '0);
      began_I : assert (began_2q || !run_o[1]);
      empty_I : assert (run_o[1] || empty_o);

      answered_C : cover (decided_o && granted_q);
      fits_C : cover (decided_o && grant_o && granted_q && headroom[W-1:0] == '0);
      granted_C : cover (decided_o && grant_o && granted_q && headroom[W-1:0] != '0);
      refused_C : cover (decided_o && granted_q && refused_o == Lanes'(1) << (Lanes - 1));
      all_or_none_C : cover (run_o == '1 && decided_o && grant_o && granted_q && headroom[0] &&
                             expected[W+1]);
      reset_C : cover (began_2q && !run_o[3] && seen_q);
    end
  end
