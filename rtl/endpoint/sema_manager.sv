// SPDX-License-Identifier: Apache-2.0
// The AXI4 manager of one HBM partition: one in-order queue of granted reads and writes, or a queue
// of each, so that a read does not wait for the writes before it. Example: an integrator puts its own
// memory interface here.
//
// Promise: what came is executed once, and a read sees all writes before it and no write after it.
// In one queue they are on their way in turns: the address of one kind is sent when the other kind is
// answered. With a queue of each, an operation waits at the port, and what comes after it, while one
// of the other kind is under way in one of its pages of 4 KB, or `Pending` of its own kind are. A
// completion is reported after the last answer. Bursts have at most `Burst` beats and end at its
// multiples, so none crosses 4 KB. The subordinate answers one kind in the order of its addresses;
// one that does not, or answers an error, is noticed by error_o.
// Same clock: one beat comes; of each kind one address, write beat, answer, response beat.
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
    parameter int unsigned ClockQuanta = 16,        // of 1/16 ns in a clock
    parameter int unsigned ReadChannel = 0,         // reads have a queue of their own
    parameter int unsigned Pending = 16             //   and so many of each kind are under way
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
    output logic [AxiIdW-1:0]     aw_id_o,
    output logic [AddressW-1:0]   aw_address_o,
    output logic [7:0]            aw_len_o,
    output logic                  ar_valid_o,
    input  logic                  ar_ready_i,
    output logic [AxiIdW-1:0]     ar_id_o,
    output logic [AddressW-1:0]   ar_address_o,
    output logic [7:0]            ar_len_o,
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
  localparam int unsigned Kinds  = ReadChannel != 0 ? 2 : 1;     // of queues: writes, or both; reads
  localparam int unsigned Reads  = Kinds - 1;                    // the one of reads
  localparam int unsigned ByteW  = $clog2(DataW/8);
  localparam int unsigned BeatsW = LengthW - ByteW;
  localparam int unsigned BurstW = $clog2(Burst);
  localparam int unsigned WholeW = $clog2(ReadBeats) + 1;
  localparam int unsigned PageW  = AddressW - 12;
  localparam int unsigned PlaceW = $clog2(Pending);
  localparam int unsigned HeadW  = HandleW + 2 + AddressW + LengthW;

  // Beats come; with its last one an operation waits. That it must is known behind a queue of two:
  // the port's ready does not depend on what it shows.
  logic                come, in_write, beat, last;
  logic [HandleW-1:0]  in_handle;
  logic [1:0]          in_engine;
  logic [AddressW-1:0] in_address;
  logic [LengthW-1:0]  in_length;
  logic [DataW-1:0]    in_data;
  logic [BeatsW-1:0]   came_q;
  logic [PageW-1:0]    page, end_page;
  logic [Kinds-1:0]    ready, meets, error, idle, ended_q, known_q, take;
  logic [HandleW-1:0]  ended_handle_q[Kinds];
  logic [7:0]          queue[Kinds], unused_come;
  sema_fifo #(
      .Width(1 + HeadW + DataW), .Depth(2)
  ) u_come (
      .clk_i, .rst_ni, .put_valid_i(op_valid_i), .put_ready_o(op_ready_o),
      .put_i({op_write_i, op_handle_i, op_engine_i, op_address_i, op_length_i, op_data_i}),
      .get_valid_o(come), .get_ready_i(beat),
      .get_o({in_write, in_handle, in_engine, in_address, in_length, in_data}),
      .count_o(unused_come));
  assign beat     = come && ready != '0;
  assign last     = !in_write || {1'b0, came_q} + 1'b1 >= {1'b0, beats_of(in_length)};
  assign page     = in_address[AddressW-1:12];
  assign end_page = PageW'((in_address + AddressW'(in_length) - AddressW'(in_length != '0)) >> 12);
  always_ff @(posedge clk_i) begin
    if (!rst_ni) came_q <= '0;
    else if (beat) came_q <= last ? '0 : came_q + 1'b1;
  end
  function automatic logic [BeatsW-1:0] beats_of(input logic [LengthW-1:0] bytes);
    beats_of = BeatsW'((bytes - LengthW'(bytes != '0)) >> ByteW) + 1'b1;
  endfunction

  for (genvar k = 0; k < Kinds; k++) begin : gen_kinds
    // What is under way of this kind: its first and its last page. Its place goes with it.
    logic               ops_ready, data_ready, comes, ends;
    logic [Pending-1:0] used_q, meet;
    logic [PlaceW-1:0]  new_place, place, f_place;
    logic [PageW-1:0]   first_q[Pending], last_q[Pending];
    assign ready[k] = ops_ready && data_ready &&
                      (Kinds == 1 || in_write == (k == 0) && used_q != '1 && !meets[Reads-k]);
    assign meets[k] = meet != '0;
    assign comes    = come && ready[k];
    always_comb begin
      new_place = '0;
      for (int p = 0; p < Pending; p++) begin
        if ((~used_q & (used_q + 1'b1)) == Pending'(1) << p) new_place |= PlaceW'(p);
        meet[p] = used_q[p] && first_q[p] <= end_page && page <= last_q[p];
      end
    end
    always_ff @(posedge clk_i) begin
      for (int p = 0; p < Pending; p++) begin
        if (!rst_ni || Kinds == 1) used_q[p] <= 1'b0;
        else if (comes && last && new_place == PlaceW'(p)) begin
          used_q[p]  <= 1'b1;
          first_q[p] <= page;
          last_q[p]  <= end_page;
        end else if (ends && f_place == PlaceW'(p)) used_q[p] <= 1'b0;
      end
    end

    logic                ops_valid, next, write, waited_q;
    logic [1:0]          engine;
    logic [HandleW-1:0]  handle;
    logic [AddressW-1:0] address;
    logic [LengthW-1:0]  length;
    sema_fifo #(
        .Width(1 + PlaceW + HeadW), .Depth(Depth)
    ) u_ops (
        .clk_i, .rst_ni, .put_valid_i(comes && last), .put_ready_o(ops_ready),
        .put_i({in_write, new_place, in_handle, in_engine, in_address, in_length}),
        .get_valid_o(ops_valid), .get_ready_i(next),
        .get_o({write, place, handle, engine, address, length}), .count_o(queue[k]));

    // The next burst of the first that waits.
    logic [BeatsW-1:0]   issued_q, left, beats;
    logic [AddressW-1:0] at;
    logic                load, final_burst, free, turns;
    logic                burst_q, write_q, addressed_q, written_q, final_q;
    logic [BurstW-1:0]   left_q;
    logic [DataW/8-1:0]  tail_q;
    logic                flight_ready, flight_valid, flight_next, w_take, w_last;
    logic [AxiIdW-1:0]   ax_id;
    logic [AddressW-1:0] ax_address;
    logic [7:0]          ax_len, unused_flight;
    logic [$clog2(Bursts)+1:0] flying_q;
    assign idle[k] = queue[k] == '0 && !burst_q && flying_q == '0;
    assign at    = address + (AddressW'(issued_q) << ByteW);
    assign left  = beats_of(length) - issued_q;
    assign beats = BeatsW'(Burst) - BeatsW'(at[ByteW +: BurstW]);
    assign final_burst = left <= beats;
    assign turns = write != write_q && flying_q != '0;
    assign load  = ops_valid && free && !turns && flight_ready;
    assign next  = load && final_burst;
    assign free  = !burst_q || (addressed_q || (write_q ? aw_ready_i : ar_ready_i)) &&
                   (!write_q || written_q || w_take && w_last);
    assign w_last = left_q == '0;
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
        waited_q <= next || waited_q && (ops_valid || issued_q != '0);
        if (load) begin
          write_q  <= write;
          issued_q <= final_burst ? '0 : issued_q + beats;
        end
      end
      addressed_q <= !load && (addressed_q || burst_q && (write_q ? aw_ready_i : ar_ready_i));
      written_q   <= !load && (written_q || w_take && w_last);
      if (w_take) left_q <= left_q - 1'b1;
      if (load) begin
        ax_id        <= handle[AxiIdW-1:0];
        ax_address   <= at;
        ax_len       <= 8'(final_burst ? left - 1'b1 : beats - 1'b1);
        left_q       <= BurstW'(final_burst ? left - 1'b1 : beats - 1'b1);
        final_q      <= final_burst;
        tail_q       <= length == '0 ? '0 : {DataW/8{1'b1}} >> (ByteW'(0) - length[ByteW-1:0]);
      end
    end

    // Bursts on their way, in the order of their answers.
    logic               f_write, f_final, f_known, answers, reply, replies_ready;
    logic [1:0]         f_engine;
    logic [HandleW-1:0] f_handle;
    sema_fifo #(
        .Width(3 + PlaceW + 2 + HandleW), .Depth(Bursts)
    ) u_flight (
        .clk_i, .rst_ni, .put_valid_i(load), .put_ready_o(flight_ready),
        .put_i({write, final_burst, waited_q, place, engine, handle}), .get_valid_o(flight_valid),
        .get_ready_i(flight_next),
        .get_o({f_write, f_final, f_known, f_place, f_engine, f_handle}),
        .count_o(unused_flight));
    assign answers     = flight_valid && (!ended_q[k] || take[k]);
    assign reply       = r_valid_i && answers && !f_write && replies_ready;
    assign flight_next = b_valid_i && answers && f_write || reply && r_last_i;
    assign ends        = flight_next && f_final;
    always_ff @(posedge clk_i) begin
      ended_q[k] <= rst_ni && (ends || ended_q[k] && !take[k]);
      error[k]   <= rst_ni && (error[k] ||
                    b_valid_i && answers && f_write && (b_id_i != f_handle[AxiIdW-1:0] || b_resp_i != '0) ||
                    reply && (r_id_i != f_handle[AxiIdW-1:0] || r_resp_i != '0));
      if (ends) {ended_handle_q[k], known_q[k]} <= {f_handle, f_known};
    end

    // A queue that has writes.
    if (k == 0) begin : gen_writes
      logic       data_valid;
      logic [7:0] unused_data;
      sema_fifo #(
          .Width(DataW), .Depth(WriteBeats)
      ) u_data (
          .clk_i, .rst_ni, .put_valid_i(comes && in_write), .put_ready_o(data_ready),
          .put_i(in_data), .get_valid_o(data_valid), .get_ready_i(w_take), .get_o(w_data_o),
          .count_o(unused_data));
      assign w_take       = w_valid_o && w_ready_i;
      assign aw_valid_o   = burst_q && write_q && !addressed_q;
      assign aw_id_o      = ax_id;
      assign aw_address_o = ax_address;
      assign aw_len_o     = ax_len;
      assign w_valid_o    = burst_q && write_q && !written_q && data_valid;
      assign w_last_o     = w_last;
      assign w_strb_o     = final_q && w_last ? tail_q : '1;
      assign b_ready_o    = answers && f_write;
`ifdef SEMA_CHECKED
      always_ff @(posedge clk_i) if (rst_ni) begin
        DATA_A : assert (!(burst_q && write_q && !written_q) || data_valid || w_take);
        BURST_A : assert (!load || beats != '0 && left != '0);
        ANSWER_M : assert (!b_valid_i || flying_q != '0);
      end
`endif
    end else begin : gen_no_writes
      logic unused;
      assign unused     = &{final_q, tail_q};
      assign w_take     = 1'b0;
      assign data_ready = 1'b1;
    end

    // One that has reads: responses of which all beats are there.
    if (k == Reads) begin : gen_reads
      logic              reply_valid;
      logic [WholeW-1:0] whole_q;
      logic [7:0]        unused_replies;
      sema_fifo #(
          .Width(1 + 2 + HandleW + DataW), .Depth(ReadBeats)
      ) u_replies (
          .clk_i, .rst_ni, .put_valid_i(reply), .put_ready_o(replies_ready),
          .put_i({r_last_i && f_final, f_engine, f_handle, r_data_i}), .get_valid_o(reply_valid),
          .get_ready_i(response_valid_o && response_ready_i),
          .get_o({response_last_o, response_engine_o, response_handle_o, response_data_o}),
          .count_o(unused_replies));
      assign ar_valid_o       = burst_q && !write_q && !addressed_q;
      assign ar_id_o          = ax_id;
      assign ar_address_o     = ax_address;
      assign ar_len_o         = ax_len;
      assign r_ready_o        = answers && !f_write && replies_ready;
      assign response_valid_o = reply_valid && whole_q != '0;
      always_ff @(posedge clk_i) begin
        if (!rst_ni) whole_q <= '0;
        else whole_q <= whole_q + WholeW'(reply && r_last_i && f_final) -
                        WholeW'(response_valid_o && response_ready_i && response_last_o);
      end
    end else begin : gen_no_reads
      logic unused;
      assign unused        = &f_engine;
      assign replies_ready = 1'b0;
    end
  end
  assign error_o = error != '0;
  assign idle_o  = idle == '1 && !come && ended_q == '0 && !done_valid_o;
  assign queue_o = queue[0] + (Kinds > 1 ? queue[Reads] : '0);

  // Completions, reads first. An operation that waited when the one before it was sent has occupied
  // the memory since the last completion; of another one only the latency is known.
  logic [12:0] since_q;
  logic        room, read;
  assign room = !done_valid_o || done_ready_i;
  assign read = ended_q[Reads];
  assign take = {Kinds{room}} & (read ? Kinds'(1) << Reads : '1);
  always_ff @(posedge clk_i) begin
    done_valid_o <= rst_ni && (ended_q != '0 || !room);
    since_q      <= room && ended_q != '0 ? 13'd1 : since_q + 13'(!since_q[12]);
    if (room) begin
      done_handle_o   <= read ? ended_handle_q[Reads] : ended_handle_q[0];
      done_observed_o <= (read ? known_q[Reads] : known_q[0]) &&
                         32'(since_q) * ClockQuanta < 32'h1_0000 - 1 ?
                         16'(32'(since_q) * ClockQuanta) : '1;
    end
  end
endmodule
