// Every number that the blocks and the C side share: each has a twin of the same name in
// csim/interface/numbers.h (HbmLanes is HBM_LANES), and the shim refuses to compile where two differ.
// spec/ in this folder says what they mean.
package sema_pkg;

  // Lanes: 0 .. HbmLanes-1 count bytes; the other two count quanta of 1/16 ns.
  localparam int unsigned HbmLanes /*verilator public*/ = 8;
  localparam int unsigned AtomicLane /*verilator public*/ = HbmLanes;
  localparam int unsigned ResponseLane /*verilator public*/ = HbmLanes + 1;
  localparam int unsigned Lanes /*verilator public*/ = HbmLanes + 2;
  localparam int unsigned MapMasks /*verilator public*/ = $clog2(HbmLanes);

  localparam int unsigned CounterBits /*verilator public*/ = 32;
  localparam int unsigned QuantaPerNs /*verilator public*/ = 16;
  localparam int unsigned Depth /*verilator public*/ = 128;
  localparam int unsigned Slots /*verilator public*/ = 32;
  localparam int unsigned TagBits /*verilator public*/ = 32;
  localparam int unsigned OrderBits /*verilator public*/ = 48;
  localparam int unsigned WireBits /*verilator public*/ = 24;
  localparam int unsigned DomainBits /*verilator public*/ = 8;
  localparam int unsigned ServiceBits /*verilator public*/ = 16;
  localparam int unsigned ServiceUnknown /*verilator public*/ = (1 << ServiceBits) - 1;
  localparam int unsigned StarvationBits /*verilator public*/ = 16;

  // Latencies in clocks.
  localparam int unsigned OfferToConfig /*verilator public*/ = 1;
  localparam int unsigned OfferToScale /*verilator public*/ = 4;
  localparam int unsigned ScaleToSlot /*verilator public*/ = 7;
  localparam int unsigned WalkClocks /*verilator public*/ = 4;
  localparam int unsigned OfferToAge /*verilator public*/ = 2;
  localparam int unsigned OfferToChoice /*verilator public*/ = 10;
  localparam int unsigned ChoiceToDecision /*verilator public*/ = 8;
  localparam int unsigned OfferToDecision /*verilator public*/ = 18;
  localparam int unsigned ChoiceToChoice /*verilator public*/ = 10;
  localparam int unsigned CompareToChoice /*verilator public*/ = 2;
  localparam int unsigned CommitToCompare /*verilator public*/ = 0;
  localparam int unsigned CommitToDecision /*verilator public*/ = 2;
  localparam int unsigned WindowToDecision /*verilator public*/ = 9;
  localparam int unsigned RetireToUse /*verilator public*/ = 4;
  localparam int unsigned LimitToDecision /*verilator public*/ = 7;
  localparam int unsigned LeaveToChoice /*verilator public*/ = 2;
  localparam int unsigned LeaveToOffer /*verilator public*/ = 1;
  localparam int unsigned AgeToChoice /*verilator public*/ = 8;
  localparam int unsigned BoundToChoice /*verilator public*/ = 3;
  localparam int unsigned PauseToChoice /*verilator public*/ = 2;
  localparam int unsigned ReportToChoice /*verilator public*/ = 1;
  localparam int unsigned LookToDecision /*verilator public*/ = 3;
  localparam int unsigned DemandToDecision /*verilator public*/ = 7;
  localparam int unsigned BeatToCommit /*verilator public*/ = 9;
  localparam int unsigned ReturnToUse /*verilator public*/ = 11;
  localparam int unsigned HbmReturnToUse /*verilator public*/ = 13;
  localparam int unsigned PickToCandidate /*verilator public*/ = 2;
  localparam int unsigned RetireToCandidate /*verilator public*/ = 3;
  localparam int unsigned ConfigToUse /*verilator public*/ = 3;
  localparam int unsigned QuietClocks /*verilator public*/ = 16;
  localparam int unsigned ReadToValue /*verilator public*/ = 2;
  localparam int unsigned ReadClocks /*verilator public*/ = 5;
  localparam int unsigned CalibrateClocks /*verilator public*/ = 38;
  localparam int unsigned TuneClocks /*verilator public*/ = 32;
  localparam int unsigned LookToEpoch /*verilator public*/ = 3;
  localparam int unsigned DueToLoad /*verilator public*/ = 2;

  // Places: of HBM completions for each partition, and of picked ids.
  localparam int unsigned CollectorPlaces /*verilator public*/ = 2;
  localparam int unsigned IdQueue /*verilator public*/ = 4;

  // Fixed-point formats.
  localparam int unsigned ReciprocalFraction /*verilator public*/ = 12;
  localparam int unsigned MultiplierFraction /*verilator public*/ = 12;
  localparam int unsigned MultiplierBits /*verilator public*/ = 14;
  localparam int unsigned MultiplierOne /*verilator public*/ = 1 << MultiplierFraction;
  localparam int unsigned MultiplierEnable /*verilator public*/ = 1 << 15;
  localparam int unsigned MultiplierFreeze /*verilator public*/ = 1 << 14;
  localparam int unsigned Opcodes /*verilator public*/ = 16;
  localparam int unsigned QuantumBits /*verilator public*/ = 4;

  // Reset values.
  localparam int unsigned WindowHbmReset /*verilator public*/ = 64000;
  localparam int unsigned WindowAtomicReset /*verilator public*/ = 64000;
  localparam int unsigned WindowResponseReset /*verilator public*/ = 16000;
  localparam int unsigned AtomicServiceReset /*verilator public*/ = 1600;
  localparam int unsigned ResponseFixedReset /*verilator public*/ = 320;
  localparam int unsigned ResponseReciprocalReset /*verilator public*/ = 1024;
  localparam int unsigned CommandLimitReset /*verilator public*/ = 128;
  localparam int unsigned MapShiftReset /*verilator public*/ = 12;
  localparam int unsigned ClockQuantaReset /*verilator public*/ = QuantaPerNs << 4;
  localparam int unsigned HbmReciprocalReset /*verilator public*/ = 1024;
  localparam int unsigned MultiplierMinReset /*verilator public*/ = 1;
  localparam int unsigned MultiplierMaxReset /*verilator public*/ = (1 << MultiplierBits) - 1;

  // The calibrator moves a multiplier by 2^-CalibrateShift of the way.
  localparam int unsigned CalibrateShift /*verilator public*/ = 4;

  // Grant coalescer's timer.
  localparam int unsigned GrantIntervalBits /*verilator public*/ = 16;

  // Registers on AXI4-Lite: bits of a byte address, responses, bits of the register `errors`.
  localparam int unsigned AxiAddressBits /*verilator public*/ = 12;
  localparam logic [1:0] AxiOkay /*verilator public*/ = 0;
  localparam logic [1:0] AxiSlverr /*verilator public*/ = 2;
  localparam int unsigned Errors /*verilator public*/ = 8;

  // Bits of the system's time, in clocks.
  localparam int unsigned TimeBits /*verilator public*/ = 48;

  // Opcodes: bit 3 says Atomic.
  localparam int unsigned OpWrite /*verilator public*/ = 0;
  localparam int unsigned OpRead /*verilator public*/ = 1;
  localparam int unsigned OpNotify /*verilator public*/ = 2;
  localparam int unsigned OpFetchAdd /*verilator public*/ = 8;
  localparam int unsigned OpSwap /*verilator public*/ = 9;
  localparam int unsigned OpCompareSwap /*verilator public*/ = 10;
  localparam int unsigned OpFetchAnd /*verilator public*/ = 11;
  localparam int unsigned OpFetchOr /*verilator public*/ = 12;
  localparam int unsigned OpFetchXor /*verilator public*/ = 13;
  localparam int unsigned OpFetchMin /*verilator public*/ = 14;
  localparam int unsigned OpFetchMax /*verilator public*/ = 15;

  // Resource classes, in the order in which returns commit.
  localparam int unsigned ClassHbm /*verilator public*/ = 0;
  localparam int unsigned ClassAtomic /*verilator public*/ = 1;
  localparam int unsigned ClassResponse /*verilator public*/ = 2;
  localparam int unsigned Classes /*verilator public*/ = 3;

  // Kinds on the commit port: of the decision, and of a return or done channel.
  localparam logic [2:0] DecisionNone /*verilator public*/ = 0;
  localparam logic [2:0] DecisionGrant /*verilator public*/ = 1;
  localparam logic [2:0] DecisionDeny /*verilator public*/ = 2;
  localparam logic [2:0] DecisionReject /*verilator public*/ = 3;
  localparam logic [2:0] DecisionRepeat /*verilator public*/ = 4;
  localparam logic [1:0] ChannelNone /*verilator public*/ = 0;
  localparam logic [1:0] ChannelReturn /*verilator public*/ = 1;
  localparam logic [1:0] ChannelStray /*verilator public*/ = 2;
  localparam logic [1:0] ChannelComplete /*verilator public*/ = ChannelReturn;

  // Widths of raw demands, which are exact and so depend on no parameter.
  localparam int unsigned LengthBits = 32;
  localparam int unsigned WordBits = 16;  // services, reciprocal, multiplier word
  localparam int unsigned RawResponseBits = LengthBits + WordBits + 1;

  // Modules with two forms: the one that is built, and one of the same behaviour that a simulator
  // runs faster. Proofs compare them; with SEMA_GATES a simulator runs the first.
`ifdef SYNTHESIS
  localparam bit Gates = 1'b1;
`elsif SEMA_GATES
  localparam bit Gates = 1'b1;
`else
  localparam bit Gates = 1'b0;
`endif

  // Copies of a flop that divide its fan-out: `n` where there are gates, one for a simulator.
  function automatic int unsigned copies(input int unsigned n);
    copies = Gates && n > 1 ? n : 1;
  endfunction

  // Rows that are left of n rows after some levels of carry-save adders, each of which makes two of
  // three.
  function automatic int unsigned rows_after(input int unsigned n, input int unsigned levels);
    rows_after = n;
    for (int unsigned k = 0; k < levels; k++) rows_after = rows_after / 3 * 2 + rows_after % 3;
  endfunction

  // Bits of an index into n things; one bit where there is only one thing.
  function automatic int unsigned index_width(input int unsigned n);
    index_width = n > 1 ? $clog2(n) : 1;
  endfunction

  // Largest window of a counter of `bits` bits: one below the value a saturated demand has.
  function automatic int unsigned window_max(input int unsigned bits);
    window_max = 32'hffff_fffe >> (32 - bits) & ~32'd1;
  endfunction

  // A window's reset value, as far as a counter of `bits` bits holds it.
  function automatic int unsigned window_reset(input int unsigned value, input int unsigned bits);
    window_reset = value > window_max(bits) ? window_max(bits) : value;
  endfunction

  // Index of the one bit that is set; 0 where none is. Each bit of the index is an OR over a fixed
  // half of the positions: no chain of 64 steps.
  function automatic logic [5:0] index_of(input logic [63:0] bit_alone);
    index_of = {
        |(bit_alone & 64'hffff_ffff_0000_0000), |(bit_alone & 64'hffff_0000_ffff_0000),
        |(bit_alone & 64'hff00_ff00_ff00_ff00), |(bit_alone & 64'hf0f0_f0f0_f0f0_f0f0),
        |(bit_alone & 64'hcccc_cccc_cccc_cccc), |(bit_alone & 64'haaaa_aaaa_aaaa_aaaa)};
  endfunction

  // Reset value of lane `lane`'s window.
  function automatic int unsigned window_reset_of(input int unsigned lane, input int unsigned hbm,
                                                  input int unsigned bits);
    window_reset_of = window_reset(lane < hbm  ? WindowHbmReset :
                                   lane == hbm ? WindowAtomicReset : WindowResponseReset, bits);
  endfunction

  // No more reservations than there are.
  function automatic int unsigned command_limit_reset(input int unsigned depth);
    command_limit_reset = depth < CommandLimitReset ? depth : CommandLimitReset;
  endfunction

  // Half `half` of the partition masks, two for each bit of the index: bit b folds two address bits.
  function automatic logic [31:0] map_mask_reset(input int unsigned half, input int unsigned hbm);
    logic [63:0] mask;
    mask = 64'd1 << (MapShiftReset + half / 2) | 64'd1 << (MapShiftReset + half / 2 + $clog2(hbm));
    map_mask_reset = half[0] ? mask[63:32] : mask[31:0];
  endfunction

  // What n things are compared by may lie so that a simulator compares four at once: thing
  // w * n / 4 + b at place 4 * b + w, a rotation of its index. Their results are bit b of four words
  // w, and here become a bit for each thing in its order. For synthesis, these are wires.
  function automatic int unsigned place_of(input int unsigned i, input int unsigned n);
    place_of = (i << 2 | i >> ($clog2(n) - 2)) & (n - 1);
  endfunction

  function automatic logic [63:0] of_places(input logic [127:0] words, input int unsigned slots);
    of_places = 64'(words[31:0]) | 64'(words[63:32]) << slots / 4 |
                64'(words[95:64]) << slots / 2 | 64'(words[127:96]) << slots * 3 / 4;
  endfunction

endpackage
