// Proof of sema_core_high_rate, ten lanes of 32 bits: back to back, each operation is told what the
// plain rule says in the clock that is its own; a grant takes every demand, a refusal none.
module sema_core_high_rate_prove
`define HIGH_RATE 1'b1
`include "rtl/formal/admission/sema_core_build.svh"
  sema_begin_prove u_begin (.*);
  logic                  granting;
  logic [Lanes*CntW-1:0] room;
  logic [Lanes-1:0]      under;
  logic [8:0]            table_headroom;
  sema_core_high_rate #(.Gates(1'b1), .Lanes(Lanes), .CntW(CntW)) u_dut (
      .enable_i(1'b1), .table_change_i('0), .granting_o(granting), .headroom_o(headroom),
      .room_o(room), .under_o(under), .table_headroom_o(table_headroom), .*);

  // Answers are kept a clock ahead of the decision, which is made in five copies.
  localparam int unsigned Groups = (Lanes + 1) / 2;
  (* peek = "u_dut.alone_q" *) logic [Lanes-1:0] alone_kept;
  (* peek = "u_dut.after_q" *) logic [Lanes-1:0] after_kept;
  (* peek = "u_dut.grant_q" *) logic [Groups-1:0] grants;
  (* peek = "u_dut.gen_decision[0].u_decide.run_q" *) logic keep;
  always_comb begin
    if (began_o) begin
      keep_I : assert (keep == (run_o[1] && run_o[2]));
      kept_I : assert (alone_o == alone_kept && after_o == after_kept);
      copies_I : assert (!began_2q || grants == {Groups{grant_o}});
    end
  end

endmodule
