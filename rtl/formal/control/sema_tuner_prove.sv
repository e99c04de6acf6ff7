// Proof of sema_tuner: an epoch has lasted for the interval exactly if it is told so; the product of
// time and rate is the sum of the time's multiples; and the window that the end of an epoch makes is
// that of the specification, to the last bit.
//
// A look may be seen from any of its clocks on.
module sema_tuner_prove #(
    parameter int unsigned CntW = sema_pkg::CounterBits
) (
    input logic            clk_i,
    input logic            begins_i,
    input logic [31:0]     now_i, start_i,
    input logic            wanted_i,
    input logic [31:0]     served_i,
    input logic [CntW-1:0] window_i, floor_i, ceiling_i,
    input logic [23:0]     interval_i,
    input logic [15:0]     clock_quanta_i
);

  logic            over_o, differs_o;
  logic [CntW-1:0] window_o;
  (* peek = "u_dut.elapsed_q" *) logic [31:0] elapsed;
  (* peek = "u_dut.product_q" *) logic [47:0] product;
  (* peek = "u_dut.addend_q" *) logic [31:0] addend;
  (* peek = "u_dut.multiply_q" *) logic multiply;
  (* peek = "u_dut.window_q" *) logic [CntW-1:0] window;
  (* peek = "u_dut.floor_q" *) logic [CntW-1:0] lowest;
  (* peek = "u_dut.ceiling_q" *) logic [CntW-1:0] highest;
  (* peek = "u_dut.enough_q" *) logic enough;
  (* peek = "u_dut.rest_q" *) logic rest;
  (* peek = "u_dut.covers_q" *) logic covers;
  (* peek = "u_dut.less_q" *) logic [15:0] less;
  (* peek = "u_dut.served_q" *) logic [15:0] digit;
  (* peek = "u_dut.grow_q" *) logic grow;
  (* peek = "u_dut.change_q" *) logic change;
  (* peek = "u_dut.reaches_q" *) logic reaches;
  (* peek = "u_dut.next_q" *) logic [CntW:0] moved;

  logic [31:1] phase_i, phase_q;
  assign phase_i = phase_q;
  always_ff @(posedge clk_i) phase_q <= {phase_q[30:1], begins_i && phase_q == '0};

  // What a look goes by stands while it is under way.
  logic [31:0] now_q, start_q, served_q;
  logic        wanted_q;
  logic [31:0] now, start, served;
  logic        wanted;
  always_ff @(posedge clk_i) begin
    if (phase_q == '0) begin
      now_q    <= now_i;
      start_q  <= start_i;
      served_q <= served_i;
      wanted_q <= wanted_i;
    end
  end
  assign now    = now_q;
  assign start  = start_q;
  assign served = served_q;
  assign wanted = wanted_q;

  sema_tuner #(.CntW(CntW)) u_dut (
      .clk_i,
      .phase_i,
      .now_i   (now),
      .start_i (start),
      .wanted_i(wanted),
      .served_i(served),
      .window_i,
      .floor_i,
      .ceiling_i,
      .interval_i,
      .clock_quanta_i,
      .over_o,
      .differs_o,
      .window_o
  );

  // Seen from clock 1 on: the time; the interval and the rate of clock 3; the multiples so far.
  logic        timed_q, multiplied_q, follows_q;
  logic [23:0] interval_q;
  logic [15:0] rate_q;
  logic [47:0] sum_q;
  logic [4:0]  bit_;  // of the rate that comes next
  always_comb begin
    bit_ = '0;
    for (int k = 0; k < 16; k++) if (phase_q[4+k]) bit_ |= 5'(k);
    if (phase_q[20]) bit_ |= 5'd16;
  end
  initial begin
    timed_q      = 1'b0;
    multiplied_q = 1'b0;
    follows_q    = 1'b0;
  end
  always_ff @(posedge clk_i) begin
    timed_q      <= phase_q[1] || (timed_q && phase_q != '0);
    multiplied_q <= (timed_q && phase_q[3]) || (multiplied_q && phase_q[19:3] != '0);
    if (phase_q[3]) begin
      interval_q <= interval_i;
      rate_q     <= clock_quanta_i;
      sum_q      <= '0;
    end else if (phase_q[19:4] != '0) begin
      sum_q <= sum_q + (rate_q[bit_[3:0]] ? 48'(elapsed) << bit_ : '0);
    end
  end

  // Seen from clock 20 on, where the product is whole: it and what is in force, and what follows.
  logic [47:0]     product_q, quanta, share;
  logic [CntW-1:0] window_q, floor_q, ceiling_q, shrunk, limit, step, limited, next;
  logic [CntW:0]   grown, sum;
  logic            grows, shrinks;
  always_ff @(posedge clk_i) begin
    if (phase_q[20]) begin
      product_q <= product;
      window_q  <= window;
      floor_q   <= lowest;
      ceiling_q <= highest;
    end
    follows_q <= (phase_q[20] && !multiply) || (follows_q && phase_q != '0);
  end
  assign quanta  = product_q >> 4;
  assign share   = quanta - (quanta >> 4);
  assign step    = window_q >> 4 | CntW'(window_q >> 4 == '0);
  assign grown   = {1'b0, window_q} + {1'b0, step};
  assign shrunk  = window_q - (window_q >> 5);
  // More than a sixteenth is idle, taken to be the same as this (README.md); nothing is.
  assign grows   = wanted && 48'(served) < share;
  assign shrinks = 48'(served) >= quanta;
  assign limit   = grows ? ceiling_q : floor_q;
  assign sum     = grows ? grown : {1'b0, shrunk};
  assign limited = (grows ? sum > {1'b0, limit} : sum < {1'b0, limit}) ? limit : sum[CntW-1:0];
  always_comb begin
    next = grows || shrinks ? limited : window_q;
    if (next == '1) next[0] = 1'b0;
  end

  always_comb begin
    phase_M : assume ((phase_q & (phase_q - 31'd1)) == '0);
    window_M : assume (window_i != '1);

    elapsed_I : assert (!timed_q || (phase_q[2] ? elapsed == start_q : elapsed == now_q - start_q));
    over_A : assert (!timed_q || !phase_q[4] ||
                     over_o == (now_q - start_q >= 32'(interval_q)));
    multiply_I : assert (phase_q[31:4] == '0 || !multiplied_q || multiply == (phase_q[19:4] != '0));
    // The multiples so far are above as many bits of the rate as are still to come.
    product_A : assert (!multiplied_q || phase_q[20:4] == '0 ||
                        product == ((sum_q << (5'd16 - bit_)) | (48'(rate_q) >> bit_)));
    addend_I : assert (!multiplied_q || phase_q[19:4] == '0 ||
                       addend == (rate_q[bit_[3:0]] ? elapsed : '0));
    bits_I : assert (!multiplied_q || phase_q[20:4] == '0 || sum_q >> 32 >> bit_ == '0);
    window_A : assert (!phase_q[31] || !follows_q || window_q == '1 ||
                       (differs_o == (next != window_q) && (!differs_o || window_o == next)));

    // The three digits, the lowest first, and the digits of the share a clock later.
    if (follows_q) begin
      follows_I : assert (phase_q[20:1] == '0);
      kept_I : assert (phase_q == '0 || (!multiply && window == window_q && (phase_q[31:26] != '0 ||
                       (lowest == floor_q && highest == ceiling_q))));
      first_I : assert (!phase_q[21] || (product == product_q >> 16 &&
                        enough == (served[15:0] >= quanta[15:0]) &&
                        rest == (quanta[15:0] >= quanta[19:4]) && less == share[15:0] &&
                        digit == served[15:0]));
      second_I : assert (!phase_q[22] || (product == product_q >> 32 &&
                         enough == (served >= quanta[31:0]) &&
                         rest == (quanta[31:0] >= quanta[35:4]) && less == share[31:16] &&
                         digit == served[31:16] && covers == (served[15:0] >= share[15:0])));
      third_I : assert (!phase_q[23] || (enough == shrinks && less == share[47:32] &&
                        digit == '0 && covers == (served >= share[31:0])));
      compared_I : assert (!phase_q[24] || (change == shrinks && covers == (48'(served) >= share)));
      step_I : assert (!phase_q[25] || (grow == grows && moved == {1'b0, grows ? step : ~(window_q >> 5)}));
      grows_I : assert (phase_q[31:25] == '0 || (grow == grows && change == (grows || shrinks)));
      limit_I : assert (phase_q[31:26] == '0 || lowest == limit);
      sum_I : assert ((phase_q[27:26] == '0 || moved == sum) &&
                      (!phase_q[27] || reaches == (sum[CntW-1:0] >= limit)));
      limited_I : assert ((!phase_q[28] || moved == {1'b0, limited}) &&
                          (phase_q[31:29] == '0 ||
                           moved == {1'b0, limited & {{CntW-1{1'b1}}, limited != '1}}));
      differs_I : assert (phase_q[31:30] == '0 ||
                          differs_o == (change && moved[CntW-1:0] != window_q));
    end

    over_C : cover (timed_q && phase_q[4] && over_o && interval_q > 24'd500);
    product_C : cover (multiplied_q && phase_q[20] && rate_q == 16'h101 && elapsed == 32'd1000);
    window_C : cover (phase_q[31] && follows_q && differs_o && window_q < CntW'(200) &&
                      window_o == window_q + (window_q >> 4) && window_q > CntW'(100));
  end

endmodule
