// Proof of sema_core_high_rate, ten lanes of 32 bits: back to back, each operation is told what the
// plain rule says in the clock that is its own; a grant takes every demand, a refusal none.
module sema_core_high_rate_prove
`define HIGH_RATE 1'b1
`include "rtl/formal/admission/sema_core_build.svh"
  sema_begin_prove u_begin (.*);
  sema_core_high_rate #(.Lanes(Lanes), .CntW(CntW)) u_dut (.headroom_o(headroom), .*);

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
