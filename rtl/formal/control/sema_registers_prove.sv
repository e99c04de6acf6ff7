// Proof of sema_registers: of every register of rtl/spec/registers.md its place, its width, its
// reset value, what a write of it does and what a read of it tells; and that nothing else is
// written or known. So a write of one register changes no other, a write of a word that is not
// there or not to be written changes none, and a read changes none.
//
// The table below is written by hand, a third reading of that section, because the register file
// is made of a description that could be read wrongly. The properties follow one word of all there
// could be, registers or not: which one is free.
module sema_registers_prove #(
    parameter int unsigned NHbm = sema_pkg::HbmLanes,
    parameter int unsigned CntW = sema_pkg::CounterBits,
    parameter int unsigned Depth = sema_pkg::Depth,
    parameter int unsigned Slots = sema_pkg::Slots,
    localparam int unsigned Lanes = NHbm + 2,
    localparam int unsigned HbmW = sema_pkg::index_width(NHbm),
    localparam int unsigned HeldW = sema_pkg::index_width(Depth) + 1,
    localparam int unsigned SlotW = $clog2(Slots + 1)
) (
    input logic                     clk_i,
    input logic                     rst_ni,
    input logic                     write_i,
    input logic [9:0]               write_word_i,
    input logic [31:0]              write_data_i,
    input logic                     read_i,
    input logic [9:0]               read_word_i,
    input logic [Lanes*CntW-1:0]    window_i,
    input logic [Lanes-1:0]         multiplier_we_i,
    input logic [Lanes*16-1:0]      multiplier_i,
    input logic [31:0]              grants_i,
    input logic [31:0]              rejects_i,
    input logic [31:0]              repeats_i,
    input logic [31:0]              completes_i,
    input logic [3*32-1:0]          returns_i,
    input logic [31:0]              calibrations_i,
    input logic [31:0]              messages_i,
    input logic [HeldW-1:0]         held_i,
    input logic [HeldW-1:0]         held_max_i,
    input logic [SlotW-1:0]         waiting_i,
    input logic [7:0]               errors_set_i,
    input logic [3:0]               first_error_i,
    input logic [31:0]              first_error_info_i,
    input logic [31:0]              first_error_time_i,
    input logic [(Lanes+1)*32-1:0]  denials_i,
    input logic [Lanes*CntW-1:0]    debt_i,
    input logic [Lanes*CntW-1:0]    debt_max_i,
    input logic [Lanes*32-1:0]      busy_i
);

  logic                write_known, read_known, quantum_hbm_write, quantum_time_write;
  logic [31:0]         read_data;
  logic [Lanes-1:0]    window_write, multiplier_write;
  logic [Lanes*16-1:0] multiplier;
  logic [8*16-1:0]     atomic_service;
  logic [15:0]         response_fixed, response_reciprocal, grant_interval, starvation_bound,
                       hbm_reciprocal, clock_quanta;
  logic [HeldW-1:0]    command_limit;
  logic [3:0]          quantum_hbm, quantum_time;
  logic [CntW-1:0]     grant_threshold_hbm, grant_threshold_time;
  logic [13:0]         multiplier_min, multiplier_max;
  logic [2*HbmW*32-1:0] map_mask;
  logic [2*32-1:0]     autotune_enable;
  logic [23:0]         autotune_interval;
  logic [3*CntW-1:0]   window_floor, window_ceiling;
  logic [7:0]          errors;

  sema_registers #(.NHbm(NHbm), .CntW(CntW), .Depth(Depth), .Slots(Slots)) u_dut (
      .clk_i,
      .rst_ni,
      .write_i,
      .write_word_i,
      .write_data_i,
      .write_known_o         (write_known),
      .read_i,
      .read_word_i,
      .read_data_o           (read_data),
      .read_known_o          (read_known),
      .window_i,
      .window_write_o        (window_write),
      .multiplier_we_i,
      .multiplier_i,
      .multiplier_o          (multiplier),
      .multiplier_write_o    (multiplier_write),
      .atomic_service_o      (atomic_service),
      .response_fixed_o      (response_fixed),
      .response_reciprocal_o (response_reciprocal),
      .command_limit_o       (command_limit),
      .quantum_hbm_o         (quantum_hbm),
      .quantum_hbm_write_o   (quantum_hbm_write),
      .quantum_time_o        (quantum_time),
      .quantum_time_write_o  (quantum_time_write),
      .grant_interval_o      (grant_interval),
      .grant_threshold_hbm_o (grant_threshold_hbm),
      .grant_threshold_time_o(grant_threshold_time),
      .starvation_bound_o    (starvation_bound),
      .hbm_reciprocal_o      (hbm_reciprocal),
      .multiplier_min_o      (multiplier_min),
      .multiplier_max_o      (multiplier_max),
      .map_mask_o            (map_mask),
      .autotune_enable_o     (autotune_enable),
      .autotune_interval_o   (autotune_interval),
      .clock_quanta_o        (clock_quanta),
      .window_floor_o        (window_floor),
      .window_ceiling_o      (window_ceiling),
      .grants_i,
      .rejects_i,
      .repeats_i,
      .completes_i,
      .returns_i,
      .calibrations_i,
      .messages_i,
      .held_i,
      .held_max_i,
      .waiting_i,
      .errors_set_i,
      .errors_o              (errors),
      .first_error_i,
      .first_error_info_i,
      .first_error_time_i,
      .denials_i,
      .debt_i,
      .debt_max_i,
      .busy_i
  );

  // The table. Of each register, or family of them: whether the word is of it, and what it is then.
  localparam int unsigned Families = 39;
  (* anyconst *) logic [9:0] word;
  logic [Families-1:0]       there, kept, read_at;
  logic [Families*32-1:0]    is, mask, reset, read_value;

  sema_register_row_prove #(.At('h000), .Count(Lanes), .Bits(CntW)) u_window (
      .word_i(word), .read_word_i, .value_i(window_i), .there_o(there[0]), .kept_o(kept[0]), .read_at_o(read_at[0]),
      .is_o(is[0*32 +: 32]), .mask_o(mask[0*32 +: 32]), .reset_o(reset[0*32 +: 32]), .read_value_o(read_value[0*32 +: 32]));
  sema_register_row_prove #(.At('h100), .Count(Lanes), .Bits(16)) u_multiplier (
      .word_i(word), .read_word_i, .value_i(multiplier), .there_o(there[1]), .kept_o(kept[1]), .read_at_o(read_at[1]),
      .is_o(is[1*32 +: 32]), .mask_o(mask[1*32 +: 32]), .reset_o(reset[1*32 +: 32]), .read_value_o(read_value[1*32 +: 32]));
  sema_register_row_prove #(.At('h220), .Count(8), .Bits(16), .Kept(1), .Reset({8{16'd1600}})) u_atomic_service (
      .word_i(word), .read_word_i, .value_i(atomic_service), .there_o(there[2]), .kept_o(kept[2]), .read_at_o(read_at[2]),
      .is_o(is[2*32 +: 32]), .mask_o(mask[2*32 +: 32]), .reset_o(reset[2*32 +: 32]), .read_value_o(read_value[2*32 +: 32]));
  sema_register_row_prove #(.At('h240), .Bits(16), .Kept(1), .Reset(16'd320)) u_response_fixed (
      .word_i(word), .read_word_i, .value_i(response_fixed), .there_o(there[3]), .kept_o(kept[3]), .read_at_o(read_at[3]),
      .is_o(is[3*32 +: 32]), .mask_o(mask[3*32 +: 32]), .reset_o(reset[3*32 +: 32]), .read_value_o(read_value[3*32 +: 32]));
  sema_register_row_prove #(.At('h244), .Bits(16), .Kept(1), .Reset(16'd1024)) u_response_reciprocal (
      .word_i(word), .read_word_i, .value_i(response_reciprocal), .there_o(there[4]), .kept_o(kept[4]), .read_at_o(read_at[4]),
      .is_o(is[4*32 +: 32]), .mask_o(mask[4*32 +: 32]), .reset_o(reset[4*32 +: 32]), .read_value_o(read_value[4*32 +: 32]));
  sema_register_row_prove #(.At('h248), .Bits(HeldW), .Kept(1), .Reset(8'd128)) u_command_limit (
      .word_i(word), .read_word_i, .value_i(command_limit), .there_o(there[5]), .kept_o(kept[5]), .read_at_o(read_at[5]),
      .is_o(is[5*32 +: 32]), .mask_o(mask[5*32 +: 32]), .reset_o(reset[5*32 +: 32]), .read_value_o(read_value[5*32 +: 32]));
  sema_register_row_prove #(.At('h24c), .Bits(4), .Kept(1), .Reset(4'd0)) u_quantum_hbm (
      .word_i(word), .read_word_i, .value_i(quantum_hbm), .there_o(there[6]), .kept_o(kept[6]), .read_at_o(read_at[6]),
      .is_o(is[6*32 +: 32]), .mask_o(mask[6*32 +: 32]), .reset_o(reset[6*32 +: 32]), .read_value_o(read_value[6*32 +: 32]));
  sema_register_row_prove #(.At('h250), .Bits(4), .Kept(1), .Reset(4'd0)) u_quantum_time (
      .word_i(word), .read_word_i, .value_i(quantum_time), .there_o(there[7]), .kept_o(kept[7]), .read_at_o(read_at[7]),
      .is_o(is[7*32 +: 32]), .mask_o(mask[7*32 +: 32]), .reset_o(reset[7*32 +: 32]), .read_value_o(read_value[7*32 +: 32]));
  sema_register_row_prove #(.At('h254), .Bits(16), .Kept(1), .Reset(16'd0)) u_grant_interval (
      .word_i(word), .read_word_i, .value_i(grant_interval), .there_o(there[8]), .kept_o(kept[8]), .read_at_o(read_at[8]),
      .is_o(is[8*32 +: 32]), .mask_o(mask[8*32 +: 32]), .reset_o(reset[8*32 +: 32]), .read_value_o(read_value[8*32 +: 32]));
  sema_register_row_prove #(.At('h258), .Bits(CntW), .Kept(1), .Reset(32'd0)) u_grant_threshold_hbm (
      .word_i(word), .read_word_i, .value_i(grant_threshold_hbm), .there_o(there[9]), .kept_o(kept[9]), .read_at_o(read_at[9]),
      .is_o(is[9*32 +: 32]), .mask_o(mask[9*32 +: 32]), .reset_o(reset[9*32 +: 32]), .read_value_o(read_value[9*32 +: 32]));
  sema_register_row_prove #(.At('h25c), .Bits(CntW), .Kept(1), .Reset(32'd0)) u_grant_threshold_time (
      .word_i(word), .read_word_i, .value_i(grant_threshold_time), .there_o(there[10]), .kept_o(kept[10]), .read_at_o(read_at[10]),
      .is_o(is[10*32 +: 32]), .mask_o(mask[10*32 +: 32]), .reset_o(reset[10*32 +: 32]), .read_value_o(read_value[10*32 +: 32]));
  sema_register_row_prove #(.At('h260), .Bits(16), .Kept(1), .Reset(16'd0)) u_starvation_bound (
      .word_i(word), .read_word_i, .value_i(starvation_bound), .there_o(there[11]), .kept_o(kept[11]), .read_at_o(read_at[11]),
      .is_o(is[11*32 +: 32]), .mask_o(mask[11*32 +: 32]), .reset_o(reset[11*32 +: 32]), .read_value_o(read_value[11*32 +: 32]));
  sema_register_row_prove #(.At('h264), .Bits(16), .Kept(1), .Reset(16'd1024)) u_hbm_reciprocal (
      .word_i(word), .read_word_i, .value_i(hbm_reciprocal), .there_o(there[12]), .kept_o(kept[12]), .read_at_o(read_at[12]),
      .is_o(is[12*32 +: 32]), .mask_o(mask[12*32 +: 32]), .reset_o(reset[12*32 +: 32]), .read_value_o(read_value[12*32 +: 32]));
  sema_register_row_prove #(.At('h268), .Bits(14), .Kept(1), .Reset(14'd1)) u_multiplier_min (
      .word_i(word), .read_word_i, .value_i(multiplier_min), .there_o(there[13]), .kept_o(kept[13]), .read_at_o(read_at[13]),
      .is_o(is[13*32 +: 32]), .mask_o(mask[13*32 +: 32]), .reset_o(reset[13*32 +: 32]), .read_value_o(read_value[13*32 +: 32]));
  sema_register_row_prove #(.At('h26c), .Bits(14), .Kept(1), .Reset(14'd16383)) u_multiplier_max (
      .word_i(word), .read_word_i, .value_i(multiplier_max), .there_o(there[14]), .kept_o(kept[14]), .read_at_o(read_at[14]),
      .is_o(is[14*32 +: 32]), .mask_o(mask[14*32 +: 32]), .reset_o(reset[14*32 +: 32]), .read_value_o(read_value[14*32 +: 32]));
  sema_register_row_prove #(.At('h280), .Count(2*HbmW), .Kept(1), .Reset({64'h24000, 64'h12000, 64'h9000})) u_map_mask (
      .word_i(word), .read_word_i, .value_i(map_mask), .there_o(there[15]), .kept_o(kept[15]), .read_at_o(read_at[15]),
      .is_o(is[15*32 +: 32]), .mask_o(mask[15*32 +: 32]), .reset_o(reset[15*32 +: 32]), .read_value_o(read_value[15*32 +: 32]));
  sema_register_row_prove #(.At('h300), .Count(2), .Kept(1), .Reset(64'd0)) u_autotune_enable (
      .word_i(word), .read_word_i, .value_i(autotune_enable), .there_o(there[16]), .kept_o(kept[16]), .read_at_o(read_at[16]),
      .is_o(is[16*32 +: 32]), .mask_o(mask[16*32 +: 32]), .reset_o(reset[16*32 +: 32]), .read_value_o(read_value[16*32 +: 32]));
  sema_register_row_prove #(.At('h308), .Bits(24), .Kept(1), .Reset(24'd0)) u_autotune_interval (
      .word_i(word), .read_word_i, .value_i(autotune_interval), .there_o(there[17]), .kept_o(kept[17]), .read_at_o(read_at[17]),
      .is_o(is[17*32 +: 32]), .mask_o(mask[17*32 +: 32]), .reset_o(reset[17*32 +: 32]), .read_value_o(read_value[17*32 +: 32]));
  sema_register_row_prove #(.At('h30c), .Bits(16), .Kept(1), .Reset(16'd256)) u_clock_quanta (
      .word_i(word), .read_word_i, .value_i(clock_quanta), .there_o(there[18]), .kept_o(kept[18]), .read_at_o(read_at[18]),
      .is_o(is[18*32 +: 32]), .mask_o(mask[18*32 +: 32]), .reset_o(reset[18*32 +: 32]), .read_value_o(read_value[18*32 +: 32]));
  sema_register_row_prove #(.At('h310), .Count(3), .Bits(CntW), .Kept(1), .Reset({3{32'd1}})) u_window_floor (
      .word_i(word), .read_word_i, .value_i(window_floor), .there_o(there[19]), .kept_o(kept[19]), .read_at_o(read_at[19]),
      .is_o(is[19*32 +: 32]), .mask_o(mask[19*32 +: 32]), .reset_o(reset[19*32 +: 32]), .read_value_o(read_value[19*32 +: 32]));
  sema_register_row_prove #(.At('h320), .Count(3), .Bits(CntW), .Kept(1), .Reset({3{32'hffff_fffe}})) u_window_ceiling (
      .word_i(word), .read_word_i, .value_i(window_ceiling), .there_o(there[20]), .kept_o(kept[20]), .read_at_o(read_at[20]),
      .is_o(is[20*32 +: 32]), .mask_o(mask[20*32 +: 32]), .reset_o(reset[20*32 +: 32]), .read_value_o(read_value[20*32 +: 32]));
  sema_register_row_prove #(.At('h400)) u_grants (
      .word_i(word), .read_word_i, .value_i(grants_i), .there_o(there[21]), .kept_o(kept[21]), .read_at_o(read_at[21]),
      .is_o(is[21*32 +: 32]), .mask_o(mask[21*32 +: 32]), .reset_o(reset[21*32 +: 32]), .read_value_o(read_value[21*32 +: 32]));
  sema_register_row_prove #(.At('h404)) u_rejects (
      .word_i(word), .read_word_i, .value_i(rejects_i), .there_o(there[22]), .kept_o(kept[22]), .read_at_o(read_at[22]),
      .is_o(is[22*32 +: 32]), .mask_o(mask[22*32 +: 32]), .reset_o(reset[22*32 +: 32]), .read_value_o(read_value[22*32 +: 32]));
  sema_register_row_prove #(.At('h408)) u_repeats (
      .word_i(word), .read_word_i, .value_i(repeats_i), .there_o(there[23]), .kept_o(kept[23]), .read_at_o(read_at[23]),
      .is_o(is[23*32 +: 32]), .mask_o(mask[23*32 +: 32]), .reset_o(reset[23*32 +: 32]), .read_value_o(read_value[23*32 +: 32]));
  sema_register_row_prove #(.At('h40c)) u_completes (
      .word_i(word), .read_word_i, .value_i(completes_i), .there_o(there[24]), .kept_o(kept[24]), .read_at_o(read_at[24]),
      .is_o(is[24*32 +: 32]), .mask_o(mask[24*32 +: 32]), .reset_o(reset[24*32 +: 32]), .read_value_o(read_value[24*32 +: 32]));
  sema_register_row_prove #(.At('h410), .Count(3)) u_returns (
      .word_i(word), .read_word_i, .value_i(returns_i), .there_o(there[25]), .kept_o(kept[25]), .read_at_o(read_at[25]),
      .is_o(is[25*32 +: 32]), .mask_o(mask[25*32 +: 32]), .reset_o(reset[25*32 +: 32]), .read_value_o(read_value[25*32 +: 32]));
  sema_register_row_prove #(.At('h41c)) u_calibrations (
      .word_i(word), .read_word_i, .value_i(calibrations_i), .there_o(there[26]), .kept_o(kept[26]), .read_at_o(read_at[26]),
      .is_o(is[26*32 +: 32]), .mask_o(mask[26*32 +: 32]), .reset_o(reset[26*32 +: 32]), .read_value_o(read_value[26*32 +: 32]));
  sema_register_row_prove #(.At('h420)) u_messages (
      .word_i(word), .read_word_i, .value_i(messages_i), .there_o(there[27]), .kept_o(kept[27]), .read_at_o(read_at[27]),
      .is_o(is[27*32 +: 32]), .mask_o(mask[27*32 +: 32]), .reset_o(reset[27*32 +: 32]), .read_value_o(read_value[27*32 +: 32]));
  sema_register_row_prove #(.At('h424), .Bits(HeldW)) u_held (
      .word_i(word), .read_word_i, .value_i(held_i), .there_o(there[28]), .kept_o(kept[28]), .read_at_o(read_at[28]),
      .is_o(is[28*32 +: 32]), .mask_o(mask[28*32 +: 32]), .reset_o(reset[28*32 +: 32]), .read_value_o(read_value[28*32 +: 32]));
  sema_register_row_prove #(.At('h428), .Bits(HeldW)) u_held_max (
      .word_i(word), .read_word_i, .value_i(held_max_i), .there_o(there[29]), .kept_o(kept[29]), .read_at_o(read_at[29]),
      .is_o(is[29*32 +: 32]), .mask_o(mask[29*32 +: 32]), .reset_o(reset[29*32 +: 32]), .read_value_o(read_value[29*32 +: 32]));
  sema_register_row_prove #(.At('h42c), .Bits(SlotW)) u_waiting (
      .word_i(word), .read_word_i, .value_i(waiting_i), .there_o(there[30]), .kept_o(kept[30]), .read_at_o(read_at[30]),
      .is_o(is[30*32 +: 32]), .mask_o(mask[30*32 +: 32]), .reset_o(reset[30*32 +: 32]), .read_value_o(read_value[30*32 +: 32]));
  sema_register_row_prove #(.At('h440), .Bits(8)) u_errors (
      .word_i(word), .read_word_i, .value_i(errors), .there_o(there[31]), .kept_o(kept[31]), .read_at_o(read_at[31]),
      .is_o(is[31*32 +: 32]), .mask_o(mask[31*32 +: 32]), .reset_o(reset[31*32 +: 32]), .read_value_o(read_value[31*32 +: 32]));
  sema_register_row_prove #(.At('h444), .Bits(4)) u_first_error (
      .word_i(word), .read_word_i, .value_i(first_error_i), .there_o(there[32]), .kept_o(kept[32]), .read_at_o(read_at[32]),
      .is_o(is[32*32 +: 32]), .mask_o(mask[32*32 +: 32]), .reset_o(reset[32*32 +: 32]), .read_value_o(read_value[32*32 +: 32]));
  sema_register_row_prove #(.At('h448)) u_first_error_info (
      .word_i(word), .read_word_i, .value_i(first_error_info_i), .there_o(there[33]), .kept_o(kept[33]), .read_at_o(read_at[33]),
      .is_o(is[33*32 +: 32]), .mask_o(mask[33*32 +: 32]), .reset_o(reset[33*32 +: 32]), .read_value_o(read_value[33*32 +: 32]));
  sema_register_row_prove #(.At('h44c)) u_first_error_time (
      .word_i(word), .read_word_i, .value_i(first_error_time_i), .there_o(there[34]), .kept_o(kept[34]), .read_at_o(read_at[34]),
      .is_o(is[34*32 +: 32]), .mask_o(mask[34*32 +: 32]), .reset_o(reset[34*32 +: 32]), .read_value_o(read_value[34*32 +: 32]));
  sema_register_row_prove #(.At('h500), .Count(Lanes+1)) u_denials (
      .word_i(word), .read_word_i, .value_i(denials_i), .there_o(there[35]), .kept_o(kept[35]), .read_at_o(read_at[35]),
      .is_o(is[35*32 +: 32]), .mask_o(mask[35*32 +: 32]), .reset_o(reset[35*32 +: 32]), .read_value_o(read_value[35*32 +: 32]));
  sema_register_row_prove #(.At('h600), .Count(Lanes), .Bits(CntW)) u_debt (
      .word_i(word), .read_word_i, .value_i(debt_i), .there_o(there[36]), .kept_o(kept[36]), .read_at_o(read_at[36]),
      .is_o(is[36*32 +: 32]), .mask_o(mask[36*32 +: 32]), .reset_o(reset[36*32 +: 32]), .read_value_o(read_value[36*32 +: 32]));
  sema_register_row_prove #(.At('h700), .Count(Lanes), .Bits(CntW)) u_debt_max (
      .word_i(word), .read_word_i, .value_i(debt_max_i), .there_o(there[37]), .kept_o(kept[37]), .read_at_o(read_at[37]),
      .is_o(is[37*32 +: 32]), .mask_o(mask[37*32 +: 32]), .reset_o(reset[37*32 +: 32]), .read_value_o(read_value[37*32 +: 32]));
  sema_register_row_prove #(.At('h800), .Count(Lanes)) u_busy (
      .word_i(word), .read_word_i, .value_i(busy_i), .there_o(there[38]), .kept_o(kept[38]), .read_at_o(read_at[38]),
      .is_o(is[38*32 +: 32]), .mask_o(mask[38*32 +: 32]), .reset_o(reset[38*32 +: 32]), .read_value_o(read_value[38*32 +: 32]));

  // Of all families together: one at most has a word.
  function automatic logic [31:0] any(input logic [Families*32-1:0] of);
    any = '0;
    for (int f = 0; f < Families; f++) any |= of[f*32 +: 32];
  endfunction

  // A register that only software writes: its reset value, then what was written last.
  logic        written, began_q;
  logic [31:0] kept_q;
  initial began_q = 1'b0;
  assign written = write_i && write_word_i == word;

  // Software's writes of the others, and what the block does beside them: software's write of a
  // multiplier goes first; of errors, a bit that is set and cleared at once stays set.
  logic [Lanes-1:0]    to_window, to_multiplier;
  logic                to_errors;
  logic [Lanes*16-1:0] multiplier_q;
  logic [7:0]          errors_q;
  always_comb begin
    to_errors = write_i && write_word_i == 10'('h440 / 4);
    for (int l = 0; l < Lanes; l++) begin
      to_window[l]     = write_i && write_word_i == 10'(l);
      to_multiplier[l] = write_i && write_word_i == 10'('h100 / 4 + l);
    end
  end

  always_ff @(posedge clk_i) begin
    began_q <= 1'b1;
    if (!rst_ni) begin
      kept_q       <= any(reset);
      multiplier_q <= {Lanes{16'd4096}};
      errors_q     <= '0;
    end else begin
      if (written) kept_q <= write_data_i & any(mask);
      for (int l = 0; l < Lanes; l++) begin
        if (to_multiplier[l]) multiplier_q[l*16 +: 16] <= write_data_i[15:0];
        else if (multiplier_we_i[l]) multiplier_q[l*16 +: 16] <= multiplier_i[l*16 +: 16];
      end
      errors_q <= (errors_q & (to_errors ? ~write_data_i[7:0] : '1)) | errors_set_i;
    end
  end

  always_comb begin
    // A block begins with a reset.
    reset_M : assume (began_q || !rst_ni);

    if (began_q) begin
      kept_A : assert (kept == '0 || any(is) == kept_q);
      multiplier_I : assert (multiplier == multiplier_q);
      errors_A : assert (errors == errors_q);
    end
    // A read tells what is in force; where there is nothing, nothing.
    read_I : assert (read_known == (read_i && read_at != '0));
    read_value_A : assert (read_data == (read_known ? any(read_value) : '0));
    // There is no other register to write than those kept, and the three that are written otherwise.
    known_A : assert (!written || write_known == (kept != '0 || to_window != '0 ||
                                                  to_multiplier != '0 || to_errors));
    idle_I : assert (write_i || !write_known);
    // Who must know of a write is told in its clock.
    shown_I : assert (window_write == to_window && multiplier_write == to_multiplier &&
                     quantum_hbm_write == (write_i && write_word_i == 10'('h24c / 4)) &&
                     quantum_time_write == (write_i && write_word_i == 10'('h250 / 4)));

    kept_C : cover (began_q && rst_ni && written && kept != '0 && kept_q == 32'hffff_fffe &&
                    write_data_i == 32'd7);
    read_value_C : cover (began_q && rst_ni && to_multiplier[3] && multiplier_we_i[3] &&
                          multiplier_we_i[4] && multiplier != {Lanes{16'd4096}});
    errors_C : cover (began_q && rst_ni && to_errors && errors_set_i != '0 && errors == '1);
    known_C : cover (began_q && rst_ni && write_i && !write_known && write_word_i[9:6] == 4'd2);
  end

endmodule
