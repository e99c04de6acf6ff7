// One component's demand: demand_o = min(ceil(raw_i * multiplier_i / 2^(Fraction + quantum_i)),
// 2^CntW - 1), one in every clock.
//
// Promises: never rounds down, never wraps, and a demand that saturates is above every window;
// used_o says whether the demand is not zero. Both are of what was put in four clocks before, and
// are for the next flop, as the last gates make them.
//
// Gates: the unit less one is added before the division, and rounds up. The quantum shifts the sum;
// beside it, two masks of the quantum tell of the sum itself whether it saturates or is zero.
module sema_demand_scale #(
    parameter bit          Gates = sema_pkg::Gates,
    parameter int unsigned RawW = 32,
    parameter int unsigned Fraction = 12,
    parameter int unsigned CntW = sema_pkg::CounterBits,
    localparam int unsigned M = sema_pkg::MultiplierBits,
    localparam int unsigned Q = sema_pkg::QuantumBits
) (
    input  logic            clk_i,
    input  logic [RawW-1:0] raw_i,
    input  logic [M-1:0]    multiplier_i,
    input  logic [Q-1:0]    quantum_i,
    output logic [CntW-1:0] demand_o,
    output logic            used_o
);

  // Rounded up, a product has one bit more; and it has bits above what is divided away.
  localparam int unsigned W = RawW + M + 1;
  localparam int unsigned Units = W - Fraction;
  localparam int unsigned Shifts = 2 ** Q;

  if (Gates) begin : gen_gates
    logic [Q-1:0]     quantum_1q, quantum_2q, quantum_3q, quantum_4q;
    logic [W-1:0]     round_q, sum, sum_q;
    logic [Units-1:0] saturates, counts, saturates_q, counts_q, units;

    sema_multiply_add #(.Gates(1'b1), .AW(RawW), .BW(M), .W(W)) u_product (
        .clk_i,
        .a_i  (raw_i),
        .b_i  (multiplier_i),
        .c_i  (round_q),
        .sum_o(sum)
    );

    // What would be shifted above the counter, and what is not shifted out.
    always_comb begin
      for (int unsigned i = 0; i < Units; i++) begin
        saturates[i] = i >= CntW + Shifts - 1 || (i >= CntW && i - CntW >= 32'(quantum_3q));
        counts[i]    = i >= Shifts - 1 || i >= 32'(quantum_3q);
      end
    end

    always_ff @(posedge clk_i) begin
      quantum_1q  <= quantum_i;
      quantum_2q  <= quantum_1q;
      quantum_3q  <= quantum_2q;
      quantum_4q  <= quantum_3q;
      round_q     <= ~({W{1'b1}} << (32'(Fraction) + 32'(quantum_i)));
      sum_q       <= sum;
      saturates_q <= saturates;
      counts_q    <= counts;
    end

    // As wide as a counter at least, whatever the parameters are.
    logic [Units+CntW-1:0] shifted;
    assign units    = sum_q[W-1:Fraction];
    assign shifted  = (Units+CntW)'(units) >> quantum_4q;
    assign demand_o = shifted[CntW-1:0] | {CntW{(units & saturates_q) != '0}};
    assign used_o   = (units & counts_q) != '0;

    logic unused_bits;
    assign unused_bits = ^{sum_q[Fraction-1:0], shifted[Units+CntW-1:CntW]};
  end else begin : gen_words
    logic [63:0]     sum, units;
    logic [CntW-1:0] demand, demand_1q, demand_2q, demand_3q, demand_4q;
    always_comb begin
      sum    = 64'(raw_i) * 64'(multiplier_i) +
               ~(64'hffff_ffff_ffff_ffff << (6'(Fraction) + 6'(quantum_i)));
      units  = sum >> (6'(Fraction) + 6'(quantum_i));
      demand = units > 64'({CntW{1'b1}}) ? '1 : units[CntW-1:0];
    end
    always_ff @(posedge clk_i) begin
      demand_1q <= demand;
      demand_2q <= demand_1q;
      demand_3q <= demand_2q;
      demand_4q <= demand_3q;
    end
    assign demand_o = demand_4q;
    assign used_o   = demand_4q != '0;
  end

`ifndef SYNTHESIS
  initial Width_P : assert (W <= 64);
`endif

endmodule
