// SPDX-License-Identifier: Apache-2.0
// Settings: the registers that software writes, and what is refused.
//
// A write is checked in the clock in which it is performed, and is in force from the next one on. One
// of a static register is refused unless nothing was taken for nine clocks, and the block is empty.
module sema_settings #(
    parameter int unsigned NHbm = 8,
    parameter int unsigned NAtomic = 1,
    parameter int unsigned NResponse = 1,
    parameter int unsigned CntW = 32,
    parameter int unsigned Depth = 128,
    parameter int unsigned AgeW = 16,
    parameter int unsigned WireW = 24,
    parameter int unsigned HandleW = 13,
    parameter int unsigned EnableAtReset = 3,
    localparam int unsigned Lanes = NHbm + NAtomic + NResponse,
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
    output logic            bounds_o,        // what bounds all lanes' windows in force
    output logic [Lanes-1:0] restart_o,      // what these lanes are calibrated by
    output logic [7:0]      clear_o,         // errors
    input  logic            commits_i,       // its window
    input  logic            captured_i,      // what it copies
    input  logic            empty_i,         // nothing is taken or held
    // a completion that it sends, ids that it unparks, what it flushes: a clock after it was
    // performed
    output logic            send_o,
    output logic            unpark_o,
    output logic            flush_o,
    output logic            message_o,       // it requests one
    output logic            capture_o,
    // in force
    output logic [Bits-1:0] settings_o,
    output logic [IdW-1:0]  holder_o         // in the next clock
);
  // Which register, and the bits that it has.
  logic        known, window, multiplier, limit, bounds, changes, send, unpark, message, errors, capture;
  logic [31:0] mask;
  logic [Lanes-1:0] clears;
  logic [sema_map::SettingWords-1:0] setting, next;
  sema_decode #(
      .NHbm(NHbm), .NAtomic(NAtomic), .NResponse(NResponse), .CntW(CntW), .Depth(Depth),
      .AgeW(AgeW), .WireW(WireW), .HandleW(HandleW)
  ) u_decode (
      .clk_i, .take_i, .address_i, .known_o(known), .window_o(window), .multiplier_o(multiplier),
      .send_o(send), .unpark_o(unpark), .message_o(message), .errors_o(errors), .capture_o(capture), .setting_o(setting),
      .clears_o(clears), .mask_o(mask), .next_o(next));
  assign limit   = setting[sema_map::CommandLimit];
  assign bounds  = setting[sema_map::MultiplierMin] || setting[sema_map::MultiplierMax] ||
                   setting[sema_map::QuantumHbm] || setting[sema_map::QuantumTime];
  assign changes = setting[sema_map::QuantumHbm] || setting[sema_map::QuantumTime] ||
                   setting[sema_map::SmallLimit];

  // A lower limit may not be above the other one, nor an upper limit below. No part of two that
  // depend on each other may be 0 alone. What others there are is known with the address.
  logic [13:0] other_q;
  logic [2:0]  thresholds;
  logic        minimum, maximum, never_0, interval, crosses, breaks, refused, whole, divides, still;
  logic        flush, nothing;
  logic        lower_q, upper_q, zero_breaks_q, nonzero_breaks_q;
  assign thresholds = next[sema_map::MessageThreshold +: 3];
  assign minimum    = next[sema_map::MultiplierMin];
  assign maximum    = next[sema_map::MultiplierMax];
  assign never_0    = minimum || maximum || next[sema_map::HolderLimit +: 3] != '0 ||
                      next[sema_map::CalibrateWork +: 3] != '0 ||
                      next[sema_map::AtomicService +: 8] != '0;
  assign interval   = next[sema_map::MessageInterval];
  always_ff @(posedge clk_i) if (take_i) begin
    other_q          <= minimum ? settings_o[32*sema_map::MultiplierMax +: 14] :
                                  settings_o[32*sema_map::MultiplierMin +: 14];
    lower_q          <= minimum;
    upper_q          <= maximum;
    zero_breaks_q    <= never_0 || interval && settings_o[32*sema_map::MessageThreshold +: 96] != '0;
    nonzero_breaks_q <= thresholds != '0 && settings_o[32*sema_map::MessageInterval +: 32] == '0;
  end
  assign crosses = lower_q && other_q < data_i[13:0] || upper_q && data_i[13:0] < other_q;
  assign breaks  = data_i == '0 ? zero_breaks_q :
                   nonzero_breaks_q || limit && data_i[IdW] && data_i[IdW-1:0] != '0;
  assign whole   = known && strobe_i == '1;
  assign divides = !multiplier || data_i != '0;
  // What is flushed: a lane, or what has a tag.
  assign flush   = setting[sema_map::Flush];
  assign nothing = data_i[6] ? data_i[5:0] != '0 : 32'(data_i[5:0]) >= Lanes;
  assign refused = !whole || (data_i & ~mask) != '0 || !divides || crosses || breaks ||
                   flush && nothing || capture && !data_i[0] || changes && !(still && empty_i);

  // What is done when.
  logic put;
  assign put          = write_i && !refused;
  assign later_o      = window || multiplier || limit || send || unpark || capture;
  assign done_o       = write_i && (refused || !later_o) || commits_i || send_o || unpark_o ||
                        captured_i;
  assign refused_o    = write_i && refused;
  // Base windows and multipliers, with all their flops, wait for no check except their own.
  assign window_o     = write_i && whole && window && (data_i & ~sema_map::ones(CntW)) == '0;
  assign multiplier_o = write_i && whole && multiplier && divides && data_i[31:14] == '0;
  assign limit_o      = put && limit;
  assign bounds_o     = put && bounds;
  assign restart_o    = clears & {Lanes{put}};
  assign clear_o      = data_i[7:0] & {8{put && errors}};
  always_ff @(posedge clk_i) begin
    send_o   <= rst_ni && put && send;
    unpark_o <= rst_ni && put && unpark;
    flush_o  <= rst_ni && put && flush;
    capture_o <= rst_ni && put && capture;
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
    FLUSH_A : assert (!(put && flush) || data_i < Lanes || data_i == 32'd64);
    CAPTURE_A : assert (!(put && capture) || data_i == 32'd1 || data_i == 32'd3);
    STATIC_A : assert (!(put && changes) || empty_i && still);
    OWN_CHECKS_A : assert ({window_o, multiplier_o} == ({2{put}} & {window, multiplier}));
    MULTIPLIERS_CROSS_A : assert (settings_o[32*sema_map::MultiplierMin +: 32] <=
                                  settings_o[32*sema_map::MultiplierMax +: 32]);
    for (int i = 0; i < 8; i++) begin
      SERVICE_A : assert (settings_o[32*(sema_map::AtomicService+i) +: 32] != '0);
    end
    for (int k = 0; k < 3; k++) begin
      LIMIT_OF_HOLDERS_A : assert (settings_o[32*(sema_map::HolderLimit+k) +: 32] != '0);
      WORK_A : assert (settings_o[32*(sema_map::CalibrateWork+k) +: 32] != '0);
    end
    THRESHOLD_HAS_INTERVAL_A : assert (settings_o[32*sema_map::MessageThreshold +: 96] == '0 ||
                                       settings_o[32*sema_map::MessageInterval +: 32] != '0);
  end
`endif
`ifdef FORMAL
  // What was in force a clock before, whose settings were written then, and whether an address came.
  logic [Bits-1:0]  before_q;
  logic [Lanes-1:0] restart_q, same, bears;
  logic             up_q, taken_q;
  // Whether lane l is calibrated by word w.
  function automatic logic by(input int unsigned l, input int unsigned w);
    by = w == sema_map::CalibrateStep || w == sema_map::CalibrateEnable + l / 32;
    if (l < NHbm) begin
      by |= w == sema_map::CalibrateWork || w == sema_map::CalibrateFixed ||
            w == sema_map::HbmReciprocal || w == sema_map::QuantumHbm;
    end else if (l < NHbm + NAtomic) begin
      by |= w == sema_map::CalibrateWork + 1 || w == sema_map::QuantumTime ||
            w >= sema_map::AtomicService && w < sema_map::AtomicService + 8;
    end else begin
      by |= w == sema_map::CalibrateWork + 2 || w == sema_map::ResponseFixed ||
            w == sema_map::ResponseReciprocal || w == sema_map::QuantumTime;
    end
  endfunction
  always_comb begin
    same  = '1;
    bears = '0;
    for (int l = 0; l < Lanes; l++) begin
      for (int w = 0; w < sema_map::SettingWords; w++) begin
        if (by(l, w) && settings_o[32*w +: 32] != before_q[32*w +: 32]) same[l] = 1'b0;
        if (by(l, w) && setting[w]) bears[l] = 1'b1;
      end
    end
  end
  always_ff @(posedge clk_i) begin
    up_q      <= rst_ni;
    taken_q   <= rst_ni && (taken_q || take_i);
    before_q  <= settings_o;
    restart_q <= restart_o;
    if (rst_ni) begin
      RESTART_A : assert (!up_q || (restart_q | same) == '1);
      WRITE_M : assert (!write_i || taken_q && !take_i);
      BEARS_I : assert (!taken_q || (bears & ~clears) == '0);
      ALONE_I : assert (!taken_q || (setting & (setting - 1'b1)) == '0 && lower_q == setting[sema_map::MultiplierMin] &&
                        upper_q == setting[sema_map::MultiplierMax]);
      OTHER_I : assert (!taken_q || 32'(other_q) == (lower_q ? settings_o[32*sema_map::MultiplierMax +: 32] :
                        upper_q ? settings_o[32*sema_map::MultiplierMin +: 32] : 32'(other_q)));
      ZERO_I : assert (!taken_q || zero_breaks_q == (lower_q || upper_q ||
                       setting[sema_map::HolderLimit +: 3] != '0 ||
                       setting[sema_map::CalibrateWork +: 3] != '0 ||
                       setting[sema_map::AtomicService +: 8] != '0 ||
                       setting[sema_map::MessageInterval] &&
                       settings_o[32*sema_map::MessageThreshold +: 96] != '0));
      SOME_I : assert (!taken_q || nonzero_breaks_q == (setting[sema_map::MessageThreshold +: 3] != '0 &&
                       settings_o[32*sema_map::MessageInterval +: 32] == '0));
      for (int w = 0; w < sema_map::SettingWords; w++) begin
        MASK_I : assert (!taken_q || !setting[w] ||
                         w == sema_map::Send || w == sema_map::MessageNow ||
                         mask == (w == sema_map::Flush ? sema_map::ones(7) :
                                  sema_map::mask_of(w, Lanes, CntW, IdW, AgeW, WireW)));
      end
      CAPTURE_I : assert (!taken_q || !capture || mask == 32'd3);
      PAGES_I : assert (!taken_q || !(window || multiplier) || setting == '0 && !(window && multiplier) &&
                        mask == (window ? sema_map::ones(CntW) : sema_map::ones(14)));
    end
  end
`endif
endmodule
