// Status: what the block has done since reset, for software to read.
//
// Promises: every register tells, in clock c + 1, what was committed before clock c: a read looks a
// clock late. Counters wrap. Nothing here is on the way of a decision.
//
// What happens in a clock is noted in it, and counted in the next. Errors are kept in the register
// file, which software clears a clock late, too; the first one is told only as long as there is any.
module sema_status #(
    parameter int unsigned NHbm = sema_pkg::HbmLanes,
    parameter int unsigned CntW = sema_pkg::CounterBits,
    parameter int unsigned Depth = sema_pkg::Depth,
    parameter int unsigned Slots = sema_pkg::Slots,
    parameter int unsigned TagW = sema_pkg::TagBits,
    localparam int unsigned Lanes = NHbm + 2,
    localparam int unsigned IdW = sema_pkg::index_width(Depth),
    localparam int unsigned SlotW = $clog2(Slots + 1),
    localparam int unsigned AddressW = sema_pkg::AxiAddressBits,
    localparam int unsigned Errors = sema_pkg::Errors
) (
    input  logic                    clk_i,
    input  logic                    rst_ni,
    // time sampled by this clock's edge; its low bits do for what is told of it
    input  logic [31:0]             now_i,
    input  logic                    offer_i,         // an offer is taken
    // commits of this clock
    input  logic                    calibrate_i,
    input  logic                    grant_i,
    input  logic                    reject_i,
    input  logic                    repeat_i,
    input  logic                    deny_i,          // and the refusal has changed
    input  logic [Lanes:0]          refused_i,
    input  logic                    known_i,
    input  logic                    over_i,          // a demand is above its window
    input  logic [2:0]              return_i,        // HBM, Atomic, response
    input  logic [3:0]              stray_i,         // the same, and done
    input  logic [3:0]              retire_i,
    // commits of the clock before
    input  logic [TagW-1:0]         tag_i,
    input  logic [IdW-1:0]          hbm_id_i,
    input  logic [IdW-1:0]          atomic_id_i,
    input  logic [IdW-1:0]          response_id_i,
    input  logic [IdW-1:0]          done_id_i,
    // also in this clock; addresses stand for another
    input  logic                    message_i,       // a grant message is loaded
    input  logic                    write_error_i,
    input  logic [AddressW-1:0]     write_address_i,
    input  logic                    read_error_i,
    input  logic [AddressW-1:0]     read_address_i,
    // in force
    input  logic [Lanes*CntW-1:0]   debt_i,
    input  logic [IdW:0]            held_i,
    input  logic [Errors-1:0]       errors_i,        // a clock late
    // registers
    output logic [31:0]             grants_o,
    output logic [31:0]             rejects_o,
    output logic [31:0]             repeats_o,
    output logic [31:0]             completes_o,
    output logic [3*32-1:0]         returns_o,
    output logic [31:0]             calibrations_o,
    output logic [31:0]             messages_o,
    output logic [IdW:0]            held_o,
    output logic [IdW:0]            held_max_o,
    output logic [SlotW-1:0]        waiting_o,
    output logic [Errors-1:0]       errors_set_o,
    output logic [3:0]              first_error_o,
    output logic [31:0]             first_error_info_o,
    output logic [31:0]             first_error_time_o,
    output logic [(Lanes+1)*32-1:0] denials_o,
    output logic [Lanes*CntW-1:0]   debt_max_o,
    output logic [Lanes*32-1:0]     busy_o
);

  // What happened in the clock before, and its time.
  logic              offer_q, calibrate_q, grant_q, reject_q, repeat_q, message_q, moved_q;
  logic [2:0]        return_q, retires_q;
  logic [Lanes:0]    denied_q;
  logic [Errors-1:0] set_q;
  logic [31:0]       now_q;
  always_ff @(posedge clk_i) begin
    offer_q     <= rst_ni && offer_i;
    calibrate_q <= rst_ni && calibrate_i;
    grant_q     <= rst_ni && grant_i;
    reject_q    <= rst_ni && reject_i;
    repeat_q    <= rst_ni && repeat_i;
    message_q   <= rst_ni && message_i;
    moved_q     <= rst_ni && (grant_i || return_i != '0);
    return_q    <= rst_ni ? return_i : '0;
    retires_q   <= rst_ni ? 3'(retire_i[0]) + 3'(retire_i[1]) + 3'(retire_i[2]) + 3'(retire_i[3]) :
                            '0;
    denied_q    <= rst_ni && deny_i ? refused_i : '0;
    set_q       <= rst_ni ? {read_error_i, write_error_i, reject_i && over_i, reject_i && !known_i,
                             stray_i} : '0;
    now_q       <= now_i;
  end

  // Counters.
  logic [31:0] completes;
  logic        unused_completes;
  sema_add #(.W(32)) u_completes (
      .a_i    (completes_o),
      .b_i    (32'(retires_q)),
      .carry_i(1'b0),
      .sum_o  (completes),
      .carry_o(unused_completes)
  );
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      grants_o       <= '0;
      rejects_o      <= '0;
      repeats_o      <= '0;
      completes_o    <= '0;
      returns_o      <= '0;
      calibrations_o <= '0;
      messages_o     <= '0;
      denials_o      <= '0;
    end else begin
      if (grant_q) grants_o <= grants_o + 32'd1;
      if (reject_q) rejects_o <= rejects_o + 32'd1;
      if (repeat_q) repeats_o <= repeats_o + 32'd1;
      if (calibrate_q) calibrations_o <= calibrations_o + 32'd1;
      if (message_q) messages_o <= messages_o + 32'd1;
      if (retires_q != '0) completes_o <= completes;
      for (int k = 0; k < 3; k++) begin
        if (return_q[k]) returns_o[k*32 +: 32] <= returns_o[k*32 +: 32] + 32'd1;
      end
      if (denied_q != '0) begin
        for (int l = 0; l <= Lanes; l++) begin
          if (denied_q[l]) denials_o[l*32 +: 32] <= denials_o[l*32 +: 32] + 32'd1;
        end
      end
    end
  end

  // Reservations held, and at most.
  always_ff @(posedge clk_i) begin
    held_o <= rst_ni ? held_i : '0;
    if (!rst_ni) held_max_o <= '0;
    else if (held_i > held_max_o) held_max_o <= held_i;
  end

  // The most debt of each lane, and the time for which it had any. What is noted of a lane without
  // debt is that time; when debt comes or goes, it is taken from the clock's time.
  logic [Lanes*32-1:0] noted_q;
  logic [Lanes*32-1:0] spent;
  logic [Lanes-1:0]    owing_q;
  for (genvar l = 0; l < Lanes; l++) begin : gen_lane
    logic unused_carry;
    sema_add #(.W(32)) u_spent (
        .a_i    (now_q),
        .b_i    (~noted_q[l*32 +: 32]),
        .carry_i(1'b1),
        .sum_o  (spent[l*32 +: 32]),
        .carry_o(unused_carry)
    );
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      debt_max_o <= '0;
      busy_o     <= '0;
      noted_q    <= '0;
      owing_q    <= '0;
    end else if (moved_q) begin
      for (int l = 0; l < Lanes; l++) begin
        owing_q[l] <= debt_i[l*CntW +: CntW] != '0;
        if (debt_i[l*CntW +: CntW] > debt_max_o[l*CntW +: CntW]) begin
          debt_max_o[l*CntW +: CntW] <= debt_i[l*CntW +: CntW];
        end
        if (owing_q[l] != (debt_i[l*CntW +: CntW] != '0)) begin
          noted_q[l*32 +: 32] <= spent[l*32 +: 32];
          if (owing_q[l]) busy_o[l*32 +: 32] <= spent[l*32 +: 32];
        end
      end
    end
  end

  // Operations that wait.
  always_ff @(posedge clk_i) begin
    if (!rst_ni) waiting_o <= '0;
    else waiting_o <= waiting_o + SlotW'(offer_q) - SlotW'(grant_q || reject_q || repeat_q);
  end

  // Errors.
  assign errors_set_o = set_q;

  // The first one: the lowest of the first clock that has any.
  logic [3:0] first_q;
  assign first_error_o = errors_i == '0 ? '0 : first_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      first_q            <= '0;
      first_error_info_o <= '0;
      first_error_time_o <= '0;
    end else if (set_q != '0 && errors_i == '0) begin
      first_error_time_o <= now_q;
      if (set_q[0]) begin
        first_q            <= 4'd1;
        first_error_info_o <= 32'(hbm_id_i);
      end else if (set_q[1]) begin
        first_q            <= 4'd2;
        first_error_info_o <= 32'(atomic_id_i);
      end else if (set_q[2]) begin
        first_q            <= 4'd3;
        first_error_info_o <= 32'(response_id_i);
      end else if (set_q[3]) begin
        first_q            <= 4'd4;
        first_error_info_o <= 32'(done_id_i);
      end else if (set_q[4]) begin
        first_q            <= 4'd5;
        first_error_info_o <= 32'(tag_i);
      end else if (set_q[5]) begin
        first_q            <= 4'd6;
        first_error_info_o <= 32'(tag_i);
      end else if (set_q[6]) begin
        first_q            <= 4'd7;
        first_error_info_o <= 32'(write_address_i);
      end else begin
        first_q            <= 4'd8;
        first_error_info_o <= 32'(read_address_i);
      end
    end
  end

`ifndef SYNTHESIS
  // Not traced, so that a model without assertions does without what is only for them.
  /* verilator tracing_off */

  // The clock before.
  logic [Errors-1:0]     set_before_q;
  logic [3:0]            first_before_q;
  logic                  error_before_q;
  logic [Lanes*CntW-1:0] debt_before_q;
  always_ff @(posedge clk_i) begin
    set_before_q   <= rst_ni ? set_q : '0;
    first_before_q <= first_error_o;
    error_before_q <= rst_ni && errors_i != '0;
    debt_before_q  <= rst_ni ? debt_i : '0;
  end

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      // Reservations held are grants that are not completed.
      Held_A : assert ((IdW+1)'(grants_o - completes_o) == held_o);
      // What was the most is not less than what is.
      Most_A : assert (held_max_o >= held_o);
      for (int l = 0; l < Lanes; l++) begin
        Debt_A : assert (debt_max_o[l*CntW +: CntW] >= debt_before_q[l*CntW +: CntW]);
        // Whether a lane has debt is known.
        Owing_A : assert (owing_q[l] == (debt_before_q[l*CntW +: CntW] != '0));
      end
      // An error that was set is there, also if software cleared it in that clock.
      Set_A : assert ((set_before_q & ~errors_i) == '0);
      // There is a first error exactly if there is an error, and it stays the first.
      First_A : assert ((first_error_o != '0) == (errors_i != '0) &&
                        (!error_before_q || errors_i == '0 || first_error_o == first_before_q));
    end
  end

  /* verilator tracing_on */
`endif

endmodule
