// Settings: the registers that software writes, and what is refused.
//
// A write is checked in the clock in which it is performed, and is in force from the next one on. One
// of a static register closes the path, and is decided eight clocks later.
module sema_next_settings #(
    parameter int unsigned Lanes = 10,
    parameter int unsigned CntW = 32,
    parameter int unsigned Depth = 128,
    parameter int unsigned AgeW = 16,
    parameter int unsigned WireW = 24,
    parameter int unsigned HandleW = 13,
    localparam int unsigned IdW = $clog2(Depth),
    localparam int unsigned Bits = 32 * sema_map::SettingWords
) (
    input  logic            clk_i,
    input  logic            rst_ni,
    // a write is performed; it stays up to its answer
    input  logic            write_i,
    input  logic [11:0]     address_i,
    input  logic [31:0]     data_i,
    input  logic [3:0]      strobe_i,
    output logic            later_o,
    output logic            done_o,
    output logic            refused_o,
    // what else it sets in this clock
    output logic            window_o,        // base window of its lane
    output logic            multiplier_o,
    output logic            limit_o,
    output logic [5:0]      clear_o,         // errors
    input  logic            commits_i,       // its window
    // static registers
    input  logic            empty_i,         // nothing is taken, held or untold
    output logic            close_o,
    // a completion that it sends: a clock after it was performed
    output logic            send_o,
    // in force
    output logic [Bits-1:0] settings_o,
    output logic [IdW-1:0]  holder_o         // in the next clock
);
  localparam logic [63:0] Writable = sema_map::writable();
  localparam logic [31:0] SendMask = 32'hf000_0000 | sema_map::ones(HandleW);

  // Which register, and the bits that it has.
  logic [3:0]              page;
  logic [5:0]              word;
  logic [63:0]             alone;
  logic [sema_map::SettingWords-1:0] setting;
  logic [31:0]             mask;
  logic                    window, multiplier, limit, changes, send, errors, known;
  assign {page, word} = address_i[11:2];
  always_comb begin
    alone      = 64'd1 << word;
    window     = page == sema_map::Window && 32'(word) < Lanes;
    multiplier = page == sema_map::Multiplier && 32'(word) < Lanes;
    setting    = page == sema_map::Settings ? alone[sema_map::SettingWords-1:0] & Writable[sema_map::SettingWords-1:0] : '0;
    send       = page == sema_map::Settings && alone[sema_map::Send];
    errors     = page == sema_map::Status && alone[sema_map::Errors];
    limit      = setting[sema_map::CommandLimit];
    changes    = setting[sema_map::QuantumHbm] || setting[sema_map::QuantumTime] || setting[sema_map::SmallLimit];
    known      = window || multiplier || setting != '0 || send || errors;
    mask       = {32{window}} & sema_map::ones(CntW) | {32{multiplier}} & sema_map::ones(14) | {32{errors}} & sema_map::ones(6) |
                 {32{send}} & SendMask;
    for (int w = 0; w < sema_map::SettingWords; w++) begin
      mask |= {32{setting[w]}} & sema_map::mask_of(w, Lanes, CntW, IdW, AgeW, WireW);
    end
  end

  // A lower limit may not be above the other one, nor an upper limit below.
  logic [31:0] other, low, high;
  logic        lower, upper, crosses, breaks, refused;
  always_comb begin
    lower = setting[sema_map::MultiplierMin] || setting[sema_map::Floor+2:sema_map::Floor] != '0;
    upper = setting[sema_map::MultiplierMax] || setting[sema_map::Ceiling+2:sema_map::Ceiling] != '0;
    other = {32{setting[sema_map::MultiplierMin]}} & settings_o[32*sema_map::MultiplierMax +: 32] |
            {32{setting[sema_map::MultiplierMax]}} & settings_o[32*sema_map::MultiplierMin +: 32];
    for (int k = 0; k < 3; k++) begin
      other |= {32{setting[sema_map::Floor+k]}} & settings_o[32*(sema_map::Ceiling+k) +: 32] |
               {32{setting[sema_map::Ceiling+k]}} & settings_o[32*(sema_map::Floor+k) +: 32];
    end
    {low, high} = lower ? {data_i, other} : {other, data_i};
    crosses     = (lower || upper) && high < low;
    if (data_i == '0) begin
      breaks = multiplier || setting[sema_map::MultiplierMin] || setting[sema_map::MultiplierMax] ||
               setting[sema_map::MessageInterval] && settings_o[32*sema_map::MessageThreshold +: 96] != '0 ||
               setting[sema_map::ClockQuanta] && settings_o[32*sema_map::TuneEnable +: 64] != '0;
    end else begin
      breaks = setting[sema_map::MessageThreshold+2:sema_map::MessageThreshold] != '0 &&
               settings_o[32*sema_map::MessageInterval +: 32] == '0 ||
               setting[sema_map::TuneEnable+1:sema_map::TuneEnable] != '0 && settings_o[32*sema_map::ClockQuanta +: 32] == '0 ||
               limit && data_i[IdW] && data_i[IdW-1:0] != '0;
    end
    refused = !known || address_i[1:0] != '0 || strobe_i != '1 || (data_i & ~mask) != '0 ||
              crosses || breaks;
  end

  // What is done when. A static register is decided when the eight clocks are over.
  logic       put, static_q, decides;
  logic [2:0] clock_q;
  assign put          = write_i && !refused;
  assign decides      = static_q && clock_q == '1;
  assign later_o      = window || multiplier || limit || changes || send;
  assign done_o       = write_i && (refused || !later_o) || commits_i || send_o || decides;
  assign refused_o    = write_i && refused || decides && !empty_i;
  assign window_o     = put && window;
  assign multiplier_o = put && multiplier;
  assign limit_o      = put && limit;
  assign clear_o      = data_i[5:0] & {6{put && errors}};
  assign close_o      = put && changes || static_q && !decides;
  always_ff @(posedge clk_i) begin
    send_o   <= rst_ni && put && send;
    static_q <= rst_ni && (put && changes || static_q && !decides);
    clock_q  <= static_q ? clock_q + 1'b1 : '0;
  end

  // The settings.
  for (genvar w = 0; w < sema_map::SettingWords; w++) begin : gen_setting
    localparam logic [31:0] Mask = sema_map::mask_of(w, Lanes, CntW, IdW, AgeW, WireW);
    localparam logic [31:0] Value = sema_map::reset_of(w, Mask, CntW, Depth);
    logic [31:0] value, value_q;
    assign value = setting[w] && (changes ? decides && empty_i : put) ? data_i : value_q;
    assign settings_o[32*w +: 32] = value_q;
    always_ff @(posedge clk_i) value_q <= (rst_ni ? value : Value) & Mask;
    if (w == sema_map::Holder) begin : gen_holder
      assign holder_o = value[IdW-1:0];
    end
  end
endmodule
