// Proof of sema_core, ten lanes of 32 bits and the table: back to back, each operation is told
// what the plain rule says in the clock that is its own; a grant takes every demand, a refusal none.
module sema_core_prove #(
    parameter int unsigned Lanes = sema_pkg::Lanes,
    parameter int unsigned CntW = sema_pkg::CounterBits,
    parameter int unsigned TableW = 8,
    localparam int unsigned W = CntW + 1,
    localparam int unsigned All = Lanes + 1
) (
    input logic                  clk_i, rst_ni, valid_i, enable_i,
    input logic [Lanes-1:0]      used_i,
    input logic [Lanes*CntW-1:0] demand_i,
    input logic [Lanes*W-1:0]    change_i,
    input logic [TableW:0]       table_change_i
);

  logic                  decided_o, grant_o, granting_o, empty_o, due_o, enabled_o, began_o;
  logic [3:1]            run_o;
  logic [All-1:0]        refused_o, alone_o, after_o, fits_o;
  logic [Lanes*W-1:0]    headroom, expected;
  logic [Lanes*CntW-1:0] room_o;
  logic [Lanes-1:0]      under_o, signs;
  logic [TableW:0]       table_headroom, table_expected;

  sema_begin_prove u_begin (.*);
  sema_core_rules_prove #(.Lanes(Lanes), .CntW(CntW), .TableW(TableW)) u_rules (
      .decided_i(decided_o), .grant_i(grant_o), .headroom_i(headroom), .headroom_o(expected),
      .table_headroom_i(table_headroom), .table_headroom_o(table_expected), .*);
  sema_core #(
      .Gates(1'b1), .Table(1'b1), .Lanes(Lanes), .CntW(CntW), .TableW(TableW)
  ) u_dut (.headroom_o(headroom), .table_headroom_o(table_headroom), .*);

  // Answers are kept a clock ahead of the decision, which is made in copies.
  localparam int unsigned Groups = (All + 1) / 2;
  (* peek = "u_dut.alone_q" *) logic [All-1:0] alone_kept;
  (* peek = "u_dut.after_q" *) logic [All-1:0] after_kept;
  (* peek = "u_dut.grant_q" *) logic [Groups-1:0] grants;
  (* peek = "u_dut.gen_decision[0].u_decide.run_q" *) logic keep;
  (* peek = "u_dut.gen_decision[0].u_decide.valid_q" *) logic enabled;
  (* peek = "u_rules.enable_3q" *) logic enabled_3;
  (* peek = "u_rules.valid_3q" *) logic valid_3;

  for (genvar l = 0; l < Lanes; l++) begin : gen_sign
    assign signs[l] = headroom[l*W+CntW];
  end

  // The clock before; and whether headroom was ever there.
  logic granted_q, granting_q, seen_q, began_2q;
  initial began_2q = 1'b0;
  always_ff @(posedge clk_i) begin
    began_2q   <= began_o;
    granted_q  <= decided_o && grant_o;
    granting_q <= granting_o;
    seen_q     <= began_o && (seen_q || headroom[W-1:0] == W'(9));
  end

  always_comb begin
    if (began_o) begin
      began_I : assert (began_2q || !run_o[1]);
      empty_I : assert (run_o[1] || empty_o);
      keep_I : assert (keep == (run_o[1] && run_o[2]));
      kept_I : assert (alone_o == alone_kept && after_o == after_kept);
      enabled_I : assert (enabled == enabled_3);
      copies_I : assert (!began_2q || grants == {Groups{grant_o}});

      answered_A : assert (decided_o == due_o && (!granting_o || valid_3) &&
                           (!began_2q || grant_o == granting_q));
      fits_A : assert (!decided_o || !grant_o || (enabled_o && fits_o == '1));
      granted_A : assert (!decided_o || !enabled_o || fits_o != '1 || grant_o);
      refused_A : assert (!decided_o || refused_o == ~fits_o);
      all_or_none_A : assert ((run_o != '1 || (headroom == expected &&
                                               table_headroom == table_expected)) &&
                              under_o == signs);
      reset_A : assert (!began_2q || (run_o[2] && run_o[3]) ||
                        (headroom == '0 && table_headroom == '0));

      answered_C : cover (decided_o && granted_q);
      fits_C : cover (decided_o && grant_o && granted_q && headroom[W-1:0] == '0);
      granted_C : cover (decided_o && grant_o && granted_q && headroom[W-1:0] != '0);
      refused_C : cover (decided_o && granted_q && refused_o == All'(1) << Lanes);
      all_or_none_C : cover (run_o == '1 && decided_o && grant_o && granted_q && headroom[0] &&
                             expected[W+1]);
      reset_C : cover (began_2q && !run_o[3] && seen_q);
    end
  end

endmodule
