// The operations that count in the classes of response engines: those that wait for their stage do
// not. Too many change at once for counters, so that they are counted in two clocks.
//
// Promise, of what is told in clock c - 1 for clock c: it counts the operations that had a slot in
// clocks c-3 and c-2 and were not open without room at their stage in clock c-3, and those that
// were taken in clocks c-3 and c-2.
module sema_path_responses #(
    parameter int unsigned NResponse = 1,
    parameter int unsigned Slots = 40,
    parameter int unsigned CountW = 5,
    localparam int unsigned Classes = 3 * NResponse
) (
    input  logic                        clk_i,
    input  logic                        rst_ni,
    input  logic [Slots-1:0]            stays_i,        // a slot in this clock and the one before
    input  logic [Slots-1:0]            lacked_stage_i, // open, in the clock before
    input  logic [3*Slots-1:0]          groups_i,       // slots of each group
    input  logic [NResponse*Slots-1:0]  users_i,        // slots of each engine
    input  logic [Classes-1:0]          new_i,          // taken in the clock before
    output logic [Classes*CountW-1:0]   count_o
);
  localparam int unsigned Part = 8;                     // slots
  localparam int unsigned Parts = (Slots + Part - 1) / Part;
  localparam int unsigned PartW = $clog2(Part + 1);
  logic [Classes-1:0] new_q;
  always_ff @(posedge clk_i) new_q <= rst_ni ? new_i : '0;

  for (genvar k = 0; k < Classes; k++) begin : gen_class
    logic [Slots-1:0]       counts;
    logic [Parts*PartW-1:0] part, part_q;
    logic [CountW-1:0]      count;
    assign counts = stays_i & ~lacked_stage_i & groups_i[k/NResponse*Slots +: Slots] &
                    users_i[k%NResponse*Slots +: Slots];
    always_comb begin
      part = '0;
      if (counts != '0) begin
        for (int s = 0; s < Slots; s++) part[s/Part*PartW +: PartW] += PartW'(counts[s]);
      end
      count = CountW'(new_q[k]) + CountW'(new_i[k]);
      for (int p = 0; p < Parts; p++) count += CountW'(part_q[p*PartW +: PartW]);
    end
    always_ff @(posedge clk_i) part_q <= rst_ni ? part : '0;
    assign count_o[k*CountW +: CountW] = count;

`ifdef SEMA_CHECKED
    int unsigned counts_q;
    always_ff @(posedge clk_i) begin
      counts_q <= rst_ni ? $countones(counts) + 32'(new_i[k]) : '0;
      if (rst_ni) ALL_COUNTED_A : assert (32'(count) == counts_q + 32'(new_i[k]));
    end
`endif
  end
endmodule
