// Proof of sema_choice, 32 slots: one operation a clock is chosen, none of them again within nine
// clocks; one that may be tried is, if any may; else the lowest of those that have something to report
// is. Which one of those that may be tried is what the proof order says of sema_order. One that may be
// tried for ten clocks is chosen in one of them, or another is tried in one of them.
//
// Looked at is one slot, whichever, beside another.
//
// cut: sema_choice/u_order
module sema_choice_prove #(
    parameter int unsigned Slots = sema_pkg::Slots,
    localparam int unsigned Copies = Slots / 4,
    localparam int unsigned SlotW = sema_pkg::index_width(Slots),
    localparam int unsigned WireW = sema_pkg::WireBits
) (
    input logic             clk_i, rst_ni,
    input logic [Slots-1:0] insert_i,
    input logic             urgent_i,
    input logic [WireW-1:0] wire_bytes_i,
    input logic [Slots-1:0] try_i, report_i,
    input logic             pause_i,
    input logic [Slots-1:0] landed_i
);

  logic [Slots-1:0] chosen_o, chosen_qo;
  logic             some_o, tried_o;
  (* peek = "u_dut.want_q" *) logic [Copies*Slots-1:0] wants;
  (* peek = "u_dut.first" *) logic [Slots-1:0] first;
  (* peek = "u_dut.flight_q" *) logic [Slots-1:0] flight;
  (* peek = "u_dut.told_q" *) logic [Slots-1:0] told;
  (* peek = "u_dut.found_q" *) logic [Slots-1:0] found;

  sema_choice #(.Slots(Slots)) u_dut (.*);

  logic began_o;
  sema_begin_prove u_begin (.*);

  (* anyconst *) logic [SlotW-1:0] one, other;

  // Clocks since a slot was chosen, up to 15: before this clock. Clocks in a row, before this one, in
  // which the slot might have been tried, and neither it nor any other was.
  logic [3:0]       since_q, since_other_q, passed_q;
  logic [Slots-1:0] want, chosen_q;
  logic             try_q, try_other_q, report_q, report_other_q, found_q, found_other_q,
                     none_q, reset_q;
  logic             recent, recent_other;
  assign want         = wants[Slots-1:0];
  assign recent       = since_q <= 4'd9;
  assign recent_other = since_other_q <= 4'd9;
  always_ff @(posedge clk_i) begin
    since_q        <= !rst_ni ? 4'd15 : chosen_o[one] ? 4'd1 : since_q + 4'(since_q != 4'd15);
    since_other_q  <= !rst_ni ? 4'd15 : chosen_o[other] ? 4'd1 :
                      since_other_q + 4'(since_other_q != 4'd15);
    passed_q       <= rst_ni && try_q && first == '0 ? passed_q + 4'(passed_q != 4'd15) : '0;
    chosen_q       <= rst_ni ? chosen_o : '0;
    none_q         <= want == '0;
    try_q          <= rst_ni && try_i[one];
    try_other_q    <= rst_ni && try_i[other];
    found_other_q  <= rst_ni && report_other_q && !recent_other;
    report_q       <= rst_ni && report_i[one];
    report_other_q <= rst_ni && report_i[other];
    // Of those that had something to report: the slot, and not one below it.
    found_q        <= rst_ni && report_q && !recent &&
                      !(other < one && report_other_q && !recent_other);
    reset_q        <= !rst_ni;
  end

  always_comb begin
    // Of what is wanted one is first, if any is (proof order).
    first_M : assume ($onehot0(first) && (first & ~want) == '0 && (first == '0) == (want == '0));
    // What was chosen eight clocks ago is through (sema_arbiter).
    landed_M : assume (landed_i[one] == (since_q == 4'd8) &&
                       landed_i[other] == (since_other_q == 4'd8));

    if (began_o) begin
      since_I : assert (since_q != '0 && since_other_q != '0);
      same_I : assert (one != other || since_q == since_other_q);
      flight_I : assert (flight[one] == (since_q <= 4'd8) &&
                         flight[other] == (since_other_q <= 4'd8));
      chosen_I : assert (chosen_qo == chosen_q && chosen_qo[one] == (since_q == 4'd1) &&
                         chosen_qo[other] == (since_other_q == 4'd1));
      told_I : assert ((told[one] && since_q != 4'd1) == (report_q && !recent) &&
                       (told[other] && since_other_q != 4'd1) == (report_other_q && !recent_other));
      found_I : assert ($onehot0(found) && (!found[one] || found_q) &&
                        (!found[other] || found_other_q));
      recent_I : assert ((!found_q || !recent || since_q == 4'd1) &&
                         (!found_other_q || !recent_other || since_other_q == 4'd1));
      other_I : assert (want[other] == (try_other_q && !recent_other));
      passed_I : assert (passed_q == '0 || (passed_q < since_q && since_q <= 4'd10));
      copies_I : assert (wants == {Copies{want}});

      once_A : assert ($onehot0(chosen_o) && !(chosen_o[one] && recent));
      tried_A : assert (want[one] == (try_q && !recent));
      chosen_A : assert (!chosen_o[one] || (want != '0 ? want[one] : found_q && !pause_i));
      soon_A : assert (passed_q < 4'd10);
      kind_A : assert (reset_q || (tried_o == !none_q && some_o == (chosen_qo != '0)));

      once_C : cover (chosen_o[one] && chosen_qo != '0 && since_q == 4'd10);
      tried_C : cover (want[one] && want[other] && one != other && !chosen_o[one]);
      chosen_C : cover (chosen_o[one] && !want[one] && other < one && report_other_q);
      soon_C : cover (passed_q == 4'd9 && chosen_o[one]);
      kind_C : cover (!reset_q && some_o && !tried_o);
    end
  end

endmodule
