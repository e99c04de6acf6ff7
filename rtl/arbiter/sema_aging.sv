// Aging: the oldest waiting operation, and whether too many grants have passed it.
//
// Promise, of clock x: with the offers, leaves and grants up to clock x - 9 (insert_i of x - 8,
// leave_i of x - 7, grant_i of x - 8) the oldest operation is aged if at least bound_i of x - 2
// grants were made since its offer, and bound_i is not 0. Then allow_o has this slot only, unless
// it has left since (leave_i up to x - 1); else it has all slots.
// Same clock: one slot may be left while another is inserted. Grants are counted modulo 2^CountW.
//
// A matrix says of two slots whose operation is older. The oldest (clock 3) has the count of grants
// at its offer read (4, 5), taken from the count (6) and compared (7). It is taken out of the way
// as soon as it leaves.
module sema_aging #(
    parameter int unsigned Slots = sema_pkg::Slots,
    parameter bit Gates = sema_pkg::Gates,
    localparam int unsigned CountW = sema_pkg::StarvationBits
) (
    input  logic               clk_i,
    input  logic               rst_ni,
    // insertion, clock 1: the slot alone, or none
    input  logic [Slots-1:0]   insert_i,
    // a grant, clock 1
    input  logic               grant_i,
    // leave, clock 2: the slot alone, or none
    input  logic [Slots-1:0]   leave_i,
    // configuration
    input  logic [CountW-1:0]  bound_i,
    // who is held back by nobody's age, clock 9
    output logic [Slots-1:0]   allow_o
);

  // Clock 2: slots as they are in clock 3, and grants.
  logic [Slots-1:0]    insert_2q, there_3q, oldest, oldest_4q, oldest_5q, oldest_6q, oldest_7q;
  logic [Slots-1:0]    oldest_8q, allow_9q, stays;
  logic [CountW-1:0]   grants_2q, stamp_6q, age_7q;
  logic [4*CountW-1:0] grants_6q;
  logic                aged_8q, gone_9q;

  always_ff @(posedge clk_i) begin
    insert_2q <= rst_ni ? insert_i : '0;
    there_3q  <= rst_ni ? (there_3q | insert_2q) & ~leave_i : '0;
    grants_2q <= rst_ni ? grants_2q + CountW'(grant_i) : '0;
    grants_6q <= {grants_6q[3*CountW-1:0], grants_2q};
  end

  // Clock 3: the oldest.
  if (Gates) begin : gen_gates
    logic [Slots*Slots-1:0] older;
    for (genvar i = 0; i < Slots; i++) begin : gen_row
      assign older[i*Slots+i] = 1'b0;
      for (genvar j = i + 1; j < Slots; j++) begin : gen_column
        logic before_q;  // i is older than j
        always_ff @(posedge clk_i) begin
          if (insert_2q[j]) before_q <= 1'b1;
          else if (insert_2q[i]) before_q <= 1'b0;
        end
        assign older[j*Slots+i] = before_q;
        assign older[i*Slots+j] = !before_q;
      end
      assign oldest[i] = there_3q[i] && (there_3q & older[i*Slots +: Slots]) == '0;
    end

    // Clocks 4 and 5: the count at its offer.
    localparam int unsigned Groups = Slots > 8 ? Slots / 8 : 1;
    localparam int unsigned Size = Slots / Groups;
    logic [CountW-1:0]        stamp_q[Slots];
    logic [Groups*CountW-1:0] group, group_5q;
    logic [CountW-1:0]        stamp;
`ifdef FORMAL
    logic [Slots*CountW-1:0]  formal_stamps;  // in a vector, of which a proof speaks
`endif
    for (genvar s = 0; s < Slots; s++) begin : gen_stamp
      always_ff @(posedge clk_i) if (insert_2q[s]) stamp_q[s] <= grants_2q;
`ifdef FORMAL
      assign formal_stamps[s*CountW +: CountW] = stamp_q[s];
`endif
    end
    always_comb begin
      group = '0;
      stamp = '0;
      for (int s = 0; s < Slots; s++) begin
        group[s/Size*CountW +: CountW] |= stamp_q[s] & {CountW{oldest_4q[s]}};
      end
      for (int g = 0; g < Groups; g++) stamp |= group_5q[g*CountW +: CountW];
    end
    always_ff @(posedge clk_i) begin
      group_5q <= group;
      stamp_6q <= stamp;
    end
  end else begin : gen_words
    // Rows in places, as sema_pkg says. The oldest stays the oldest until it leaves.
    localparam int unsigned SlotW = sema_pkg::index_width(Slots);
    localparam int unsigned Quarter = Slots / 4;
    logic [Slots*Slots-1:0] older_q;
    logic [SlotW-1:0]       place, slot, read;
    logic [CountW-1:0]      stamp_q[Slots];
    logic [CountW-1:0]      stamp_5q;
    logic [127:0]           alone;
    logic [Slots-1:0]       last, last_q;
    assign slot  = SlotW'(sema_pkg::index_of(64'(insert_2q)));
    assign place = SlotW'(sema_pkg::place_of(32'(slot), Slots));
    assign read  = SlotW'(sema_pkg::index_of(64'(oldest_4q)));
    always_ff @(posedge clk_i) begin
      if (insert_2q != '0) begin
        for (int s = 0; s < Slots; s++) begin
          older_q[s*Slots +: Slots] <= older_q[s*Slots +: Slots] & ~insert_2q;
        end
        older_q[place*Slots +: Slots] <= ~insert_2q;
        stamp_q[slot]                 <= grants_2q;
      end
      stamp_5q <= stamp_q[read];
      stamp_6q <= stamp_5q;
    end
    assign last = there_3q & last_q;
    always_comb begin
      alone  = '0;
      oldest = last;
      if (last == '0 && there_3q != '0) begin
        for (int b = 0; b < Quarter; b++) begin
          for (int w = 0; w < 4; w++) begin
            alone[w*32+b] = (there_3q & older_q[(4*b+w)*Slots +: Slots]) == '0;
          end
        end
        oldest = there_3q & Slots'(sema_pkg::of_places(alone, Slots));
      end
    end
    always_ff @(posedge clk_i) last_q <= rst_ni ? oldest & ~leave_i : '0;
  end

  // Clocks 4 to 8: unless it leaves; aged.
  assign stays = rst_ni ? ~leave_i : '0;
  always_ff @(posedge clk_i) begin
    oldest_4q <= oldest & stays;
    oldest_5q <= oldest_4q & stays;
    oldest_6q <= oldest_5q & stays;
    oldest_7q <= oldest_6q & stays;
    oldest_8q <= oldest_7q & stays;
    age_7q    <= grants_6q[3*CountW +: CountW] - stamp_6q;
    aged_8q   <= rst_ni && bound_i != '0 && age_7q >= bound_i;
    allow_9q  <= oldest_8q | {Slots{!aged_8q}};
    gone_9q   <= (oldest_8q & ~leave_i) == '0;
  end
  assign allow_o = allow_9q | {Slots{gone_9q}};

`ifndef SYNTHESIS
  // Not traced, so that a model without assertions does without what is only for them.
  /* verilator tracing_off */

  // The same reckoned the plain way, in clock 2: by number of the offer, grants counted one by one.
  // Then on its way to clock 9.
  localparam int unsigned SlotW2 = sema_pkg::index_width(Slots);
  logic [63:0]        offered_q[Slots];
  logic [CountW-1:0]  passed_q[Slots];
  logic [63:0]        offers_q = '0;
  logic [Slots-1:0]   plain_q, insert_1q;
  logic               grant_2q;
  logic [SlotW2-1:0]  eldest;
  logic               some_q[6];
  logic [SlotW2-1:0]  eldest_q[6];
  logic [CountW-1:0]  passed_oldest_q[7];
  logic               left_q[6];
  logic [CountW-1:0]  bound_1q, bound_2q;
  logic [4:0]         began_q = '0;  // clocks since reset
  always_comb begin
    eldest = '0;
    for (int s = 0; s < Slots; s++) begin
      if (plain_q[s] && (!plain_q[eldest] || offered_q[s] < offered_q[eldest])) eldest = SlotW2'(s);
    end
  end
  always_ff @(posedge clk_i) begin
    insert_1q <= rst_ni ? insert_i : '0;
    grant_2q  <= rst_ni && grant_i;
    plain_q   <= rst_ni ? (plain_q | insert_1q) & ~leave_i : '0;
    for (int s = 0; s < Slots; s++) begin
      passed_q[s] <= insert_1q[s] ? '0 : passed_q[s] + CountW'(grant_2q);
      if (insert_1q[s]) offered_q[s] <= offers_q;
    end
    if (insert_1q != '0) offers_q <= offers_q + 64'd1;
    // plain_q and passed_q of clock 3 on.
    some_q[0]          <= plain_q != '0;
    eldest_q[0]        <= eldest;
    passed_oldest_q[0] <= passed_q[eldest];
    left_q[0]          <= leave_i[eldest];
    for (int i = 1; i < 6; i++) begin
      some_q[i]          <= some_q[i-1];
      eldest_q[i]        <= eldest_q[i-1];
      passed_oldest_q[i] <= passed_oldest_q[i-1];
      left_q[i]          <= left_q[i-1] || leave_i[eldest_q[i-1]];
    end
    bound_1q <= bound_i;
    bound_2q <= bound_1q;
    began_q  <= !rst_ni ? '0 : began_q + 5'(began_q != '1);
  end

  always_ff @(posedge clk_i) begin
    if (rst_ni && began_q > 5'd12) begin
      Allow_A : assert (allow_o == (some_q[5] && !left_q[5] && bound_2q != '0 &&
          passed_oldest_q[5] >= bound_2q ? Slots'(1) << eldest_q[5] : '1));
      Insert_M : assert ($onehot0(insert_i) && (insert_2q & there_3q) == '0);
      Leave_M : assert ($onehot0(leave_i) && (leave_i & ~there_3q) == '0);
    end
  end

  /* verilator tracing_on */
`endif

endmodule
