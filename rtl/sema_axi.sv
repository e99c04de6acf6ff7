// SPDX-License-Identifier: Apache-2.0
// AXI4-Lite: a place for the address and one for the data of a write, and one read at a time.
//
// A write is performed in the first clock in which both places are full and no answer waits. Its
// places are empty, and its answer shows, in the clock after the one in which it is done: that in
// which it is performed, unless its answer comes later. A read whose address was taken by the edge of
// clock c is decoded in c + 1; its data is sampled in c + 4.
module sema_axi (
    input  logic        clk_i,
    input  logic        rst_ni,
    input  logic        axi_awvalid_i,
    output logic        axi_awready_o,
    input  logic [11:0] axi_awaddr_i,
    input  logic        axi_wvalid_i,
    output logic        axi_wready_o,
    input  logic [31:0] axi_wdata_i,
    input  logic [3:0]  axi_wstrb_i,
    output logic        axi_bvalid_o,
    input  logic        axi_bready_i,
    output logic [1:0]  axi_bresp_o,
    input  logic        axi_arvalid_i,
    output logic        axi_arready_o,
    input  logic [11:0] axi_araddr_i,
    output logic        axi_rvalid_o,
    input  logic        axi_rready_i,
    output logic [31:0] axi_rdata_o,
    output logic [1:0]  axi_rresp_o,
    // a write is performed in this clock
    output logic        write_o,
    output logic [11:0] write_address_o,
    output logic [31:0] write_data_o,
    output logic [3:0]  write_strobe_o,
    input  logic        later_i,            // its answer comes later
    input  logic        done_i,             // in this clock it is done, then or later
    input  logic        refused_i,          // beside done
    // a read
    output logic        read_o,             // clock c + 1
    output logic [11:0] read_address_o,     // up to its answer
    output logic        answers_o,          // clock c + 4
    input  logic        known_i,
    input  logic [31:0] data_i,
    output logic        busy_o
);
  logic       up_q, address_q, data_q, waits_q, reads_q;
  logic [4:1] read_q;
  assign axi_awready_o = up_q && !address_q;
  assign axi_wready_o  = up_q && !data_q;
  assign axi_arready_o = up_q && !reads_q;
  assign write_o       = address_q && data_q && !axi_bvalid_o && !waits_q;
  assign read_o        = read_q[1];
  assign answers_o     = read_q[4];
  assign busy_o        = address_q || data_q || axi_bvalid_o || reads_q;
  always_ff @(posedge clk_i) begin
    up_q <= rst_ni;
    if (!rst_ni) begin
      address_q    <= 1'b0;
      data_q       <= 1'b0;
      waits_q      <= 1'b0;
      axi_bvalid_o <= 1'b0;
      axi_bresp_o  <= '0;
      reads_q      <= 1'b0;
      read_q       <= '0;
      axi_rvalid_o <= 1'b0;
      axi_rdata_o  <= '0;
      axi_rresp_o  <= '0;
    end else begin
      address_q    <= !done_i && (address_q || axi_awvalid_i && up_q);
      data_q       <= !done_i && (data_q || axi_wvalid_i && up_q);
      waits_q      <= !done_i && (waits_q || write_o && later_i);
      axi_bvalid_o <= done_i || axi_bvalid_o && !axi_bready_i;
      if (done_i) axi_bresp_o <= {refused_i, 1'b0};
      reads_q      <= reads_q ? !(axi_rvalid_o && axi_rready_i) : axi_arvalid_i && up_q;
      read_q       <= {read_q[3:1], axi_arvalid_i && axi_arready_o};
      axi_rvalid_o <= answers_o || axi_rvalid_o && !axi_rready_i;
      if (answers_o) begin
        axi_rdata_o <= known_i ? data_i : '0;
        axi_rresp_o <= {!known_i, 1'b0};
      end
    end
    if (axi_awvalid_i && axi_awready_o) write_address_o <= axi_awaddr_i;
    if (axi_wvalid_i && axi_wready_o) write_data_o <= axi_wdata_i;
    if (axi_wvalid_i && axi_wready_o) write_strobe_o <= axi_wstrb_i;
    if (axi_arvalid_i && axi_arready_o) read_address_o <= axi_araddr_i;
  end
`ifdef FORMAL
  logic        wrote_q, answered_q, wait_q, b_q, r_q, performed_q;
  logic [1:0]  bresp_q, rresp_q;
  logic [31:0] rdata_q, data_given_q;
  logic [11:0] address_given_q, read_given_q;    // by the last handshake
  logic [3:0]  strobe_given_q;
  logic [2:0]  reads;      // since its address was taken
  always_ff @(posedge clk_i) begin
    b_q         <= rst_ni && axi_bvalid_o && !axi_bready_i;
    r_q         <= rst_ni && axi_rvalid_o && !axi_rready_i;
    bresp_q     <= axi_bresp_o;
    rresp_q     <= axi_rresp_o;
    rdata_q     <= axi_rdata_o;
    if (axi_awvalid_i && axi_awready_o) address_given_q <= axi_awaddr_i;
    if (axi_wvalid_i && axi_wready_o) {strobe_given_q, data_given_q} <= {axi_wstrb_i, axi_wdata_i};
    if (axi_arvalid_i && axi_arready_o) read_given_q <= axi_araddr_i;
    performed_q <= rst_ni && (performed_q || write_o) && !done_i;
    reads       <= !rst_ni || axi_rvalid_o ? '0 :
                   axi_arvalid_i && axi_arready_o ? 3'd1 : reads + 3'(reads != '0);
    if (rst_ni) begin
      DONE_M : assert (done_i ? performed_q || write_o && !later_i : !write_o || later_i);
      BSTABLE_A : assert (!b_q || axi_bvalid_o && axi_bresp_o == bresp_q);
      RSTABLE_A : assert (!r_q || axi_rvalid_o && axi_rresp_o == rresp_q && axi_rdata_o == rdata_q);
      ONCE_A : assert (!write_o || address_q && data_q && !performed_q);
      PERFORMED_A : assert ((!address_q || write_address_o == address_given_q) &&
                            (!data_q || write_data_o == data_given_q && write_strobe_o == strobe_given_q));
      ASKED_A : assert (!reads_q || read_address_o == read_given_q);
      ANSWER_A : assert (axi_rvalid_o ? !axi_arready_o && read_q == '0 :
                         reads == '0 ? read_q == '0 : reads < 3'd5 && read_q == 4'd1 << (reads - 3'd1));
      WAITS_I : assert (performed_q == waits_q && (!waits_q || address_q && data_q && !axi_bvalid_o));
      READS_I : assert (reads_q == (axi_rvalid_o || reads != '0));
    end
  end
`endif
endmodule
