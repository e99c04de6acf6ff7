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
//
// An operation without enable_i, which comes two clocks after it, is compared as any other and not
// granted. With Table there is one lane more: every operation demands 1 of it, and table_change_i is
// what it gets back.
module sema_core #(
    parameter bit          Gates = sema_pkg::Gates,
    parameter bit          Table = 1'b0,
    parameter int unsigned Lanes = sema_pkg::Lanes,
    parameter int unsigned CntW = sema_pkg::CounterBits,
    parameter int unsigned TableW = 8,
    localparam int unsigned W = CntW + 1,
    localparam int unsigned All = Lanes + 32'(Table)
) (
    input  logic                  clk_i,
    input  logic                  rst_ni,
    input  logic                  valid_i,
    input  logic                  enable_i,        // two clocks later
    input  logic [Lanes-1:0]      used_i,
    input  logic [Lanes*CntW-1:0] demand_i,
    input  logic [Lanes*W-1:0]    change_i,
    input  logic [TableW:0]       table_change_i,
    output logic                  granting_o,      // for the next flop: the grant of three clocks later
    output logic                  decided_o,
    output logic                  grant_o,
    output logic [All-1:0]        refused_o,
    output logic [Lanes*W-1:0]    headroom_o,
    output logic [Lanes*CntW-1:0] room_o,          // headroom without its sign
    output logic [Lanes-1:0]      under_o,         // its sign
    output logic [TableW:0]       table_headroom_o
);

  // Lanes that share one copy of the decision.
  localparam int unsigned GroupLanes = Gates ? 2 : All;
  localparam int unsigned Groups = (All + GroupLanes - 1) / GroupLanes;

  logic              run_1q, valid_1q, valid_2q, valid_3q;
  logic [All-1:0]    fits_alone, fits_after, alone_q, after_q;
  logic [Groups-1:0] grant, grant_q, keep;

  always_ff @(posedge clk_i) begin
    run_1q    <= rst_ni;
    valid_1q  <= valid_i && rst_ni;
    valid_2q  <= valid_1q && rst_ni;
    valid_3q  <= valid_2q && rst_ni;
    decided_o <= valid_3q && rst_ni;
  end

  for (genvar i = 0; i < Groups; i++) begin : gen_decision
    sema_core_decide #(.Lanes(All)) u_decide (
        .clk_i,
        .run_i   (run_1q && rst_ni),
        .valid_i (valid_2q && enable_i && rst_ni),
        .alone_i (fits_alone),
        .after_i (fits_after),
        .grant_o (grant[i]),
        .grant_qo(grant_q[i]),
        .keep_o  (keep[i])
    );
  end

  for (genvar l = 0; l < All; l++) begin : gen_lane
    localparam int unsigned C = l < Lanes ? CntW : TableW;
    logic         used, pass, beyond;
    logic [C-1:0] demand, alone, after;
    logic [C:0]   change, kept, taken, headroom;

    if (l < Lanes) begin : gen_counter
      assign used   = used_i[l] && valid_i;
      assign demand = demand_i[l*CntW +: CntW];
      assign change = change_i[l*W +: W];
      assign headroom_o[l*W +: W]    = headroom;
      assign room_o[l*CntW +: CntW]  = headroom[CntW-1:0];
      assign under_o[l]              = headroom[CntW];
    end else begin : gen_table
      assign used   = valid_i;
      assign demand = C'(1);
      assign change = table_change_i;
      assign table_headroom_o = headroom;
    end

    sema_core_ahead #(.CntW(C)) u_ahead (
        .clk_i,
        .used_i  (used),
        .demand_i(demand),
        .change_i(change),
        .pass_o  (pass),
        .alone_o (alone),
        .after_o (after),
        .beyond_o(beyond),
        .kept_o  (kept),
        .taken_o (taken)
    );

    sema_core_loop #(.Gates(Gates), .Apart(Table), .CntW(C)) u_loop (
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
        .headroom_o  (headroom)
    );

    always_ff @(posedge clk_i) begin
      alone_q[l]   <= fits_alone[l];
      after_q[l]   <= fits_after[l];
      refused_o[l] <= grant_q[l/GroupLanes] ? !after_q[l] : !alone_q[l];
    end
  end

  if (!Table) begin : gen_no_table
    logic unused_change;
    assign unused_change    = ^table_change_i;
    assign table_headroom_o = '0;
  end

  // The last copy drives the fewest lanes.
  assign granting_o = grant[Groups-1];
  assign grant_o    = grant_q[0];

endmodule
