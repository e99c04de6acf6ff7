// AXI4-Lite slave: takes writes and reads apart, and performs them at the register file.
//
// Promises: address and data of a write are taken independently, each into one place; the write
// starts in the clock after both are there and no earlier response waits, is performed in the next,
// and its response is there in the clock after that. Reads are under way one at a time: each is
// passed on in the clock after its address, and its response is there in the clock after the
// register file has told it. A response stands unchanged until it is taken. What is refused, with
// an error, has changed nothing: a register that is not there or not to be written, an address
// inside a word, a write of less than a whole word.
module sema_axi #(
    localparam int unsigned AddressW = sema_pkg::AxiAddressBits
) (
    input  logic                clk_i,
    input  logic                rst_ni,
    // write
    input  logic                axi_awvalid_i,
    output logic                axi_awready_o,
    input  logic [AddressW-1:0] axi_awaddr_i,
    input  logic                axi_wvalid_i,
    output logic                axi_wready_o,
    input  logic [31:0]         axi_wdata_i,
    input  logic [3:0]          axi_wstrb_i,
    output logic                axi_bvalid_o,
    input  logic                axi_bready_i,
    output logic [1:0]          axi_bresp_o,
    // read
    input  logic                axi_arvalid_i,
    output logic                axi_arready_o,
    input  logic [AddressW-1:0] axi_araddr_i,
    output logic                axi_rvalid_o,
    input  logic                axi_rready_i,
    output logic [31:0]         axi_rdata_o,
    output logic [1:0]          axi_rresp_o,
    // register file
    output logic                write_o,         // is performed in the next clock
    output logic [AddressW-1:0] write_address_o,
    output logic [31:0]         write_data_o,
    input  logic                write_known_i,   // in that clock: it reached a register
    output logic                performed_o,     // one is performed, or refused, in this clock
    output logic                read_o,          // of read_address_o
    input  logic                told_i,          // it is answered in this clock
    input  logic                read_known_i,
    input  logic [31:0]         read_data_i,     // zero where there is no register
    // errors of this clock
    output logic                write_error_o,
    output logic                read_error_o,
    output logic [AddressW-1:0] read_address_o,
    // quiet
    output logic                busy_o           // part of a write is kept, a read or a response
);

  // The two places of a write.
  logic                address_full_q, data_full_q, start, perform_q;
  logic [AddressW-1:0] address_q;
  logic [31:0]         data_q;
  logic [3:0]          strobe_q;
  assign axi_awready_o = !address_full_q;
  assign axi_wready_o  = !data_full_q;
  assign start         = address_full_q && data_full_q && !perform_q &&
                         (!axi_bvalid_o || axi_bready_i);

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      perform_q      <= 1'b0;
      address_full_q <= 1'b0;
      data_full_q    <= 1'b0;
    end else begin
      perform_q      <= start;
      address_full_q <= !perform_q && (address_full_q || axi_awvalid_i);
      data_full_q    <= !perform_q && (data_full_q || axi_wvalid_i);
    end
    if (axi_awvalid_i && axi_awready_o) address_q <= axi_awaddr_i;
    if (axi_wvalid_i && axi_wready_o) begin
      data_q   <= axi_wdata_i;
      strobe_q <= axi_wstrb_i;
    end
  end

  // Whole words only.
  assign write_o         = start && strobe_q == '1;
  assign write_address_o = address_q;
  assign write_data_o    = data_q;
  assign performed_o     = perform_q;
  assign write_error_o   = perform_q && !write_known_i;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      axi_bvalid_o <= 1'b0;
      axi_bresp_o  <= sema_pkg::AxiOkay;
    end else begin
      axi_bvalid_o <= perform_q || (axi_bvalid_o && !axi_bready_i);
      if (perform_q) axi_bresp_o <= write_error_o ? sema_pkg::AxiSlverr : sema_pkg::AxiOkay;
    end
  end

  // Reads. One is under way from the edge that takes its address to that which takes its response.
  logic take, reading_q;
  assign axi_arready_o = !reading_q;
  assign take          = axi_arvalid_i && axi_arready_o;
  assign read_error_o  = told_i && !read_known_i;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      reading_q    <= 1'b0;
      read_o       <= 1'b0;
      axi_rvalid_o <= 1'b0;
      axi_rdata_o  <= '0;
      axi_rresp_o  <= sema_pkg::AxiOkay;
    end else begin
      reading_q    <= take || (reading_q && !(axi_rvalid_o && axi_rready_i));
      read_o       <= take;
      axi_rvalid_o <= told_i || (axi_rvalid_o && !axi_rready_i);
      if (told_i) begin
        axi_rdata_o <= read_data_i;
        axi_rresp_o <= read_error_o ? sema_pkg::AxiSlverr : sema_pkg::AxiOkay;
      end
    end
    if (take) read_address_o <= axi_araddr_i;
  end

  assign busy_o = axi_bvalid_o || reading_q || address_full_q || data_full_q;

`ifndef SYNTHESIS
  // Not traced, so that a model without assertions does without what is only for them.
  /* verilator tracing_off */

  // The clock before.
  logic        performed_q, written_q, told_q, write_waits_q, read_waits_q;
  logic [1:0]  write_response_q, read_response_q;
  logic [31:0] read_data_q;
  always_ff @(posedge clk_i) begin
    performed_q      <= rst_ni && perform_q;
    written_q        <= rst_ni && write_o;
    told_q           <= rst_ni && told_i;
    write_waits_q    <= rst_ni && axi_bvalid_o && !axi_bready_i;
    read_waits_q     <= rst_ni && axi_rvalid_o && !axi_rready_i;
    write_response_q <= axi_bresp_o;
    read_response_q  <= axi_rresp_o;
    read_data_q      <= axi_rdata_o;
  end

  // Writes taken, and responses given.
  logic [31:0] addresses_q, words_q, writes_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      addresses_q <= '0;
      words_q     <= '0;
      writes_q    <= '0;
    end else begin
      addresses_q <= addresses_q + 32'(axi_awvalid_i && axi_awready_o);
      words_q     <= words_q + 32'(axi_wvalid_i && axi_wready_o);
      writes_q    <= writes_q + 32'(perform_q);
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      // A response for each write and read, in the clock after it is performed or told.
      Write_A : assert (axi_bvalid_o == (performed_q || write_waits_q));
      Read_A : assert (axi_rvalid_o == (told_q || read_waits_q));
      // A response stands until it is taken.
      Stable_A : assert ((!write_waits_q || axi_bresp_o == write_response_q) &&
                         (!read_waits_q || (axi_rresp_o == read_response_q &&
                                            axi_rdata_o == read_data_q)));
      // A response that waits is overtaken by none.
      Order_A : assert (!(write_waits_q && performed_q) && !(read_waits_q && told_q));
      // Each write has one address and one word.
      Pair_A : assert (addresses_q == writes_q + 32'(address_full_q) &&
                       words_q == writes_q + 32'(data_full_q));
      // What is written is a whole word.
      Whole_A : assert (!written_q || (perform_q && strobe_q == '1));
      // A read that fails tells nothing.
      Nothing_A : assert (axi_rresp_o == sema_pkg::AxiOkay || axi_rdata_o == '0);
      // Only what is under way is told, once, and only what is told or written is known.
      Told_M : assert (!told_i || (reading_q && !read_o && !axi_rvalid_o));
      Known_M : assert ((written_q || !write_known_i) && (told_i || !read_known_i) &&
                        (read_known_i || read_data_i == '0));
    end
  end

  /* verilator tracing_on */
`endif

endmodule
