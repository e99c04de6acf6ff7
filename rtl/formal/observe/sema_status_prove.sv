// Proof of sema_status, ten lanes, counters of 32 bits: each counts its own event, one at a time and
// modulo 2^32, and nothing else; a maximum is the most that was in force; busy time is that between
// debt's coming and its going; the first error stays the first as long as there is any.
//
// What is expected is reckoned from what was shown in the clock before, so that every bit of a
// counter is proved, also those that no simulation reaches. All is told a clock late: what a clock
// did is in what is shown two clocks later.
module sema_status_prove #(
    parameter int unsigned NHbm = sema_pkg::HbmLanes,
    parameter int unsigned CntW = sema_pkg::CounterBits,
    parameter int unsigned Depth = sema_pkg::Depth,
    parameter int unsigned Slots = sema_pkg::Slots,
    parameter int unsigned TagW = sema_pkg::TagBits,
    localparam int unsigned Lanes = NHbm + 2,
    localparam int unsigned LaneW = $clog2(Lanes),
    localparam int unsigned IdW = sema_pkg::index_width(Depth),
    localparam int unsigned SlotW = $clog2(Slots + 1),
    localparam int unsigned AddressW = sema_pkg::AxiAddressBits,
    localparam int unsigned Errors = sema_pkg::Errors
) (
    input logic                  clk_i, rst_ni,
    input logic [31:0]           now_i,
    input logic                  offer_i, calibrate_i, grant_i, reject_i, repeat_i, deny_i,
    input logic [Lanes:0]        refused_i,
    input logic                  known_i, over_i,
    input logic [TagW-1:0]       tag_i,
    input logic [2:0]            return_i,
    input logic [3:0]            stray_i, retire_i,
    input logic [IdW-1:0]        hbm_id_i, atomic_id_i, response_id_i, done_id_i,
    input logic                  message_i, write_error_i,
    input logic [AddressW-1:0]   write_address_i,
    input logic                  read_error_i,
    input logic [AddressW-1:0]   read_address_i,
    input logic [Lanes*CntW-1:0] debt_i,
    input logic [IdW:0]          held_i,
    input logic [Errors-1:0]     cleared_i    // errors that software clears in this clock
);

  logic [31:0]             grants_o, rejects_o, repeats_o, completes_o, calibrations_o, messages_o;
  logic [3*32-1:0]         returns_o;
  logic [IdW:0]            held_o, held_max_o;
  logic [SlotW-1:0]        waiting_o;
  logic [Errors-1:0]       errors_q, errors_set_o;
  logic [3:0]              first_error_o;
  logic [31:0]             first_error_info_o, first_error_time_o;
  logic [(Lanes+1)*32-1:0] denials_o;
  logic [Lanes*CntW-1:0]   debt_max_o;
  logic [Lanes*32-1:0]     busy_o;

  sema_status #(.NHbm(NHbm), .CntW(CntW), .Depth(Depth), .Slots(Slots), .TagW(TagW)) u_dut (
      .errors_i(errors_q), .*);

  logic began_o;
  sema_begin_prove u_begin (.*);

  // What the block itself keeps.
  (* peek = "u_dut.owing_q" *) logic [Lanes-1:0] owing;
  (* peek = "u_dut.noted_q" *) logic [Lanes*32-1:0] noted;
  (* peek = "u_dut.first_q" *) logic [3:0] first_kept;

  // The clock before, and the time that its edge sampled.
  logic              reset_q, moved_q, calibrate_1q, grant_1q, reject_1q, repeat_1q, message_1q, offer_1q;
  logic [2:0]        return_1q;
  logic [3:0]        retire_1q;
  logic [Lanes:0]    refused_1q;
  logic [Errors-1:0] set_1q;
  logic [SlotW-1:0]  waiting_q;
  logic [31:0]       time_q;
  logic [IdW:0]      held_1q, held_max_q;
  always_ff @(posedge clk_i) begin
    reset_q      <= !rst_ni;
    moved_q      <= rst_ni && (grant_i || return_i != '0);
    calibrate_1q <= rst_ni && calibrate_i;
    grant_1q     <= rst_ni && grant_i;
    reject_1q    <= rst_ni && reject_i;
    repeat_1q    <= rst_ni && repeat_i;
    message_1q   <= rst_ni && message_i;
    return_1q    <= rst_ni ? return_i : '0;
    retire_1q    <= rst_ni ? retire_i : '0;
    refused_1q   <= rst_ni && deny_i ? refused_i : '0;
    set_1q       <= rst_ni ? {read_error_i, write_error_i, reject_i && over_i, reject_i && !known_i,
                              stray_i} : '0;
    offer_1q     <= rst_ni && offer_i;
    waiting_q    <= rst_ni ? waiting_o + SlotW'(offer_1q) - SlotW'(grant_1q || reject_1q || repeat_1q) : '0;
    time_q       <= now_i;
    held_1q      <= rst_ni ? held_i : '0;
    held_max_q   <= !rst_ni ? '0 : held_i > held_max_o ? held_i : held_max_o;
  end

  // What counters must show in the next clock.
  logic [31:0] grants_q, rejects_q, repeats_q, completes_q, calibrations_q, messages_q;
  logic [3*32-1:0]         returns_q;
  logic [(Lanes+1)*32-1:0] denials_q;
  always_ff @(posedge clk_i) begin
    grants_q       <= rst_ni ? grants_o + 32'(grant_1q) : '0;
    rejects_q      <= rst_ni ? rejects_o + 32'(reject_1q) : '0;
    repeats_q      <= rst_ni ? repeats_o + 32'(repeat_1q) : '0;
    completes_q    <= rst_ni ? completes_o + 32'(retire_1q[0]) + 32'(retire_1q[1]) +
                               32'(retire_1q[2]) + 32'(retire_1q[3]) : '0;
    calibrations_q <= rst_ni ? calibrations_o + 32'(calibrate_1q) : '0;
    messages_q     <= rst_ni ? messages_o + 32'(message_1q) : '0;
    for (int k = 0; k < 3; k++) begin
      returns_q[k*32 +: 32] <= rst_ni ? returns_o[k*32 +: 32] + 32'(return_1q[k]) : '0;
    end
    for (int l = 0; l <= Lanes; l++) begin
      denials_q[l*32 +: 32] <= rst_ni ? denials_o[l*32 +: 32] + 32'(refused_1q[l]) : '0;
    end
  end

  // Of one lane, whichever: its debt, and that in the clock before; what the most and the busy time
  // must be. When debt came, the busy time was taken from the time: what is left is taken from the
  // time of its going.
  (* anyconst *) logic [LaneW-1:0] any_lane;
  logic [LaneW-1:0] lane;
  assign lane = 32'(any_lane) < Lanes ? any_lane : '0;
  logic            came, went, owes, steady;
  logic [CntW-1:0] debt, most, debt_q, most_q;
  logic [31:0]     spent, spent_q, came_q, came_kept;
  assign debt      = debt_i[lane*CntW +: CntW];
  assign most      = debt_max_o[lane*CntW +: CntW];
  assign spent     = busy_o[lane*32 +: 32];
  assign came_kept = noted[lane*32 +: 32];
  assign owes      = owing[lane];
  assign steady    = debt == (reset_q ? '0 : debt_q);
  assign came      = !reset_q && debt_q == '0 && debt != '0;
  assign went      = !reset_q && debt_q != '0 && debt == '0;
  always_ff @(posedge clk_i) begin
    debt_q  <= debt;
    most_q  <= !rst_ni ? '0 : debt > most ? debt : most;
    spent_q <= !rst_ni ? '0 : went ? time_q - came_q : spent;
    if (came) came_q <= time_q - spent;
  end

  // The register file keeps the errors (proof registers). Of the first clock with any, the lowest.
  logic [3:0]        lowest, first_q;
  logic [31:0]       info, info_q, first_time_q;
  logic [Errors-1:0] cleared_q;
  always_comb begin
    casez (errors_set_o)
      8'b???????1: {lowest, info} = {4'd1, 32'(hbm_id_i)};
      8'b??????10: {lowest, info} = {4'd2, 32'(atomic_id_i)};
      8'b?????100: {lowest, info} = {4'd3, 32'(response_id_i)};
      8'b????1000: {lowest, info} = {4'd4, 32'(done_id_i)};
      8'b???10000: {lowest, info} = {4'd5, 32'(tag_i)};
      8'b??100000: {lowest, info} = {4'd6, 32'(tag_i)};
      8'b?1000000: {lowest, info} = {4'd7, 32'(write_address_i)};
      8'b10000000: {lowest, info} = {4'd8, 32'(read_address_i)};
      default: {lowest, info} = '0;
    endcase
  end
  always_ff @(posedge clk_i) begin
    errors_q  <= rst_ni ? (errors_q & ~cleared_i) | errors_set_o : '0;
    cleared_q <= rst_ni ? cleared_i : '0;
    if (!rst_ni) {first_q, info_q, first_time_q} <= '0;
    else if (errors_q == '0 && errors_set_o != '0) {first_q, info_q, first_time_q} <= {lowest, info, time_q};
  end

  always_comb begin
    // Debt changes by grants and returns only, and a reset leaves none (proof core).
    debt_M : assume (!began_o || (moved_q && !reset_q) || steady);

    if (began_o) begin
      decisions_A : assert (grants_o == grants_q && rejects_o == rejects_q && repeats_o == repeats_q);
      returns_A : assert (returns_o == returns_q && completes_o == completes_q);
      others_A : assert (calibrations_o == calibrations_q && messages_o == messages_q);
      denials_A : assert (denials_o == denials_q);
      most_A : assert (most == most_q);
      busy_A : assert (spent == spent_q);
      owing_I : assert (owes == (!reset_q && debt_q != '0));
      came_I : assert (came_kept == (owes ? came_q : spent));
      debt_I : assert (reset_q || debt_q <= most);
      held_A : assert (held_o == held_1q && held_max_o == held_max_q);
      waiting_A : assert (waiting_o == waiting_q);
      errors_A : assert (errors_set_o == set_1q);
      first_A : assert (first_error_o == (errors_q == '0 ? '0 : first_q) &&
                        first_error_info_o == info_q && first_error_time_o == first_time_q);
      kept_first_I : assert (first_kept == first_q);

      decisions_C : cover (grants_o == 32'd2 && rejects_o == 32'd1 && repeats_o == 32'd1);
      returns_C : cover (completes_o == 32'd7 && returns_o == {32'd0, 32'd2, 32'd1});
      others_C : cover (calibrations_o == 32'd2 && messages_o == 32'd1);
      denials_C : cover (denials_o[63:0] == {32'd2, 32'd1});
      most_C : cover (debt != '0 && debt < most);
      busy_C : cover (came && spent == 32'd1000);
      held_C : cover (held_o != '0 && held_o < held_max_o);
      waiting_C : cover (waiting_o == SlotW'(3) && offer_1q && grant_1q);
      errors_C : cover (errors_set_o == 8'h35);
      first_C : cover (first_error_o == 4'd5 && first_error_info_o == 32'd77 && errors_q == 8'h31 && cleared_q != '0);
    end
  end

endmodule
