// Proof of sema_aging, 32 slots: the oldest is the one before which nobody else was offered that is
// still there; it is aged if as many grants as the bound says were made since its offer, counted
// modulo 2^16; and then only this slot is allowed, unless it has left.
//
// Looked at is one slot, whichever, and all that were there before it.
module sema_aging_prove #(
    parameter int unsigned Slots = sema_pkg::Slots,
    localparam int unsigned SlotW = sema_pkg::index_width(Slots),
    localparam int unsigned CountW = sema_pkg::StarvationBits,
    localparam int unsigned Groups = Slots > 8 ? Slots / 8 : 1
) (
    input logic              clk_i, rst_ni,
    input logic [Slots-1:0]  insert_i,
    input logic              grant_i,
    input logic [Slots-1:0]  leave_i,
    input logic [CountW-1:0] bound_i
);

  logic [Slots-1:0] allow_o;
  (* peek = "u_dut.there_3q" *) logic [Slots-1:0] there;
  (* peek = "u_dut.insert_2q" *) logic [Slots-1:0] insert_2;
  (* peek = "u_dut.oldest" *) logic [Slots-1:0] oldest;
  (* peek = "u_dut.oldest_4q" *) logic [Slots-1:0] oldest_4;
  (* peek = "u_dut.oldest_5q" *) logic [Slots-1:0] oldest_5;
  (* peek = "u_dut.oldest_6q" *) logic [Slots-1:0] oldest_6;
  (* peek = "u_dut.oldest_7q" *) logic [Slots-1:0] oldest_7;
  (* peek = "u_dut.oldest_8q" *) logic [Slots-1:0] oldest_8;
  (* peek = "u_dut.aged_8q" *) logic aged_8;
  (* peek = "u_dut.gen_gates.older" *) logic [Slots*Slots-1:0] older;
  (* peek = "u_dut.gen_gates.formal_stamps" *) logic [Slots*CountW-1:0] stamps;
  (* peek = "u_dut.grants_2q" *) logic [CountW-1:0] grants;
  (* peek = "u_dut.grants_6q" *) logic [4*CountW-1:0] grants_then;
  (* peek = "u_dut.gen_gates.group_5q" *) logic [Groups*CountW-1:0] group_5;
  (* peek = "u_dut.stamp_6q" *) logic [CountW-1:0] stamp_6;
  (* peek = "u_dut.age_7q" *) logic [CountW-1:0] age_7;

  sema_aging #(.Slots(Slots)) u_dut (.*);

  logic began_o;
  sema_begin_prove u_begin (.*);

  // The slot: whether it is there (clock 3), who was before it and is still there, and for how many
  // clocks, up to 6, it has been the oldest. All grants, now and up to five clocks ago, and those that
  // were made before its offer: the others have passed it.
  (* anyconst *) logic [SlotW-1:0] one;
  logic              one_q, is_oldest, aged_q, aged_9q, reset_q;
  logic [Slots-1:0]  before_q;
  logic [CountW-1:0] count_q[6], before_offer_q, passed_5;
  logic [2:0]        oldest_for_q, clocks_q;
  logic [Groups*CountW-1:0] alone;
  initial clocks_q = 3'd0;  // up to 6
  assign passed_5 = count_q[5] - before_offer_q;
  assign alone = (Groups*CountW)'(before_offer_q) << CountW * (32'(one) * Groups / Slots);
  assign is_oldest = one_q && before_q == '0;
  always_ff @(posedge clk_i) begin
    one_q        <= rst_ni && (one_q || insert_2[one]) && !leave_i[one];
    before_q     <= (insert_2[one] ? there : before_q) & ~leave_i;
    clocks_q     <= clocks_q + 3'(clocks_q != 3'd6);
    reset_q      <= !rst_ni;
    count_q[0]   <= rst_ni ? count_q[0] + CountW'(grant_i) : '0;
    for (int i = 1; i < 6; i++) count_q[i] <= count_q[i-1];
    if (insert_2[one]) before_offer_q <= count_q[0];
    oldest_for_q <= !(rst_ni && is_oldest && !leave_i[one]) ? '0 :
                    oldest_for_q + 3'(oldest_for_q != 3'd6);
    // Aged in clock 8, and holds others back in clock 9.
    aged_q       <= rst_ni && bound_i != '0 && passed_5 >= bound_i;
    aged_9q      <= rst_ni && oldest_for_q >= 3'd5 && !leave_i[one] && aged_q;
  end

  always_comb begin
    // One operation a clock is offered, to a free slot (proof slots).
    insert_M : assume ($onehot0(insert_i) && (insert_i & (insert_2 | (there & ~leave_i))) == '0);
    // Who leaves is there (sema_arbiter).
    leave_M : assume ($onehot0(leave_i) && (leave_i & ~there) == '0);

    clocks_I : assert ((clocks_q != '0) == began_o && clocks_q <= 3'd6);

    if (began_o) begin
      there_I : assert (there[one] == one_q && $onehot0(insert_2) && (insert_2 & there) == '0 &&
                        (!one_q || (before_q & ~there) == '0) && (!one_q || !before_q[one]));
      before_I : assert (!one_q || (older[one*Slots +: Slots] & there) == before_q);
      alone_I : assert ($onehot0(oldest) && $onehot0(oldest_4) && $onehot0(oldest_5) &&
                        $onehot0(oldest_6) && $onehot0(oldest_7) && $onehot0(oldest_8));
      way_I : assert ((oldest_for_q == '0 || is_oldest) && oldest_for_q <= 3'd6 &&
                      oldest_4[one] == (oldest_for_q >= 3'd1) &&
                      oldest_5[one] == (oldest_for_q >= 3'd2) &&
                      oldest_6[one] == (oldest_for_q >= 3'd3) &&
                      oldest_7[one] == (oldest_for_q >= 3'd4) &&
                      oldest_8[one] == (oldest_for_q >= 3'd5));
      since_I : assert ((insert_2 == '0 || clocks_q >= 3'd2) && (!one_q || clocks_q >= 3'd3) &&
                        (oldest_for_q == '0 || clocks_q >= 3'd4) &&
                        (oldest_for_q < 3'd2 || clocks_q >= 3'd5));
      count_I : assert (grants == count_q[0]);
      then_I : assert ((clocks_q < 3'd2 || grants_then[0 +: CountW] == count_q[1]) &&
                       (clocks_q < 3'd3 || grants_then[CountW +: CountW] == count_q[2]) &&
                       (clocks_q < 3'd4 || grants_then[2*CountW +: CountW] == count_q[3]) &&
                       (clocks_q < 3'd5 || grants_then[3*CountW +: CountW] == count_q[4]));
      stamp_I : assert ((!one_q || stamps[one*CountW +: CountW] == before_offer_q) &&
                        (oldest_for_q < 3'd2 || group_5 == alone) &&
                        (oldest_for_q < 3'd3 || stamp_6 == before_offer_q) &&
                        (oldest_for_q < 3'd4 || age_7 == passed_5) &&
                        (oldest_for_q < 3'd5 || aged_8 == aged_q));

      oldest_A : assert (oldest[one] == is_oldest);
      held_A : assert (!aged_9q || allow_o == Slots'(1) << one);
      free_A : assert (reset_q || allow_o == '1 ||
                       ($onehot(allow_o) && (!allow_o[one] || aged_9q)));

      oldest_C : cover (is_oldest && there != (Slots'(1) << one));
      held_C : cover (aged_9q && passed_5 == bound_i);
      free_C : cover (allow_o == '1 && aged_q && oldest_for_q == '0 && there != '0);
    end
  end

endmodule
