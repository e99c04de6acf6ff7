// SPDX-License-Identifier: Apache-2.0
// The lanes: one decision in every clock. Headroom is window - debt.
//
// Promises, of clock d: a request is granted if everything that it uses has room. A lane has
// room for a demand of at most its headroom, and for any demand while nobody holds anything on it;
// a lane with a window of 0 has none, nor has one that is crowded: with as many holders as its kind
// may have, or with any while no more than table_floor_i reservations are left, twice as many for a
// stage with a quarter of its holders. Then each demand is taken, at once. Anything else takes
// nothing. Settings are those of the clock before.
// Reservations are left by the command limit, and by the ids that are neither held nor parked.
//
// What returns in clock d is headroom from clock d + 1 on. A window write takes the place of an
// operation: its demand, old window - new window, is taken whatever the headroom.
//
// A headroom that is wrong, as a bit of it has flipped, is the window again: that of an empty lane is
// the window, and none is above it.
module sema_path_lanes #(
    parameter int unsigned NHbm = 8,
    parameter int unsigned NAtomic = 1,
    parameter int unsigned NResponse = 1,
    parameter int unsigned CntW = 32,
    parameter int unsigned IdW = 7,
    localparam int unsigned Lanes = NHbm + NAtomic + NResponse,
    localparam int unsigned StageLanes = NHbm + NAtomic,
    localparam int unsigned FreedW = $clog2(NAtomic + NResponse + 3)
) (
    input  logic                      clk_i,
    input  logic                      rst_ni,
    // a request: an operation (req_i), or a window write, or what must not be granted
    input  logic                      req_i,
    input  logic                      write_i,
    input  logic                      closes_i,   // the write is of a window of 0
    input  logic [Lanes:0]            use_i,      // the last one is the table
    input  logic [Lanes*CntW-1:0]     demand_i,   // of lanes that are used
    input  logic                      below_i,    // the demand is 2^CntW less than that
    input  logic [Lanes*CntW-1:0]     windows_i,  // with the one that is written in this clock
    input  logic [IdW+1:0]            table_i,    // an operation: 1
    // of each engine: stages without room for what responds there
    input  logic [NResponse*StageLanes-1:0] spent_i,
    input  logic [3*(IdW+1)-1:0]      holder_limit_i,  // of partition, Atomic, response engine
    input  logic [IdW:0]              table_floor_i,
    // what returns
    input  logic [Lanes-1:0]          ret_i,
    input  logic [Lanes*CntW-1:0]     amount_i,
    input  logic [FreedW-1:0]         freed_i,    // reservations
    input  logic [IdW:0]              spared_i,   // ids that are neither held nor parked any more
    output logic [Lanes-1:0]          wrong_o,    // lanes whose headroom is wrong
    // decision, in the next clock
    output logic                      grant_o,
    output logic [Lanes:0]            refused_o,
    // in force
    output logic [Lanes*CntW-1:0]     room_o,
    output logic [Lanes-1:0]          empty_o,    // nobody holds anything
    output logic [Lanes-1:0]          unlimited_o,  // any demand has room
    output logic [Lanes-1:0]          blocked_o,  // no demand has
    output logic [Lanes-1:0]          closed_o,   // its window is 0
    output logic [NResponse-1:0]      over_o,     // of engines: the debt is above the window
    output logic                      full_o,
    output logic [IdW:0]              held_o      // reservations
);
`ifdef SEMA_FLIPS
  import "DPI-C" function int sema_flip();
`endif
  logic           grant, take;
  logic [Lanes:0] refused;
`ifdef SEMA_CHECKED
  logic [Lanes:0]        has_room;
  logic signed [IdW+2:0] left;
  logic [3*(IdW+1)-1:0]  limit_1q;      // settings of the clock before
  logic [IdW:0]          floor_1q;
  always_ff @(posedge clk_i) {limit_1q, floor_1q} <= {holder_limit_i, table_floor_i};
`endif
  assign grant = rst_ni && req_i && refused == '0;
  assign take  = rst_ni && (req_i || write_i) && refused == '0;

  // A lane where any demand has room: nobody holds anything. One where none has: its window is 0, or
  // it is crowded (barred_q is both), or its headroom is below 0; or it is a stage, and what waits
  // for it holds its part of the response engine that is requested.
  logic [Lanes-1:0]      empty_q, closed_q, barred_q, negative;
  logic [StageLanes-1:0] spent;
  // Whether the table has no more left than the floor, than twice the floor: if nothing is granted,
  // and (_if) if something is.
  logic [1:0]            scarce, scarce_if;
  assign empty_o     = empty_q;
  assign unlimited_o = empty_q & ~closed_q;
  assign blocked_o   = negative & ~empty_q | barred_q;
  always_comb begin
    spent = '0;
    for (int e = 0; e < NResponse; e++) begin
      spent |= spent_i[e*StageLanes +: StageLanes] & {StageLanes{use_i[StageLanes+e]}};
    end
  end
  assign closed_o = closed_q;
  assign over_o = negative[Lanes-1:StageLanes];

  // room + amount - demand: three rows become two, so that no carry runs twice.
  function automatic logic [CntW:0] both(input logic [CntW:0] room, input logic [CntW:0] amount,
                                         input logic [CntW:0] demand);
    logic [CntW:0] half;
    half = room ^ amount;
    both = (half ^ ~demand) + {CntW'(room & amount | half & ~demand), 1'b1};
  endfunction

  for (genvar l = 0; l < Lanes; l++) begin : gen_lane
    localparam int unsigned Kind = l < NHbm ? 0 : l < StageLanes ? 1 : 2;
    localparam logic [31:0] Window = sema_path_pkg::window_at_reset(CntW, l >= NHbm + NAtomic);
    logic [CntW:0]   room_q, demand, amount, whole, base;
    logic [IdW:0]    holders_q, limit, part;
    logic            takes, steady, none, requested, closes, above, full, full_if, stays, last, barred_if;
    logic            barred;
    logic            past, many, many_if;     // of a stage: a quarter of the limit
    assign demand = {below_i, demand_i[l*CntW +: CntW]};
    assign amount = {1'b0, amount_i[l*CntW +: CntW]};

    assign none       = l < StageLanes ? spent[l%StageLanes] : 1'b0;
    assign requested  = use_i[l] && !write_i;
    assign refused[l] = !({unlimited_o[l] || !requested, room_q[CntW-1:0]} >=
                          {(blocked_o[l] || none) && requested, demand[CntW-1:0]});

    // Who holds something in the next clock if nothing is granted, and (_if) if something is, which
    // is known late: it selects.
    assign limit   = holder_limit_i[Kind*(IdW+1) +: IdW+1];
    assign above   = holders_q >= limit;
    assign full    = above && !(ret_i[l] && holders_q == limit);
    assign full_if = above || !ret_i[l] && holders_q == limit - 1'b1;
    assign part    = (IdW+1)'(({1'b0, limit} + (IdW+2)'(3)) >> 2);
    assign past    = l < StageLanes && holders_q >= part;
    assign many    = past && !(ret_i[l] && holders_q == part);
    assign many_if = past || l < StageLanes && !ret_i[l] && holders_q == part - 1'b1;
    assign last    = ret_i[l] && holders_q == (IdW+1)'(1);
    assign stays   = !empty_q[l] && !last;
    assign closes  = write_i && use_i[l] ? closes_i : closed_q[l];
    assign barred    = closes || stays && (full || scarce[0] || many && scarce[1]);
    assign barred_if = closes || (use_i[l] ? full_if || scarce_if[0] || many_if && scarce_if[1]
                                           : stays && (full || scarce_if[0] || many && scarce_if[1]));

    // Whether something returns, and whether what is requested is taken, is known late: it selects.
    // What enters an empty lane takes from its window.
    assign takes = take && use_i[l];
    assign whole = {1'b0, windows_i[l*CntW +: CntW]};
    assign steady = !(write_i && use_i[l]);
    assign base = empty_q[l] && steady ? whole : room_q;
    assign wrong_o[l] = rst_ni && steady && ($signed(room_q) > $signed(whole) ||
                                             empty_q[l] && room_q != whole);
    always_ff @(posedge clk_i) begin
      if (takes) room_q <= ret_i[l] ? both(room_q, amount, demand) : base - demand;
      else if (!rst_ni) room_q <= (CntW+1)'(Window);
      else if (ret_i[l]) room_q <= room_q + amount;
      else if (wrong_o[l]) room_q <= whole;
      if (!rst_ni) begin
        holders_q   <= '0;
        empty_q[l]  <= 1'b1;
        closed_q[l] <= 1'b0;
        barred_q[l] <= 1'b0;
      end else begin
        if (grant && use_i[l]) begin
          if (!ret_i[l]) holders_q <= holders_q + 1'b1;
          empty_q[l] <= 1'b0;
        end else if (ret_i[l]) begin
          holders_q  <= holders_q - 1'b1;
          empty_q[l] <= !stays;
        end
        closed_q[l] <= closes;
        barred_q[l] <= grant ? barred_if : barred;
      end
    end
`ifdef SEMA_FLIPS
    // A test bench flips a bit half a clock before an edge: 1 + 64 * lane + bit; 0: none.
    always @(negedge clk_i) begin
      if (sema_flip() > 64 * l && sema_flip() <= 64 * (l + 1)) begin
        room_q <= room_q ^ (CntW+1)'(1) << (sema_flip() - 1 - 64 * l);
      end
    end
`endif
    assign room_o[l*CntW +: CntW] = room_q[CntW-1:0];
    assign negative[l] = room_q[CntW];
`ifdef SEMA_CHECKED
    // Window and debt, by what was written, granted and returned. Whether it has room, by both.
    logic [CntW:0] window_q, window, debt_q, more;
    logic          crowded;
    assign window       = window_q - demand;
    assign more         = debt_q + {1'b0, demand_i[l*CntW +: CntW]};
    assign crowded      = holders_q >= limit_1q[Kind*(IdW+1) +: IdW+1] ||
                          floor_1q != '0 && left <= $signed({2'b0, floor_1q}) *
                          (l < StageLanes && 4 * 32'(holders_q) >= 32'(limit_1q[Kind*(IdW+1) +: IdW+1]) ? 2 : 1);
    assign has_room[l]  = window_q != '0 && (holders_q == '0 || more <= window_q && !crowded) && !none;
    always_ff @(posedge clk_i) begin
      if (!rst_ni) window_q <= (CntW+1)'(Window);
      else if (write_i && use_i[l]) window_q <= window;
      debt_q <= !rst_ni ? '0 : (grant && use_i[l] ? more : debt_q) - (ret_i[l] ? amount : '0);
      if (rst_ni) begin
        NOBODY_HOLDS_A : assert (empty_q[l] == (holders_q == '0));
        TAKEN_A : assert (room_q == window_q - debt_q);
        WRAPS_A : assert (!debt_q[CntW]);
        OVER_A : assert (!(grant && use_i[l]) || more <= window_q || holders_q == '0);
        CLOSED_A : assert (closed_q[l] == (window_q == '0));
        CROWDED_A : assert (barred_q[l] == (closed_q[l] || holders_q != '0 && crowded));
        SPENT_M : assert (!(none && unlimited_o[l]));
        WINDOW_I : assert (window_q < {1'b0, {CntW{1'b1}}});
        FORCE_M : assert (whole == (steady ? window_q : window));
        RIGHT_A : assert (!wrong_o[l]);
        RETURNS_M : assert (!ret_i[l] || !empty_q[l] && amount <= debt_q);
        LAST_M : assert (holders_q != '0 || debt_q == '0);
        WRITE_M : assert (!(write_i && use_i[l]) || window < {1'b0, {CntW{1'b1}}} &&
                          closes_i == (window == '0));
        HELD_M : assert (holders_q <= held_o);
      end
    end
`endif
  end

  // The table: reservations that may be made yet, by the command limit and by the ids there are.
  logic signed [IdW+1:0] free_q, free, less;
  logic [IdW:0]          spare_q, spare, spare_if;
  logic [1:0]            few, few_if;    // no more is left by the limit than the floor, than twice
  assign refused[Lanes] = use_i[Lanes] && full_o && !write_i;
  assign free = free_q + (IdW+2)'(freed_i);
  assign less = free_q + (IdW+2)'(freed_i) - table_i;
  assign spare     = spare_q + spared_i;
  assign spare_if  = spare - 1'b1;
  for (genvar n = 0; n < 2; n++) begin : gen_floor
    logic [IdW+1:0]        floor;
    logic signed [IdW+2:0] left_if, left_now;
    assign left_if      = (IdW+3)'(less);
    assign left_now     = (IdW+3)'(free);
    assign floor        = {1'b0, table_floor_i} << n;
    assign few_if[n]    = left_if <= $signed({1'b0, floor});
    assign few[n]       = write_i && use_i[Lanes] ? few_if[n] : left_now <= $signed({1'b0, floor});
    assign scarce_if[n] = table_floor_i != '0 && (few_if[n] || {1'b0, spare_if} <= floor);
    assign scarce[n]    = table_floor_i != '0 && (few[n] || {1'b0, spare} <= floor);
  end
  always_ff @(posedge clk_i) begin
    grant_o   <= grant;
    refused_o <= refused;
    if (!rst_ni) begin
      held_o <= '0;
      free_q  <= (IdW+2)'(2 ** IdW);
      spare_q <= (IdW+1)'(2 ** IdW);
      full_o  <= 1'b0;
    end else begin
      held_o <= grant ? held_o + 1'b1 - (IdW+1)'(freed_i) : held_o - (IdW+1)'(freed_i);
      free_q  <= take && use_i[Lanes] ? less : free;
      spare_q <= grant ? spare_if : spare;
      full_o  <= (take && use_i[Lanes] ? less <= 0 : free <= 0) || spare == '0 ||
                 grant && spare == (IdW+1)'(1);
    end
  end
`ifdef SEMA_CHECKED
  // The command limit, and ids that are parked; an operation is granted exactly if all that it uses
  // has room.
  logic signed [IdW+2:0] limit_q, limit, by_limit, by_ids;
  logic [IdW:0]          parked_q, parked;
  assign limit           = limit_q - (IdW+3)'($signed(table_i));
  assign parked          = parked_q + (IdW+1)'(freed_i) - spared_i;
  assign by_limit        = limit_q - $signed({2'b0, held_o});
  assign by_ids          = (IdW+3)'(2 ** IdW) - $signed({2'b0, held_o}) - $signed({2'b0, parked_q});
  assign left            = by_limit < by_ids ? by_limit : by_ids;
  assign has_room[Lanes] = left > 0;
  always_ff @(posedge clk_i) begin
    parked_q <= rst_ni ? parked : '0;
    if (!rst_ni) limit_q <= (IdW+3)'(2 ** IdW);
    else if (write_i && use_i[Lanes]) limit_q <= limit;
    if (rst_ni) begin
      GRANT_A : assert (grant == (req_i && (use_i & ~has_room) == '0));
      REFUSED_A : assert (write_i || refused == (use_i & ~has_room));
      LIMIT_A : assert (full_o == !has_room[Lanes]);
      LEFT_I : assert (free_q == (IdW+2)'(by_limit) && spare_q == (IdW+1)'(by_ids));
      HELD_I : assert (limit_q >= 0 && limit_q <= 2 ** IdW);
      IDS_A : assert (32'(held_o) + 32'(parked_q) <= 2 ** IdW);
      SPARED_M : assert (32'(spared_i) <= 32'(parked_q) + 32'(freed_i));
      FREED_M : assert (32'(freed_i) <= 32'(held_o));
      ASK_M : assert (write_i ? !req_i : !req_i || !below_i && table_i == (IdW+2)'(1));
      TABLE_M : assert (!req_i || use_i[Lanes]);
      LIMIT_M : assert (!(write_i && use_i[Lanes]) || limit >= 0 && limit <= 2 ** IdW);
    end
  end
`endif
endmodule
