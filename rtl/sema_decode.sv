// SPDX-License-Identifier: Apache-2.0
// The register that a write is for, and the bits that it has: known from the clock on in which the
// place of the address is full.
module sema_decode #(
    parameter int unsigned NHbm = 8,
    parameter int unsigned NAtomic = 1,
    parameter int unsigned NResponse = 1,
    parameter int unsigned CntW = 32,
    parameter int unsigned Depth = 128,
    parameter int unsigned AgeW = 16,
    parameter int unsigned WireW = 24,
    parameter int unsigned HandleW = 13,
    localparam int unsigned Lanes = NHbm + NAtomic + NResponse,
    localparam int unsigned IdW = $clog2(Depth),
    localparam int unsigned Parked = 32      // words
) (
    input  logic        clk_i,
    input  logic        take_i,          // the address, by this edge
    input  logic [11:0] address_i,
    output logic        known_o,         // there is such a register, and it can be written
    output logic        window_o,
    output logic        multiplier_o,
    output logic        send_o,
    output logic        unpark_o,
    output logic        message_o,
    output logic        errors_o,
    output logic        capture_o,
    output logic [sema_map::SettingWords-1:0] setting_o,
    output logic [Lanes-1:0] clears_o,   // lanes whose sums a write of it clears
    output logic [31:0] mask_o,
    output logic [sema_map::SettingWords-1:0] next_o     // a setting, in the clock of the address
);
  localparam logic [63:0] Writable = sema_map::Writable;
  logic [3:0]  page;
  logic [63:0] alone, setting;
  logic        window, multiplier, send, unpark, message, errors, capture;
  assign page       = address_i[11:8];
  assign alone      = 64'd1 << address_i[7:2];
  assign window     = page == sema_map::Window && alone[Lanes-1:0] != '0;
  assign multiplier = page == sema_map::Multiplier && alone[Lanes-1:0] != '0;
  assign setting    = alone & Writable & {64{page == sema_map::Settings}};
  assign send       = setting[sema_map::Send];
  assign message    = setting[sema_map::MessageNow];
  assign capture    = setting[sema_map::Capture];
  assign unpark     = page == sema_map::Parked && alone[Parked-1:0] != '0;
  assign next_o     = setting[sema_map::SettingWords-1:0];
  assign errors     = page == sema_map::Status && alone[sema_map::Errors];
  logic [31:0] parked;       // ids of a word of them
  assign parked = 32'(address_i[6:2]) < Depth / 32 ? '1 :
                  address_i[6:2] == '0 ? sema_map::ones(Depth) : '0;
  function automatic logic [31:0] mask();
    mask = sema_map::ones(CntW) & {32{window}} | sema_map::ones(14) & {32{multiplier}} |
           (32'hf000_0000 | sema_map::ones(HandleW)) & {32{send}} | sema_map::ones(8) & {32{errors}} |
           parked & {32{unpark}} | 32'(message) | {30'd0, {2{capture}}} |
           sema_map::ones(7) & {32{setting[sema_map::Flush]}};
    for (int w = 0; w < sema_map::SettingWords; w++) begin
      mask |= sema_map::mask_of(w, Lanes, CntW, IdW, AgeW, WireW) & {32{setting[w]}};
    end
  endfunction
  // Settings that a lane's calibration depends on, except its sums (windows.md, 7.3).
  logic [2:0]  kinds, work;
  logic        time_unit, every;
  logic [Lanes-1:0] enable;
  assign work      = next_o[sema_map::CalibrateWork +: 3];
  assign every     = next_o[sema_map::CalibrateStep];
  assign time_unit = next_o[sema_map::QuantumTime];
  assign kinds[0]  = work[0] || next_o[sema_map::CalibrateFixed] ||
                     next_o[sema_map::HbmReciprocal] || next_o[sema_map::QuantumHbm];
  assign kinds[1]  = work[1] || next_o[sema_map::AtomicService +: 8] != '0 || time_unit;
  assign kinds[2]  = work[2] || next_o[sema_map::ResponseFixed] ||
                     next_o[sema_map::ResponseReciprocal] || time_unit;
  for (genvar l = 0; l < Lanes; l++) begin : gen_enable
    assign enable[l] = next_o[sema_map::CalibrateEnable + l / 32];
  end
  always_ff @(posedge clk_i) if (take_i) begin
    clears_o     <= {{NResponse{kinds[2]}}, {NAtomic{kinds[1]}}, {NHbm{kinds[0]}}} |
                    enable | alone[Lanes-1:0] & {Lanes{multiplier}} | {Lanes{every}};
    known_o      <= (window || multiplier || setting != '0 || unpark || errors) && address_i[1:0] == '0;
    window_o     <= window;
    multiplier_o <= multiplier;
    send_o       <= send;
    unpark_o     <= unpark;
    message_o    <= message;
    errors_o     <= errors;
    capture_o    <= capture;
    setting_o    <= next_o;
    mask_o       <= mask();
  end
endmodule
