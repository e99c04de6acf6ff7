// SPDX-License-Identifier: Apache-2.0
// Holders: the tag and the time of each grant, of which software reads one. While there is a limit
// and something is held, one reservation a clock is scanned: it is reported, once, if it is older
// than the limit.
module sema_holders #(
    parameter int unsigned Depth = 128,
    parameter int unsigned TagW = 32,
    parameter int unsigned GenW = 8,
    localparam int unsigned IdW = $clog2(Depth),
    localparam int unsigned HandleW = 2 + GenW + IdW,
    localparam int unsigned NameW = TagW < 32 ? TagW : 32
) (
    input  logic               clk_i,
    input  logic               rst_ni,
    input  logic [47:0]        now_i,
    input  logic [1:0]         epoch_i,
    // a grant commits
    input  logic               grant_i,
    input  logic [GenW+IdW-1:0] handle_i,        // without its epoch
    input  logic [NameW-1:0]   tag_i,
    // clock 0: software reads; clock 1: handle and tag; clock 2: age
    input  logic               read_i,
    input  logic [IdW-1:0]     id_i,
    output logic [HandleW-1:0] handle_o,
    output logic [NameW-1:0]   tag_o,
    output logic [15:0]        age_o,
    // a scan in clock c; in clock c + 4 old_o reports that the reservation is too old
    input  logic [15:0]        age_limit_i,
    input  logic               any_held_i,       // something is held
    output logic [IdW-1:0]     scan_o,           // the id of the next clock's scan
    input  logic               held_i,           // the id of the scan before was held in it
    output logic               old_o,
    output logic [HandleW-1:0] old_handle_o,
    output logic               busy_o            // a scan, or one that old_o does not report yet
);
  // Two readers of the same table: software, and the scan.
  logic                scan, held_2q, held_3q;
  logic [5:1]          scans_q;
  logic [IdW-1:0]      id_q, turn_q, turn_1q;
  logic [GenW-1:0]     generation, scan_generation;
  logic [GenW+IdW-1:0] handle_2q, handle_3q, handle_4q;
  logic [47:0]         start, scan_start, now_q;
  logic [16:0]         age, scan_age, scan_age_3q;
  // Reservations that were reported. A grant clears its bit two clocks later: a scan of the one that
  // had the id before may still be under way.
  logic [Depth-1:0]    reported_q;
  logic                grant_1q, grant_2q, old;
  logic [IdW-1:0]      granted_1q, granted_2q, id_3;
  logic [15:0]         limit_1q, limit_2q, limit_3q;
  sema_memory #(.Width(NameW + GenW + 48), .Depth(Depth)) u_holders (
      .clk_i, .write_i(grant_i), .write_address_i(handle_i[IdW-1:0]),
      .write_data_i({tag_i, handle_i[IdW +: GenW], now_i}), .read_i,
      .read_address_i(id_i), .read_data_o({tag_o, generation, start}));
  sema_memory #(.Width(GenW + 48), .Depth(Depth)) u_scans (
      .clk_i, .write_i(grant_i), .write_address_i(handle_i[IdW-1:0]),
      .write_data_i({handle_i[IdW +: GenW], now_i}), .read_i(scan), .read_address_i(turn_q),
      .read_data_o({scan_generation, scan_start}));
  sema_age u_age (.clk_i, .now_i(now_q), .start_i(start), .age_o(age));
  sema_age u_scan_age (.clk_i, .now_i(now_q), .start_i(scan_start), .age_o(scan_age));
  assign handle_o     = {epoch_i, generation, id_q};
  assign age_o        = age[15:0] | {16{age[16]}};
  assign scan         = age_limit_i != '0 && any_held_i;
  assign scan_o       = scan ? turn_q + 1'b1 : '0;
  assign old_handle_o = {epoch_i, handle_4q};
  assign id_3         = handle_3q[IdW-1:0];
  assign old          = held_3q && scan_age_3q > {1'b0, limit_3q} && !reported_q[id_3];
  assign busy_o       = scan || scans_q != '0;
  always_ff @(posedge clk_i) begin
    now_q       <= now_i;
    id_q        <= id_i;
    turn_q      <= rst_ni ? scan_o : '0;
    turn_1q     <= turn_q;
    scans_q     <= rst_ni ? {scans_q[4:1], scan} : '0;
    limit_1q    <= age_limit_i;
    held_2q     <= rst_ni && scans_q[1] && held_i;
    limit_2q    <= limit_1q;
    handle_2q   <= {scan_generation, turn_1q};
    held_3q     <= rst_ni && held_2q;
    limit_3q    <= limit_2q;
    handle_3q   <= handle_2q;
    scan_age_3q <= scan_age;
    old_o       <= rst_ni && old;
    grant_1q    <= rst_ni && grant_i;
    grant_2q    <= rst_ni && grant_1q;
    granted_1q  <= handle_i[IdW-1:0];
    granted_2q  <= granted_1q;
    if (old) reported_q[id_3] <= 1'b1;
    if (grant_2q) reported_q[granted_2q] <= 1'b0;
    handle_4q   <= handle_3q;
  end
endmodule
