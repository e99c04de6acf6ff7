// SPDX-License-Identifier: Apache-2.0
// Telemetry: counts that are copied together, so that they are of one time (registers.md, 9.7).
//
// A count is a word of a table, and a part of few bits that counts since the word's last turn. A clock
// is the turn of one word: its part is emptied into the table. In a turn of all words that is to be
// captured, each sum goes into a second table, too, which the bus reads.
//
// What is shown of clock c in clock c + 1 is counted a clock later, and has its turn a clock later.
// In the turn of clock t a part is emptied in t, or in t + 1; its sum is written in t + 2.
module sema_telemetry #(
    parameter int unsigned NHbm = 8,
    parameter int unsigned NAtomic = 1,
    parameter int unsigned NResponse = 1,
    parameter int unsigned Depth = 128,
    parameter int unsigned Slots = 40,
    localparam int unsigned Lanes = NHbm + NAtomic + NResponse,
    localparam int unsigned Channels = NAtomic + NResponse + 2,
    localparam int unsigned AddW = $clog2(Channels + 1),
    localparam int unsigned IdW = $clog2(Depth)
) (
    input  logic                     clk_i,
    input  logic                     rst_ni,
    input  logic                     quiet_i,        // this clock does not count
    // of clock c: lanes
    input  logic [Lanes-1:0]         enter_i,        // lanes of a grant
    input  logic [8*Lanes-1:0]       stage_queue_i,
    input  logic [Lanes-1:0]         stage_idle_i,
    input  logic [3*Lanes-1:0]       lacking_i,      // classes of which something lacked it in c - 2
    // what returns on each channel, and to which lane
    input  logic [2*Channels-1:0]    return_kind_i,
    input  logic [6*Channels-1:0]    return_lane_i,
    // groups: of what leaves by its decision, by an answer, and whose slot is new; each one bit
    input  logic                     grant_i,
    input  logic                     leave_i,
    input  logic [2:0]               leave_group_i,
    input  logic [2:0]               answered_i,
    input  logic [2:0]               new_i,
    // what the operation's last deny reported, if it is denied now: stage, response engine, table
    input  logic [2:0]               reported_i,
    // clock c + 1: what a deny names; a grant, frees, returns of each kind
    input  logic [Lanes:0]           denied_i,
    input  logic                     granted_i,
    input  logic [4*AddW-1:0]        add_i,
    // clock p + 1 of a write of capture; the clock before its answer
    input  logic                     capture_i,
    output logic                     captured_o,
    // a register, which is captured; what it was in this clock, in the next one
    input  logic [11:2]              read_address_i,
    output logic [31:0]              read_data_o
);
  // Words, in the order of their turns.
  localparam int unsigned Frees = 0, Returns = 1, Grants = 4, GroupGrants = 5, GroupWaits = 8,
      LaneReturns = 11, HolderClocks = LaneReturns + Lanes, QueueClocks = HolderClocks + Lanes, StarvedClocks = QueueClocks + Lanes,
      IdleClocks = StarvedClocks + Lanes, Denied = IdleClocks + Lanes, Clocks = Denied + Lanes + 1,
      Turn = Clocks + 1;
  localparam int unsigned TurnW = $clog2(Turn), CountW = $clog2(Slots + 1);
  localparam int unsigned HolderW = $clog2(Turn * Depth + 1), QueueW = $clog2(Turn * 255 + 1),
      OneW = $clog2(Turn + 1), WaitW = $clog2(Turn * Slots + 1), TraceW = $clog2(Turn * Channels + 1);

  // Whose turn it is. Of the first one after a reset the table has no sums.
  logic             run, run_1q, run_2q, ends, req, req_q, copy_q, copy_1q, copy_2q;
  logic             first_q, first_1q, bare_2q, whole_q;
  logic [TurnW-1:0] turn_q, turn_1q, turn_2q;
  assign run  = rst_ni && !quiet_i;
  assign ends = turn_q == TurnW'(Clocks);
  assign req  = capture_i || req_q;
  always_ff @(posedge clk_i) begin
    run_1q  <= run;
    run_2q  <= rst_ni && run_1q;
    turn_1q <= turn_q;
    turn_2q <= turn_1q;
    copy_1q <= copy_q;
    copy_2q <= copy_1q;
    if (!rst_ni) begin
      turn_q  <= '0;
      first_q <= 1'b1;
      copy_q  <= 1'b0;
      req_q   <= 1'b0;
    end else if (run && ends) begin
      turn_q  <= '0;
      first_q <= 1'b0;
      copy_q  <= req;
      req_q   <= 1'b0;
    end else begin
      turn_q <= turn_q + TurnW'(run);
      req_q  <= req;
    end
  end

  // Clock t: parts of lanes.
  logic [Lanes-1:0]   starved;
  logic [HolderW-1:0] holders;
  logic [QueueW-1:0]  queues;
  logic [OneW-1:0]    starves, idles;
  for (genvar l = 0; l < Lanes; l++) begin : gen_starved
    assign starved[l] = stage_idle_i[l] && (lacking_i[l] || lacking_i[Lanes+l] || lacking_i[2*Lanes+l]);
  end
  sema_telemetry_parts #(
      .Words(Lanes), .First(QueueClocks), .Turn(Turn), .Most(255)
  ) u_queues (
      .clk_i, .rst_ni, .run_i(run), .turn_i(turn_q), .add_i(stage_queue_i), .part_o(queues));
  sema_telemetry_parts #(
      .Words(Lanes), .First(StarvedClocks), .Turn(Turn)
  ) u_starves (
      .clk_i, .rst_ni, .run_i(run), .turn_i(turn_q), .add_i(starved), .part_o(starves));
  sema_telemetry_parts #(
      .Words(Lanes), .First(IdleClocks), .Turn(Turn)
  ) u_idles (
      .clk_i, .rst_ni, .run_i(run), .turn_i(turn_q), .add_i(stage_idle_i), .part_o(idles));

  // Clock t + 1: parts of the trace, returns, holders, groups, and of denies without what the last
  // one reported. Slots of each group are those that were left in the clock before, and new ones.
  localparam int unsigned LaneW = HolderW > QueueW ? HolderW : QueueW;
  logic [LaneW-1:0]      lanes_q;
  logic [2:0]            grant_q, leave_q, answered_q, new_q, reported_q;
  logic [3*CountW-1:0]   kept_q, slots;
  logic [Lanes:0]        denied;
  logic [OneW-1:0]       grants, denies, returns;
  logic [TraceW-1:0]     traces;
  logic [Lanes-1:0]      ret, ret_q;
  logic [Lanes*(IdW+1)-1:0] held_q, holds;         // holders of the clock before, of this one
  logic [WaitW-1:0]      waits;
  always_comb begin
    ret = '0;
    for (int k = 0; k < Channels - 1; k++) begin
      if (return_kind_i[2*k +: 2] == 2'd1) ret |= Lanes'(64'd1 << return_lane_i[6*k +: 6]);
    end
  end
  assign denied = denied_i & ~{reported_q[2], {NResponse{reported_q[1]}}, {(NHbm+NAtomic){reported_q[0]}}};
  for (genvar g = 0; g < 3; g++) begin : gen_group
    assign slots[g*CountW +: CountW] = kept_q[g*CountW +: CountW] + CountW'(new_q[g]);
    always_ff @(posedge clk_i) begin
      kept_q[g*CountW +: CountW] <= !rst_ni ? '0 : slots[g*CountW +: CountW] -
                                    CountW'(leave_q[g]) - CountW'(answered_q[g]);
    end
  end
  always_ff @(posedge clk_i) begin
    lanes_q    <= LaneW'(queues) | LaneW'(starves) | LaneW'(idles);
    grant_q    <= leave_group_i & {3{rst_ni && grant_i}};
    leave_q    <= leave_group_i & {3{rst_ni && leave_i}};
    answered_q <= answered_i & {3{rst_ni}};
    new_q      <= new_i & {3{rst_ni}};
    reported_q <= reported_i;
    ret_q      <= ret & {Lanes{rst_ni}};
  end
  sema_telemetry_parts #(
      .Words(4), .First(Frees), .Turn(Turn), .Most(Channels)
  ) u_traces (
      .clk_i, .rst_ni, .run_i(run_1q), .turn_i(turn_1q), .add_i, .part_o(traces));
  sema_telemetry_parts #(
      .Words(Lanes), .First(LaneReturns), .Turn(Turn)
  ) u_returns (
      .clk_i, .rst_ni, .run_i(run_1q), .turn_i(turn_1q), .add_i(ret_q), .part_o(returns));
  for (genvar l = 0; l < Lanes; l++) begin : gen_holders
    assign holds[l*(IdW+1) +: IdW+1] = held_q[l*(IdW+1) +: IdW+1] + (IdW+1)'(enter_i[l]) - (IdW+1)'(ret[l]);
  end
  always_ff @(posedge clk_i) held_q <= rst_ni ? holds : '0;
  sema_telemetry_parts #(
      .Words(Lanes), .First(HolderClocks), .Turn(Turn), .Most(Depth)
  ) u_holders (
      .clk_i, .rst_ni, .run_i(run_1q), .turn_i(turn_1q), .add_i(held_q), .part_o(holders));
  sema_telemetry_parts #(
      .Words(4), .First(Grants), .Turn(Turn)
  ) u_grants (
      .clk_i, .rst_ni, .run_i(run_1q), .turn_i(turn_1q), .add_i({grant_q, granted_i}), .part_o(grants));
  sema_telemetry_parts #(
      .Words(3), .First(GroupWaits), .Turn(Turn), .Most(Slots)
  ) u_waits (
      .clk_i, .rst_ni, .run_i(run_1q), .turn_i(turn_1q), .add_i(slots), .part_o(waits));
  sema_telemetry_parts #(
      .Words(Lanes + 1), .First(Denied), .Turn(Turn)
  ) u_denies (
      .clk_i, .rst_ni, .run_i(run_1q), .turn_i(turn_1q), .add_i(denied), .part_o(denies));

  // The part of all clocks, which follows from turns.
  logic [31:0] clocks, part_2q, sum, old;
  assign clocks = turn_1q != TurnW'(Clocks) ? '0 : first_1q ? 32'(Clocks) : 32'(Turn);
  always_ff @(posedge clk_i) begin
    first_1q <= first_q;
    bare_2q  <= first_1q;
    part_2q  <= clocks | 32'(lanes_q) | 32'(traces) | 32'(returns) | 32'(holders) | 32'(grants) |
                32'(waits) | 32'(denies);
  end

  // Clock t + 2: sums.
  logic copies;
  assign sum    = (bare_2q ? '0 : old) + part_2q;
  assign copies = run_2q && copy_2q;
  sema_memory #(.Width(32), .Depth(Turn)) u_sums (
      .clk_i, .write_i(run_2q), .write_address_i(turn_2q), .write_data_i(sum), .read_i(1'b1),
      .read_address_i(turn_1q), .read_data_o(old));

  // What was captured, once something was.
  logic             known_q, known_1q;
  logic [TurnW-1:0] word;
  logic [31:0]      captured;
  assign captured_o  = whole_q;
  assign read_data_o = known_1q ? captured : '0;
  always_comb begin
    word = TurnW'(read_address_i[7:2]);
    case (read_address_i[11:8])
      sema_map::LaneReturns:   word += TurnW'(LaneReturns);
      sema_map::HolderClocks:  word += TurnW'(HolderClocks);
      sema_map::QueueClocks:   word += TurnW'(QueueClocks);
      sema_map::StarvedClocks: word += TurnW'(StarvedClocks);
      sema_map::IdleClocks:    word += TurnW'(IdleClocks);
      sema_map::Denied:        word += TurnW'(Denied);
      default: begin
        case (read_address_i[5:2])
          4'(sema_map::CapturedFrees):  word = TurnW'(Frees);
          4'(sema_map::CapturedGrants): word = TurnW'(Grants);
          4'(sema_map::Clocks):         word = TurnW'(Clocks);
          default: begin
            if (read_address_i[5]) word += TurnW'(Returns - sema_map::CapturedReturns);
            else if (read_address_i[4]) word += TurnW'(GroupWaits - sema_map::GroupWaits);
            else word += TurnW'(GroupGrants - sema_map::GroupGrants);
          end
        endcase
      end
    endcase
  end
  always_ff @(posedge clk_i) begin
    whole_q  <= rst_ni && copies && turn_2q == TurnW'(Clocks);
    known_q  <= rst_ni && (known_q || whole_q);
    known_1q <= known_q;
  end
  sema_memory #(.Width(32), .Depth(Turn)) u_captured (
      .clk_i, .write_i(copies), .write_address_i(turn_2q), .write_data_i(sum), .read_i(1'b1),
      .read_address_i(word), .read_data_o(captured));
`ifdef FORMAL
  // One word, by the table of registers.md, 9.7: its count of all clocks before, what it counted since
  // its last turn, what is on the way to the table, and what was written there, last and captured. A
  // count of groups or of denies is reported a clock later.
  (* anyconst *) logic [TurnW-1:0] watch;
  logic             up_q, late, mine_1q, mine_2q, pends_q, goes, goes_q, goes_1q, goes_2q;
  logic [3:1]       last_q;
  logic [31:0]      counted, adds_0, adds, adds_1q, total_q, since_q, way_1q, way_2q, want_1q, want_2q, written_q,
                    snap_q, snap_1q;
  logic             mine, counts_now, ran_q, read_q, word_q, answered_once_q, answered_1q;
  logic [2:0]       reported_1q;
  logic [3*CountW-1:0] has_q, has, has_1q;
  logic [Lanes*(IdW+1)-1:0] holding_q, holding;
  logic [LaneW-1:0] part;
  logic [11:0]      address;
  assign late = watch < TurnW'(QueueClocks) || watch >= TurnW'(Denied) && watch != TurnW'(Clocks);
  // Holders of each lane in this clock; slots of each group.
  always_comb for (int l = 0; l < Lanes; l++) begin
    holding[l*(IdW+1) +: IdW+1] = holding_q[l*(IdW+1) +: IdW+1] + (IdW+1)'(enter_i[l]) - (IdW+1)'(ret[l]);
  end
  always_comb for (int g = 0; g < 3; g++) begin
    has[g*CountW +: CountW] = has_q[g*CountW +: CountW] + CountW'(new_i[g]);
  end
  always_comb begin
    adds_0  = 32'(watch == TurnW'(Clocks));
    address = 12'hf28;
    for (int l = 0; l < Lanes; l++) begin
      if (watch == TurnW'(HolderClocks + l)) adds_0 = 32'(holding[l*(IdW+1) +: IdW+1]);
      if (watch == TurnW'(LaneReturns + l)) begin
        address = 12'(32'h400 + 4*l);
        for (int k = 0; k < Channels - 1; k++) begin
          if (return_kind_i[2*k +: 2] == 2'd1 && return_lane_i[6*k +: 6] == 6'(l)) adds_0 = 32'd1;
        end
      end
      if (watch == TurnW'(QueueClocks + l)) adds_0 = 32'(stage_queue_i[8*l +: 8]);
      if (watch == TurnW'(StarvedClocks + l)) begin
        adds_0 = 32'(stage_idle_i[l] && {lacking_i[l], lacking_i[Lanes+l], lacking_i[2*Lanes+l]} != '0);
      end
      if (watch == TurnW'(IdleClocks + l)) adds_0 = 32'(stage_idle_i[l]);
      for (int f = 0; f < 4; f++) begin
        if (watch == TurnW'(HolderClocks + f*Lanes + l)) address = 12'(32'ha00 + 256*f + 4*l);
      end
    end
    for (int l = 0; l <= Lanes; l++) if (watch == TurnW'(Denied + l)) address = 12'(32'he00 + 4*l);
    for (int k = 0; k < 3; k++) begin
      if (watch == TurnW'(GroupGrants + k)) adds_0 = 32'(grant_i && leave_group_i[k]);
      if (watch == TurnW'(GroupWaits + k)) adds_0 = 32'(has[k*CountW +: CountW]);
      if (watch == TurnW'(GroupGrants + k)) address = 12'(32'hf00 + 4*k);
      if (watch == TurnW'(GroupWaits + k)) address = 12'(32'hf10 + 4*k);
      if (watch == TurnW'(Returns + k)) address = 12'(32'hf2c + 4*k);
    end
    if (watch == TurnW'(Clocks)) address = 12'hf20;
    if (watch == TurnW'(Grants)) address = 12'hf24;
    adds = late ? adds_1q : adds_0;
    for (int k = 0; k < Grants; k++) if (watch == TurnW'(k)) adds = 32'(add_i[k*AddW +: AddW]);
    if (watch == TurnW'(Grants)) adds = 32'(granted_i);
    for (int l = 0; l <= Lanes; l++) begin
      if (watch == TurnW'(Denied + l)) begin
        adds = 32'(denied_i[l] && !(l == Lanes ? reported_1q[2] : l >= NHbm + NAtomic ? reported_1q[1] : reported_1q[0]));
      end
    end
  end
  // What its part is given.
  function automatic logic [TurnW-1:0] next(input logic [TurnW-1:0] turn);
    next = turn == TurnW'(Clocks) ? '0 : turn + 1'b1;
  endfunction
  always_comb begin
    counted = adds;
    for (int l = 0; l < Lanes; l++) begin
      if (watch == TurnW'(StarvedClocks + l)) counted = 32'(starved[l]);
      if (watch == TurnW'(LaneReturns + l)) counted = 32'(ret_q[l]);
      if (watch == TurnW'(HolderClocks + l)) counted = 32'(held_q[l*(IdW+1) +: IdW+1]);
    end
    for (int l = 0; l <= Lanes; l++) if (watch == TurnW'(Denied + l)) counted = 32'(denied[l]);
    for (int g = 0; g < 3; g++) begin
      if (watch == TurnW'(GroupGrants + g)) counted = 32'(grant_q[g]);
      if (watch == TurnW'(GroupWaits + g)) counted = 32'(slots[g*CountW +: CountW]);
    end
  end
  assign mine       = counts_now && (late ? turn_1q : turn_q) == watch;
  assign counts_now = late ? ran_q : rst_ni && !quiet_i;
  assign goes       = turn_q == '0 ? pends_q : goes_q;
  assign part       = late ? LaneW'(returns | traces) | LaneW'(holders) | LaneW'(grants | waits | denies) :
                             LaneW'(queues | starves | idles);
  always_ff @(posedge clk_i) begin
    up_q      <= rst_ni;
    adds_1q   <= adds_0;
    ran_q     <= rst_ni && !quiet_i;
    reported_1q <= reported_i;
    has_1q    <= rst_ni ? has : '0;
    holding_q <= rst_ni ? holding : '0;
    for (int g = 0; g < 3; g++) begin
      has_q[g*CountW +: CountW] <= !rst_ni ? '0 : has[g*CountW +: CountW] -
                                   CountW'(leave_i && leave_group_i[g]) - CountW'(answered_i[g]);
    end
    total_q   <= !rst_ni ? '0 : total_q + (counts_now ? adds : '0);
    since_q   <= !rst_ni ? '0 : (mine ? '0 : since_q) + (counts_now ? adds : '0);
    mine_1q   <= rst_ni && mine;
    mine_2q   <= late ? rst_ni && mine : rst_ni && mine_1q;
    way_1q    <= since_q;
    way_2q    <= late ? since_q : way_1q;
    want_1q   <= total_q;
    want_2q   <= late ? total_q : want_1q;
    if (!rst_ni) written_q <= '0;
    else if (run_2q && turn_2q == watch) written_q <= sum;
    // A turn is captured if it begins after a write was seen.
    pends_q <= rst_ni && (capture_i || pends_q && !(run && turn_q == '0));
    goes_q  <= rst_ni && goes;
    goes_1q <= goes;
    goes_2q <= goes_1q;
    last_q  <= rst_ni ? {last_q[2:1], goes && run && turn_q == TurnW'(Clocks)} : '0;
    if (copies && turn_2q == watch) snap_q <= sum;
    answered_once_q <= rst_ni && (answered_once_q || last_q[3]);
    answered_1q     <= answered_once_q;
    snap_1q         <= snap_q;
    read_q          <= read_address_i == address[11:2];
    word_q          <= word == watch;
    WATCHED : assume (32'(watch) < Turn);
    if (rst_ni) begin
      PARTS_M : assert (turn_q != watch || (late || watch == TurnW'(Clocks) ?
                        (queues | starves | idles) == '0 : 32'(part) == since_q));
      LATER_M : assert (turn_1q != watch || (late ? 32'(part) == since_q :
                        holders == '0 && traces == '0 && (returns | grants | waits | denies) == '0));
      SUMS_M : assert (!mine_2q || old == written_q || bare_2q);
      KEPT_M : assert (!word_q || captured == snap_1q);
      QUIET_M : assert (!quiet_i || !(capture_i || pends_q || goes_q));
      SUM_A : assert (!mine_2q || sum == want_2q);
      TABLE_A : assert (total_q == written_q + since_q + (mine_1q && !late ? way_1q : '0) +
                        (mine_2q ? way_2q : '0));
      TURNS_A : assert (32'(turn_q) < Turn && (up_q || turn_q == '0) && (!run_1q || turn_q == next(turn_1q)));
      COUNTED_A : assert (run_1q == ran_q && (!counts_now || adds == counted));
      COPIES_A : assert (copies == (run_2q && goes_2q));
      ANSWER_A : assert (captured_o == last_q[3]);
      READS_A : assert (!up_q || !read_q || read_data_o == (answered_1q ? snap_1q : '0));
      SLOTS_A : assert (!up_q || slots == has_1q);
      HOLDS_I : assert (held_q == holding_q);
      for (int g = 0; g < 3; g++) begin
        SLOTS_I : assert (has_q[g*CountW +: CountW] == slots[g*CountW +: CountW] - CountW'(leave_q[g]) -
                          CountW'(answered_q[g]));
      end
      TURNS_I : assert ((up_q || !run_1q && !run_2q && first_q) && (!up_q || run_1q || turn_q == turn_1q) &&
                        (!run_2q || turn_1q == next(turn_2q)) &&
                        (!up_q || first_q == (first_1q && !(run_1q && turn_1q == TurnW'(Clocks)))));
      MINE_I : assert ((late || mine_1q == (run_1q && turn_1q == watch)) &&
                       mine_2q == (run_2q && turn_2q == watch) && (up_q || !mine_1q && !mine_2q));
      BARE_I : assert ((!(first_q && turn_q <= watch) || written_q == '0 && !mine_1q && !mine_2q) &&
                       (!(up_q && first_1q && turn_1q <= watch) || written_q == '0 && !mine_2q) &&
                       (!(mine_2q && bare_2q) || written_q == '0));
      WAY_I : assert ((!up_q || turn_1q != watch || !(late || watch == TurnW'(Clocks)) ||
                       lanes_q == '0) &&
                      (!mine_1q || late || (watch != TurnW'(Clocks) ? 32'(lanes_q) == way_1q :
                       way_1q == (first_1q ? 32'(Clocks) : 32'(Turn)))) &&
                      (!mine_2q || part_2q == way_2q));
      CLOCKS_I : assert (watch != TurnW'(Clocks) || since_q == 32'(turn_q) + 32'(!first_q));
      WANT_I : assert ((!mine_2q || want_2q == written_q + way_2q) &&
                       (late || !mine_1q || want_1q == written_q + way_1q));
      COPY_I : assert ((turn_q == '0 ? copy_q == pends_q && !req_q : copy_q == goes_q && req_q == pends_q) &&
                       (!run_1q || copy_1q == goes_1q) && (!run_2q || copy_2q == goes_2q));
      LAST_I : assert (last_q[1] == (run_1q && copy_1q && turn_1q == TurnW'(Clocks)) &&
                       last_q[2] == (copies && turn_2q == TurnW'(Clocks)));
      KNOWN_I : assert (known_q == answered_once_q && (!up_q || known_1q == answered_1q));
    end
  end
`endif
endmodule
