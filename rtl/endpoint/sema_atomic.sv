// SPDX-License-Identifier: Apache-2.0
// An Atomic engine: reads a word of 64 bits, answers it, and writes what becomes of it, over an
// AXI4 port of its own. Example: an integrator puts its own engine here.
//
// Promise: Atomics are executed one by one in the order in which they came, so each sees all before
// it, of its address and of others. A compare-and-swap that does not match writes nothing. The
// service that is reported is the time from the clock in which the engine takes one up to its last
// answer, and is always known.
// Same clock: one comes, one step of another one, one response.
module sema_atomic #(
    parameter int unsigned DataW = 128,             // at least 128
    parameter int unsigned AddressW = 32,
    parameter int unsigned HandleW = 17,
    parameter int unsigned AxiIdW = 7,
    parameter int unsigned Depth = 128,             // Atomics that wait: all that can be granted
    parameter int unsigned ClockQuanta = 16         // of 1/16 ns in a clock
) (
    input  logic                  clk_i,
    input  logic                  rst_ni,
    input  logic                  op_valid_i,
    output logic                  op_ready_o,
    input  logic [3:0]            op_opcode_i,      // 8 fetch-add, 9 swap, 10 compare-and-swap
    input  logic [HandleW-1:0]    op_handle_i,
    input  logic [1:0]            op_engine_i,
    input  logic [AddressW-4:0]   op_address_i,     // in words of 8 bytes
    input  logic [127:0]          op_data_i,        // {compare, operand}
    // AXI4, bursts of one beat; for both address channels the same id and address
    output logic                  aw_valid_o,
    input  logic                  aw_ready_i,
    output logic                  ar_valid_o,
    input  logic                  ar_ready_i,
    output logic [AxiIdW-1:0]     ax_id_o,
    output logic [AddressW-1:0]   ax_address_o,     // of a beat
    output logic                  w_valid_o,
    input  logic                  w_ready_i,
    output logic [DataW-1:0]      w_data_o,
    output logic [DataW/8-1:0]    w_strb_o,
    input  logic                  b_valid_i,
    output logic                  b_ready_o,
    input  logic [AxiIdW-1:0]     b_id_i,
    input  logic [1:0]            b_resp_i,
    input  logic                  r_valid_i,
    output logic                  r_ready_o,
    input  logic [AxiIdW-1:0]     r_id_i,
    input  logic [DataW-1:0]      r_data_i,
    input  logic [1:0]            r_resp_i,
    // responses: the word as it was
    output logic                  response_valid_o,
    input  logic                  response_ready_i,
    output logic [HandleW-1:0]    response_handle_o,
    output logic [1:0]            response_engine_o,
    output logic [63:0]           response_data_o,
    // completions
    output logic                  done_valid_o,
    input  logic                  done_ready_i,
    output logic [HandleW-1:0]    done_handle_o,
    output logic [15:0]           done_observed_o,
    output logic                  error_o,          // since reset: an error, or another id's answer
    // it has nothing to do; operations that wait
    output logic                  idle_o,
    output logic [7:0]            queue_o
);
  localparam int unsigned WordW = $clog2(DataW/64);
  typedef enum logic [2:0] {IDLE, READ, VALUE, WRITE, ANSWER, DONE} step_e;

  logic                valid, next;
  logic [7:0]          count;       // the first one stays until it is done
  logic [3:0]          opcode;
  logic [1:0]          engine;
  logic [HandleW-1:0]  handle;
  logic [AddressW-4:0] address;
  logic [63:0]         compare, operand;
  sema_fifo #(
      .Width(4 + 2 + HandleW + AddressW - 3 + 128), .Depth(Depth)
  ) u_ops (
      .clk_i, .rst_ni, .put_valid_i(op_valid_i), .put_ready_o(op_ready_o),
      .put_i({op_opcode_i, op_engine_i, op_handle_i, op_address_i, op_data_i}), .get_valid_o(valid),
      .get_ready_i(next), .get_o({opcode, engine, handle, address, compare, operand}),
      .count_o(count));
  assign idle_o  = count == '0;
  assign queue_o = count - 8'(count != '0);

  // Steps of the first one, which stays until it is done.
  step_e       step_q;
  logic        addressed_q, written_q, writes, replies_ready, reply;
  logic [63:0] was, becomes, becomes_q;
  logic [12:0] clocks_q;
  assign was     = r_data_i[{address[WordW-1:0], 6'd0} +: 64];
  assign writes = opcode != 4'd10 || was == compare;
  assign becomes = opcode == 4'd8 ? was + operand : operand;
  assign reply   = r_valid_i && r_ready_o;
  assign next    = step_q == DONE && (!done_valid_o || done_ready_i);
  assign ar_valid_o   = step_q == READ;
  assign aw_valid_o   = step_q == WRITE && !addressed_q;
  assign w_valid_o    = step_q == WRITE && !written_q;
  assign r_ready_o    = step_q == VALUE && replies_ready;
  assign b_ready_o    = step_q == ANSWER;
  assign ax_id_o      = handle[AxiIdW-1:0];
  assign ax_address_o = {address[AddressW-4:WordW], (WordW+3)'(0)};
  assign w_data_o     = {DataW/64{becomes_q}};
  assign w_strb_o     = (DataW/8)'(8'hff) << {address[WordW-1:0], 3'd0};
  always_ff @(posedge clk_i) begin
    if (!rst_ni) step_q <= IDLE;
    else begin
      case (step_q)
        IDLE:    if (valid) step_q <= READ;
        READ:    if (ar_ready_i) step_q <= VALUE;
        VALUE:   if (reply) step_q <= writes ? WRITE : DONE;
        WRITE:   if ((addressed_q || aw_ready_i) && (written_q || w_ready_i)) step_q <= ANSWER;
        ANSWER:  if (b_valid_i) step_q <= DONE;
        default: if (next) step_q <= IDLE;
      endcase
    end
    addressed_q  <= step_q == WRITE && (addressed_q || aw_ready_i);
    written_q    <= step_q == WRITE && (written_q || w_ready_i);
    clocks_q     <= step_q == IDLE ? 13'd1 : clocks_q + 13'(!clocks_q[12]);
    done_valid_o <= rst_ni && (next || done_valid_o && !done_ready_i);
    error_o      <= rst_ni && (error_o || reply && (r_id_i != ax_id_o || r_resp_i != '0) ||
                    b_valid_i && b_ready_o && (b_id_i != ax_id_o || b_resp_i != '0));
    if (reply) becomes_q <= becomes;
    if (next) begin
      done_handle_o   <= handle;
      done_observed_o <= 32'(clocks_q) * ClockQuanta < 32'h1_0000 - 1 ?
                         16'(32'(clocks_q) * ClockQuanta) : '1;
    end
  end
  logic [7:0] unused_replies;
  sema_fifo #(
      .Width(2 + HandleW + 64), .Depth(Depth)
  ) u_replies (
      .clk_i, .rst_ni, .put_valid_i(reply), .put_ready_o(replies_ready),
      .put_i({engine, handle, was}), .get_valid_o(response_valid_o), .get_ready_i(response_ready_i),
      .get_o({response_engine_o, response_handle_o, response_data_o}),
      .count_o(unused_replies));
endmodule
