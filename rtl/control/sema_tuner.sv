// Arithmetic of a look at a lane: how long its epoch has lasted, and what its end makes of the
// window (rtl/spec/calibration.md, 9.2).
//
// phase_i[k] says that this is clock k of the look; in clock 0 there is no look yet. Promises, of a
// look that begins in clock c: over_o in clock c + 4 says whether the epoch has lasted for the
// interval; differs_o and window_o in clock c + 31 are the new window, by what start_i was in clock
// c + 1, now_i in c + 1 and c + 2, wanted_i in c + 6 to c + 24, served_i in c + 20 to c + 22, and
// the other inputs in clock c + 3. A window is never all ones.
//
// The product of time and rate comes one bit of the rate a clock. It is compared in three digits,
// the lowest first: the service with it, and, a clock later, with fifteen sixteenths of it.
module sema_tuner #(
    parameter int unsigned CntW = sema_pkg::CounterBits
) (
    input  logic            clk_i,
    input  logic [31:1]     phase_i,
    // epoch
    input  logic [31:0]     now_i,
    input  logic [31:0]     start_i,
    input  logic            wanted_i,
    input  logic [31:0]     served_i,
    // in force
    input  logic [CntW-1:0] window_i,
    input  logic [CntW-1:0] floor_i,
    input  logic [CntW-1:0] ceiling_i,
    input  logic [23:0]     interval_i,
    input  logic [15:0]     clock_quanta_i,
    // the epoch's end
    output logic            over_o,
    output logic            differs_o,
    output logic [CntW-1:0] window_o
);

  localparam int unsigned DigitW = 16;

  logic                busy, multiply_q;
  logic [31:0]         elapsed_q, elapsed, addend_q;
  logic [47:0]         product_q;
  logic [32:0]         sum;
  logic [CntW-1:0]     window_q, floor_q, ceiling_q;
  logic [CntW:0]       next_q;
  logic [CntW-1:0]     larger;
  logic                grows, grow_q, change_q, reaches_q;
  assign busy = phase_i != '0;

  // Time: first from start to now.
  logic unused_carry;
  sema_add #(.W(32)) u_elapsed (
      .a_i    (now_i),
      .b_i    (~elapsed_q),
      .carry_i(1'b1),
      .sum_o  (elapsed),
      .carry_o(unused_carry)
  );
  logic reaches_interval;
  sema_at_least #(.W(24)) u_reaches_interval (
      .a_i   (elapsed_q[23:0]),
      .b_i   (interval_i),
      .pass_i(1'b0),
      .fail_i(1'b0),
      .yes_o (reaches_interval)
  );

  // Product, from the lowest bit of the rate on.
  sema_add #(.W(32)) u_sum (
      .a_i    (product_q[47:16]),
      .b_i    (addend_q),
      .carry_i(1'b0),
      .sum_o  (sum[31:0]),
      .carry_o(sum[32])
  );

  // Digits of the product without its fraction, of a sixteenth of it, and of the service.
  logic [DigitW-1:0] whole, part, served, less, less_q, served_q, unused_enough, unused_covers;
  logic              enough, enough_q, rest, rest_q, covers, covers_q;
  assign whole  = product_q[4 +: DigitW];
  assign part   = product_q[8 +: DigitW];
  assign served = (served_i[DigitW-1:0] & {DigitW{phase_i[20]}}) |
                  (served_i[2*DigitW-1:DigitW] & {DigitW{phase_i[21]}});
  sema_add #(.W(DigitW)) u_enough (
      .a_i    (served),
      .b_i    (~whole),
      .carry_i(enough_q || phase_i[20]),
      .sum_o  (unused_enough),
      .carry_o(enough)
  );
  sema_add #(.W(DigitW)) u_less (
      .a_i    (whole),
      .b_i    (~part),
      .carry_i(rest_q || phase_i[20]),
      .sum_o  (less),
      .carry_o(rest)
  );
  sema_add #(.W(DigitW)) u_covers (
      .a_i    (served_q),
      .b_i    (~less_q),
      .carry_i(covers_q || phase_i[21]),
      .sum_o  (unused_covers),
      .carry_o(covers)
  );

  // The step, up or as a complement down; then its sum with the window, and the limit.
  logic [CntW-1:0] up, moved;
  logic            carry, reaches;
  assign grows = wanted_i && !covers_q;
  assign up    = window_q >> 4 | CntW'(window_q >> 4 == '0);
  sema_add #(.W(CntW)) u_moved (
      .a_i    (window_q),
      .b_i    (next_q[CntW-1:0]),
      .carry_i(!grow_q),
      .sum_o  (moved),
      .carry_o(carry)
  );
  sema_at_least #(.W(CntW)) u_reaches (
      .a_i   (next_q[CntW-1:0]),
      .b_i   (floor_q),
      .pass_i(1'b0),
      .fail_i(1'b0),
      .yes_o (reaches)
  );
  assign larger = grow_q ? ceiling_q : floor_q;

  always_ff @(posedge clk_i) begin
    if (busy) begin
      if (phase_i[1]) elapsed_q <= start_i;
      if (phase_i[2]) elapsed_q <= elapsed;
      over_o <= reaches_interval || elapsed_q[31:24] != '0;
      addend_q   <= elapsed_q & {32{phase_i[3] ? clock_quanta_i[0] : product_q[1]}};
      multiply_q <= phase_i[3] || (multiply_q && !phase_i[19]);
      if (phase_i[3]) begin
        product_q <= {32'd0, clock_quanta_i};
        window_q  <= window_i;
        floor_q   <= floor_i;
        ceiling_q <= ceiling_i;
      end else begin
        product_q <= multiply_q ? {sum, product_q[15:1]} : product_q >> DigitW;
      end
      enough_q <= enough;
      rest_q   <= rest;
      less_q   <= less;
      served_q <= served;
      covers_q <= covers;
      // In clock 23 all digits of the product were compared, in clock 24 those of its part.
      if (phase_i[23]) change_q <= enough_q;
      if (phase_i[24]) begin
        grow_q   <= grows;
        change_q <= change_q || grows;
        next_q   <= {1'b0, grows ? up : ~(window_q >> 5)};
      end
      if (phase_i[25]) begin
        next_q  <= {carry && grow_q, moved};
        floor_q <= larger;
      end
      reaches_q <= reaches;
      if (phase_i[27] && (grow_q ? reaches_q || next_q[CntW] : !reaches_q)) begin
        next_q <= {1'b0, floor_q};
      end
      if (phase_i[28] && next_q[CntW-1:0] == '1) next_q[0] <= 1'b0;
      differs_o <= change_q && next_q[CntW-1:0] != window_q;
    end
  end
  assign window_o = next_q[CntW-1:0];

endmodule
