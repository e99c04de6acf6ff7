// A SystemVerilog testbench of rtl/semacredit.sv that libsemacredit drives and judges: a
// workload sets the inputs of each clock, the checker says whether inputs and outputs keep the
// promises, the golden model what the outputs of the next clock should be.
// usage: PROGRAM +workload=FILE [+seed=N]
module dpi_example;
  import semacredit_dpi::*;

  localparam int unsigned NHbm = 8, NAtomic = 1, NResponse = 1, CntW = 32, Depth = 128, TagW = 32,
      GenW = 8, WireW = 24;
  localparam int unsigned Lanes = NHbm + NAtomic + NResponse, Channels = NAtomic + NResponse + 2;
  localparam int unsigned HandleW = 2 + GenW + $clog2(Depth);

  logic clk_i = 1'b0, rst_ni = 1'b0;
  always #2 clk_i = !clk_i;

  // A signal for each port, and the number by which the library knows it.
`define SIGNAL(port, elements, bits) \
  logic [(elements)*(bits)-1:0] port; \
  int at_``port = semacredit_port(`"port`");
`define IN_PORT(name, member, elements, group, bits) `SIGNAL(name``_i, elements, bits)
`define OUT_PORT(name, member, elements, group, bits) `SIGNAL(name``_o, elements, bits)
  `include "ports.svh"
  logic [16*Channels-1:0] trace_return_observed_o;
  semacredit u_dut (.*);

  task automatic drive();
    semacredit_drive(dut, golden_ports);
    rst_ni = semacredit_get(dut, semacredit_port("rst_ni"), 0) != 0;
`define IN_PORT(name, member, elements, group, bits) \
    for (int unsigned e = 0; e < (elements); e++) \
      name``_i[e*(bits) +: (bits)] = (bits)'(semacredit_get(dut, at_``name``_i, e));
`define OUT_PORT(name, member, elements, group, bits)
    `include "ports.svh"
  endtask

  task automatic show();
`define IN_PORT(name, member, elements, group, bits)
`define OUT_PORT(name, member, elements, group, bits) \
    for (int unsigned e = 0; e < (elements); e++) \
      semacredit_set(dut, at_``name``_o, e, 64'(name``_o[e*(bits) +: (bits)]));
    `include "ports.svh"
  endtask

  chandle dut, golden_ports, golden, judge, workload;
  string  path;
  longint unsigned seed = 0, clocks = 0;
  bit differ = 1'b0, broken = 1'b0;

  initial begin
    if (!$value$plusargs("workload=%s", path)) path = "";
    void'($value$plusargs("seed=%d", seed));
    dut = semacredit_ports_open("");
    golden_ports = semacredit_ports_open("");
    golden = semacredit_block_open("golden", "", null, 0);
    judge = semacredit_checker_open("");
    workload = semacredit_workload_open(path, seed, "", null, 0);
    if (workload == null) begin
      $display("+workload=%s: cannot be read", path);
      $finish;
    end
  end

  task automatic tell();
    if (differ) $display("clock %0d: %s", clocks, semacredit_difference(dut));
    else if (broken || !semacredit_checker_drained(judge))
      $display("%s", semacredit_checker_finding(judge));
    else $display("%0d clocks, no difference", clocks);
    $finish;
  endtask

  // The golden model's outputs drive the workload, inputs are set for the rising edge that follows,
  // and outputs are read beside them: one that follows an input is a difference. That wide inputs
  // change in an initial block would not be seen by Verilator 5.006.
  always @(negedge clk_i) if (workload != null) begin
    if (!semacredit_workload_clock(workload, golden_ports)) tell();
    else begin
      drive();
      #1 if (clocks > 0) begin
        show();
        differ = semacredit_differ(dut, golden_ports);
      end
      broken = !semacredit_checker_clock(judge, dut);
      if (differ || broken) tell();
      else begin
        semacredit_block_clock(golden, golden_ports);
        clocks++;
      end
    end
  end
endmodule
