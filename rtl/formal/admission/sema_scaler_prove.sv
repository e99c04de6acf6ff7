// Proof of sema_scaler: a demand is not rounded down and is less than one unit too much; it never
// wraps but saturates, above every window; what asks for nothing reserves nothing, and what asks for
// something reserves something, unless its multiplier is zero.
//
// The bound is stated on the product: (demand - 1) * unit < product <= demand * unit.
module sema_scaler_prove #(
    parameter int unsigned NHbm = sema_pkg::HbmLanes,
    parameter int unsigned CntW = sema_pkg::CounterBits,
    localparam int unsigned Lanes = NHbm + 2,
    localparam int unsigned HbmW = sema_pkg::index_width(NHbm),
    localparam int unsigned WordW = sema_pkg::WordBits
) (
    input logic [HbmW-1:0]                      lane_i,
    input logic [sema_pkg::LengthBits-1:0]      hbm_i,
    input logic [sema_pkg::WordBits-1:0]        atomic_i,
    input logic [sema_pkg::RawResponseBits-1:0] response_i,
    input logic [Lanes*WordW-1:0]               multiplier_i,
    input logic [sema_pkg::QuantumBits-1:0]     quantum_hbm_i, quantum_time_i
);

  logic [CntW-1:0]  hbm_o, atomic_o, response_o;
  logic [Lanes-1:0] used_o;

  sema_scaler #(.NHbm(NHbm), .CntW(CntW)) u_dut (.*);

  // The products, in the circuit's shape, because a solver takes a product for what it is written as.
  localparam int unsigned P = 64;
  function automatic logic [P-1:0] value(input logic [WordW-1:0] word);
    value = word[15] ? P'(word[13:0]) : P'(4096);
  endfunction
  logic [P-1:0] hbm_product, atomic_product, response_product;
  assign hbm_product      = P'(hbm_i) * value(multiplier_i[lane_i*WordW +: WordW]);
  assign atomic_product   = P'(atomic_i) * value(multiplier_i[NHbm*WordW +: WordW]);
  assign response_product = P'(response_i) * value(multiplier_i[(NHbm+1)*WordW +: WordW]);

  // A demand holds a product if it is the least number of units of 2^shift that is not below it, or
  // if it is all ones and such a number would not be smaller.
  localparam int unsigned Wide = P + 40;
  function automatic logic holds(input logic [CntW-1:0] demand, input logic [P-1:0] product,
                                 input logic [5:0] shift);
    logic [CntW-1:0] less;
    logic [Wide-1:0] least, below;
    less  = demand - 1'b1;
    least = Wide'(demand) << shift;
    below = Wide'(less) << shift;
    holds = (demand == '1 || Wide'(product) <= least) &&
            (demand == '0 ? product == '0 : Wide'(product) > below);
  endfunction

  always_comb begin
    // The widest product has 49 and 14 bits.
    wide_I : assert ({hbm_product[P-1], atomic_product[P-1], response_product[P-1]} == '0);

    // An Atomic's has 16 and 14, less the multiplier's fraction of 12.
    atomic_bits_I : assert (atomic_o >> 18 == '0);

    hbm_A : assert (holds(hbm_o, hbm_product, 6'd12 + 6'(quantum_hbm_i)));
    atomic_A : assert (holds(atomic_o, atomic_product, 6'd12 + 6'(quantum_time_i)));
    response_A : assert (holds(response_o, response_product, 6'd24 + 6'(quantum_time_i)));
    used_A : assert (used_o[NHbm-1:0] == (hbm_o != '0 ? NHbm'(1) << lane_i : '0) &&
                     used_o[NHbm] == (atomic_o != '0) && used_o[NHbm+1] == (response_o != '0));
    partition_A : assert ($onehot0(used_o[NHbm-1:0]));

    hbm_C : cover (hbm_o == '1 && hbm_product[43:0] != '0);
    atomic_C : cover (atomic_o > CntW'(1) && multiplier_i[NHbm*WordW + 15] && quantum_time_i == 4'd5);
    response_C : cover (response_o == '1);
    used_C : cover ($countones(used_o) == 3);
    partition_C : cover (used_o[NHbm-1]);
  end

endmodule
