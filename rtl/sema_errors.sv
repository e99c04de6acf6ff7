// SPDX-License-Identifier: Apache-2.0
// Errors: which came since software cleared them, and which was the first. What comes in clock c is
// shown from clock c + 2 on. Of those that come at once the lowest bit, and the lowest channel, is
// the first.
module sema_errors #(
    parameter int unsigned Channels = 4,
    parameter int unsigned HandleW = 13
) (
    input  logic                        clk_i,
    input  logic                        rst_ni,
    // in this clock
    input  logic [2*Channels-1:0]       return_kind_i,
    input  logic [Channels*HandleW-1:0] return_handle_i,
    input  logic                        reject_i,
    input  logic [31:0]                 tag_i,
    input  logic                        old_i,
    input  logic [HandleW-1:0]          old_handle_i,
    input  logic                        write_i,
    input  logic [11:0]                 write_address_i,
    input  logic                        read_i,
    input  logic [11:0]                 read_address_i,
    input  logic                        unread_i,
    input  logic [5:0]                  clear_i,
    output logic [5:0]                  errors_o,
    output logic [2:0]                  first_o,
    output logic [31:0]                 info_o
);
  logic               stray;
  logic [HandleW-1:0] stray_handle;
  logic [5:0]         set_q, clear_q, kept;
  logic [2:0]         first;
  logic [31:0]        info, info_q;
  always_comb begin
    stray        = 1'b0;
    stray_handle = '0;
    for (int k = Channels - 1; k >= 0; k--) begin
      if (return_kind_i[2*k +: 2] == 2'd2) begin
        stray        = 1'b1;
        stray_handle = return_handle_i[k*HandleW +: HandleW];
      end
    end
    info = stray ? 32'(stray_handle) : reject_i ? tag_i : old_i ? 32'(old_handle_i) :
           write_i ? 32'(write_address_i) : read_i ? 32'(read_address_i) : '0;
    first = '0;
    for (int b = 5; b >= 0; b--) if (set_q[b]) first = 3'(b + 1);
    kept = errors_o & ~clear_q;
  end
  always_ff @(posedge clk_i) begin
    set_q    <= rst_ni ? {unread_i, read_i, write_i, old_i, reject_i, stray} : '0;
    clear_q  <= clear_i;
    info_q   <= info;
    errors_o <= rst_ni ? kept | set_q : '0;
    if (!rst_ni) begin
      first_o <= '0;
      info_o  <= '0;
    end else if (kept == '0) begin
      first_o <= first;
      info_o  <= info_q & {32{set_q != '0}};
    end
  end
`ifdef SEMA_CHECKED
  always_ff @(posedge clk_i) if (rst_ni) begin
    SOME_IS_FIRST_A : assert ((errors_o == '0) == (first_o == '0));
  end
`endif
endmodule
