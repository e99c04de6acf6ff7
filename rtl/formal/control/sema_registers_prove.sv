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
    input logic                     clk_i, rst_ni, write_i,
    input logic [11:0]              write_address_i,
    input logic [31:0]              write_data_i,
    input logic                     read_i,
    input logic [11:0]              read_address_i,
    input logic [Lanes*CntW-1:0]    window_i,
    input logic [Lanes-1:0]         multiplier_we_i,
    input logic [Lanes*16-1:0]      multiplier_i,
    input logic [31:0]              grants_i, rejects_i, repeats_i, completes_i,
    input logic [3*32-1:0]          returns_i,
    input logic [31:0]              calibrations_i, messages_i,
    input logic [HeldW-1:0]         held_i, held_max_i,
    input logic [SlotW-1:0]         waiting_i,
    input logic [7:0]               errors_set_i,
    input logic [3:0]               first_error_i,
    input logic [31:0]              first_error_info_i, first_error_time_i,
    input logic [(Lanes+1)*32-1:0]  denials_i,
    input logic [Lanes*CntW-1:0]    debt_i, debt_max_i,
    input logic [Lanes*32-1:0]      busy_i
);

  logic                write_known_o, quantum_hbm_write_o, quantum_time_write_o;
  logic                told_o, read_known_o;
  logic [31:0]         read_data_o;
  logic [Lanes-1:0]    window_write_o, multiplier_write_o;
  logic [Lanes*16-1:0] multiplier_o;
  logic [8*16-1:0]     atomic_service_o;
  logic [15:0]         response_fixed_o, response_reciprocal_o, grant_interval_o, starvation_bound_o,
                       hbm_reciprocal_o, clock_quanta_o;
  logic [HeldW-1:0]    command_limit_o;
  logic [3:0]          quantum_hbm_o, quantum_time_o;
  logic [CntW-1:0]     grant_threshold_hbm_o, grant_threshold_time_o;
  logic [13:0]         multiplier_min_o, multiplier_max_o;
  logic [2*HbmW*32-1:0] map_mask_o;
  logic [2*32-1:0]     autotune_enable_o;
  logic [23:0]         autotune_interval_o;
  logic [3*CntW-1:0]   window_floor_o, window_ceiling_o;
  logic [7:0]          errors_o;

  sema_registers #(.NHbm(NHbm), .CntW(CntW), .Depth(Depth), .Slots(Slots)) u_dut (.*);

  logic began_o;
  sema_begin_prove u_begin (.*);

  // The table: of every register its address, how many there are, its width, who writes it, whether
  // it comes a clock late, what it holds, and its reset value. Those come first that software can
  // write: `put` has a bit of each of them, which says that software's write of this clock is of it,
  // `pick` one of each of all, that this clock's read is.
  localparam logic [1:0] Block = 2'd0, Software = 2'd1, Both = 2'd2;
  localparam int unsigned Writable = 2 * Lanes + 2 * HbmW + 31;
  // Address bits of the partition's lowest bit.
  localparam int unsigned Fold = 'h1000 | 'h1000 << HbmW;
  localparam int unsigned Words = Writable + 4 * Lanes + 16;
  localparam int unsigned Leaves = (Writable - 1 + Lanes + 3) / 4;  // of those that are not late
  (* peek = "u_dut.writing_q" *) logic writing;
  (* peek = "u_dut.put_q" *) logic [Writable-1:0] putting;
  (* peek = "u_dut.errors_put_q" *) logic errors_putting;
  (* peek = "u_dut.gathered_q" *) logic looked;
  (* peek = "u_dut.pick_q" *) logic [Words-1:0] picking;
  (* peek = "u_dut.leaf_q" *) logic [Leaves*32-1:0] leaves;
  `define REGISTER(Address, Count, Bits, Who, Late, Value, Reset) \
    for (int i = 0; i < Count; i++) begin \
      if (word == 10'(Address / 4 + i)) begin \
        kept  = Who == Software; \
        is    = 32'(Value[i*Bits +: Bits]); \
        mask  = 32'({Bits{1'b1}}); \
        reset = 32'(Reset); \
      end \
      if (Who != Block) put = {writing_q && written_q == 12'(Address + 4 * i), put[Writable-1:1]}; \
      pick = {address_q == 12'(Address + 4 * i), pick[Words-1:1]}; \
      if (address_q == 12'(Address + 4 * i)) begin \
        late       = Late; \
        read_value = 32'(Value[i*Bits +: Bits]); \
      end \
    end
  (* anyconst *) logic [9:0] word;
  logic                kept, late, writing_q;
  logic [11:0]         address_q, written_q;  // of the read and of the write of the clock before
  logic [31:0]         is, mask, reset, read_value;
  logic [Writable-1:0] put;
  logic [Words-1:0]    pick;
  always_comb begin
    {kept, late, is, mask, reset, put, pick, read_value} = '0;
    `REGISTER('h000, Lanes, CntW, Both, 0, window_i, 0)
    `REGISTER('h100, Lanes, 16, Both, 0, multiplier_o, 0)
    `REGISTER('h220, 8, 16, Software, 0, atomic_service_o, 1600)
    `REGISTER('h240, 1, 16, Software, 0, response_fixed_o, 320)
    `REGISTER('h244, 1, 16, Software, 0, response_reciprocal_o, 1024)
    `REGISTER('h248, 1, HeldW, Software, 0, command_limit_o, Depth < 128 ? Depth : 128)
    `REGISTER('h24c, 1, 4, Software, 0, quantum_hbm_o, 0)
    `REGISTER('h250, 1, 4, Software, 0, quantum_time_o, 0)
    `REGISTER('h254, 1, 16, Software, 0, grant_interval_o, 0)
    `REGISTER('h258, 1, CntW, Software, 0, grant_threshold_hbm_o, 0)
    `REGISTER('h25c, 1, CntW, Software, 0, grant_threshold_time_o, 0)
    `REGISTER('h260, 1, 16, Software, 0, starvation_bound_o, 0)
    `REGISTER('h264, 1, 16, Software, 0, hbm_reciprocal_o, 1024)
    `REGISTER('h268, 1, 14, Software, 0, multiplier_min_o, 1)
    `REGISTER('h26c, 1, 14, Software, 0, multiplier_max_o, 16383)
    `REGISTER('h280, 2*HbmW, 32, Software, 0, map_mask_o, i % 2 == 0 ? Fold << i / 2 : 0)
    `REGISTER('h300, 2, 32, Software, 0, autotune_enable_o, 0)
    `REGISTER('h308, 1, 24, Software, 0, autotune_interval_o, 0)
    `REGISTER('h30c, 1, 16, Software, 0, clock_quanta_o, 256)
    `REGISTER('h310, 3, CntW, Software, 0, window_floor_o, 1)
    `REGISTER('h320, 3, CntW, Software, 0, window_ceiling_o, 32'hffff_fffe)
    `REGISTER('h440, 1, 8, Both, 1, errors_o, 0)
    `REGISTER('h400, 1, 32, Block, 1, grants_i, 0)
    `REGISTER('h404, 1, 32, Block, 1, rejects_i, 0)
    `REGISTER('h408, 1, 32, Block, 1, repeats_i, 0)
    `REGISTER('h40c, 1, 32, Block, 1, completes_i, 0)
    `REGISTER('h410, 3, 32, Block, 1, returns_i, 0)
    `REGISTER('h41c, 1, 32, Block, 1, calibrations_i, 0)
    `REGISTER('h420, 1, 32, Block, 1, messages_i, 0)
    `REGISTER('h424, 1, HeldW, Block, 1, held_i, 0)
    `REGISTER('h428, 1, HeldW, Block, 1, held_max_i, 0)
    `REGISTER('h42c, 1, SlotW, Block, 1, waiting_i, 0)
    `REGISTER('h444, 1, 4, Block, 1, first_error_i, 0)
    `REGISTER('h448, 1, 32, Block, 1, first_error_info_i, 0)
    `REGISTER('h44c, 1, 32, Block, 1, first_error_time_i, 0)
    `REGISTER('h500, Lanes+1, 32, Block, 1, denials_i, 0)
    `REGISTER('h600, Lanes, CntW, Block, 0, debt_i, 0)
    `REGISTER('h700, Lanes, CntW, Block, 1, debt_max_i, 0)
    `REGISTER('h800, Lanes, 32, Block, 1, busy_i, 0)
  end

  // A register that only software writes: its reset value, then what was written last. A write is
  // performed in the clock after it is told of.
  logic        written;
  logic [31:0] kept_q;
  assign written = writing_q && written_q == {word, 2'd0};

  // What is told of a read: the value of the clock after it, or what comes a clock late of the next,
  // in the clock after that.
  logic        reading_q, looked_q, told_q, told_known_q;
  logic [31:0] early_q, told_value_q;
  always_ff @(posedge clk_i) begin
    reading_q    <= rst_ni && read_i;
    looked_q     <= rst_ni && reading_q;
    told_q       <= rst_ni && looked_q;
    if (reading_q) early_q <= late ? '0 : read_value;
    if (looked_q) begin
      told_known_q <= pick != '0;
      told_value_q <= late ? read_value : early_q;
    end
    if (read_i) address_q <= read_address_i;
  end

  // Software's writes of the others, and what the block does beside them: software's write of a
  // multiplier goes first; errors are cleared a clock late, and a bit that is set and cleared at once
  // stays set.
  logic [Lanes-1:0]    to_window, to_multiplier;
  logic                to_errors, to_errors_q;
  logic [Lanes*16-1:0] multiplier_q;
  logic [7:0]          errors_q;
  always_comb begin
    to_errors = writing_q && written_q == 12'h440;
    for (int l = 0; l < Lanes; l++) begin
      to_window[l]     = writing_q && written_q == 12'(4 * l);
      to_multiplier[l] = writing_q && written_q == 12'('h100 + 4 * l);
    end
  end

  always_ff @(posedge clk_i) begin
    writing_q   <= rst_ni && write_i;
    written_q   <= write_address_i;
    to_errors_q <= to_errors;
    if (!rst_ni) begin
      kept_q       <= reset & mask;
      multiplier_q <= {Lanes{16'd4096}};
      errors_q     <= '0;
    end else begin
      if (written) kept_q <= write_data_i & mask;
      for (int l = 0; l < Lanes; l++) begin
        if (to_multiplier[l]) multiplier_q[l*16 +: 16] <= write_data_i[15:0];
        else if (multiplier_we_i[l]) multiplier_q[l*16 +: 16] <= multiplier_i[l*16 +: 16];
      end
      errors_q <= (errors_q & (to_errors_q ? ~write_data_i[7:0] : '1)) | errors_set_i;
    end
  end

  logic [31:0] gathered;
  always_comb begin
    gathered = '0;
    for (int g = 0; g < Leaves; g++) gathered |= leaves[g*32 +: 32];
  end

  always_comb begin
    // A read is not followed by another at once.
    One_M : assume (!read_i || !reading_q);

    if (began_o) begin
      kept_A : assert (!kept || is == kept_q);
      put_I : assert (writing == writing_q && putting == put &&
                      (errors_putting == to_errors_q || errors_q == '0));
      pick_I : assert (!(reading_q || looked_q) || picking == pick);
      leaves_I : assert (!looked_q || (gathered == early_q &&
                                       ((pick != '0 && !late) || early_q == '0)));
      multiplier_I : assert (multiplier_o == multiplier_q);
      errors_A : assert (errors_o == errors_q);
    end
    // A read tells what is in force in the clock after it, or comes a clock late; where there is
    // nothing, nothing.
    if (began_o) begin
      read_I : assert (looked == looked_q && told_o == told_q &&
                       read_known_o == (told_q && told_known_q));
      read_value_A : assert (read_data_o == (read_known_o ? told_value_q : '0));
    end
    // There is no other register to write than those kept, and the three that are written otherwise.
    if (began_o) begin
      known_A : assert ((!written || write_known_o == (kept || to_window != '0 ||
                                                     to_multiplier != '0 || to_errors)) &&
                        (written_q[1:0] == 2'd0 || !write_known_o));
      idle_I : assert (writing_q || !write_known_o);
      // Who must know of a write is told in its clock.
      shown_I : assert (window_write_o == to_window && multiplier_write_o == to_multiplier &&
                       quantum_hbm_write_o == (writing_q && written_q == 12'h24c) &&
                       quantum_time_write_o == (writing_q && written_q == 12'h250));
    end

    kept_C : cover (began_o && rst_ni && written && kept && kept_q == 32'hffff_fffe &&
                    write_data_i == 32'd7);
    read_value_C : cover (began_o && rst_ni && to_multiplier[3] && multiplier_we_i[3] &&
                          multiplier_we_i[4] && multiplier_o != {Lanes{16'd4096}});
    errors_C : cover (began_o && rst_ni && to_errors_q && errors_set_i != '0 && errors_o == '1);
    known_C : cover (began_o && rst_ni && writing_q && !write_known_o && written_q[11:8] == 4'd2);
  end

endmodule
