// The decision of the core: AND over the lanes' answers, selected by the decision before.
//
// Every instance makes the same decision from copies of its own, for the lanes that it drives.
module sema_core_decide #(
    parameter int unsigned Lanes = sema_pkg::Lanes
) (
    input  logic             clk_i,
    // of the next clock's operation
    input  logic             run_i,    // no reset in this clock or the one before
    input  logic             valid_i,
    input  logic [Lanes-1:0] alone_i,  // fits if the operation before is not granted
    input  logic [Lanes-1:0] after_i,  // fits if it is
    // of this clock's
    output logic             grant_o,
    output logic             keep_o,   // neither granted nor cleared by a reset
    output logic             grant_qo  // of the clock before
);

  logic [Lanes-1:0] alone_q, after_q;
  logic             valid_q, run_q;

  sema_dup_flop #(.W(2*Lanes + 3)) u_dup_flop (
      .clk_i,
      .d_i({alone_i, after_i, valid_i, run_i, grant_o}),
      .q_o({alone_q, after_q, valid_q, run_q, grant_qo})
  );

  assign grant_o = valid_q && (grant_qo ? &after_q : &alone_q);
  assign keep_o  = run_q && !grant_o;

endmodule
