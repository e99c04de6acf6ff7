// Proof of sema_core_high_rate, ten lanes of 32 bits: back to back, each operation is told what the
// plain rule says in the clock that is its own; a grant takes every demand, a refusal none.
module sema_core_high_rate_prove #(
    parameter int unsigned Lanes = sema_pkg::Lanes,
    parameter int unsigned CntW = sema_pkg::CounterBits,
    localparam int unsigned W = CntW + 1
) (
    input logic                  clk_i, rst_ni, valid_i,
    input logic [Lanes-1:0]      used_i,
    input logic [Lanes*CntW-1:0] demand_i,
    input logic [Lanes*W-1:0]    change_i
);

  logic               decided_o, grant_o, empty_o, due_o;
  logic [3:1]         run_o;
  logic [Lanes-1:0]   refused_o, alone_o, after_o, fits_o;
  logic [Lanes*W-1:0] headroom, expected;

  sema_core_high_rate #(.Lanes(Lanes), .CntW(CntW)) u_dut (.headroom_o(headroom), .*);

  sema_core_rules_prove #(.HighRate(1'b1), .Lanes(Lanes), .CntW(CntW)) u_rules (
      .decided_i(decided_o), .grant_i(grant_o), .headroom_i(headroom), .headroom_o(expected), .*);

  // Answers are kept a clock ahead of the decision, which is made in five copies.
  localparam int unsigned Groups = (Lanes + 1) / 2;
  (* peek = "u_dut.alone_q" *) logic [Lanes-1:0] alone_kept;
  (* peek = "u_dut.after_q" *) logic [Lanes-1:0] after_kept;
  (* peek = "u_dut.grant_q" *) logic [Groups-1:0] grants;

  (* peek = "u_dut.gen_decision[0].u_decide.run_q" *) logic keep;

  // The clock before; whether headroom was ever there; and the reset that a block begins with.
  logic       granted_q, seen_q;
  logic [1:0] began_q;
  initial began_q = '0;
  always_ff @(posedge clk_i) begin
    began_q   <= {began_q[0], 1'b1};
    granted_q <= decided_o && grant_o;
    seen_q    <= began_q != '0 && (seen_q || headroom[W-1:0] == W'(9));
  end

  always_comb begin
    // A block begins with a reset.
    reset_M : assume (began_q != '0 || !rst_ni);

    if (began_q[0]) begin
      answered_A : assert (decided_o == due_o);
      fits_A : assert (!decided_o || !grant_o || fits_o == '1);
      granted_A : assert (!decided_o || fits_o != '1 || grant_o);
      refused_A : assert (!decided_o || refused_o == ~fits_o);
      all_or_none_A : assert (run_o != '1 || headroom == expected);
      reset_A : assert (!began_q[1] || (run_o[2] && run_o[3]) || headroom == '0);
      began_I : assert (began_q[1] || !run_o[1]);
      empty_I : assert (run_o[1] || empty_o);
      keep_I : assert (keep == (run_o[1] && run_o[2]));
      kept_I : assert (alone_o == alone_kept && after_o == after_kept);
      copies_I : assert (!began_q[1] || grants == {Groups{grant_o}});

      answered_C : cover (decided_o && granted_q);
      fits_C : cover (decided_o && grant_o && granted_q && headroom[W-1:0] == '0);
      granted_C : cover (decided_o && grant_o && granted_q && headroom[W-1:0] != '0);
      refused_C : cover (decided_o && granted_q && refused_o == Lanes'(1) << (Lanes - 1));
      all_or_none_C : cover (run_o == '1 && decided_o && grant_o && granted_q && headroom[0] && expected[W+1]);
      reset_C : cover (began_q[1] && !run_o[3] && seen_q);
    end
  end

endmodule
