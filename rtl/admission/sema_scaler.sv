// Scaler: from raw demands to what is reserved. The one rounding point.
//
//     demand = min( ceil( raw * multiplier / 2^(fraction bits + quantum) ), 2^CntW - 1 )
//
// Promises: never rounds down, never wraps, and a demand that saturates is above every window. An
// operation that asks for something reserves something, unless its multiplier is zero.
// Combinational, with the configuration in force.
module sema_scaler #(
    parameter int unsigned NHbm = sema_pkg::HbmLanes,
    parameter int unsigned CntW = sema_pkg::CounterBits,
    localparam int unsigned Lanes = NHbm + 2,
    localparam int unsigned HbmW = sema_pkg::index_width(NHbm)
) (
    // raw demands
    input  logic [HbmW-1:0]                       lane_i,
    input  logic [sema_pkg::LengthBits-1:0]       hbm_i,
    input  logic [sema_pkg::WordBits-1:0]         atomic_i,
    input  logic [sema_pkg::RawResponseBits-1:0]  response_i,
    // demands
    output logic [CntW-1:0]                       hbm_o,
    output logic [CntW-1:0]                       atomic_o,
    output logic [CntW-1:0]                       response_o,
    output logic [Lanes-1:0]                      used_o,
    // configuration
    input  logic [Lanes*sema_pkg::WordBits-1:0]   multiplier_i,
    input  logic [sema_pkg::QuantumBits-1:0]      quantum_hbm_i,
    input  logic [sema_pkg::QuantumBits-1:0]      quantum_time_i
);

  localparam int unsigned WordW = sema_pkg::WordBits;
  localparam int unsigned MultiplierW = sema_pkg::MultiplierBits;
  // A product has at most RawResponseBits + MultiplierBits = 63 bits, so rounding up cannot wrap.
  localparam int unsigned ProductW = 64;
  localparam int unsigned Fraction = sema_pkg::MultiplierFraction;
  localparam int unsigned ResponseFraction = Fraction + sema_pkg::ReciprocalFraction;

  // The multiplier that a lane's word stands for: 1.0 where it is disabled.
  function automatic logic [ProductW-1:0] value_of(input logic [WordW-1:0] word);
    value_of = word[WordW-1] ? ProductW'(word[MultiplierW-1:0]) :
                               ProductW'(sema_pkg::MultiplierOne);
  endfunction

  // Product over 2^shift, rounded up.
  function automatic logic [ProductW-1:0] rounded(input logic [ProductW-1:0] product,
                                                  input logic [5:0] shift);
    rounded = (product + ~({ProductW{1'b1}} << shift)) >> shift;
  endfunction

  function automatic logic [CntW-1:0] saturated(input logic [ProductW-1:0] value);
    saturated = value > ProductW'({CntW{1'b1}}) ? '1 : value[CntW-1:0];
  endfunction

  logic [WordW-1:0] word_hbm, word_atomic, word_response;
  assign word_hbm      = multiplier_i[lane_i*WordW +: WordW];
  assign word_atomic   = multiplier_i[NHbm*WordW +: WordW];
  assign word_response = multiplier_i[(NHbm+1)*WordW +: WordW];

  assign hbm_o = saturated(rounded(ProductW'(hbm_i) * value_of(word_hbm),
                                   6'(Fraction) + 6'(quantum_hbm_i)));
  assign atomic_o = saturated(rounded(ProductW'(atomic_i) * value_of(word_atomic),
                                      6'(Fraction) + 6'(quantum_time_i)));
  assign response_o = saturated(rounded(ProductW'(response_i) * value_of(word_response),
                                        6'(ResponseFraction) + 6'(quantum_time_i)));

  assign used_o = {response_o != '0, atomic_o != '0, NHbm'(hbm_o != '0) << lane_i};

endmodule
