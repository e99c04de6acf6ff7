// Raw demands of an operation, on its way: partition, bytes of HBM, service of Atomic and response;
// and the service times that calibration will hold against those observed.
//
// Promises: raw demands are exact; an unknown opcode has none; the partition is below NHbm whatever
// the masks are; an estimate is to the nearest quantum, and all ones if it is not below that. Of an
// operation that is at the ports in clock o, raw demands come out in clock o + 4, as the last
// adder makes them, and estimates are in flops in o + 6; all of the configuration in force in
// clock o + 1.
// In place of an operation, raw demands of a slot come in again (again_i), in the clock after
// hold_i; they come out as those of the operation of the clock of hold_i would.
//
// A partition is a hash: bit b of its index is the parity of the address under mask b. Where NHbm
// is not a power of two, indices beyond it fold back onto the first partitions.
module sema_raw_demand #(
    parameter bit          Gates = sema_pkg::Gates,
    parameter int unsigned NHbm = sema_pkg::HbmLanes,
    localparam int unsigned HbmW = sema_pkg::index_width(NHbm),
    localparam int unsigned LengthW = sema_pkg::LengthBits,
    localparam int unsigned WordW = sema_pkg::WordBits,
    localparam int unsigned RawW = sema_pkg::RawResponseBits,
    localparam int unsigned ServiceW = sema_pkg::ServiceBits
) (
    input  logic                clk_i,
    // operation, clock o
    input  logic [3:0]          opcode_i,
    input  logic [63:0]         address_i,
    input  logic [LengthW-1:0]  length_i,
    input  logic [LengthW-1:0]  response_length_i,
    // raw demands that come in again: hold_i in clock o, the others in o + 1
    input  logic                hold_i,
    input  logic                again_i,
    input  logic [HbmW-1:0]     again_lane_i,
    input  logic [LengthW-1:0]  again_hbm_i,
    input  logic [WordW-1:0]    again_atomic_i,
    input  logic [RawW-1:0]     again_response_i,
    // raw demands, o + 4
    output logic [HbmW-1:0]     lane_o,
    output logic [NHbm-1:0]     lane_alone_o,
    output logic [LengthW-1:0]  hbm_o,
    output logic [WordW-1:0]    atomic_o,
    output logic [RawW-1:0]     response_o,
    // estimates in quanta, o + 6
    output logic                known_o,
    output logic [ServiceW-1:0] hbm_estimate_o,
    output logic [ServiceW-1:0] atomic_estimate_o,
    output logic [ServiceW-1:0] response_estimate_o,
    // configuration
    input  logic [HbmW*64-1:0]  map_mask_i,
    input  logic [8*WordW-1:0]  atomic_service_i,
    input  logic [WordW-1:0]    response_fixed_i,
    input  logic [WordW-1:0]    response_reciprocal_i,
    input  logic [WordW-1:0]    hbm_reciprocal_i
);

  localparam int unsigned Fraction = sema_pkg::ReciprocalFraction;

  // The operation's class, at the ports.
  logic writes, reads, atomics;
  assign writes  = opcode_i == 4'(sema_pkg::OpWrite) || opcode_i == 4'(sema_pkg::OpNotify);
  assign reads   = opcode_i == 4'(sema_pkg::OpRead);
  assign atomics = opcode_i[3];

  // o + 1: lengths that ask for something. Where raw demands come in again there is no operation.
  logic               reads_1q, atomics_1q, known_1q;
  logic [2:0]         stage_1q;      // which Atomic
  logic [63:0]        address_1q;
  logic [LengthW-1:0] hbm_1q, length_1q;
  always_ff @(posedge clk_i) begin
    reads_1q   <= reads && !hold_i;
    atomics_1q <= atomics && !hold_i;
    known_1q   <= writes || reads || atomics;
    stage_1q   <= opcode_i[2:0];
    address_1q <= address_i;
    hbm_1q     <= {LengthW{writes && !hold_i}} & length_i |
                  {LengthW{reads && !hold_i}} & response_length_i;
    length_1q  <= {LengthW{(reads || atomics) && !hold_i}} & response_length_i;
  end

  // o + 2: what a demand has besides its product; parities of eight bytes of each masked address.
  logic               again_2q;
  logic [HbmW*8-1:0]  parity, parity_2q;
  logic [HbmW-1:0]    lane_2q;
  logic [LengthW-1:0] hbm_2q, hbm_3q;
  logic [WordW-1:0]   service, atomic_2q, atomic_3q;
  logic [RawW-1:0]    fixed_2q;
  logic [2:0]         known_q;
  always_comb begin
    service = '0;
    for (int a = 0; a < 8; a++) begin
      service |= atomic_service_i[a*WordW +: WordW] & {WordW{atomics_1q && stage_1q == 3'(a)}};
    end
  end
  for (genvar k = 0; k < HbmW * 8; k++) begin : gen_parity
    assign parity[k] = ^(address_1q[k%8*8 +: 8] & map_mask_i[k*8 +: 8]);
  end
  always_ff @(posedge clk_i) begin
    again_2q  <= again_i;
    parity_2q <= parity;
    lane_2q   <= again_lane_i;
    hbm_2q    <= hbm_1q | {LengthW{again_i}} & again_hbm_i;
    atomic_2q <= service | {WordW{again_i}} & again_atomic_i;
    fixed_2q  <= {RawW{again_i}} & again_response_i |
                 {RawW{reads_1q || (atomics_1q && length_1q != '0)}} &
                 RawW'(response_fixed_i) << Fraction;
    hbm_3q    <= hbm_2q;
    hbm_o     <= hbm_3q;
    atomic_3q <= atomic_2q;
    atomic_o  <= atomic_3q;
    known_q   <= {known_q[1:0], known_1q};
  end

  // o + 3: the hash; o + 4: the partition.
  logic [HbmW-1:0] hash, hash_3q, lane;
  for (genvar b = 0; b < HbmW; b++) begin : gen_hash
    assign hash[b] = again_2q ? lane_2q[b] : ^parity_2q[b*8 +: 8];
  end
  assign lane = 32'(hash_3q) >= NHbm ? hash_3q - HbmW'(NHbm) : hash_3q;
  always_ff @(posedge clk_i) begin
    hash_3q      <= hash;
    lane_o       <= lane;
    lane_alone_o <= NHbm'(1) << lane;
  end

  sema_multiply_add #(.Gates(Gates), .AW(LengthW), .BW(WordW), .W(RawW)) u_response (
      .clk_i,
      .a_i  (length_1q),
      .b_i  (response_reciprocal_i),
      .c_i  (fixed_2q),
      .sum_o(response_o)
  );

  // Estimates. Half a quantum more makes the product's whole quanta the nearest ones; a raw
  // demand's is its whole quanta, and one more if half a quantum is left.
  logic [RawW-1:0]          hbm_product;
  logic [RawW-1-Fraction:0] hbm_quanta_q, response_quanta_q;
  logic                     half_q, response_more_q, hbm_more_q;
  logic [ServiceW-1:0]      hbm_q, atomic_5q, response, response_q;
  logic                     carry;
  logic                     known_5q;
  sema_multiply_add #(.Gates(Gates), .AW(LengthW), .BW(WordW), .W(RawW)) u_hbm_estimate (
      .clk_i,
      .a_i  (hbm_1q),
      .b_i  (hbm_reciprocal_i),
      .c_i  (RawW'(1) << (Fraction - 1)),
      .sum_o(hbm_product)
  );
  assign {carry, response} = {1'b0, response_quanta_q[ServiceW-1:0]} + (ServiceW+1)'(half_q);
  always_ff @(posedge clk_i) begin
    hbm_quanta_q      <= hbm_product[RawW-1:Fraction];
    response_quanta_q <= response_o[RawW-1:Fraction];
    half_q            <= response_o[Fraction-1];
    atomic_5q         <= atomic_o;
    known_5q          <= known_q[2];
    known_o           <= known_5q;
    hbm_more_q        <= |hbm_quanta_q[RawW-1-Fraction:ServiceW];
    hbm_q             <= hbm_quanta_q[ServiceW-1:0];
    response_more_q   <= |response_quanta_q[RawW-1-Fraction:ServiceW] || carry;
    response_q        <= response;
    atomic_estimate_o <= atomic_5q;
  end
  assign hbm_estimate_o      = hbm_q | {ServiceW{hbm_more_q}};
  assign response_estimate_o = response_q | {ServiceW{response_more_q}};

  logic unused_fraction;
  assign unused_fraction = ^hbm_product[Fraction-1:0];

endmodule
