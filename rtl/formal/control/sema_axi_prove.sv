// Proof of sema_axi: a write is performed once or refused, and answered once; a read is answered
// once, with what the register file told when its address was taken; every handshake keeps
// AXI4-Lite's rules.
//
// Each property follows one beat: the clock in which it is taken is free, so that it stands for all.
module sema_axi_prove #(
    localparam int unsigned AddressW = sema_pkg::AxiAddressBits
) (
    input logic                clk_i,
    input logic                rst_ni,
    input logic                axi_awvalid_i,
    input logic [AddressW-1:0] axi_awaddr_i,
    input logic                axi_wvalid_i,
    input logic [31:0]         axi_wdata_i,
    input logic [3:0]          axi_wstrb_i,
    input logic                axi_bready_i,
    input logic                axi_arvalid_i,
    input logic [AddressW-1:0] axi_araddr_i,
    input logic                axi_rready_i,
    input logic                write_known_i,
    input logic                read_known_i,
    input logic [31:0]         read_data_i
);

  logic                awready, wready, bvalid, arready, rvalid;
  logic [1:0]          bresp, rresp;
  logic [31:0]         rdata, write_data;
  logic                write, read, write_error, read_error, busy;
  logic [AddressW-3:0] write_word, read_word;
  logic [AddressW-1:0] write_address, read_address;

  sema_axi u_dut (
      .clk_i,
      .rst_ni,
      .axi_awvalid_i,
      .axi_awready_o  (awready),
      .axi_awaddr_i,
      .axi_wvalid_i,
      .axi_wready_o   (wready),
      .axi_wdata_i,
      .axi_wstrb_i,
      .axi_bvalid_o   (bvalid),
      .axi_bready_i,
      .axi_bresp_o    (bresp),
      .axi_arvalid_i,
      .axi_arready_o  (arready),
      .axi_araddr_i,
      .axi_rvalid_o   (rvalid),
      .axi_rready_i,
      .axi_rdata_o    (rdata),
      .axi_rresp_o    (rresp),
      .write_o        (write),
      .write_word_o   (write_word),
      .write_data_o   (write_data),
      .write_known_i,
      .read_o         (read),
      .read_word_o    (read_word),
      .read_known_i,
      .read_data_i,
      .write_error_o  (write_error),
      .write_address_o(write_address),
      .read_error_o   (read_error),
      .read_address_o (read_address),
      .busy_o         (busy)
  );

  // The two parts of a write, and the response that is owed, reckoned by the beats alone.
  logic                took_address, took_data, answered, performed;
  logic                address_q, data_q, owed_q;
  logic [AddressW-1:0] awaddr_q;
  logic [31:0]         wdata_q;
  logic [3:0]          wstrb_q;
  logic [1:0]          response_q;
  assign took_address = axi_awvalid_i && awready;
  assign took_data    = axi_wvalid_i && wready;
  assign answered     = bvalid && axi_bready_i;
  assign performed    = write || write_error;

  // The read that is owed an answer.
  logic        took_read, told, pending_q;
  logic [31:0] rdata_q;
  logic [1:0]  rresp_q;
  assign took_read = axi_arvalid_i && arready;
  assign told      = rvalid && axi_rready_i;

  logic began_q;
  initial began_q = 1'b0;

  always_ff @(posedge clk_i) begin
    began_q <= 1'b1;
    if (took_address) awaddr_q <= axi_awaddr_i;
    if (took_data) {wdata_q, wstrb_q} <= {axi_wdata_i, axi_wstrb_i};
    if (performed) response_q <= write_error ? sema_pkg::AxiSlverr : sema_pkg::AxiOkay;
    if (took_read) begin
      rdata_q <= read && read_known_i ? read_data_i : '0;
      rresp_q <= read && read_known_i ? sema_pkg::AxiOkay : sema_pkg::AxiSlverr;
    end
    if (!rst_ni) begin
      {address_q, data_q, owed_q, pending_q} <= '0;
      {response_q, rdata_q, rresp_q}         <= '0;
    end else begin
      address_q <= (address_q || took_address) && !performed;
      data_q    <= (data_q || took_data) && !performed;
      owed_q    <= (owed_q && !answered) || performed;
      pending_q <= (pending_q && !told) || took_read;
    end
  end

  always_comb begin
    // A block begins with a reset.
    reset_M : assume (began_q || !rst_ni);
    // The register file knows, and tells, only what it is asked for (proof registers).
    Known_M : assume ((write || !write_known_i) && (read || !read_known_i) &&
                      (read_known_i || read_data_i == '0));

    if (began_q) begin
      // A part of a write is taken only while there is room for it.
      room_I : assert (awready == !address_q && wready == !data_q);
      // Once, when both parts are there, and as soon as no earlier response waits.
      once_A : assert (performed == (address_q && data_q && (!owed_q || axi_bready_i)));
      // As it was sent, a whole word of a register that is there; or nothing and an error.
      sent_A : assert (!performed || (write_address == awaddr_q &&
                                      write_word == awaddr_q[AddressW-1:2] && write_data == wdata_q &&
                                      write == (awaddr_q[1:0] == 2'd0 && wstrb_q == '1) &&
                                      write_error == !(write && write_known_i)));
      // A response for every write, and for nothing else; it says how that one went.
      answer_A : assert (bvalid == owed_q && bresp == response_q);

      // Reads.
      turn_I : assert (arready == !pending_q);
      requested_I : assert (read == (took_read && axi_araddr_i[1:0] == 2'd0) &&
                        read_word == axi_araddr_i[AddressW-1:2]);
      fail_I : assert (read_error == (took_read && !(read && read_known_i)) &&
                       read_address == axi_araddr_i);
      // An answer for every read, and for nothing else: what was in force, or an error and zero.
      read_answer_A : assert (rvalid == pending_q && rdata == rdata_q && rresp == rresp_q);

      // Nothing is busy that owes nothing.
      busy_I : assert (busy == (address_q || data_q || owed_q || pending_q));

      once_C : cover (rst_ni && performed && owed_q && axi_bready_i && !write_error);
      sent_C : cover (rst_ni && write && !write_error && rvalid && owed_q);
      answer_C : cover (rst_ni && write_error && owed_q && took_read);
      read_answer_C : cover (rst_ni && rvalid && !axi_rready_i && rdata == 32'hcafe && awready && !wready);
    end
  end

endmodule
