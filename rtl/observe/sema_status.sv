// Status: what the block has done since reset, for software to read.
//
// Promises: every register tells, in a clock, what was committed before that clock. Counters wrap.
// Nothing here is on the way of a decision: what follows from debt and from reservations held is
// worked out a clock late, from the flops themselves, with the time that was sampled then, so that
// idle clocks cost nothing. What is read is what these flops will hold next, and so is not late.
//
// Errors are kept in the register file, which software clears; the first one is told only as long
// as there is any.
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
    // commits of this clock
    input  logic                    calibrate_i,
    input  logic                    grant_i,
    input  logic                    reject_i,
    input  logic                    repeat_i,
    input  logic                    deny_i,          // and the refusal has changed
    input  logic [Lanes:0]          refused_i,
    input  logic                    known_i,
    input  logic                    over_i,          // a demand is above its window
    input  logic [TagW-1:0]         tag_i,
    input  logic [2:0]              return_i,        // HBM, Atomic, response
    input  logic [3:0]              stray_i,         // the same, and done
    input  logic [3:0]              retire_i,
    input  logic [IdW-1:0]          hbm_id_i,
    input  logic [IdW-1:0]          atomic_id_i,
    input  logic [IdW-1:0]          response_id_i,
    input  logic [IdW-1:0]          done_id_i,
    // also in this clock
    input  logic                    message_i,       // a grant message is loaded
    input  logic                    write_error_i,
    input  logic [AddressW-1:0]     write_address_i,
    input  logic                    read_error_i,
    input  logic [AddressW-1:0]     read_address_i,
    // in force
    input  logic [Lanes*CntW-1:0]   debt_i,
    input  logic [IdW:0]            held_i,
    input  logic [Slots-1:0]        taken_i,
    input  logic [Errors-1:0]       errors_i,
    // registers
    input  logic                    read_i,          // one is read in this clock
    output logic [31:0]             grants_o,
    output logic [31:0]             rejects_o,
    output logic [31:0]             repeats_o,
    output logic [31:0]             completes_o,
    output logic [3*32-1:0]         returns_o,
    output logic [31:0]             calibrations_o,
    output logic [31:0]             messages_o,
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

  // Counters.
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
      if (grant_i) grants_o <= grants_o + 32'd1;
      if (reject_i) rejects_o <= rejects_o + 32'd1;
      if (repeat_i) repeats_o <= repeats_o + 32'd1;
      if (calibrate_i) calibrations_o <= calibrations_o + 32'd1;
      if (message_i) messages_o <= messages_o + 32'd1;
      if (retire_i != '0) begin
        completes_o <= completes_o + 32'(retire_i[0]) + 32'(retire_i[1]) + 32'(retire_i[2]) +
                       32'(retire_i[3]);
      end
      for (int k = 0; k < 3; k++) begin
        if (return_i[k]) returns_o[k*32 +: 32] <= returns_o[k*32 +: 32] + 32'd1;
      end
      if (deny_i) begin
        for (int l = 0; l <= Lanes; l++) begin
          if (refused_i[l]) denials_o[l*32 +: 32] <= denials_o[l*32 +: 32] + 32'd1;
        end
      end
    end
  end

  // What follows from the clock before: whether debt has moved in it, and its time.
  logic        moved_q;
  logic [31:0] now_q;
  always_ff @(posedge clk_i) begin
    moved_q <= rst_ni && (grant_i || return_i != '0);
    now_q   <= now_i;
  end

  // Reservations held at most.
  logic [IdW:0] held_max_q;
  assign held_max_o = held_i > held_max_q ? held_i : held_max_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) held_max_q <= '0;
    else held_max_q <= held_max_o;
  end

  // The most debt of each lane, and the time for which it had any: noted when debt comes, added
  // when it goes.
  logic [Lanes*CntW-1:0] debt_max_q;
  logic [Lanes*32-1:0]   busy_q, noted_q;
  logic [Lanes-1:0]      owing, owing_q;

  always_comb begin
    debt_max_o = debt_max_q;
    busy_o     = busy_q;
    owing      = owing_q;
    if (moved_q) begin
      for (int l = 0; l < Lanes; l++) begin
        owing[l] = debt_i[l*CntW +: CntW] != '0;
        if (debt_i[l*CntW +: CntW] > debt_max_q[l*CntW +: CntW]) begin
          debt_max_o[l*CntW +: CntW] = debt_i[l*CntW +: CntW];
        end
        if (owing_q[l] && !owing[l]) begin
          busy_o[l*32 +: 32] = busy_q[l*32 +: 32] + (now_q - noted_q[l*32 +: 32]);
        end
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      debt_max_q <= '0;
      busy_q     <= '0;
      owing_q    <= '0;
    end else if (moved_q) begin
      debt_max_q <= debt_max_o;
      busy_q     <= busy_o;
      owing_q    <= owing;
      for (int l = 0; l < Lanes; l++) begin
        if (owing[l] && !owing_q[l]) noted_q[l*32 +: 32] <= now_q;
      end
    end
  end

  // Operations that wait, counted when somebody asks.
  always_comb begin
    waiting_o = '0;
    if (read_i) begin
      for (int s = 0; s < Slots; s++) waiting_o += SlotW'(taken_i[s]);
    end
  end

  // Errors.
  assign errors_set_o = {read_error_i, write_error_i, reject_i && over_i, reject_i && !known_i,
                         stray_i};

  // The first one: the lowest of the first clock that has any.
  logic [3:0] first_q;
  assign first_error_o = errors_i == '0 ? '0 : first_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      first_q            <= '0;
      first_error_info_o <= '0;
      first_error_time_o <= '0;
    end else if (errors_set_o != '0 && errors_i == '0) begin
      first_error_time_o <= now_i;
      if (errors_set_o[0]) begin
        first_q            <= 4'd1;
        first_error_info_o <= 32'(hbm_id_i);
      end else if (errors_set_o[1]) begin
        first_q            <= 4'd2;
        first_error_info_o <= 32'(atomic_id_i);
      end else if (errors_set_o[2]) begin
        first_q            <= 4'd3;
        first_error_info_o <= 32'(response_id_i);
      end else if (errors_set_o[3]) begin
        first_q            <= 4'd4;
        first_error_info_o <= 32'(done_id_i);
      end else if (errors_set_o[4]) begin
        first_q            <= 4'd5;
        first_error_info_o <= 32'(tag_i);
      end else if (errors_set_o[5]) begin
        first_q            <= 4'd6;
        first_error_info_o <= 32'(tag_i);
      end else if (errors_set_o[6]) begin
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
  logic [Errors-1:0] set_q;
  logic [3:0]        first_before_q;
  logic              error_before_q;
  always_ff @(posedge clk_i) begin
    set_q          <= rst_ni ? errors_set_o : '0;
    first_before_q <= first_error_o;
    error_before_q <= rst_ni && errors_i != '0;
  end

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      // Reservations held are grants that are not completed.
      Held_A : assert ((IdW+1)'(grants_o - completes_o) == held_i);
      // What was the most is not less than what is.
      Most_A : assert (held_max_o >= held_i);
      for (int l = 0; l < Lanes; l++) begin
        Debt_A : assert (debt_max_o[l*CntW +: CntW] >= debt_i[l*CntW +: CntW]);
        // Whether a lane has debt is known.
        Owing_A : assert (owing[l] == (debt_i[l*CntW +: CntW] != '0));
      end
      // An error that was set is there, also if software cleared it in that clock.
      Set_A : assert ((set_q & ~errors_i) == '0);
      // There is a first error exactly if there is an error, and it stays the first.
      First_A : assert ((first_error_o != '0) == (errors_i != '0) &&
                        (!error_before_q || errors_i == '0 || first_error_o == first_before_q));
    end
  end

  /* verilator tracing_on */
`endif

endmodule
