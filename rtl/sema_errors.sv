// SPDX-License-Identifier: Apache-2.0
// Errors: which came since software cleared them, and of each what set it first. What comes in clock
// c is shown from clock c + 2 on, and interrupts from then on if its bit of the mask is 1.
module sema_errors #(
    parameter int unsigned Lanes = 10,
    parameter int unsigned Channels = 4,
    parameter int unsigned HandleW = 13,
    parameter int unsigned NameW = 32,
    parameter int unsigned Depth = 128,
    localparam int unsigned Errors = 8
) (
    input  logic                        clk_i,
    input  logic                        rst_ni,
    // in this clock
    input  logic [2*Channels-1:0]       return_kind_i,
    input  logic [Channels*HandleW-1:0] return_handle_i,
    input  logic                        reject_i,
    input  logic [NameW-1:0]            tag_i,
    input  logic                        old_i,
    input  logic [HandleW-1:0]          old_handle_i,
    input  logic                        write_i,
    input  logic [11:0]                 write_address_i,
    input  logic                        read_i,
    input  logic [11:0]                 read_address_i,
    input  logic                        unread_i,
    input  logic [Depth-1:0]            parked_i,      // all: an error three clocks later
    input  logic [Lanes-1:0]            wrong_i,       // lanes whose headroom is wrong
    input  logic [Errors-1:0]           clear_i,
    input  logic [Errors-1:0]           mask_i,        // of what came a clock before
    output logic [Errors-1:0]           errors_o,
    output logic [32*Errors-1:0]        infos_o,
    output logic                        irq_o
);
  localparam int unsigned WordW = Depth < 32 ? Depth : 32;
  localparam int unsigned Words = Depth / WordW;
  logic               stray, all_q, all_2q;
  logic [31:0]        stray_info, stray_info_q;
  logic [NameW-1:0]   tag_q;
  logic [HandleW-1:0] old_handle_q;
  logic [11:0]        write_address_q, read_address_q;
  logic [Words-1:0]   full_q;          // words of which all ids are parked
  logic [Errors-1:0]  set_q, clear_q, kept, errors;
  logic [5:0]          wrong, wrong_q; // the first of them
  logic [32*Errors-1:0] infos;         // of what comes
  assign infos = {32'(wrong_q), 64'd0, 32'(read_address_q), 32'(write_address_q), 32'(old_handle_q),
                  32'(tag_q), stray_info_q};
  assign kept   = errors_o & ~clear_q;
  assign errors = kept | set_q;
  always_comb begin
    stray      = 1'b0;
    stray_info = '0;
    wrong      = '0;
    for (int l = Lanes - 1; l >= 0; l--) if (wrong_i[l]) wrong = 6'(l);
    for (int k = Channels - 1; k >= 0; k--) begin
      if (return_kind_i[2*k +: 2] == 2'd2) begin
        stray      = 1'b1;
        stray_info = {4'(k), 28'(return_handle_i[k*HandleW +: HandleW])};
      end
    end
  end
  always_ff @(posedge clk_i) begin
    for (int w = 0; w < Words; w++) full_q[w] <= rst_ni && parked_i[w*WordW +: WordW] == '1;
    all_q           <= rst_ni && full_q == '1;
    all_2q          <= rst_ni && all_q;
    set_q           <= rst_ni ? {wrong_i != '0, all_2q, unread_i, read_i, write_i, old_i, reject_i, stray} : '0;
    clear_q         <= clear_i;
    stray_info_q    <= stray_info;
    tag_q           <= tag_i;
    old_handle_q    <= old_handle_i;
    write_address_q <= write_address_i;
    read_address_q  <= read_address_i;
    wrong_q         <= wrong;
    errors_o        <= rst_ni ? errors : '0;
    irq_o           <= rst_ni && (errors & mask_i) != '0;
    for (int b = 0; b < Errors; b++) begin
      if (!rst_ni) infos_o[32*b +: 32] <= '0;
      else if (!kept[b]) infos_o[32*b +: 32] <= infos[32*b +: 32] & {32{set_q[b]}};
    end
  end
`ifdef FORMAL
  // An error and what is reported with it; what came, and what software cleared, a clock before.
  (* anyconst *) logic [2:0] watch;
  logic                in_q, in_2q, cleared_q, up_q, before_q, masked_q;
  logic [31:0]         info_in_q, info_1q, info_2q, info_held;
  logic [Errors-1:0]   comes, errors_1q;
  logic [32*Errors-1:0] infos_in;
  assign comes    = {wrong_i != '0, all_2q, unread_i, read_i, write_i, old_i, reject_i, stray};
  assign infos_in = {32'(wrong), 64'd0, 32'(read_address_i), 32'(write_address_i), 32'(old_handle_i), 32'(tag_i),
                     stray_info};
  assign info_held = infos[32*watch +: 32];
  always_ff @(posedge clk_i) begin
    up_q      <= rst_ni;
    in_q      <= rst_ni && comes[watch];
    cleared_q <= clear_i[watch];
    info_in_q <= infos_in[32*watch +: 32];
    in_2q     <= in_q;
    before_q  <= rst_ni && errors_o[watch] && !cleared_q;
    info_2q   <= info_in_q;
    info_1q   <= infos_o[32*watch +: 32];
    masked_q  <= rst_ni && ((errors_o & ~clear_q | set_q) & mask_i) != '0;
    if (rst_ni) begin
      SET_A : assert (errors_o[watch] == (up_q && (before_q || in_2q)));
      INFO_A : assert (infos_o[32*watch +: 32] == (!errors_o[watch] ? '0 : before_q ? info_1q : info_2q));
      IRQ_A : assert (irq_o == masked_q);
      PIPE_I : assert (set_q[watch] == in_q && clear_q[watch] == cleared_q &&
                       (!in_q || info_held == info_in_q));
    end
  end
`endif
endmodule
