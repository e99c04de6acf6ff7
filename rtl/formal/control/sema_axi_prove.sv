// Proof of sema_axi: a write is performed once or refused, and answered once; a read is answered
// once, with what the register file told of its address; every handshake keeps
// AXI4-Lite's rules.
//
// Each property follows one beat: the clock in which it is taken is free, so that it stands for all.
module sema_axi_prove #(
    localparam int unsigned AddressW = sema_pkg::AxiAddressBits
) (
    input logic                clk_i, rst_ni, axi_awvalid_i,
    input logic [AddressW-1:0] axi_awaddr_i,
    input logic                axi_wvalid_i,
    input logic [31:0]         axi_wdata_i,
    input logic [3:0]          axi_wstrb_i,
    input logic                axi_bready_i, axi_arvalid_i,
    input logic [AddressW-1:0] axi_araddr_i,
    input logic                axi_rready_i, write_known_i, told_i, read_known_i,
    input logic [31:0]         read_data_i
);

  logic                axi_awready_o, axi_wready_o, axi_bvalid_o, axi_arready_o, axi_rvalid_o;
  logic [1:0]          axi_bresp_o, axi_rresp_o;
  logic [31:0]         axi_rdata_o, write_data_o;
  logic                write_o, read_o, performed_o, write_error_o, read_error_o, busy_o;
  logic [AddressW-1:0] write_address_o, read_address_o;

  sema_axi u_dut (.*);

  logic began_o;
  sema_begin_prove u_begin (.*);

  (* peek = "u_dut.perform_q" *) logic performing;
  (* peek = "u_dut.strobe_q" *) logic [3:0] strobe;

  // The two parts of a write, and the response that is owed, reckoned by the beats alone.
  logic                took_address, took_data, answered, starts, performs_q, written_q;
  logic                address_q, data_q, owed_q;
  logic [AddressW-1:0] awaddr_q;
  logic [31:0]         wdata_q;
  logic [3:0]          wstrb_q;
  logic [1:0]          response_q;
  assign took_address = axi_awvalid_i && axi_awready_o;
  assign took_data    = axi_wvalid_i && axi_wready_o;
  assign answered     = axi_bvalid_o && axi_bready_i;
  assign starts       = address_q && data_q && !performs_q && (!owed_q || axi_bready_i);

  // The read under way: taken in the clock before, with the register file, or owed to the master.
  logic                took_read, taken_q, asked_q, pending_q;
  logic [AddressW-1:0] araddr_q;
  logic [31:0]         rdata_q;
  logic [1:0]          rresp_q;
  assign took_read = axi_arvalid_i && axi_arready_o;

  always_ff @(posedge clk_i) begin
    if (took_address) awaddr_q <= axi_awaddr_i;
    if (took_data) {wdata_q, wstrb_q} <= {axi_wdata_i, axi_wstrb_i};
    if (performs_q) response_q <= write_known_i ? sema_pkg::AxiOkay : sema_pkg::AxiSlverr;
    if (took_read) araddr_q <= axi_araddr_i;
    if (told_i) begin
      rdata_q <= read_known_i ? read_data_i : '0;
      rresp_q <= read_known_i ? sema_pkg::AxiOkay : sema_pkg::AxiSlverr;
    end
    if (!rst_ni) begin
      {address_q, data_q, owed_q}    <= '0;
      {performs_q, written_q}        <= '0;
      {taken_q, asked_q, pending_q}  <= '0;
      {response_q, rdata_q, rresp_q} <= '0;
    end else begin
      performs_q <= starts;
      written_q  <= write_o;
      address_q  <= (address_q || took_address) && !performs_q;
      data_q     <= (data_q || took_data) && !performs_q;
      owed_q     <= (owed_q && !answered) || performs_q;
      taken_q    <= took_read;
      asked_q    <= (asked_q && !told_i) || taken_q;
      pending_q  <= (pending_q && !axi_rready_i) || told_i;
    end
  end

  always_comb begin
    // The register file knows, and tells, only what it is asked for, once (proof registers).
    Known_M : assume ((written_q || !write_known_i) && (told_i || !read_known_i) &&
                      (read_known_i || read_data_i == '0));
    Told_M : assume (!told_i || asked_q);

    if (began_o) begin
      // A part of a write is taken only while there is room for it.
      room_I : assert (axi_awready_o == !address_q && axi_wready_o == !data_q);
      // Once, when both parts are there, and as soon as no earlier response waits.
      once_A : assert ((!write_o || starts) && (write_o || !starts || wstrb_q != '1));
      part_I : assert (!performs_q || (address_q && data_q && !owed_q));
      perform_I : assert (performing == performs_q);
      written_I : assert (!written_q || performs_q);
      // A part is kept as it was sent.
      part_kept_I : assert ((!address_q || write_address_o == awaddr_q) &&
                            (!data_q || (write_data_o == wdata_q && strobe == wstrb_q)));
      // As it was sent, a whole word of a register that is there; or nothing and an error.
      sent_A : assert ((!write_o || wstrb_q == '1) &&
                       (!(starts || performs_q) || (write_address_o == awaddr_q && write_data_o == wdata_q)) &&
                       write_error_o == (performs_q && !write_known_i) &&
                       performed_o == performs_q);
      // A response for every write, and for nothing else; it says how that one went.
      answer_A : assert (axi_bvalid_o == owed_q && axi_bresp_o == response_q);

      // Reads.
      way_I : assert (!(taken_q && asked_q) && !(taken_q && pending_q) && !(asked_q && pending_q));
      turn_I : assert (axi_arready_o == !(taken_q || asked_q || pending_q));
      // Each read is passed on once, as it was sent, in the clock after its address.
      requested_A : assert (read_o == taken_q &&
                            (axi_arready_o || read_address_o == araddr_q));
      fail_I : assert (read_error_o == (told_i && !read_known_i));
      // An answer for every read, and for nothing else: what was told, or an error and zero.
      read_answer_A : assert (axi_rvalid_o == pending_q && axi_rdata_o == rdata_q && axi_rresp_o == rresp_q);

      // Nothing is busy that owes nothing.
      busy_I : assert (busy_o == (address_q || data_q || owed_q || !axi_arready_o));

      once_C : cover (rst_ni && write_o && owed_q && axi_bready_i);
      sent_C : cover (rst_ni && write_known_i && axi_rvalid_o);
      requested_C : cover (rst_ni && read_o && read_address_o == 12'hcaf && axi_rdata_o == 32'hcafe);
      answer_C : cover (rst_ni && write_error_o && response_q == sema_pkg::AxiSlverr && took_read);
      read_answer_C : cover (rst_ni && axi_rvalid_o && !axi_rready_i && axi_rdata_o == 32'hcafe && axi_awready_o && !axi_wready_o);
    end
  end

endmodule
