// What modules of the admission path share.
package sema_path_pkg;
  // The window of a lane after reset.
  function automatic logic [31:0] window_at_reset(input int unsigned width, input bit response);
    logic [31:0] most, window;
    most            = 32'hffff_fffe >> (32 - width);
    if (width < 32) most = (32'd1 << width) - 32'd2;
    window          = response ? 32'd16_000 : 32'd64_000;
    window_at_reset = window < most ? window : most;
  endfunction
endpackage
