// A SystemVerilog testbench of rtl/semacredit.sv that libsemacredit drives and judges: a workload
// sets the inputs of each clock, the golden model says what the outputs should be, the checker
// whether they keep the promises. usage: PROGRAM +workload=FILE [+seed=N]
module dpi_example;
  import semacredit_dpi::*;

  localparam int unsigned NHbm = sema_pkg::HbmLanes, Lanes = NHbm + 2, LaneW = $clog2(Lanes);
  localparam int unsigned Depth = sema_pkg::Depth, IdW = $clog2(Depth);
  localparam int unsigned CntW = sema_pkg::CounterBits, TagW = sema_pkg::TagBits;
  localparam int unsigned OrderW = sema_pkg::OrderBits, WordW = sema_pkg::WordBits;
  localparam int unsigned WireW = sema_pkg::WireBits, DomainW = sema_pkg::DomainBits;
  localparam int unsigned ServiceW = sema_pkg::ServiceBits, TimeW = sema_pkg::TimeBits;
  localparam int unsigned AddressW = sema_pkg::AxiAddressBits;

  logic clk_i = 1'b0, rst_ni = 1'b0;
  always #1 clk_i = !clk_i;

  // A signal for each port, and the number by which the library knows it.
`define SIGNAL(port, bits, elements) \
  logic [(elements)*(bits)-1:0] port; \
  int at_``port = semacredit_port(`"port`");
`define DRIVE(port, bits, elements) `SIGNAL(port, bits, elements)
`define SHOW(port, bits, elements) `SIGNAL(port, bits, elements)
  `SEMACREDIT_PORTS
`undef DRIVE
`undef SHOW
  semacredit u_dut (.*);

  task automatic drive();
    rst_ni = semacredit_get(dut, semacredit_port("rst_ni"), 0) != 0;
`define DRIVE(port, bits, elements) \
    for (int unsigned e = 0; e < (elements); e++) \
      port[e*(bits) +: (bits)] = (bits)'(semacredit_get(dut, at_``port, e));
`define SHOW(port, bits, elements)
    `SEMACREDIT_PORTS
`undef DRIVE
`undef SHOW
  endtask

  task automatic show();
`define DRIVE(port, bits, elements)
`define SHOW(port, bits, elements) \
    for (int unsigned e = 0; e < (elements); e++) \
      semacredit_set(dut, at_``port, e, 64'(port[e*(bits) +: (bits)]));
    `SEMACREDIT_PORTS
`undef DRIVE
`undef SHOW
  endtask

  chandle dut, golden_ports, golden, judge, workload;
  string  path;
  longint unsigned seed = 0, clocks = 0;
  bit differ = 1'b0, broken = 1'b0;

  // Outputs are those after the rising edge, inputs are set for the next one.
  initial begin
    if (!$value$plusargs("workload=%s", path)) path = "";
    void'($value$plusargs("seed=%d", seed));
    dut = semacredit_ports_open(Depth);
    golden_ports = semacredit_ports_open(Depth);
    golden = semacredit_golden_open(Depth);
    judge = semacredit_checker_open(Depth);
    workload = semacredit_workload_open(path, seed, null, 0);
    if (workload == null) begin
      $display("+workload=%s: cannot be read", path);
      $finish;
    end
    drive();
    rst_ni = 1'b0;
    repeat (3) @(negedge clk_i);
    while (workload != null && semacredit_workload_clock(workload, dut)) begin
      drive();
      @(negedge clk_i);
      show();
      semacredit_drive(golden_ports, dut);
      semacredit_golden_clock(golden, golden_ports);
      differ = semacredit_differ(dut, golden_ports, null, 0);
      broken = !semacredit_checker_clock(judge, dut);
      if (differ || broken) break;
      clocks++;
    end
    if (differ) $display("clock %0d: RTL and golden model differ", clocks);
    else if (broken || !semacredit_checker_drained(judge))
      $display("%s", semacredit_checker_finding(judge));
    else $display("%0d clocks, no difference", clocks);
    $finish;
  end
endmodule
