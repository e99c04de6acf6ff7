// SPDX-License-Identifier: Apache-2.0
// The AXI4 manager of one HBM partition: granted reads and writes, executed in the order in which
// they came. Example: an integrator puts its own memory interface here.
//
// Promise: what came is executed once, in order: a read sees all writes before it, and no write
// after it. Reads and writes are on their way in turns: the address of one kind is sent when the
// other kind is answered. A completion is reported after the last answer. Bursts have at most `Burst`
// beats and end at its multiples, so none crosses 4 KB. The subordinate answers one kind in the
// order of its addresses; one that does not, or answers an error, is noticed by error_o.
// Same clock: one beat comes, one address, one write beat, one answer, one response beat.
module sema_manager #(
    parameter int unsigned DataW = 128,             // bits of a beat
    parameter int unsigned AddressW = 32,
    parameter int unsigned LengthW = 17,            // bits of a length in bytes
    parameter int unsigned HandleW = 17,
    parameter int unsigned AxiIdW = 7,
    parameter int unsigned Depth = 128,             // operations that wait: all that can be granted
    parameter int unsigned WriteBeats = 4096,       // that wait; at least the longest write
    parameter int unsigned ReadBeats = 4096,        // of responses; at least the longest read
    parameter int unsigned Burst = 8,               // a power of two, Burst * DataW at most 4 KB
    parameter int unsigned Bursts = 32,             // on their way
    parameter int unsigned ClockQuanta = 16         // of 1/16 ns in a clock
) (
    input  logic                  clk_i,
    input  logic                  rst_ni,
    // a beat of an operation, beside which its header stays; a read has one
    input  logic                  op_valid_i,
    output logic                  op_ready_o,
    input  logic                  op_write_i,
    input  logic [HandleW-1:0]    op_handle_i,
    input  logic [1:0]            op_engine_i,
    input  logic [AddressW-1:0]   op_address_i,     // of a beat
    input  logic [LengthW-1:0]    op_length_i,      // 0: a beat of which no byte is written
    input  logic [DataW-1:0]      op_data_i,
    // AXI4
    output logic                  aw_valid_o,
    input  logic                  aw_ready_i,
    output logic                  ar_valid_o,
    input  logic                  ar_ready_i,
    output logic [AxiIdW-1:0]     ax_id_o,          // of both address channels, of which one is used
    output logic [AddressW-1:0]   ax_address_o,
    output logic [7:0]            ax_len_o,
    output logic                  w_valid_o,
    input  logic                  w_ready_i,
    output logic [DataW-1:0]      w_data_o,
    output logic [DataW/8-1:0]    w_strb_o,
    output logic                  w_last_o,
    input  logic                  b_valid_i,
    output logic                  b_ready_o,
    input  logic [AxiIdW-1:0]     b_id_i,
    input  logic [1:0]            b_resp_i,
    input  logic                  r_valid_i,
    output logic                  r_ready_o,
    input  logic [AxiIdW-1:0]     r_id_i,
    input  logic [DataW-1:0]      r_data_i,
    input  logic [1:0]            r_resp_i,
    input  logic                  r_last_i,
    // beats of responses, of whole ones only
    output logic                  response_valid_o,
    input  logic                  response_ready_i,
    output logic                  response_last_o,
    output logic [HandleW-1:0]    response_handle_o,
    output logic [1:0]            response_engine_o,
    output logic [DataW-1:0]      response_data_o,
    // completions
    output logic                  done_valid_o,
    input  logic                  done_ready_i,
    output logic [HandleW-1:0]    done_handle_o,
    output logic [15:0]           done_observed_o,
    output logic                  error_o,          // since reset
    // it has nothing to do; operations that wait
    output logic                  idle_o,
    output logic [7:0]            queue_o
);
  localparam int unsigned ByteW  = $clog2(DataW/8);
  localparam int unsigned BeatsW = LengthW - ByteW;
  localparam int unsigned BurstW = $clog2(Burst);
  localparam int unsigned OpW    = 1 + 2 + HandleW + AddressW + LengthW;
  localparam int unsigned WholeW = $clog2(ReadBeats) + 1;

  // Beats come; with its last one an operation waits.
  logic              ops_ready, data_ready, beat, last;
  logic [BeatsW-1:0] came_q;
  assign op_ready_o = ops_ready && data_ready;
  assign beat = op_valid_i && op_ready_o;
  assign last = !op_write_i || {1'b0, came_q} + 1'b1 >= {1'b0, beats_of(op_length_i)};
  always_ff @(posedge clk_i) begin
    if (!rst_ni) came_q <= '0;
    else if (beat) came_q <= last ? '0 : came_q + 1'b1;
  end
  function automatic logic [BeatsW-1:0] beats_of(input logic [LengthW-1:0] length);
    beats_of = BeatsW'((length - LengthW'(length != '0)) >> ByteW) + 1'b1;
  endfunction

  logic                some, next, write, waited_q;
  logic [1:0]          engine;
  logic [HandleW-1:0]  handle;
  logic [AddressW-1:0] address;
  logic [LengthW-1:0]  length;
  sema_fifo #(
      .Width(OpW), .Depth(Depth)
  ) u_ops (
      .clk_i, .rst_ni, .put_valid_i(beat && last), .put_ready_o(ops_ready),
      .put_i({op_write_i, op_engine_i, op_handle_i, op_address_i, op_length_i}),
      .get_valid_o(some), .get_ready_i(next), .get_o({write, engine, handle, address, length}),
      .count_o(queue_o));
  assign idle_o = queue_o == '0 && !burst_q && flying_q == '0;
  logic w_some, w_take;
  logic [7:0] unused_data, unused_flight, unused_replies;
  sema_fifo #(
      .Width(DataW), .Depth(WriteBeats)
  ) u_data (
      .clk_i, .rst_ni, .put_valid_i(beat && op_write_i), .put_ready_o(data_ready),
      .put_i(op_data_i), .get_valid_o(w_some), .get_ready_i(w_take), .get_o(w_data_o), .count_o(unused_data));

  // The next burst of the first that waits.
  logic [BeatsW-1:0]   issued_q, left, beats;
  logic [AddressW-1:0] at;
  logic                load, final_burst, free, turns;
  logic                burst_q, write_q, addressed_q, written_q, final_q;
  logic [BurstW-1:0]   left_q;
  logic [DataW/8-1:0]  tail_q;
  logic                flight_ready, flight_some, flight_next;
  logic [$clog2(Bursts)+1:0] flying_q;
  assign at    = address + (AddressW'(issued_q) << ByteW);
  assign left  = beats_of(length) - issued_q;
  assign beats = BeatsW'(Burst) - BeatsW'(at[ByteW +: BurstW]);
  assign final_burst = left <= beats;
  assign turns = write != write_q && flying_q != '0;
  assign load  = some && free && !turns && flight_ready;
  assign next  = load && final_burst;
  assign free  = !burst_q || (addressed_q || (write_q ? aw_ready_i : ar_ready_i)) &&
                 (!write_q || written_q || w_take && w_last_o);
  assign w_take     = w_valid_o && w_ready_i;
  assign aw_valid_o = burst_q && write_q && !addressed_q;
  assign ar_valid_o = burst_q && !write_q && !addressed_q;
  assign w_valid_o  = burst_q && write_q && !written_q && w_some;
  assign w_last_o   = left_q == '0;
  assign w_strb_o   = final_q && w_last_o ? tail_q : '1;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      burst_q  <= 1'b0;
      write_q  <= 1'b0;
      issued_q <= '0;
      flying_q <= '0;
      waited_q <= 1'b0;
    end else begin
      burst_q  <= load || burst_q && !free;
      flying_q <= flying_q + ($bits(flying_q))'(load) - ($bits(flying_q))'(flight_next);
      waited_q <= next || waited_q && (some || issued_q != '0);
      if (load) begin
        write_q  <= write;
        issued_q <= final_burst ? '0 : issued_q + beats;
      end
    end
    addressed_q <= !load && (addressed_q || aw_valid_o && aw_ready_i || ar_valid_o && ar_ready_i);
    written_q   <= !load && (written_q || w_take && w_last_o);
    if (w_take) left_q <= left_q - 1'b1;
    if (load) begin
      ax_id_o      <= handle[AxiIdW-1:0];
      ax_address_o <= at;
      ax_len_o     <= 8'(final_burst ? left - 1'b1 : beats - 1'b1);
      left_q       <= BurstW'(final_burst ? left - 1'b1 : beats - 1'b1);
      final_q      <= final_burst;
      tail_q       <= length == '0 ? '0 : {DataW/8{1'b1}} >> (ByteW'(0) - length[ByteW-1:0]);
    end
  end

  // Bursts on their way, in the order of their answers.
  logic               f_write, f_final, f_known, ends, answers, replies_ready;
  logic [1:0]         f_engine;
  logic [HandleW-1:0] f_handle;
  sema_fifo #(
      .Width(3 + 2 + HandleW), .Depth(Bursts)
  ) u_flight (
      .clk_i, .rst_ni, .put_valid_i(load), .put_ready_o(flight_ready),
      .put_i({write, final_burst, waited_q, engine, handle}), .get_valid_o(flight_some),
      .get_ready_i(flight_next), .get_o({f_write, f_final, f_known, f_engine, f_handle}),
      .count_o(unused_flight));
  assign answers   = flight_some && (!done_valid_o || done_ready_i);
  assign b_ready_o = answers && f_write;
  assign r_ready_o = answers && !f_write && replies_ready;
  assign flight_next = b_valid_i && b_ready_o || r_valid_i && r_ready_o && r_last_i;
  assign ends        = flight_next && f_final;

  // Completion. An operation that waited when the one before it was sent has occupied the memory
  // since that one was answered; of another one only the latency is known.
  logic [12:0] since_q;
  always_ff @(posedge clk_i) begin
    done_valid_o <= rst_ni && (ends || done_valid_o && !done_ready_i);
    error_o      <= rst_ni && (error_o ||
                    b_valid_i && b_ready_o && (b_id_i != f_handle[AxiIdW-1:0] || b_resp_i != '0) ||
                    r_valid_i && r_ready_o && (r_id_i != f_handle[AxiIdW-1:0] || r_resp_i != '0));
    since_q      <= ends ? 13'd1 : since_q + 13'(!since_q[12]);
    if (ends) begin
      done_handle_o   <= f_handle;
      done_observed_o <= f_known && 32'(since_q) * ClockQuanta < 32'h1_0000 - 1 ?
                         16'(32'(since_q) * ClockQuanta) : '1;
    end
  end

  // Responses: those of which all beats are there.
  logic              reply, reply_some, reply_last;
  logic [WholeW-1:0] whole_q;
  assign reply            = r_valid_i && r_ready_o;
  assign response_valid_o = reply_some && whole_q != '0;
  assign response_last_o  = reply_last;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) whole_q <= '0;
    else whole_q <= whole_q + WholeW'(reply && r_last_i && f_final) -
                    WholeW'(response_valid_o && response_ready_i && reply_last);
  end
  sema_fifo #(
      .Width(1 + 2 + HandleW + DataW), .Depth(ReadBeats)
  ) u_replies (
      .clk_i, .rst_ni, .put_valid_i(reply), .put_ready_o(replies_ready),
      .put_i({r_last_i && f_final, f_engine, f_handle, r_data_i}), .get_valid_o(reply_some),
      .get_ready_i(response_valid_o && response_ready_i),
      .get_o({reply_last, response_engine_o, response_handle_o, response_data_o}),
      .count_o(unused_replies));
`ifdef SEMA_CHECKED
  always_ff @(posedge clk_i) if (rst_ni) begin
    DATA_A : assert (!(burst_q && write_q && !written_q) || w_some || w_take);
    BURST_A : assert (!load || beats != '0 && left != '0);
    ANSWER_M : assert (!(b_valid_i || r_valid_i) || flying_q != '0);
  end
`endif
endmodule
