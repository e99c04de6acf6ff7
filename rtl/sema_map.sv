// SPDX-License-Identifier: Apache-2.0
// The registers of rtl/spec/registers.md: pages of 256 bytes, words of each.
package sema_map;
  // Pages of lanes.
  localparam logic [3:0] Window = 4'h0;
  localparam logic [3:0] Multiplier = 4'h1;
  localparam logic [3:0] InForce = 4'h2;
  localparam logic [3:0] Debt = 4'h3;
  localparam logic [3:0] Denials = 4'h6;

  // Settings, and what follows them on their page.
  localparam logic [3:0] Settings = 4'h8;
  localparam int unsigned AtomicService = 0;
  localparam int unsigned ResponseFixed = 8;
  localparam int unsigned ResponseReciprocal = 9;
  localparam int unsigned HbmReciprocal = 10;
  localparam int unsigned CommandLimit = 11;
  localparam int unsigned QuantumHbm = 12;
  localparam int unsigned QuantumTime = 13;
  localparam int unsigned SmallLimit = 14;
  localparam int unsigned Hold = 15;
  localparam int unsigned StarvationBound = 16;
  localparam int unsigned MessageInterval = 17;
  localparam int unsigned MessageThreshold = 18;
  localparam int unsigned MessageRepeat = 21;
  localparam int unsigned CalibrateEnable = 22;
  localparam int unsigned MultiplierMin = 24;
  localparam int unsigned MultiplierMax = 25;
  localparam int unsigned TuneEnable = 26;
  localparam int unsigned TuneInterval = 28;
  localparam int unsigned ClockQuanta = 29;
  localparam int unsigned Floor = 32;
  localparam int unsigned Ceiling = 36;
  localparam int unsigned AgeLimit = 40;
  localparam int unsigned Holder = 41;
  localparam int unsigned SettingWords = 42;
  localparam int unsigned HolderState = 42;
  localparam int unsigned HolderTag = 43;
  localparam int unsigned HolderAge = 44;
  localparam int unsigned Send = 45;

  // Status: counts, held, held_max, waiting; errors, first_error, first_error_info.
  localparam logic [3:0] Status = 4'h9;
  localparam int unsigned Counts = 11;
  localparam int unsigned Waiting = 13;
  localparam int unsigned Errors = 16;
  localparam int unsigned StatusWords = 19;

  localparam logic [13:0] MultiplierOne = 14'd4096;

  // The registers of page Settings that can be written.
  function automatic logic [63:0] writable();
    writable = 64'h0000_2377_3fff_ffff;
  endfunction

  function automatic logic [31:0] ones(input int unsigned bits);
    ones = bits > 31 ? 32'hffff_ffff : (32'd1 << bits) - 32'd1;
  endfunction

  // The bits that a setting has.
  function automatic logic [31:0] mask_of(input int unsigned word, input int unsigned lanes,
                                          input int unsigned cnt_w, input int unsigned id_w,
                                          input int unsigned age_w, input int unsigned wire_w);
    case (word)
      CommandLimit: mask_of = ones(id_w + 1);
      QuantumHbm, QuantumTime, MessageRepeat: mask_of = ones(4);
      SmallLimit: mask_of = ones(wire_w);
      StarvationBound: mask_of = ones(age_w);
      MessageThreshold, MessageThreshold + 1, MessageThreshold + 2, Floor, Floor + 1, Floor + 2,
      Ceiling, Ceiling + 1, Ceiling + 2: mask_of = ones(cnt_w);
      CalibrateEnable, TuneEnable: mask_of = ones(lanes);
      CalibrateEnable + 1, TuneEnable + 1: mask_of = ones(lanes < 32 ? 0 : lanes - 32);
      MultiplierMin, MultiplierMax: mask_of = ones(14);
      TuneInterval: mask_of = ones(24);
      Holder: mask_of = ones(id_w);
      TuneInterval + 2, TuneInterval + 3, Floor + 3, Ceiling + 3: mask_of = '0;
      default: mask_of = ones(16);
    endcase
  endfunction

  // A setting after reset, at most all ones, and a window one less.
  function automatic logic [31:0] reset_of(input int unsigned word, input logic [31:0] mask,
                                           input int unsigned cnt_w, input int unsigned depth);
    case (word)
      ResponseFixed: reset_of = 32'd320;
      ResponseReciprocal, MultiplierMin, StarvationBound: reset_of = 32'd1024;
      HbmReciprocal: reset_of = 32'd164;
      CommandLimit: reset_of = 32'(depth);
      SmallLimit: reset_of = 32'd512;
      MessageRepeat: reset_of = 32'd3;
      MultiplierMax: reset_of = 32'd16383;
      TuneInterval: reset_of = 32'd65536;
      Floor, Floor + 1: reset_of = sema_path_pkg::window_at_reset(cnt_w, 0);
      Floor + 2: reset_of = sema_path_pkg::window_at_reset(cnt_w, 1);
      Ceiling, Ceiling + 1: reset_of = mask > 32'd256_000 ? 32'd256_000 : mask - 32'd1;
      Ceiling + 2: reset_of = mask > 32'd64_000 ? 32'd64_000 : mask - 32'd1;
      default: reset_of = word < ResponseFixed ? 32'd1600 : '0;
    endcase
    if (reset_of > mask) reset_of = mask;
  endfunction
endpackage
