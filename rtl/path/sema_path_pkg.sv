// SPDX-License-Identifier: Apache-2.0
// What modules of the admission path share.
package sema_path_pkg;
  // The window of a lane after reset: of partitions and Atomic engines, or of response engines.
  function automatic logic [31:0] window_at_reset(input int unsigned width, input bit response);
    logic [31:0] most, window;
    most            = 32'hffff_fffe >> (32 - width) & 32'hffff_fffe;
    window          = response ? sema_map::ResponseWindowReset : sema_map::WindowReset;
    window_at_reset = window < most ? window : most;
  endfunction

  // Bits of an index into n things; one bit where there is only one thing.
  function automatic int unsigned index_width(input int unsigned n);
    index_width = n > 1 ? $clog2(n) : 1;
  endfunction

  // Bit `index` alone: 32 bits of it, from bit 32 * word on.
  function automatic logic [31:0] bit_of(input logic valid, input logic [9:0] index,
                                         input int unsigned word);
    bit_of = {32{valid && 32'(index[9:5]) == word}} & 32'd1 << index[4:0];
  endfunction

  // Index of the one bit that is set, 0 where none is: each of its bits is an OR over half of them.
  function automatic logic [4:0] index_32(input logic [31:0] alone);
    index_32 = {|(alone & 32'hffff_0000), |(alone & 32'hff00_ff00), |(alone & 32'hf0f0_f0f0),
                |(alone & 32'hcccc_cccc), |(alone & 32'haaaa_aaaa)};
  endfunction

  function automatic logic [6:0] index_128(input logic [127:0] alone);
    logic [63:0] high, low;
    high = alone[127:64];
    low  = alone[127:64] | alone[63:0];
    index_128 = {|high, |low[63:32], index_32(low[63:32] | low[31:0])};
  endfunction
endpackage
