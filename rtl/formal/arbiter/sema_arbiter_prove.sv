// Proof of sema_arbiter, 32 slots, of how its parts hang together: who is chosen is decided with its
// own word and comes back beside its decision; it holds its slot until then, and nobody leaves but by
// a decision on it; and nothing but what the specification names keeps an operation from being tried.
// Looked at is one slot, whichever.
//
// cut: sema_arbiter/u_slots sema_arbiter/u_choice sema_arbiter/u_dependency sema_arbiter/u_aging
// cut: sema_arbiter/u_fit
module sema_arbiter_prove #(
    parameter int unsigned NHbm = sema_pkg::HbmLanes,
    parameter int unsigned CntW = sema_pkg::CounterBits,
    parameter int unsigned Slots = sema_pkg::Slots,
    localparam int unsigned TagW = sema_pkg::TagBits,
    localparam int unsigned Lanes = NHbm + 2,
    localparam int unsigned SlotW = sema_pkg::index_width(Slots),
    localparam int unsigned Demands = sema_pkg::copies(Slots / 8),
    localparam int unsigned HbmCopies = sema_pkg::copies(NHbm / 2 + 1),
    localparam int unsigned TimeCopies = sema_pkg::copies(2),
    localparam int unsigned TagCopies = sema_pkg::copies(sema_pkg::Depth / 16),
    localparam int unsigned Leaves = Slots >= 8 ? Slots / 8 : 1
) (
    input logic                                clk_i, rst_ni,
    input logic                                op_valid_i,
    input logic [TagW-1:0]                     op_tag_i,
    input logic [sema_pkg::WireBits-1:0]       op_wire_bytes_i,
    input logic                                op_urgent_i,
    input logic [sema_pkg::DomainBits-1:0]     op_domain_i,
    input logic                                hold_i, pause_i,
    input logic [Slots-1:0]                    scaled_i,
    input logic [SlotW-1:0]                    scaled_index_i,
    input logic [Demands*NHbm-1:0]             lane_i,
    input logic [Demands*3-1:0]                used_i,
    input logic [Demands*CntW-1:0]             hbm_i, atomic_i, response_i,
    input logic [Lanes*CntW-1:0]               room_i,
    input logic [Lanes-1:0]                    under_i,
    input logic                                full_i,
    input logic [sema_pkg::StarvationBits-1:0] starvation_bound_i,
    input logic                                grant_i, other_i, deny_i,
    input logic [3:0]                          refused_i
);

  logic                      op_ready_o, inserted_o, select_valid_o, valid_o, try_o, first_o, chose_o;
  logic [SlotW-1:0]          insert_index_o, select_index_o;
  logic [3:0]                told_o;
  logic [NHbm-1:0]           lane_o;
  logic [1:0]                time_o;
  logic [HbmCopies*CntW-1:0] hbm_o;
  logic [TimeCopies*CntW-1:0] atomic_o, response_o;
  logic [TagCopies*TagW-1:0] tag_o;
  (* peek = "u_dut.insert" *) logic [Slots-1:0] insert;
  (* peek = "u_dut.open" *) logic [Slots-1:0] open;
  (* peek = "u_dut.blocked" *) logic [Slots-1:0] blocked;
  (* peek = "u_dut.allow" *) logic [Slots-1:0] allow;
  (* peek = "u_dut.denied" *) logic [Slots-1:0] denied;
  (* peek = "u_dut.fits" *) logic [Slots-1:0] fits;
  (* peek = "u_dut.try_set" *) logic [Slots-1:0] try_set;
  (* peek = "u_dut.report_set" *) logic [Slots-1:0] report_set;
  (* peek = "u_dut.chosen" *) logic [Slots-1:0] chosen;
  (* peek = "u_dut.chosen_1q" *) logic [Slots-1:0] chosen_1;
  (* peek = "u_dut.some_1q" *) logic some_1;
  (* peek = "u_dut.tried_1q" *) logic tried_1;
  (* peek = "u_dut.way_q" *) logic [5*(SlotW+1)-1:0] way;
  (* peek = "u_dut.slot_7q" *) logic [Slots-1:0] slot_7;
  (* peek = "u_dut.slot_8q" *) logic [Slots-1:0] slot_8;
  (* peek = "u_dut.leave_q" *) logic [Leaves*Slots-1:0] leaves;

  sema_arbiter #(.NHbm(NHbm), .CntW(CntW), .Slots(Slots), .TagCopies(TagCopies)) u_dut (.*);

  logic began_o;
  sema_begin_prove u_begin (.*);

  // The slot: whether an operation is there; whether there has been one, and clocks since its offer;
  // clocks since it was chosen; both up to 15. What might be chosen a clock ago, and what was to be reported two ago.
  (* anyconst *) logic [SlotW-1:0] one;
  logic             there, there_q, ever_q, recent, recent_q, try_q, report_q, report_2q, reset_q, pause_q;
  logic [3:0]       clocks, clocks_q, since_q;
  logic [2:0]       some_q, tried_q;
  logic [Slots-1:0] leave;
  assign there  = insert[one] || there_q;
  assign clocks = insert[one] ? 4'd1 : clocks_q;
  assign recent = since_q <= 4'd9;
  assign leave  = leaves[Slots-1:0];
  always_ff @(posedge clk_i) begin
    reset_q   <= !rst_ni;
    pause_q   <= rst_ni && pause_i;
    ever_q    <= rst_ni && (ever_q || insert[one]);
    there_q   <= rst_ni && there && !leave[one];
    clocks_q  <= clocks + 4'(clocks != 4'd15);
    since_q   <= !rst_ni ? 4'd15 : chosen[one] ? 4'd1 : since_q + 4'(since_q != 4'd15);
    recent_q  <= recent;
    try_q     <= rst_ni && try_set[one];
    report_q  <= rst_ni && report_set[one];
    report_2q <= rst_ni && report_q;
    some_q    <= rst_ni ? {some_q[1:0], chosen != '0} : '0;
    tried_q   <= {tried_q[1:0], tried_1};
  end

  logic [6:2] here, due;
  for (genvar i = 2; i <= 6; i++) begin : gen_way
    assign here[i] = way[(i-2)*(SlotW+1)+SlotW] && way[(i-2)*(SlotW+1) +: SlotW] == one;
    assign due[i]  = since_q == 4'(i);
  end

  always_comb begin
    // A slot is given to an offer when it is free, and open from the ninth clock on (proof slots).
    slots_M : assume ($onehot0(insert) && !(insert[one] && there_q) &&
                      open[one] == (there_q && clocks_q >= 4'd9));
    // One operation is chosen, not again within nine clocks, and if it might be (proof choice).
    choice_M : assume ($onehot0(chosen) && !(chosen[one] && recent) &&
                       (!chosen[one] || try_q || (report_2q && !recent_q)));
    // The same a clock later, and whether there is one.
    chosen_M : assume ($onehot0(chosen_1) && chosen_1[one] == (since_q == 4'd1) &&
                       (reset_q || some_1 == (chosen_1 != '0)) && some_1 == some_q[0]);

    if (began_o) begin
      since_I : assert (since_q != '0 && (!there_q || clocks_q != '0) && $onehot0(slot_7));
      reset_I : assert (!reset_q || (since_q == 4'd15 && !there_q && !ever_q && some_q == '0));
      ever_I : assert (there_q ? ever_q : !ever_q || clocks_q >= 4'd10);
      way_I : assert (here == due);
      slot_I : assert (slot_7[one] == (since_q == 4'd7));
      leave_I : assert (leaves == {Leaves{leave}} && $onehot0(leave) &&
                        (!leave[one] || since_q == 4'd8));
      report_I : assert (!(report_q && !recent) || (there_q && clocks_q >= 4'd10));
      found_I : assert (!(report_2q && !recent_q && !recent) || (there_q && clocks_q >= 4'd11));
      some_I : assert (select_valid_o == some_q[1]);

      landed_A : assert (slot_8[one] == (since_q == 4'd8));
      held_A : assert (since_q > 4'd8 || (there_q && clocks_q >= 4'd9));
      left_A : assert (!leave[one] || (slot_8[one] && there_q && open[one]));
      wanted_A : assert (!(try_q && !recent) || (there_q && clocks_q >= 4'd10));
      may_A : assert (try_set[one] == (!pause_q && open[one] && !blocked[one] && allow[one] &&
                                       (!denied[one] || fits[one])));
      apart_A : assert (!insert[one] || !ever_q || clocks_q >= 4'd10);
      word_A : assert ((select_valid_o && select_index_o == one) == (since_q == 4'd2) &&
                       (reset_q || valid_o == some_q[2]));

      landed_C : cover (slot_8[one]);
      held_C : cover (since_q == 4'd8 && clocks_q == 4'd15);
      left_C : cover (leave[one] && one != '0);
      wanted_C : cover (try_q && !recent);
      may_C : cover (try_set[one] && denied[one]);
      apart_C : cover (insert[one] && since_q <= 4'd10);
      word_C : cover (since_q == 4'd2 && some_q[2]);
    end
  end

endmodule
