// Choice: one operation in every clock, in one clock; and what is in flight.
//
// Promises, of a choice in clock c: chosen_o is the first, in the order of sema_order, of what
// try_i had in c - 1 and was not chosen in the FlightClocks before; else, of what report_i had in c
// - 2 and was not chosen in the FlightClocks before c - 1, the lowest slot, if it was not chosen in
// c - 1 either and pause_i is low; else none. tried_o and some_o say so in c + 1.
// Same clock: what is chosen is taken out of the next set in the clock of its choice.
//
// The set to choose from is a register, copied for its fan-out. Only "not the one just chosen" is
// behind the choice. A report needs no order, and is found a clock ahead of its turn.
module sema_choice #(
    parameter int unsigned Slots = sema_pkg::Slots,
    parameter bit Gates = sema_pkg::Gates,
    localparam int unsigned WireW = sema_pkg::WireBits
) (
    input  logic              clk_i,
    input  logic              rst_ni,
    // insertion, clock 1: the slot alone, or none
    input  logic [Slots-1:0]  insert_i,
    input  logic              urgent_i,
    input  logic [WireW-1:0]  wire_bytes_i,
    // what may be chosen, but for what is in flight
    input  logic [Slots-1:0]  try_i,
    input  logic [Slots-1:0]  report_i,
    input  logic              pause_i,
    // what was chosen FlightClocks - 1 ago: the slot alone, or none
    input  logic [Slots-1:0]  landed_i,
    // the choice: the slot alone, or none
    output logic [Slots-1:0]  chosen_o,
    // the same in the next clock, and what kind it is
    output logic [Slots-1:0]  chosen_qo,
    output logic              some_o,
    output logic              tried_o
);

  // Slots that share one copy of the set.
  localparam int unsigned Copies = Gates ? Slots / 4 : 1;

  logic [Copies*Slots-1:0] want_q;
  logic [Slots-1:0]        want, first, flight_q, told_q, found_q, open, lowest, report;
  logic [Copies-1:0]       none;

  // To be tried.
  assign want = rst_ni ? try_i & ~flight_q & ~chosen_o : '0;
  sema_dup_flops #(.W(Slots), .Copies(Copies)) u_want (.clk_i, .d_i(want), .q_o(want_q));
  sema_order #(.Slots(Slots), .Gates(Gates), .Copies(Copies)) u_order (
      .clk_i,
      .rst_ni,
      .insert_i,
      .urgent_i,
      .wire_bytes_i,
      .want_i (want_q),
      .first_o(first)
  );
  for (genvar k = 0; k < Copies; k++) begin : gen_none
    assign none[k] = want_q[k*Slots +: Slots] == '0;
  end

  // To be reported, where there is nothing to try.
  assign open = told_q & ~chosen_qo;
  if (Gates) begin : gen_gates
    localparam int unsigned Share = Slots / Copies;
    for (genvar s = 0; s < Slots; s++) begin : gen_slot
      localparam logic [Slots-1:0] Below = Slots'((64'd1 << s) - 64'd1);
      assign lowest[s] = open[s] && (open & Below) == '0;
      assign report[s] = none[s/Share] && found_q[s] && !chosen_qo[s] && !pause_i;
    end
  end else begin : gen_words
    assign lowest = open & (~open + Slots'(1));
    assign report = none[0] && !pause_i ? found_q & ~chosen_qo : '0;
  end

  assign chosen_o = first | report;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      flight_q  <= '0;
      told_q    <= '0;
      found_q   <= '0;
      chosen_qo <= '0;
      some_o    <= 1'b0;
    end else begin
      flight_q  <= (flight_q | chosen_o) & ~landed_i;
      told_q    <= report_i & ~flight_q;
      found_q   <= lowest;
      chosen_qo <= chosen_o;
      some_o    <= !none[0] || ((found_q & ~chosen_qo) != '0 && !pause_i);
    end
    tried_o <= !none[0];
  end

`ifndef SYNTHESIS
  // Not traced, so that a model without assertions does without what is only for them.
  /* verilator tracing_off */

  // The same reckoned the plain way: clocks since a slot was chosen, up to 15.
  localparam int unsigned FlightClocks = 9;
  logic [3:0]       since_q[Slots];
  logic [Slots-1:0] recent, last, report_set, lowest_plain, try_1q, report_1q, found_plain_q;
  always_comb begin
    for (int s = 0; s < Slots; s++) begin
      recent[s] = since_q[s] <= 4'(FlightClocks);
      last[s]   = since_q[s] == 4'd1;
    end
    report_set   = report_1q & ~recent;
    lowest_plain = '0;
    for (int s = Slots - 1; s >= 0; s--) if (report_set[s]) lowest_plain = Slots'(1) << s;
  end
  always_ff @(posedge clk_i) begin
    for (int s = 0; s < Slots; s++) begin
      since_q[s] <= !rst_ni ? 4'd15 : chosen_o[s] ? 4'd1 : since_q[s] + 4'(since_q[s] != 4'd15);
    end
    try_1q        <= rst_ni ? try_i : '0;
    report_1q     <= rst_ni ? report_i : '0;
    found_plain_q <= rst_ni ? lowest_plain : '0;
  end

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      Tried_A : assert (want_q[Slots-1:0] == (try_1q & ~recent));
      Chosen_A : assert (chosen_o == (want_q[Slots-1:0] != '0 ? first :
                                      pause_i ? '0 : found_plain_q & ~last));
      One_A : assert ($onehot0(chosen_o) && (chosen_o & recent) == '0);
      Some_A : assert (some_o == (chosen_qo != '0));
      for (int s = 0; s < Slots; s++) begin
        Landed_M : assert (landed_i[s] == (since_q[s] == 4'(FlightClocks - 1)));
      end
    end
  end

  /* verilator tracing_on */
`endif

endmodule
