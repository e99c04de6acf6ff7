// Decision: lanes, table and windows around the decision core; the only writer of debt. One
// operation in every clock; d is the clock of its decision.
//
// Promises: all or none - a grant adds every demand to its lane and one to the table, anything else
// adds nothing; each decision knows every grant before it, and returns and windows of commits up to
// d - CommitToDecision; exactly one of grant, deny, reject and repeat comes of an operation, or none
// if it was sent only to report a refusal and nothing refuses it. Rejected is only what is decided
// for the first time, with an unknown opcode or with a demand above its window.
// Same clock: a return or a window write that commits in d is in the debt behind the decision, and
// is not known to it.
//
// Names end in the clock: _1q to _5q are d - 2 to d + 2.
module sema_decide #(
    parameter bit          Gates = sema_pkg::Gates,
    parameter int unsigned NHbm = sema_pkg::HbmLanes,
    parameter int unsigned CntW = sema_pkg::CounterBits,
    parameter int unsigned Depth = sema_pkg::Depth,
    parameter int unsigned HbmCopies = sema_pkg::copies(NHbm / 2 + 1),  // the last for `over`
    parameter int unsigned TimeCopies = sema_pkg::copies(2),            // the last for `over`
    localparam int unsigned Lanes = NHbm + 2,
    localparam int unsigned LaneW = $clog2(Lanes),
    localparam int unsigned W = CntW + 1,
    localparam int unsigned TableW = sema_pkg::index_width(Depth) + 1,
    localparam int unsigned Classes = sema_pkg::Classes
) (
    input  logic                       clk_i,
    input  logic                       rst_ni,
    // operation, clock d - 3
    input  logic                       valid_i,
    input  logic                       try_i,         // granted if it fits; else only told of refusal
    input  logic                       first_i,       // not denied before
    input  logic                       known_i,
    input  logic [3:0]                 last_denied_i, // table, response, Atomic, HBM
    input  logic [NHbm-1:0]            lane_i,        // alone; none where HBM is not used
    input  logic [1:0]                 time_i,        // response, Atomic: used
    input  logic [HbmCopies*CntW-1:0]  hbm_i,
    input  logic [TimeCopies*CntW-1:0] atomic_i,
    input  logic [TimeCopies*CntW-1:0] response_i,
    // look-up, clock d - 1
    input  logic                       found_i,
    // returns, four clocks before they commit; bit and field k of class k
    input  logic [Classes-1:0]         return_i,
    input  logic [LaneW-1:0]           hbm_lane_i,
    input  logic [Classes*CntW-1:0]    amount_i,
    // window to write, six clocks before it commits
    input  logic                       window_write_i,
    input  logic [LaneW-1:0]           window_lane_i,
    input  logic [CntW-1:0]            window_i,
    // reservations that are freed in this clock; the limit in force
    input  logic [3:0]                 retire_i,
    input  logic [TableW-1:0]          limit_i,
    // outcome, clock d + 1
    output logic                       grant_now_o,
    output logic                       other_now_o,   // rejected or repeated
    // outcome, clock d + 2
    output logic                       grant_o,
    output logic                       reject_o,
    output logic                       repeat_o,
    output logic                       deny_o,
    output logic                       deny_changed_o, // other than at the last denial
    output logic [Lanes:0]             refused_o,      // bit Lanes: the table
    output logic [3:0]                 refused_class_o, // table, response, Atomic, HBM
    output logic [Lanes-1:0]           over_o,
    output logic [Lanes-1:0]           used_o,
    output logic [Lanes*CntW-1:0]      debt_o,         // after the decision
    // for compare: of the clock before, and of two before
    output logic [Lanes*CntW-1:0]      room_o,         // window - debt, without its sign
    output logic [Lanes-1:0]           under_o,        // its sign
    output logic                       full_o          // the table refuses
);

  // Windows of a block out of reset.
  function automatic logic [Lanes*CntW-1:0] window_resets(input int unsigned hbm);
    for (int unsigned l = 0; l < Lanes; l++) begin
      window_resets[l*CntW +: CntW] = CntW'(sema_pkg::window_reset_of(l, hbm, CntW));
    end
  endfunction
  localparam logic [Lanes*CntW-1:0] WindowReset = window_resets(NHbm);

  // What headroom gets back.
  logic [Lanes*W-1:0]    change;
  logic [TableW:0]       table_change;
  logic [Lanes*CntW-1:0] windows_early, windows;
  sema_core_change #(.Lanes(Lanes), .CntW(CntW), .WindowReset(WindowReset)) u_change (
      .clk_i,
      .rst_ni,
      .return_i,
      .hbm_lane_i,
      .amount_i,
      .window_write_i,
      .window_lane_i,
      .window_i,
      .change_o(change)
  );
  sema_table_change #(.Depth(Depth)) u_table_change (
      .clk_i,
      .rst_ni,
      .retire_i,
      .limit_i,
      .change_o  (table_change)
  );
  sema_windows #(.Lanes(Lanes), .CntW(CntW), .WindowReset(WindowReset)) u_windows (
      .clk_i,
      .rst_ni,
      .write_i  (window_write_i),
      .lane_i   (window_lane_i),
      .window_i,
      .early_o  (windows_early),
      .windows_o(windows)
  );

  // Every lane its demand, from a copy that it shares with one other at most.
  logic [Lanes-1:0]      used;
  logic [Lanes*CntW-1:0] demand;
  assign used = {time_i, lane_i};
  always_comb begin
    for (int l = 0; l < NHbm; l++) begin
      demand[l*CntW +: CntW] = hbm_i[(HbmCopies == 1 ? 0 : l / 2)*CntW +: CntW];
    end
    demand[NHbm*CntW +: CntW]     = atomic_i[0 +: CntW];
    demand[(NHbm+1)*CntW +: CntW] = response_i[0 +: CntW];
  end

  // Over: picked in d - 2, compared in d - 1.
  logic [Lanes-1:0]  used_1q, used_2q, used_3q, used_4q;
  logic [3*CntW-1:0] demand_1q, demand_2q;
  logic [2:0]        over_3q, over_4q;
  sema_over #(.NHbm(NHbm), .CntW(CntW)) u_over (
      .clk_i,
      .used_i    (used_1q),
      .windows_i (windows_early),
      .hbm_i     (demand_2q[0 +: CntW]),
      .atomic_i  (demand_2q[CntW +: CntW]),
      .response_i(demand_2q[2*CntW +: CntW]),
      .over_o    (over_3q)
  );

  // Decision.
  logic            valid_1q, valid_2q, try_1q, try_2q, first_1q, first_2q, first_3q, first_4q;
  logic            known_1q, known_2q, enable_1q, enable_2q;
  logic [3:0]      last_denied_1q, last_denied_2q, last_denied_3q, last_denied_4q;
  logic            granting, decided, grant_4q;
  logic [Lanes:0]  refused_4q;
  logic [TableW:0] table_headroom;
  logic [Lanes*W-1:0] unused_headroom;
  sema_core #(
      .Gates(Gates), .Table(1'b1), .Lanes(Lanes), .CntW(CntW), .TableW(TableW)
  ) u_core (
      .clk_i,
      .rst_ni,
      .valid_i,
      .enable_i        (enable_2q && !found_i),
      .used_i          (used),
      .demand_i        (demand),
      .change_i        (change),
      .table_change_i  (table_change),
      .granting_o      (granting),
      .decided_o       (decided),
      .grant_o         (grant_4q),
      .refused_o       (refused_4q),
      .headroom_o      (unused_headroom),
      .room_o,
      .under_o,
      .table_headroom_o(table_headroom)
  );

  // Classification.
  logic       repeat_3q, tried_first_3q, unknown_3q, reject, other, repeat_4q, reject_4q, other_4q;
  logic       deny;
  logic [3:0] refused_class;
  assign reject        = tried_first_3q && (unknown_3q || over_3q != '0);
  assign other         = reject || repeat_3q;
  assign deny          = decided && !grant_4q && !other_4q && refused_4q != '0;
  assign refused_class = {refused_4q[Lanes:NHbm], refused_4q[NHbm-1:0] != '0};

  sema_dup_flop #(.W(2)) u_now (
      .clk_i,
      .d_i({granting && rst_ni, other && rst_ni}),
      .q_o({grant_now_o, other_now_o})
  );

  always_ff @(posedge clk_i) begin
    valid_1q       <= valid_i && rst_ni;
    valid_2q       <= valid_1q && rst_ni;
    try_1q         <= try_i;
    try_2q         <= try_1q;
    first_1q       <= first_i;
    first_2q       <= first_1q;
    first_3q       <= first_2q;
    first_4q       <= first_3q;
    known_1q       <= known_i;
    known_2q       <= known_1q;
    enable_1q      <= try_i && known_i;
    enable_2q      <= enable_1q;
    last_denied_1q <= last_denied_i;
    last_denied_2q <= last_denied_1q;
    last_denied_3q <= last_denied_2q;
    last_denied_4q <= last_denied_3q;
    used_1q        <= used;
    used_2q        <= used_1q;
    used_3q        <= used_2q;
    used_4q        <= used_3q;
    demand_1q      <= {response_i[(TimeCopies-1)*CntW +: CntW],
                       atomic_i[(TimeCopies-1)*CntW +: CntW], hbm_i[(HbmCopies-1)*CntW +: CntW]};
    demand_2q      <= demand_1q;

    repeat_3q      <= valid_2q && try_2q && found_i && rst_ni;
    tried_first_3q <= valid_2q && try_2q && !found_i && first_2q && rst_ni;
    unknown_3q     <= !known_2q;

    repeat_4q      <= repeat_3q && rst_ni;
    reject_4q      <= reject && rst_ni;
    other_4q       <= other && rst_ni;
    over_4q        <= over_3q;

    grant_o         <= decided && grant_4q && rst_ni;
    reject_o        <= reject_4q && rst_ni;
    repeat_o        <= repeat_4q && rst_ni;
    deny_o          <= deny && rst_ni;
    deny_changed_o  <= first_4q || refused_class != last_denied_4q;
    refused_o       <= refused_4q;
    refused_class_o <= refused_class;
    over_o          <= used_4q & {over_4q[2:1], {NHbm{over_4q[0]}}};
    used_o          <= used_4q;
  end

  // Debts, and whether the table refuses.
  logic [Lanes*CntW-1:0] debt;
  for (genvar l = 0; l < Lanes; l++) begin : gen_debt
    logic            unused_carry;
    logic [CntW-1:0] complement;
    assign complement = ~room_o[l*CntW +: CntW];
    sema_add #(.W(CntW)) u_debt (
        .a_i    (windows[l*CntW +: CntW]),
        .b_i    (complement),
        .carry_i(1'b1),
        .sum_o  (debt[l*CntW +: CntW]),
        .carry_o(unused_carry)
    );
  end
  // Out of reset, headroom gets its windows only after some clocks.
  logic [4:0] run_q;
  always_ff @(posedge clk_i) begin
    run_q  <= rst_ni ? {run_q[3:0], 1'b1} : '0;
    debt_o <= debt & {Lanes*CntW{run_q[4] && rst_ni}};
    full_o <= table_headroom[TableW] || table_headroom == '0;
  end

`ifndef SYNTHESIS
  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      // Every operation has one outcome at most.
      Outcome_A : assert ($onehot0({grant_o, deny_o, reject_o, repeat_o}));
      // A demand above a window is refused by that lane too.
      Over_A : assert (!reject_o || (over_o & ~refused_o[Lanes-1:0]) == '0);
      // An unknown opcode asks for nothing and is never kept waiting.
      Unknown_M : assert (!valid_i || known_i || (try_i && first_i && used == '0));
      // An operation uses one HBM partition at most.
      Partition_M : assert (!valid_i || $onehot0(lane_i));
      // Nobody says that a lane is used and asks for nothing.
      Used_M : assert (!valid_i || ((lane_i == '0 || hbm_i[CntW-1:0] != '0) &&
                       (!time_i[0] || atomic_i[CntW-1:0] != '0) &&
                       (!time_i[1] || response_i[CntW-1:0] != '0)));
      // A window leaves room for a saturated demand above it.
      Window_M : assert (!window_write_i || window_i != '1);
    end
  end
`endif

endmodule
