// Decision core, high rate: arithmetic is kept out of the decision loop by looking one ahead.
//
// A decision needs the headroom that the one before left, and that is known only when it is made.
// But there are two cases: it granted, or it did not. So each lane asks two questions a clock early,
// of the headroom H that the decision before will see: is H at least T0 = d, and is H at least
// T1 = d + d before? Both answers are registered. When the decision before is known, it picks the
// answers of all lanes that hold; their AND is the decision:
//
//     grant(t) = grant(t-1) ? AND of lanes (H >= T1) : AND of lanes (H >= T0)
//
// An AND and a select are all that is left of the loop. Meanwhile each lane adds both possible
// changes to H, and the decision selects between two sums. Copies of the answers, of the decision
// and of H keep the fan-out of ten lanes out of the loop. The decisions are exactly those of the
// plain rule; only returns and window writes are seen an operation later, and late credit is only late.
module sema_core_high_rate #(
    parameter int unsigned Lanes = sema_pkg::Lanes,
    parameter int unsigned CntW = sema_pkg::CounterBits,
    localparam int unsigned W = CntW + 1
) (
    input  logic                  clk_i,
    input  logic                  rst_ni,
    input  logic                  valid_i,
    input  logic [Lanes-1:0]      used_i,
    input  logic [Lanes*CntW-1:0] demand_i,
    input  logic [Lanes*W-1:0]    change_i,
    output logic                  decided_o,
    output logic                  grant_o,
    output logic [Lanes-1:0]      refused_o,
    output logic [Lanes*W-1:0]    headroom_o
);

  // Lanes that share one copy of the decision.
  localparam int unsigned GroupLanes = 2;
  localparam int unsigned Groups = (Lanes + GroupLanes - 1) / GroupLanes;

  logic             run_1q, valid_1q, valid_2q, valid_3q;
  logic [Lanes-1:0] fits_alone, fits_after, alone_q, after_q;
  logic [Groups-1:0] grant, grant_q, keep;

  always_ff @(posedge clk_i) begin
    run_1q    <= rst_ni;
    valid_1q  <= valid_i && rst_ni;
    valid_2q  <= valid_1q && rst_ni;
    valid_3q  <= valid_2q && rst_ni;
    decided_o <= valid_3q && rst_ni;
  end

  for (genvar i = 0; i < Groups; i++) begin : gen_decision
    sema_core_decide #(.Lanes(Lanes)) u_decide (
        .clk_i,
        .run_i   (run_1q && rst_ni),
        .valid_i (valid_2q && rst_ni),
        .alone_i (fits_alone),
        .after_i (fits_after),
        .grant_o (grant[i]),
        .grant_qo(grant_q[i]),
        .keep_o  (keep[i])
    );
  end

  for (genvar l = 0; l < Lanes; l++) begin : gen_lane
    logic            pass, beyond;
    logic [CntW-1:0] alone, after;
    logic [W-1:0]    kept, taken;

    sema_core_ahead #(.CntW(CntW)) u_ahead (
        .clk_i,
        .used_i  (used_i[l] && valid_i),
        .demand_i(demand_i[l*CntW +: CntW]),
        .change_i(change_i[l*W +: W]),
        .pass_o  (pass),
        .alone_o (alone),
        .after_o (after),
        .beyond_o(beyond),
        .kept_o  (kept),
        .taken_o (taken)
    );

    sema_core_loop #(.CntW(CntW)) u_loop (
        .clk_i,
        .pass_i      (pass),
        .alone_i     (alone),
        .after_i     (after),
        .beyond_i    (beyond),
        .fits_alone_o(fits_alone[l]),
        .fits_after_o(fits_after[l]),
        .kept_i      (kept),
        .taken_i     (taken),
        .grant_i     (grant[l/GroupLanes]),
        .keep_i      (keep[l/GroupLanes]),
        .headroom_o  (headroom_o[l*W +: W])
    );

    always_ff @(posedge clk_i) begin
      alone_q[l]   <= fits_alone[l];
      after_q[l]   <= fits_after[l];
      refused_o[l] <= grant_q[l/GroupLanes] ? !after_q[l] : !alone_q[l];
    end
  end

  assign grant_o = grant_q[0];

endmodule
