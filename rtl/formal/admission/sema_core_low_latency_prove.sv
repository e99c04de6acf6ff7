// Proof of sema_core_low_latency, the same promises as core_high_rate's by the same rules.
module sema_core_low_latency_prove
`define HIGH_RATE 1'b0
`include "rtl/formal/admission/sema_core_build.svh"
  sema_begin_prove u_begin (.*);
  sema_core_low_latency #(.Lanes(Lanes), .CntW(CntW)) u_dut (.headroom_o(headroom), .*);

  (* peek = "u_dut.run_2q" *) logic keep;
  always_comb keep_I : assert (!began_o || keep == (run_o[1] && run_o[2]));

endmodule
