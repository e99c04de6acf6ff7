// SPDX-License-Identifier: Apache-2.0
// Reservations: what each owes, and what returns.
//
// A completion taken up in clock u is compared in u + 1, which reads its component. Clock u + 2
// clears its flag; it is room beside the decision of that clock, commits in u + 3, and completes its
// reservation in u + 5 if nothing else is owed. A grant that commits in clock x owes from x + 1 on.
// Whether a partition's has the right port is decided in u + 2, by the lane beside its component.
//
// A reservation is touched if a return of it was sent by software; its id is then parked, not free.
module sema_path_table #(
    parameter int unsigned NHbm = 8,
    parameter int unsigned NAtomic = 1,
    parameter int unsigned NResponse = 1,
    parameter int unsigned CntW = 32,
    parameter int unsigned Depth = 128,
    parameter int unsigned GenW = 8,
    localparam int unsigned Lanes = NHbm + NAtomic + NResponse,
    localparam int unsigned Channels = NAtomic + NResponse + 2,
    localparam int unsigned IdW = $clog2(Depth),
    localparam int unsigned HandleW = 2 + GenW + IdW,
    localparam int unsigned StageLanes = NHbm + NAtomic,
    localparam int unsigned Stages = NAtomic + 1,
    localparam int unsigned FreedW = $clog2(NAtomic + NResponse + 3)
) (
    input  logic                        clk_i,
    input  logic                        rst_ni,
    input  logic [1:0]                  epoch_i,
    // a grant commits
    input  logic                        grant_i,
    input  logic [Lanes-1:0]            use_i,
    input  logic                        owes_done_i,
    input  logic [CntW-1:0]             stage_i,
    input  logic [CntW-1:0]             response_i,
    input  logic [IdW-1:0]              id_i,
    output logic [Depth-1:0]            granted_o,      // its id alone
    input  logic [GenW*Depth-1:0]       generations_i,
    // completions, clock u
    input  logic [Channels-1:0]         valid_i,
    input  logic [Channels*HandleW-1:0] handle_i,
    input  logic [Channels-1:0]         sent_i,         // by software, one at most
    input  logic [NHbm-1:0]             from_i,         // channel 0: partitions whose it may be
    // clock u + 2: room for the lanes, ids that are free, or parked from the next clock on
    output logic [Lanes-1:0]            ret_o,
    output logic [Lanes*CntW-1:0]       amount_o,
    // of a partition's, and of each Atomic engine's: where it responds, alone or none, and how much
    output logic [Stages*NResponse-1:0] responds_o,
    output logic [Stages*CntW-1:0]      response_o,
    output logic [Depth-1:0]            freed_o,
    output logic [Depth-1:0]            parked_o,
    // clock u + 3
    output logic [2*Channels-1:0]       return_kind_o,
    output logic [Channels*HandleW-1:0] return_handle_o,
    output logic [6*Channels-1:0]       return_lane_o,
    output logic [Channels*CntW-1:0]    return_amount_o,
    // clock u + 4: reservations that are no longer held
    output logic [FreedW-1:0]           freed_count_o,
    output logic [IdW:0]                spared_count_o, // of them, and unparked, those that are free
    input  logic [IdW:0]                unparked_i,     // of the clock before
    input  logic [Depth-1:0]            unparks_i,      // parked ones up to this clock
    // two readers: what was held, and what the first one's id owed, in the clock before
    input  logic [2*IdW-1:0]            holder_id_i,    // of two clocks before
    output logic [1:0]                  holder_held_o,
    output logic [Channels-1:0]         holder_owes_o,
    // clock u + 5
    output logic [Depth-1:0]            held_o,         // up to this clock
    output logic [Channels-1:0]         free_valid_o,
    output logic [Channels*HandleW-1:0] free_handle_o
);
  localparam int unsigned WordW = Depth < 32 ? Depth : 32;
  logic [Channels-1:0]         valid_1q, owed, owes, matches_2q, effective, shows_2q, last_2q;
  logic [Channels-1:0]         sent_1q, sent_2q;
  logic [NHbm-1:0]             from_1q, from_2q;
  logic [Channels-1:0]         retires, retires_3q, retires_4q;
  logic [Channels*HandleW-1:0] handle_1q, handle_2q, handle_3q, handle_4q, free_handle_q;
  logic [Depth-1:0]            owed_q[Channels], owing[Channels], clears, held_q, gone;
  logic [Depth-1:0]            touched_q, touched, ends;
  logic                        owes_more;

  // The id of a handle, by channel.
  logic [IdW-1:0] id_1[Channels], id_2[Channels], id_5[Channels];
  for (genvar k = 0; k < Channels; k++) begin : gen_ids
    assign id_1[k] = handle_1q[k*HandleW +: IdW];
    assign id_2[k] = handle_2q[k*HandleW +: IdW];
    assign id_5[k] = free_handle_q[k*HandleW +: IdW];
  end

  // Clock u + 1: flags and generations, bit by bit of all ids.
  logic [GenW-1:0] generation;
  always_comb begin
    for (int w = 0; w < Depth / WordW; w++) begin
      granted_o[w*WordW +: WordW] = WordW'(sema_path_pkg::bit_of(grant_i, 10'(id_i), w));
    end
    owed       = '0;
    generation = '0;
    for (int k = 0; k < Channels; k++) begin
      if (valid_1q[k]) begin
        for (int g = 0; g < GenW; g++) begin
          generation[g] = generations_i[g*Depth + 32'(id_1[k])];
        end
        owed[k] = owed_q[k][id_1[k]] && !(effective[k] && id_1[k] == id_2[k]) &&
                  handle_1q[k*HandleW + IdW +: 2 + GenW] == {epoch_i, generation};
      end
    end
  end

  // Clock u + 2: the flags that are left.
  always_comb begin
    for (int k = 0; k < Channels; k++) begin
      clears = '0;
      if (effective[k]) begin
        for (int w = 0; w < Depth / WordW; w++) begin
          clears[w*WordW +: WordW] = WordW'(sema_path_pkg::bit_of(1'b1, 10'(id_2[k]), w));
        end
      end
      owing[k] = owed_q[k] & ~clears;
    end
  end
  assign owes = {owes_done_i, use_i[Lanes-1:NHbm], use_i[NHbm-1:0] != '0};
  always_ff @(posedge clk_i) begin
    valid_1q     <= rst_ni ? valid_i : '0;
    shows_2q     <= rst_ni ? valid_1q : '0;
    matches_2q   <= rst_ni ? owed : '0;
    sent_1q      <= sent_i;
    sent_2q      <= sent_1q;
    from_1q      <= from_i;
    from_2q      <= from_1q;
    handle_1q    <= handle_i;
    handle_2q    <= handle_1q;
    handle_3q    <= handle_2q;
    handle_4q    <= handle_3q;
    for (int k = 0; k < Channels; k++) begin
      if (!rst_ni) owed_q[k] <= '0;
      else if (matches_2q[k] || grant_i) owed_q[k] <= owing[k] | granted_o & {Depth{owes[k]}};
      // Two channels of one reservation: the last one reports that it is complete.
      last_2q[k] <= 1'b1;
      for (int j = k + 1; j < Channels; j++) if (owed[j] && id_1[j] == id_1[k]) last_2q[k] <= 1'b0;
    end
  end

  // Components: of a partition with its lane, of each engine; beside that of a stage the response.
  logic [NHbm+CntW-1:0]   of_partition;
  logic [NHbm-1:0]        partition;
  logic [CntW-1:0]        partition_amount;
  sema_memory #(.Width(NHbm + CntW), .Depth(Depth)) u_partition (
      .clk_i, .write_i(grant_i), .write_address_i(id_i), .write_data_i({use_i[NHbm-1:0], stage_i}),
      .read_i(valid_1q[0]), .read_address_i(id_1[0]), .read_data_o(of_partition));
  assign {partition, partition_amount} = of_partition;
  assign effective = {matches_2q[Channels-1:1], ret_o[NHbm-1:0] != '0};
  for (genvar l = 0; l < Lanes; l++) begin : gen_lane
    localparam int unsigned Channel = l < NHbm ? 0 : l - NHbm + 1;
    if (l < NHbm) begin : gen_partition
      assign ret_o[l] = matches_2q[0] && partition[l] && from_2q[l];
      assign amount_o[l*CntW +: CntW] = partition_amount;
    end else if (l < StageLanes) begin : gen_engine
      assign ret_o[l] = matches_2q[Channel];
      sema_memory #(.Width(CntW), .Depth(Depth)) u_engine (
          .clk_i, .write_i(grant_i), .write_address_i(id_i), .write_data_i(stage_i),
          .read_i(valid_1q[Channel]), .read_address_i(id_1[Channel]),
          .read_data_o(amount_o[l*CntW +: CntW]));
    end else begin : gen_response
      assign ret_o[l] = matches_2q[Channel];
      sema_memory #(.Width(CntW), .Depth(Depth)) u_response (
          .clk_i, .write_i(grant_i), .write_address_i(id_i), .write_data_i(response_i),
          .read_i(valid_1q[Channel]), .read_address_i(id_1[Channel]),
          .read_data_o(amount_o[l*CntW +: CntW]));
    end
  end
  for (genvar k = 0; k < Stages; k++) begin : gen_stage
    sema_memory #(.Width(NResponse + CntW), .Depth(Depth)) u_through (
        .clk_i, .write_i(grant_i), .write_address_i(id_i),
        .write_data_i({use_i[Lanes-1:StageLanes], response_i}), .read_i(valid_1q[k]),
        .read_address_i(id_1[k]),
        .read_data_o({responds_o[k*NResponse +: NResponse], response_o[k*CntW +: CntW]}));
  end

  // What software has touched: of the completions of this clock it sent one at most.
  logic                touches;
  logic [Channels-1:0] touched_3q;      // whose they are
  logic [IdW-1:0]      sent_id, sent_id_2q;
  assign touches = (effective & sent_2q) != '0;
  always_comb begin
    sent_id = '0;
    for (int k = 0; k < Channels; k++) sent_id |= id_1[k] & {IdW{sent_1q[k]}};
    touched = touched_q;
    if (touches) begin
      for (int w = 0; w < Depth / WordW; w++) begin
        touched[w*WordW +: WordW] |= WordW'(sema_path_pkg::bit_of(1'b1, 10'(sent_id_2q), w));
      end
    end
  end
  always_ff @(posedge clk_i) begin
    sent_id_2q <= sent_id;
    for (int k = 0; k < Channels; k++) begin
      touched_3q[k] <= touched_q[id_2[k]] || touches && sent_id_2q == id_2[k];
    end
    if (!rst_ni) touched_q <= '0;
    else if (touches || unparks_i != '0) touched_q <= touched & ~unparks_i;
  end

  // What owes nothing any more.
  assign freed_o = ends & ~touched;
  always_comb begin
    parked_o = touched_q;
    for (int k = 0; k < Channels; k++) parked_o &= ~owed_q[k];
  end
  always_comb begin
    owes_more = 1'b0;
    retires   = '0;
    ends      = '0;
    if (matches_2q != '0) begin
      for (int k = 0; k < Channels; k++) begin
        owes_more = 1'b0;
        for (int j = 0; j < Channels; j++) begin
          if (j != k && owed_q[j][id_2[k]] && !(effective[j] && id_2[j] == id_2[k])) begin
            owes_more = 1'b1;
          end
        end
        retires[k] = effective[k] && last_2q[k] && !owes_more;
        for (int w = 0; w < Depth / WordW; w++) begin
          ends[w*WordW +: WordW] |= WordW'(sema_path_pkg::bit_of(retires[k], 10'(id_2[k]), w));
        end
      end
    end
    gone = '0;
    if (free_valid_o != '0) begin
      for (int k = 0; k < Channels; k++) begin
        for (int w = 0; w < Depth / WordW; w++) begin
          gone[w*WordW +: WordW] |= WordW'(sema_path_pkg::bit_of(free_valid_o[k], 10'(id_5[k]), w));
        end
      end
    end
  end
  assign held_o = held_q;
  logic [IdW-1:0] holder_q[2];
  always_ff @(posedge clk_i) begin
    for (int r = 0; r < 2; r++) begin
      holder_q[r]      <= holder_id_i[r*IdW +: IdW];
      holder_held_o[r] <= held_q[holder_q[r]] && !gone[holder_q[r]];
    end
    for (int k = 0; k < Channels; k++) holder_owes_o[k] <= owing[k][holder_q[0]];
    retires_3q    <= rst_ni ? retires : '0;
    retires_4q    <= rst_ni ? retires_3q : '0;
    free_valid_o  <= rst_ni ? retires_4q : '0;
    free_handle_q <= handle_4q;
    if (!rst_ni) held_q <= '0;
    else if (grant_i || free_valid_o != '0) held_q <= held_q & ~gone | granted_o;
  end
  logic [FreedW-1:0] freed_count, spared_count;
  always_comb begin
    freed_count  = '0;
    spared_count = '0;
    if (retires_3q != '0) begin
      for (int k = 0; k < Channels; k++) begin
        freed_count  += FreedW'(retires_3q[k]);
        spared_count += FreedW'(retires_3q[k] && !touched_3q[k]);
      end
    end
  end
  always_ff @(posedge clk_i) begin
    freed_count_o  <= rst_ni ? freed_count : '0;
    spared_count_o <= rst_ni ? (IdW+1)'(spared_count) + unparked_i : '0;
  end

  // What commits in clock u + 3.
  logic [5:0]                lane;
  logic [Channels*CntW-1:0]  amount_3q;
  logic [6*Channels-1:0]     lane_3q;
  logic [2*Channels-1:0]     kind_3q;
  always_comb begin
    lane = '0;
    for (int p = 0; p < NHbm; p++) lane |= 6'(p) & {6{ret_o[p]}};
  end
  for (genvar k = 0; k < Channels; k++) begin : gen_channel
    localparam int unsigned L = NHbm + k - 1;    // of an engine
    always_ff @(posedge clk_i) begin
      kind_3q[2*k +: 2] <= !rst_ni || !shows_2q[k] ? 2'd0 : effective[k] ? 2'd1 :
                           k == Channels - 1 || sent_2q[k] ? 2'd3 : 2'd2;
      if (k == 0) begin
        lane_3q[5:0]                <= lane;
        amount_3q[CntW-1:0]         <= partition_amount & {CntW{effective[0]}};
      end else if (k == Channels - 1) begin
        lane_3q[6*k +: 6]           <= '0;
        amount_3q[k*CntW +: CntW]   <= '0;
      end else begin
        lane_3q[6*k +: 6]           <= 6'(L) & {6{effective[k]}};
        amount_3q[k*CntW +: CntW]   <= amount_o[L%Lanes*CntW +: CntW] & {CntW{effective[k]}};
      end
      if (!rst_ni) begin
        lane_3q[6*k +: 6]         <= '0;
        amount_3q[k*CntW +: CntW] <= '0;
      end
    end
    assign return_handle_o[k*HandleW +: HandleW] =
        handle_3q[k*HandleW +: HandleW] & {HandleW{kind_3q[2*k +: 2] != '0}};
    assign free_handle_o[k*HandleW +: HandleW] =
        free_handle_q[k*HandleW +: HandleW] & {HandleW{free_valid_o[k]}};
  end
  assign return_kind_o   = kind_3q;
  assign return_lane_o   = lane_3q;
  assign return_amount_o = amount_3q;
`ifdef FORMAL
  // One reservation: what its grant froze, what it owes, and what returned. Of memories only what
  // they promise is known: what is read of its id is what was written.
  (* anyconst *) logic [IdW-1:0] watch;
  logic                  grants, end_2, end_3q, end_4q, end_5q, holds_q, stays_q, ends_ok, lasts_ok, beats_ok;
  logic [Channels-1:0]   owes_q, hits, reads_2q, ends_3, ends_4, ends_5, good, good_2q, good_3q;
  logic [Channels-1:0]   mine_1, mine_2q, mine_3q, flags, sent_3q;
  logic                  touches_it, touched_it_q;
  logic [Lanes-1:0]      lanes_q, read_lanes_q;
  logic [CntW-1:0]       frozen_stage_q, frozen_response_q, read_stage_q, read_response_q;
  logic                  exact, kinds, memories, shows_ok, sent_ok;
  logic [GenW-1:0]       its_generation;
  function automatic logic [NResponse+CntW-1:0] through_of(input int unsigned channel);
    through_of = {responds_o[channel*NResponse +: NResponse], response_o[channel*CntW +: CntW]};
  endfunction
  assign grants = grant_i && id_i == watch;
  assign end_2  = hits != '0 && (owes_q & ~hits) == '0;
  assign touches_it = (hits & sent_2q) != '0;
  always_comb begin
    its_generation = '0;
    for (int g = 0; g < GenW; g++) its_generation[g] = generations_i[g*Depth + 32'(watch)];
    lasts_ok = 1'b1;
    exact    = 1'b1;
    memories = 1'b1;
    kinds    = 1'b1;
    shows_ok = 1'b1;
    sent_ok  = 1'b1;
    for (int k = 0; k < Channels; k++) begin
      flags[k]  = owed_q[k][watch];
      mine_1[k] = valid_1q[k] && id_1[k] == watch;
      hits[k]   = effective[k] && id_2[k] == watch;
      ends_3[k] = retires_3q[k] && handle_3q[k*HandleW +: IdW] == watch;
      ends_4[k] = retires_4q[k] && handle_4q[k*HandleW +: IdW] == watch;
      ends_5[k] = free_valid_o[k] && id_5[k] == watch;
    end
    for (int k = 0; k < Channels; k++) begin
      good[k] = mine_1[k] && owes_q[k] && !hits[k] &&
                (k > 0 || (lanes_q[NHbm-1:0] & from_1q) != '0) &&
                handle_1q[k*HandleW + IdW +: 2 + GenW] == {epoch_i, its_generation};
      if (sent_2q[k]) sent_ok &= sent_id_2q == id_2[k];
      if (hits[k]) lasts_ok &= last_2q[k] == ((hits >> (k + 1)) == '0);
      shows_ok &= mine_2q[k] == (shows_2q[k] && id_2[k] == watch);
      if (mine_3q[k]) kinds &= kind_3q[2*k +: 2] ==
          (good_3q[k] ? 2'd1 : sent_3q[k] || k == Channels - 1 ? 2'd3 : 2'd2);
    end
    if (hits[0]) begin
      exact &= ret_o[NHbm-1:0] == lanes_q[NHbm-1:0] && partition_amount == frozen_stage_q;
    end
    if (reads_2q[0]) memories &= of_partition == {read_lanes_q[NHbm-1:0], read_stage_q};
    for (int l = NHbm; l < Lanes; l++) begin
      if (hits[l-NHbm+1]) begin
        exact &= ret_o[l] && lanes_q[l] && amount_o[l*CntW +: CntW] ==
                 (l < StageLanes ? frozen_stage_q : frozen_response_q);
      end
      if (reads_2q[l-NHbm+1]) begin
        memories &= amount_o[l*CntW +: CntW] == (l < StageLanes ? read_stage_q : read_response_q);
      end
    end
    for (int k = 0; k < Stages; k++) begin
      if (hits[k]) exact &= through_of(k) == {lanes_q[Lanes-1:StageLanes], frozen_response_q};
      if (reads_2q[k]) begin
        memories &= through_of(k) == {read_lanes_q[Lanes-1:StageLanes], read_response_q};
      end
    end
  end
  always_ff @(posedge clk_i) begin
    if (grants) {lanes_q, frozen_stage_q, frozen_response_q} <= {use_i, stage_i, response_i};
    {read_lanes_q, read_stage_q, read_response_q} <= {lanes_q, frozen_stage_q, frozen_response_q};
    owes_q   <= !rst_ni ? '0 : grants ? owes : owes_q & ~hits;
    holds_q  <= rst_ni && (grants || holds_q && !end_5q);
    stays_q  <= rst_ni && (end_2 && (touched_it_q || touches_it) || stays_q && !unparks_i[watch]);
    sent_3q  <= sent_2q;
    touched_it_q <= !grants && !unparks_i[watch] && (touched_it_q || touches_it);
    reads_2q <= rst_ni ? mine_1 : '0;
    {mine_3q, mine_2q} <= rst_ni ? {mine_2q, mine_1} : '0;
    {good_3q, good_2q} <= {good_2q, good};
    {end_5q, end_4q, end_3q} <= rst_ni ? {end_4q, end_3q, end_2} : '0;
    if (rst_ni) begin
      MEMORY_M : assume (memories);
      USE_M : assert (!grant_i || use_i[StageLanes-1:0] != '0 &&
                      (use_i[StageLanes-1:0] & (use_i[StageLanes-1:0] - 1'b1)) == '0 &&
                      (use_i[Lanes-1:StageLanes] & (use_i[Lanes-1:StageLanes] - 1'b1)) == '0);
      SENT_M : assert ((sent_i & (sent_i - 1'b1)) == '0 && (sent_i & ~valid_i) == '0);
      GRANT_M : assert (!grants || !holds_q && !stays_q);
      UNPARKS_M : assert (!unparks_i[watch] || parked_o[watch]);
      EXACT_A : assert (exact);
      ONCE_A : assert ((hits & ~owes_q) == '0);
      KINDS_A : assert (kinds);
      RETIRED_A : assert (freed_o[watch] == (end_2 && !touched_it_q && !touches_it));
      PARKED_A : assert (parked_o[watch] == stays_q);
      HELD_A : assert (held_o[watch] == holds_q);
      TOLD_A : assert ((ends_5 != '0) == end_5q && (ends_5 & (ends_5 - 1'b1)) == '0);
      GRANTED_A : assert (granted_o == (grant_i ? Depth'(1) << id_i : '0));
      FLAGS_I : assert (flags == owes_q);
      TOUCHED_I : assert (!(holds_q || stays_q) || touched_q[watch] == touched_it_q);
      SENT_I : assert ((valid_1q == '0 || (sent_1q & (sent_1q - 1'b1)) == '0) &&
                       (matches_2q & ~shows_2q) == '0 &&
                       (shows_2q == '0 || (sent_2q & (sent_2q - 1'b1)) == '0 && sent_ok));
      ONE_I : assert (!holds_q || (lanes_q[StageLanes-1:0] & (lanes_q[StageLanes-1:0] - 1'b1)) == '0);
      LAST_I : assert (lasts_ok);
      ENDS_I : assert ((ends_3 != '0) == end_3q && (ends_3 & (ends_3 - 1'b1)) == '0 &&
                       (ends_4 != '0) == end_4q && (ends_4 & (ends_4 - 1'b1)) == '0);
      LIVE_I : assert ((owes_q == '0 || holds_q) && (!end_3q || holds_q && owes_q == '0) &&
                       (!end_4q || holds_q && owes_q == '0) && (hits == '0 || holds_q) &&
                       (!end_5q || holds_q && owes_q == '0) && !(end_3q && end_4q) &&
                       !(end_5q && (end_3q || end_4q)));
      LANES_I : assert (owes_q[Channels-2:1] == (owes_q[Channels-2:1] & lanes_q[Lanes-1:NHbm]));
      GOOD_I : assert ((mine_2q & good_2q) == hits);
      READ_I : assert (shows_ok && reads_2q == mine_2q && (hits == '0 ||
                       {read_lanes_q, read_stage_q, read_response_q} ==
                       {lanes_q, frozen_stage_q, frozen_response_q}));
    end
  end

  // A lane, and the components on it of all reservations; or, of a stage, the responses at an
  // engine of those that owe it: in a small table, in which they can be added.
  if (Depth == 8) begin : gen_sum
    (* anyconst *) logic [5:0] at, engine;
    (* anyconst *) logic   through;
    logic [Depth-1:0]      on_q, its_q;
    logic [CntW-1:0]       component_q[Depth], demand, amount;
    logic [IdW+CntW-1:0]   debt_q, sum;
    logic                  adds, takes, hit, its_ret;
    logic [IdW:0]          holders_q, holders;
    logic [Depth-1:0]      owed_of;
    logic [IdW-1:0]        leaver;
    logic [Channels-1:0]   channel;
    assign channel = at < 6'(NHbm) ? Channels'(1) : Channels'(1) << (at - 6'(NHbm) + 6'd1);
    assign hit     = (effective & channel) != '0;
    assign demand  = at < 6'(StageLanes) && !through ? stage_i : response_i;
    assign adds    = grant_i && use_i[at] && (!through || use_i[StageLanes + 32'(engine)]);
    assign takes   = ret_o[at] && its_ret;
    always_comb begin
      leaver = '0;
      owed_of = '0;
      for (int k = 0; k < Channels; k++) begin
        leaver  |= id_2[k] & {IdW{channel[k]}};
        owed_of |= owed_q[k] & {Depth{channel[k]}};
      end
      its_ret  = 1'b1;
      amount   = amount_o[at*CntW +: CntW];
      for (int k = 0; k < Stages; k++) begin
        if (through && channel[k]) begin
          its_ret  = responds_o[k*NResponse + 32'(engine)];
          amount   = response_o[k*CntW +: CntW];
        end
      end
      sum     = '0;
      holders = '0;
      for (int i = 0; i < Depth; i++) begin
        sum     += (IdW+CntW)'(component_q[i] & {CntW{on_q[i] && its_q[i]}});
        holders += (IdW+1)'(on_q[i] && its_q[i]);
      end
    end
    always_ff @(posedge clk_i) begin
      for (int i = 0; i < Depth; i++) begin
        if (grant_i && id_i == IdW'(i)) {component_q[i], its_q[i]} <= {demand, adds};
        on_q[i] <= rst_ni && (grant_i && id_i == IdW'(i) ? use_i[at] :
                              on_q[i] && !(ret_o[at] && leaver == IdW'(i)));
      end
      debt_q    <= !rst_ni ? '0 : debt_q + (adds ? (IdW+CntW)'(demand) : '0) -
                   (takes ? (IdW+CntW)'(amount) : '0);
      holders_q <= !rst_ni ? '0 : holders_q + (IdW+1)'(adds) - (IdW+1)'(takes);
      WATCHED : assume (at < 6'(Lanes) && engine < 6'(NResponse) &&
                        (!through || at < 6'(StageLanes)));
      if (rst_ni) begin
        READS_M : assume ((!grant_i || !on_q[id_i]) && (!hit ||
                          (at >= 6'(NHbm) || partition[at] == on_q[leaver]) &&
                          (!ret_o[at] || its_ret == its_q[leaver]) &&
                          (!takes || amount == component_q[leaver])));
        OWED_I : assert (at < 6'(NHbm) || owed_of == on_q);
        HIT_I : assert (!hit || at < 6'(NHbm) || on_q[leaver]);
        SUM_A : assert (debt_q == sum && holders_q == holders);
      end
    end
  end
`endif
endmodule
