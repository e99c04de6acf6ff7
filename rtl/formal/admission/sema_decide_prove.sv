// Proof of sema_decide, ten lanes of 32 bits, around the decision core: of every operation comes exactly
// what the rules say, five clocks later, from what the core says of its lanes, the look-up of its tag
// and the windows of its demands; the arbiter is told of a leave in the clock before.
//
// cut: sema_decide/u_core sema_decide/u_change sema_decide/u_table_change sema_decide/u_windows
// cut: sema_decide/u_over
module sema_decide_prove #(
    parameter int unsigned NHbm = sema_pkg::HbmLanes,
    parameter int unsigned CntW = sema_pkg::CounterBits,
    parameter int unsigned Depth = sema_pkg::Depth,
    localparam int unsigned HbmCopies = NHbm / 2 + 1,
    localparam int unsigned TimeCopies = 2,
    localparam int unsigned Lanes = NHbm + 2,
    localparam int unsigned LaneW = $clog2(Lanes),
    localparam int unsigned TableW = sema_pkg::index_width(Depth) + 1,
    localparam int unsigned Classes = sema_pkg::Classes
) (
    input logic                    clk_i, rst_ni, valid_i, try_i, first_i, known_i, found_i,
    input logic [3:0]              last_denied_i,
    input logic [NHbm-1:0]         lane_i,
    input logic [1:0]              time_i,
    input logic [CntW-1:0]         hbm_i, atomic_i, response_i,
    input logic [Classes-1:0]      return_i,
    input logic [LaneW-1:0]        hbm_lane_i,
    input logic [Classes*CntW-1:0] amount_i,
    input logic                    window_write_i,
    input logic [LaneW-1:0]        window_lane_i,
    input logic [CntW-1:0]         window_i,
    input logic [3:0]              retire_i,
    input logic [TableW-1:0]       limit_i
);

  logic                  grant_now_o, other_now_o, grant_o, reject_o, repeat_o, deny_o,
                         deny_changed_o, full_o;
  logic [Lanes:0]        refused_o;
  logic [3:0]            refused_class_o;
  logic [Lanes-1:0]      over_o, used_o, under_o;
  logic [Lanes*CntW-1:0] debt_o, room_o;

  sema_decide #(
      .Gates(1'b1), .NHbm(NHbm), .CntW(CntW), .Depth(Depth), .HbmCopies(HbmCopies),
      .TimeCopies(TimeCopies)
  ) u_dut (
      .hbm_i({HbmCopies{hbm_i}}), .atomic_i({TimeCopies{atomic_i}}),
      .response_i({TimeCopies{response_i}}), .*);

  logic began_o;
  sema_begin_prove u_begin (.*);

  // What the core is given, and says; lanes above their windows; windows.
  (* peek = "u_dut.used" *) logic [Lanes-1:0] used;
  (* peek = "u_dut.demand" *) logic [Lanes*CntW-1:0] demand;
  (* peek = "u_dut.enable_2q" *) logic enable;
  (* peek = "u_dut.granting" *) logic granting;
  (* peek = "u_dut.decided" *) logic decided;
  (* peek = "u_dut.grant_4q" *) logic granted;
  (* peek = "u_dut.refused_4q" *) logic [Lanes:0] refused;
  (* peek = "u_dut.over_3q" *) logic [2:0] over;
  (* peek = "u_dut.windows" *) logic [Lanes*CntW-1:0] windows;
  (* peek = "u_dut.table_headroom" *) logic [TableW:0] table_headroom;

  // The operation, one to five clocks after it was given; found is of clock 2, over of clock 3.
  localparam int unsigned OpW = 3 + 4 + Lanes;
  logic [5:1]       valid_q;
  logic [5*OpW-1:0] op_q;
  logic [5:3]       found_q;
  logic [2:0]       over_4q, over_5q;
  logic             try_4q, known_4q, first_4q, try_5q, known_5q, first_5q, enabled_3q, enabled_4q;
  logic [3:0]       last_5q;
  logic [Lanes-1:0] used_4q, used_5q;
  logic [3+Lanes:0] unused_last;
  assign {try_4q, known_4q, first_4q} = op_q[3*OpW+4+Lanes +: 3];
  assign unused_last                  = op_q[3*OpW +: 4+Lanes];
  assign {try_5q, known_5q, first_5q, last_5q, used_5q} = op_q[4*OpW +: OpW];
  assign used_4q = op_q[3*OpW +: Lanes];
  // The clock before.
  logic                  granting_q, granted_q, grant_now_q, other_now_q, ran_q;
  logic [Lanes:0]        refused_q;
  logic [TableW:0]       table_q;
  logic [Lanes*CntW-1:0] windows_q, room_q, debt;
  logic [5:0]            run_q;
  logic [Lanes-1:0]      unused_carries;
  for (genvar l = 0; l < Lanes; l++) begin : gen_debt
    sema_add #(.W(CntW)) u_debt (
        .a_i(windows_q[l*CntW +: CntW]), .b_i(~room_q[l*CntW +: CntW]), .carry_i(1'b1),
        .sum_o(debt[l*CntW +: CntW]), .carry_o(unused_carries[l]));
  end
  always_ff @(posedge clk_i) begin
    valid_q     <= rst_ni ? {valid_q[4:1], valid_i} : '0;
    op_q        <= {op_q[4*OpW-1:0], try_i, known_i, first_i, last_denied_i, time_i, lane_i};
    found_q     <= {found_q[4:3], found_i};
    over_4q     <= over;
    over_5q     <= over_4q;
    enabled_3q  <= valid_q[2] && rst_ni && enable && !found_i;
    enabled_4q  <= enabled_3q;
    granting_q  <= granting;
    granted_q   <= granted;
    grant_now_q <= grant_now_o;
    other_now_q <= other_now_o;
    ran_q       <= rst_ni;
    refused_q   <= refused;
    table_q     <= table_headroom;
    windows_q   <= windows;
    room_q      <= room_o;
    run_q       <= rst_ni ? {run_q[4:0], 1'b1} : '0;
  end

  logic       left, rejected, repeated;
  logic [3:0] class_of;
  logic [2:0] since_q;
  initial since_q = '0;
  always_ff @(posedge clk_i) since_q <= since_q + 3'(since_q != '1);
  assign rejected = valid_q[5] && try_5q && !found_q[5] && first_5q && (!known_5q || over_5q != '0);
  assign repeated = valid_q[5] && try_5q && found_q[5];
  assign left     = rejected || repeated;
  assign class_of = {refused_o[Lanes], refused_o[NHbm+1], refused_o[NHbm], refused_o[NHbm-1:0] != '0};

  always_comb begin
    // What the core says of an operation: a decision after four clocks, a grant if it is enabled and
    // no lane refuses it.
    core_M : assume (!began_o || (decided == valid_q[4] && (!granting || valid_q[3]) &&
                     (!ran_q || granted == granting_q) &&
                     (!decided || granted == (enabled_4q && refused == '0))));
    // A demand above its window is above what is left of it, too.
    over_M : assume (!valid_q[4] || over_4q == '0 || refused != '0);

    if (since_q >= 3'd6) begin
      asked_A : assert (used == {time_i, lane_i} && demand == {response_i, atomic_i, {NHbm{hbm_i}}});
      one_A : assert ($onehot0({grant_o, reject_o, repeat_o, deny_o}));
      granted_A : assert (grant_o == (valid_q[5] && try_5q && known_5q && !found_q[5] &&
                                      refused_o == '0));
      rejected_A : assert (reject_o == rejected);
      repeated_A : assert (repeat_o == repeated);
      denied_A : assert (deny_o == (valid_q[5] && !left && refused_o != '0));
      changed_A : assert (refused_o == refused_q && refused_class_o == class_of &&
                          deny_changed_o == (first_5q || class_of != last_5q));
      left_A : assert ((!ran_q || grant_o == grant_now_q) &&
                       (!ran_q || (reject_o || repeat_o) == other_now_q));
      shown_A : assert (used_o == used_5q &&
                        over_o == (used_5q & {over_5q[2:1], {NHbm{over_5q[0]}}}));
      debt_A : assert (debt_o == (run_q[5] ? debt : '0));
      full_A : assert (full_o == ($signed(table_q) <= 0));
    end

    asked_C : cover (since_q >= 3'd6 && valid_i && time_i == 2'b11);
    one_C : cover (since_q >= 3'd6 && grant_o && valid_q[4] && deny_changed_o);
    granted_C : cover (since_q >= 3'd6 && grant_o && grant_now_o);
    rejected_C : cover (since_q >= 3'd6 && reject_o && known_5q);
    repeated_C : cover (since_q >= 3'd6 && repeat_o && refused_o != '0);
    denied_C : cover (since_q >= 3'd6 && deny_o && !try_5q);
    changed_C : cover (since_q >= 3'd6 && deny_o && !deny_changed_o);
    left_C : cover (since_q >= 3'd6 && reject_o && grant_now_o);
    shown_C : cover (since_q >= 3'd6 && over_o != '0 && over_o != used_o);
    debt_C : cover (since_q >= 3'd6 && debt_o[CntW-1:0] == CntW'(3));
    full_C : cover (since_q >= 3'd6 && full_o && !table_q[TableW]);
  end

endmodule
