// SPDX-License-Identifier: Apache-2.0
// The operations that count in the classes of response engines: those that wait for their stage do
// not. Too many change at once for counters, so that they are counted in two clocks.
//
// Promise, of what is told in clock c - 1 for clock c: it counts the operations that have a slot in
// clock c, but for those taken in clock c - 1, and for those that were open without room at their
// stage in clock c - 3.
module sema_path_responses #(
    parameter int unsigned NResponse = 1,
    parameter int unsigned Slots = 40,
    parameter int unsigned CountW = 5,
    localparam int unsigned Classes = 3 * NResponse
) (
    input  logic                       clk_i,
    input  logic                       rst_ni,
    input  logic [Slots-1:0]           stays_i,         // a slot from the clock before to the next
    input  logic [Slots-1:0]           lacked_stage_i,  // in the clock before, and was open
    input  logic [Slots-1:0]           ask_alone_i,     // may leave in the next clock
    input  logic [3*Slots-1:0]         groups_i,        // slots of each group
    input  logic [NResponse*Slots-1:0] users_i,         // slots of each engine
    input  logic [Classes-1:0]         new_i,           // taken in the clock before
    input  logic [Classes-1:0]         leaves_i,        // by its decision, in this clock
    input  logic [Classes-1:0]         answers_i,       // by an answer
    output logic [Classes*CountW-1:0]  count_o
);
  localparam int unsigned Part = 8;                     // slots, counted in as many bits
  localparam int unsigned Parts = (Slots + Part - 1) / Part;
  localparam int unsigned RowW = Part * Parts;
  logic [Slots-1:0]   counts;
  logic [Classes-1:0] new_q, less;
  logic               ask_counts_q;
  assign counts = stays_i & ~lacked_stage_i;
  assign less   = leaves_i & {Classes{ask_counts_q}};
  always_ff @(posedge clk_i) begin
    new_q        <= rst_ni ? new_i : '0;
    ask_counts_q <= (counts & ask_alone_i) != '0;
  end

  // Of each part how many: first of pairs, then of fours.
  function automatic logic [RowW-1:0] in_parts(input logic [RowW-1:0] some);
    logic [RowW-1:0] two, four;
    two      = (some & {RowW/2{2'b01}}) + (some >> 1 & {RowW/2{2'b01}});
    four     = (two & {RowW/4{4'h3}}) + (two >> 2 & {RowW/4{4'h3}});
    in_parts = ((four & {Parts{8'h0f}}) + (four >> 4 & {Parts{8'h0f}})) & {Parts{8'h0f}};
  endfunction

  for (genvar k = 0; k < Classes; k++) begin : gen_class
    logic [Slots-1:0]  of_class;
    logic [RowW-1:0]   part_q;
    logic [CountW-1:0] count;
    assign of_class = counts & groups_i[k/NResponse*Slots +: Slots] &
                      users_i[k%NResponse*Slots +: Slots];
    always_comb begin
      count = CountW'(new_q[k]) + CountW'(new_i[k]) - CountW'(answers_i[k]);
      for (int p = 0; p < Parts; p++) count += CountW'(part_q[p*Part +: Part]);
    end
    always_ff @(posedge clk_i) part_q <= rst_ni ? in_parts(RowW'(of_class)) : '0;
    assign count_o[k*CountW +: CountW] = less[k] ? count - 1'b1 : count;  // it is known late
  end
`ifdef FORMAL
  // Operation by operation.
  logic [Slots-1:0]  counted_q[Classes];
  logic [CountW-1:0] number[Classes];
  logic              begun_q = 1'b0;
  always_comb begin
    for (int k = 0; k < Classes; k++) begin
      number[k] = '0;
      if (new_q[k]) number[k]++;
      if (new_i[k]) number[k]++;
      if (answers_i[k]) number[k]--;
      if (leaves_i[k] && ask_counts_q) number[k]--;
      for (int s = 0; s < Slots; s++) number[k] += CountW'(counted_q[k][s]);
    end
  end
  always_ff @(posedge clk_i) begin
    begun_q <= 1'b1;
    for (int k = 0; k < Classes; k++) begin
      counted_q[k] <= rst_ni ? counts & groups_i[Slots*(k/NResponse) +: Slots] &
                               users_i[Slots*(k%NResponse) +: Slots] : '0;
    end
  end
  for (genvar k = 0; k < Classes; k++) begin : gen_proof
    logic [Part-1:0] of_part[Parts];
    always_comb begin
      for (int p = 0; p < Parts; p++) begin
        of_part[p] = '0;
        for (int s = p * Part; s < Slots && s < p * Part + Part; s++) begin
          of_part[p] += Part'(counted_q[k][s]);
        end
      end
    end
    always_ff @(posedge clk_i) begin
      if (begun_q) begin
        COUNTS_A : assert (count_o[k*CountW +: CountW] == number[k]);
        for (int p = 0; p < Parts; p++) begin
          PARTS_I : assert (gen_class[k].part_q[p*Part +: Part] == of_part[p]);
        end
      end
    end
  end
`endif
endmodule
