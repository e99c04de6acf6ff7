// SPDX-License-Identifier: Apache-2.0
// Settings: the registers that software writes, and what is refused.
//
// A write is checked in the clock in which it is performed, and is in force from the next one on. One
// of a static register is refused unless nothing was taken for nine clocks, and the block is empty.
module sema_settings #(
    parameter int unsigned Lanes = 10,
    parameter int unsigned CntW = 32,
    parameter int unsigned Depth = 128,
    parameter int unsigned AgeW = 16,
    parameter int unsigned WireW = 24,
    parameter int unsigned HandleW = 13,
    parameter int unsigned EnableAtReset = 3,
    localparam int unsigned IdW = $clog2(Depth),
    localparam int unsigned Bits = 32 * sema_map::SettingWords
) (
    input  logic            clk_i,
    input  logic            rst_ni,
    // the address of a write comes
    input  logic            take_i,
    input  logic [11:0]     address_i,
    // it is performed; its data stays up to its answer
    input  logic            write_i,
    input  logic [31:0]     data_i,
    input  logic [3:0]      strobe_i,
    output logic            later_o,
    output logic            done_o,
    output logic            refused_o,
    // what else it sets in this clock
    output logic            window_o,        // base window of its lane
    output logic            multiplier_o,
    output logic            limit_o,
    output logic [6:0]      clear_o,         // errors
    input  logic            commits_i,       // its window
    input  logic            empty_i,         // nothing is taken or held
    // a completion that it sends, ids that it unparks: a clock after it was performed
    output logic            send_o,
    output logic            unpark_o,
    output logic            message_o,       // it asks for one
    // in force
    output logic [Bits-1:0] settings_o,
    output logic [IdW-1:0]  holder_o         // in the next clock
);
  // Which register, and the bits that it has.
  logic        known, window, multiplier, limit, changes, send, unpark, message, errors;
  logic [31:0] mask;
  logic [sema_map::SettingWords-1:0] setting, next;
  sema_decode #(
      .Lanes(Lanes), .CntW(CntW), .Depth(Depth), .AgeW(AgeW), .WireW(WireW), .HandleW(HandleW)
  ) u_decode (
      .clk_i, .take_i, .address_i, .known_o(known), .window_o(window), .multiplier_o(multiplier),
      .send_o(send), .unpark_o(unpark), .message_o(message), .errors_o(errors), .setting_o(setting), .mask_o(mask),
      .next_o(next));
  assign limit   = setting[sema_map::CommandLimit];
  assign changes = setting[sema_map::QuantumHbm] || setting[sema_map::QuantumTime] ||
                   setting[sema_map::SmallLimit];

  // A lower limit may not be above the other one, nor an upper limit below. No part of two that
  // depend on each other may be 0 alone. What others there are is known with the address.
  logic [31:0] other_q;
  logic [2:0]  thresholds, floors, ceilings;
  logic        minimum, maximum, lower, holders, interval, quanta, tunes, crosses, breaks, refused,
               whole, divides, still;
  logic        lower_q, upper_q, zero_breaks_q, some_breaks_q;
  assign thresholds = next[sema_map::MessageThreshold +: 3];
  assign floors     = next[sema_map::Floor +: 3];
  assign ceilings   = next[sema_map::Ceiling +: 3];
  assign minimum    = next[sema_map::MultiplierMin];
  assign maximum    = next[sema_map::MultiplierMax];
  assign holders    = next[sema_map::HolderLimit +: 3] != '0;
  assign interval   = next[sema_map::MessageInterval];
  assign quanta     = next[sema_map::ClockQuanta];
  assign tunes      = next[sema_map::TuneEnable +: 2] != '0;
  assign lower      = minimum || floors != '0;
  function automatic logic [31:0] other();
    other = settings_o[32*sema_map::MultiplierMax +: 32] & {32{minimum}} |
            settings_o[32*sema_map::MultiplierMin +: 32] & {32{maximum}};
    for (int k = 0; k < 3; k++) begin
      other |= settings_o[32*(sema_map::Ceiling+k) +: 32] & {32{floors[k]}} |
               settings_o[32*(sema_map::Floor+k) +: 32] & {32{ceilings[k]}};
    end
  endfunction
  always_ff @(posedge clk_i) if (take_i) begin
    other_q       <= other();
    lower_q       <= lower;
    upper_q       <= maximum || ceilings != '0;
    zero_breaks_q <= minimum || maximum || holders ||
                     interval && settings_o[32*sema_map::MessageThreshold +: 96] != '0 ||
                     quanta && settings_o[32*sema_map::TuneEnable +: 64] != '0;
    some_breaks_q <= thresholds != '0 && settings_o[32*sema_map::MessageInterval +: 32] == '0 ||
                     tunes && settings_o[32*sema_map::ClockQuanta +: 32] == '0;
  end
  assign crosses = lower_q && other_q < data_i || upper_q && data_i < other_q;
  assign breaks  = data_i == '0 ? zero_breaks_q :
                   some_breaks_q || limit && data_i[IdW] && data_i[IdW-1:0] != '0;
  assign whole   = known && strobe_i == '1;
  assign divides = !multiplier || data_i != '0;
  assign refused = !whole || (data_i & ~mask) != '0 || !divides || crosses || breaks ||
                   changes && !(still && empty_i);

  // What is done when.
  logic put;
  assign put          = write_i && !refused;
  assign later_o      = window || multiplier || limit || send || unpark;
  assign done_o       = write_i && (refused || !later_o) || commits_i || send_o || unpark_o;
  assign refused_o    = write_i && refused;
  // Base windows and multipliers, with all their flops, wait for no check but their own.
  assign window_o     = write_i && whole && window && (data_i & ~sema_map::ones(CntW)) == '0;
  assign multiplier_o = write_i && whole && multiplier && divides && data_i[31:14] == '0;
  assign limit_o      = put && limit;
  assign clear_o      = data_i[6:0] & {7{put && errors}};
  always_ff @(posedge clk_i) begin
    send_o   <= rst_ni && put && send;
    unpark_o <= rst_ni && put && unpark;
    message_o <= rst_ni && put && message && data_i[0];
  end

  // The settings.
  assign holder_o = put && setting[sema_map::Holder] ? data_i[IdW-1:0] :
                    settings_o[32*sema_map::Holder +: IdW];
  for (genvar w = 0; w < sema_map::SettingWords; w++) begin : gen_setting
    localparam logic [31:0] Mask = sema_map::mask_of(w, Lanes, CntW, IdW, AgeW, WireW);
    localparam logic [31:0] Value = sema_map::reset_of(w, Mask, Depth, Lanes,
                                                      EnableAtReset);
    if (w == sema_map::Enable) begin : gen_enable
      assign settings_o[32*w+2 +: 30] = '0;
      sema_enable #(.AtReset(Value)) u_enable (
          .clk_i, .rst_ni, .write_i(put && setting[w]), .value_i(data_i[1:0]),
          .enable_o(settings_o[32*w +: 2]), .still_o(still));
    end else begin : gen_kept
      logic [31:0] value_q;
      assign settings_o[32*w +: 32] = value_q & Mask;
      always_ff @(posedge clk_i) begin
        if (!rst_ni) value_q <= Value;
        else if (put) begin
          if (setting[w]) value_q <= data_i;
        end
      end
    end
  end
`ifdef SEMA_CHECKED
  always_ff @(posedge clk_i) if (rst_ni) begin
    STATIC_A : assert (!(put && changes) || empty_i && still);
    OWN_CHECKS_A : assert ({window_o, multiplier_o} == ({2{put}} & {window, multiplier}));
    MULTIPLIERS_CROSS_A : assert (settings_o[32*sema_map::MultiplierMin +: 32] <=
                                  settings_o[32*sema_map::MultiplierMax +: 32]);
    for (int k = 0; k < 3; k++) begin
      LIMITS_CROSS_A : assert (settings_o[32*(sema_map::Floor+k) +: 32] <=
                               settings_o[32*(sema_map::Ceiling+k) +: 32]);
    end
    for (int k = 0; k < 3; k++) begin
      LIMIT_OF_HOLDERS_A : assert (settings_o[32*(sema_map::HolderLimit+k) +: 32] != '0);
    end
    THRESHOLD_HAS_INTERVAL_A : assert (settings_o[32*sema_map::MessageThreshold +: 96] == '0 ||
                                       settings_o[32*sema_map::MessageInterval +: 32] != '0);
    TUNED_HAS_CLOCK_A : assert (settings_o[32*sema_map::TuneEnable +: 64] == '0 ||
                                settings_o[32*sema_map::ClockQuanta +: 32] != '0);
  end
`endif
endmodule
