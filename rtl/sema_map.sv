// SPDX-License-Identifier: Apache-2.0
// The registers of rtl/spec/registers.md, of which it is made by "make ip".
package sema_map;
  // Pages of 256 bytes: of lanes; and of others.
  localparam logic [3:0] Window = 0, Multiplier = 1, InForce = 2, Debt = 3, LaneReturns = 4,
      Credit = 5, Denials = 6, HolderClocks = 10, QueueClocks = 11, StarvedClocks = 12,
      IdleClocks = 13, Denied = 14, Parked = 7, Settings = 8, Status = 9, Captured = 15;
  // Words of the last three. First are those that are kept, and of status the counts.
  // Each has its name, though the RTL reads some by their places only.
  // verilator lint_off UNUSEDPARAM
  localparam int unsigned AtomicService = 0, ResponseFixed = 8, ResponseReciprocal = 9,
      HbmReciprocal = 10, CommandLimit = 11, QuantumHbm = 12, QuantumTime = 13, SmallLimit = 14,
      Hold = 15, StarvationBound = 16, MessageInterval = 17, MessageThreshold = 18,
      MessageRepeat = 21, CalibrateEnable = 22, MultiplierMin = 24, MultiplierMax = 25,
      MultiplierLimited = 26, TableFloor = 30, ResponseSplit = 31, CalibrateWork = 32,
      CalibrateFixed = 36, CalibrateStep = 37, AgeLimit = 40, Holder = 41, HolderState = 42,
      HolderTag = 43, HolderAge = 44, Send = 45, HolderLimit = 46, Enable = 49, ErrorMask = 50,
      MessageNow = 51, Flush = 52, FlushTag = 53, FlushMask = 54, Capture = 55, Identity = 60,
      Sizes = 61, MoreSizes = 62, Grants = 0, Rejects = 1, Repeats = 2, Frees = 3, Returns = 4,
      Strays = 7, Lates = 8, Messages = 9, Calibrations = 10, Held = 11, HeldMax = 12, Waiting = 13,
      Flushed = 14, Errors = 16, ErrorInfo = 20, GroupGrants = 0, GroupWaits = 4, Clocks = 8,
      CapturedGrants = 9, CapturedFrees = 10, CapturedReturns = 11, SettingWords = 55,
      StatusWords = 28, Counts = 11;
  // verilator lint_on UNUSEDPARAM
  // Of settings those that can be written, read; of status and what is captured all.
  localparam logic [63:0] Writable = 64'h00ffe337c3ffffff, Readable = 64'h7067df37cfffffff,
      Shown = 64'h000000000ff17fff, Counted = 64'h0000000000003f77;
  // A lane's after reset.
  localparam logic [31:0] WindowReset = 32'd64000, ResponseWindowReset = 32'd16000;
  // What the block is.
  localparam logic [31:0] IdentityWord = 32'h5ec0a001;
  localparam logic [13:0] MultiplierOne = 14'd4096;

  function automatic logic [31:0] ones(input int bits);
    ones = bits > 31 ? 32'hffff_ffff : bits < 0 ? '0 : (32'd1 << bits) - 32'd1;
  endfunction

  // The bits that a setting has.
  function automatic logic [31:0] mask_of(input int unsigned word, input int unsigned lanes,
                                          input int unsigned cnt_w, input int unsigned id_w,
                                          input int unsigned age_w, input int unsigned wire_w);
    case (word)
      AtomicService, AtomicService + 1, AtomicService + 2, AtomicService + 3, AtomicService + 4,
          AtomicService + 5, AtomicService + 6, AtomicService + 7, ResponseFixed,
          ResponseReciprocal, HbmReciprocal, Hold, MessageInterval, CalibrateFixed, AgeLimit:
          mask_of = ones(16);
      CommandLimit, TableFloor, HolderLimit, HolderLimit + 1, HolderLimit + 2:
          mask_of = ones(id_w+1);
      QuantumHbm, QuantumTime, MessageRepeat: mask_of = ones(4);
      SmallLimit: mask_of = ones(wire_w);
      StarvationBound: mask_of = ones(age_w);
      MessageThreshold, MessageThreshold + 1, MessageThreshold + 2: mask_of = ones(cnt_w);
      CalibrateEnable: mask_of = ones(lanes - 32 * 0);
      CalibrateEnable + 1: mask_of = ones(lanes - 32 * 1);
      MultiplierMin, MultiplierMax: mask_of = ones(14);
      ResponseSplit: mask_of = ones(1);
      CalibrateWork, CalibrateWork + 1, CalibrateWork + 2: mask_of = ones(19);
      CalibrateStep: mask_of = ones(3);
      Holder: mask_of = ones(id_w);
      Enable: mask_of = ones(2);
      ErrorMask: mask_of = ones(8);
      FlushTag, FlushMask: mask_of = ones(32);
      default: mask_of = '0;
    endcase
  endfunction

  // A setting after reset, at most all ones.
  function automatic logic [31:0] reset_of(input int unsigned word, input logic [31:0] mask,
                                           input int unsigned depth, input int unsigned lanes,
                                           input int unsigned enable_at_reset);
    case (word)
      AtomicService, AtomicService + 1, AtomicService + 2, AtomicService + 3, AtomicService + 4,
          AtomicService + 5, AtomicService + 6, AtomicService + 7: reset_of = 32'(1600);
      ResponseFixed: reset_of = 32'(320);
      ResponseReciprocal, HbmReciprocal, MultiplierMin: reset_of = 32'(1024);
      CommandLimit: reset_of = 32'(depth);
      SmallLimit: reset_of = 32'(512);
      StarvationBound: reset_of = 32'(256);
      MessageRepeat: reset_of = 32'(3);
      MultiplierMax: reset_of = 32'(16383);
      TableFloor: reset_of = 32'(lanes);
      ResponseSplit: reset_of = 32'(1);
      CalibrateWork: reset_of = 32'(64000);
      CalibrateWork + 1, CalibrateWork + 2: reset_of = 32'(16000);
      CalibrateStep: reset_of = 32'(2);
      HolderLimit: reset_of = 32'(24);
      HolderLimit + 1: reset_of = 32'(48);
      HolderLimit + 2: reset_of = 32'(72);
      Enable: reset_of = 32'(enable_at_reset);
      FlushMask: reset_of = 32'hffffffff;
      default: reset_of = '0;
    endcase
    if (reset_of > mask) reset_of = mask;
  endfunction
endpackage
