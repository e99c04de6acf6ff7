// Fit: the slots' demands, and every slot in every clock against the headroom in force:
// which operations are known to fit, and which are refused otherwise than they were told.
//
// Promises: of slots that were denied, fits_o and changed_o are what demands in the clock before,
// room_i of the clock before that and full_i of the clock before say: fits, nothing refuses;
// changed, something does, and not what refused_i was at the slot's last deny. denied_o has the
// slots with a deny since their insertion. The word of the slot that select_i names is there three
// clocks later, with the demand of the clock after select_i; void where it names none.
// Same clock: a demand that is scaled, and a deny, count from the next clock on.
//
// Of the lanes that may refuse an operation four bits tell, as it uses one HBM lane at most: HBM,
// Atomic, response, table (0 to 3). Its HBM lane is that of its address for all its life, so the
// lane is picked (clock 1) before the demand is compared (2).
module sema_fit #(
    parameter int unsigned NHbm = sema_pkg::HbmLanes,
    parameter int unsigned CntW = sema_pkg::CounterBits,
    parameter int unsigned Slots = sema_pkg::Slots,
    parameter bit Gates = sema_pkg::Gates,
    parameter int unsigned Demands = 1,    // copies of the scaled demand
    parameter int unsigned HbmCopies = 1,  // of hbm_o
    parameter int unsigned Copies = 1,     // of the other words that are read
    localparam int unsigned Lanes = NHbm + 2,
    localparam int unsigned SlotW = sema_pkg::index_width(Slots)
) (
    input  logic                       clk_i,
    input  logic                       rst_ni,
    // insertion, clock 1: the slot alone, or none
    input  logic [Slots-1:0]           insert_i,
    // a demand is scaled: the slot alone, or none, and its index; HBM lane alone
    input  logic [Slots-1:0]           scaled_i,
    input  logic [SlotW-1:0]           scaled_index_i,
    input  logic [Demands*NHbm-1:0]    lane_i,
    input  logic [Demands*3-1:0]       used_i,
    input  logic [Demands*CntW-1:0]    hbm_i,
    input  logic [Demands*CntW-1:0]    atomic_i,
    input  logic [Demands*CntW-1:0]    response_i,
    // an operation was denied: the slot alone, or none
    input  logic [Slots-1:0]           deny_i,
    input  logic [3:0]                 refused_i,
    // headroom in force, and its sign; one clock later, that the table lane refuses
    input  logic [Lanes*CntW-1:0]      room_i,
    input  logic [Lanes-1:0]           under_i,
    input  logic                       full_i,
    // results
    output logic [Slots-1:0]           denied_o,
    output logic [Slots-1:0]           fits_o,
    output logic [Slots-1:0]           changed_o,
    // read
    input  logic [Slots-1:0]           select_i,  // the slot alone, or none
    input  logic [Slots-1:0]           select_qi, // the same in the next clock
    output logic                       first_o,
    output logic [3:0]                 told_o,
    output logic [NHbm-1:0]            lane_o,    // none where HBM is not used
    output logic [1:0]                 time_o,    // Atomic, response are used
    output logic [HbmCopies*CntW-1:0]  hbm_o,
    output logic [Copies*CntW-1:0]     atomic_o,
    output logic [Copies*CntW-1:0]     response_o
);

  // Denied, and of what.
  logic [Slots-1:0] denied_q;
  always_ff @(posedge clk_i) denied_q <= rst_ni ? (denied_q | deny_i) & ~insert_i : '0;
  assign denied_o = denied_q;

  if (Gates) begin : gen_gates
    localparam int unsigned R = NHbm + 7;
    localparam int unsigned Groups = Slots >= 8 ? Slots / 8 : 1;
    logic [Lanes*CntW-1:0]   room_q;   // of Atomic and response
    logic [Lanes-1:0]        under_q;
    logic [Groups-1:0]       full_q;
    logic [Slots*R-1:0]      flags;
    logic [Slots*CntW-1:0]   hbms, atomics, responses;
    logic                    unused_index;
`ifdef FORMAL
    localparam int unsigned FormalW = NHbm + CntW + 4;
    logic [Slots*FormalW-1:0] formal_compared;  // in a vector, of which a proof speaks
`endif
    assign unused_index = ^{scaled_index_i, select_qi, room_q[NHbm*CntW-1:0], under_q[NHbm-1:0]};

    always_ff @(posedge clk_i) begin
      room_q  <= room_i;
      under_q <= under_i;
    end
    sema_dup_flops #(.W(1), .Copies(Groups)) u_full (.clk_i, .d_i(full_i), .q_o(full_q));

    for (genvar s = 0; s < Slots; s++) begin : gen_slot
      localparam int unsigned K = s * Demands / Slots;
      logic [NHbm-1:0] lane_q;
      logic [2:0]      used_q, fits, refused_q;
      logic [CntW-1:0] hbm_q, atomic_q, response_q, picked, picked_q;
      logic            below, below_q;
      logic [3:0]      told_q, refused;

      always_ff @(posedge clk_i) begin
        if (scaled_i[s]) begin
          lane_q     <= lane_i[K*NHbm +: NHbm];
          used_q     <= used_i[K*3 +: 3];
          hbm_q      <= hbm_i[K*CntW +: CntW];
          atomic_q   <= atomic_i[K*CntW +: CntW];
          response_q <= response_i[K*CntW +: CntW];
        end
        if (deny_i[s]) told_q <= refused_i;
      end

      always_comb begin
        picked = '0;
        for (int l = 0; l < NHbm; l++) picked |= room_i[l*CntW +: CntW] & {CntW{lane_q[l]}};
      end
      assign below = (under_i[NHbm-1:0] & lane_q) != '0;

      sema_at_least #(.W(CntW)) u_hbm (.a_i(picked_q), .b_i(hbm_q), .pass_i(!used_q[0]),
          .fail_i(below_q), .yes_o(fits[0]));
      sema_at_least #(.W(CntW)) u_atomic (.a_i(room_q[NHbm*CntW +: CntW]), .b_i(atomic_q),
          .pass_i(!used_q[1]), .fail_i(under_q[NHbm]), .yes_o(fits[1]));
      sema_at_least #(.W(CntW)) u_response (.a_i(room_q[(NHbm+1)*CntW +: CntW]), .b_i(response_q),
          .pass_i(!used_q[2]), .fail_i(under_q[NHbm+1]), .yes_o(fits[2]));

      always_ff @(posedge clk_i) begin
        picked_q  <= picked;
        below_q   <= below;
        refused_q <= ~fits;
      end
      assign refused      = {full_q[s*Groups/Slots], refused_q};
      assign fits_o[s]    = refused == '0;
      assign changed_o[s] = denied_q[s] && refused != '0 && refused != told_q;

      assign flags[s*R +: R] = {used_q[2:1], lane_q & {NHbm{used_q[0]}}, told_q, !denied_q[s]};
      assign hbms[s*CntW +: CntW]      = hbm_q;
      assign atomics[s*CntW +: CntW]   = atomic_q;
      assign responses[s*CntW +: CntW] = response_q;
`ifdef FORMAL
      assign formal_compared[s*FormalW +: FormalW] = {refused_q, below_q, picked_q, lane_q};
`endif
    end

    sema_slot_read #(.Slots(Slots), .W(R)) u_read_flags (
        .clk_i, .select_i, .words_i(flags), .word_o({time_o, lane_o, told_o, first_o}));
    sema_slot_read #(.Slots(Slots), .W(CntW), .Copies(HbmCopies)) u_read_hbm (
        .clk_i, .select_i, .words_i(hbms), .word_o(hbm_o));
    sema_slot_read #(.Slots(Slots), .W(CntW), .Copies(Copies)) u_read_atomic (
        .clk_i, .select_i, .words_i(atomics), .word_o(atomic_o));
    sema_slot_read #(.Slots(Slots), .W(CntW), .Copies(Copies)) u_read_response (
        .clk_i, .select_i, .words_i(responses), .word_o(response_o));
  end else begin : gen_words
    // Demands and lanes are kept in places, as sema_pkg says. What is not used is 0, and a headroom
    // below 0 counts as 0: what is used is more.
    localparam int unsigned HbmW = sema_pkg::index_width(NHbm);
    localparam int unsigned Quarter = Slots / 4;
    logic [SlotW-1:0] scaled_place, read, read_place;
    logic [HbmW-1:0]  scaled_lane;
    logic [HbmW-1:0]  lane_q[Slots];
    logic [CntW-1:0]  hbm_q[Slots], atomic_q[Slots], response_q[Slots];
    logic [CntW-1:0]  room_q[NHbm], room_atomic_q, room_response_q;
    assign scaled_lane  = HbmW'(sema_pkg::index_of(64'(lane_i[NHbm-1:0])));
    assign scaled_place = SlotW'(sema_pkg::place_of(32'(scaled_index_i), Slots));
    assign read         = SlotW'(sema_pkg::index_of(64'(select_qi)));
    assign read_place   = SlotW'(sema_pkg::place_of(32'(read), Slots));

    // Compare.
    logic [127:0]     hbm_words, atomic_words, response_words;
    logic [Slots-1:0] hbm_refused_q, atomic_refused_q, response_refused_q, refused, differs;
    logic [Slots-1:0] hbm_told_q, atomic_told_q, response_told_q, table_told_q;
    logic [Slots-1:0] live, uses_hbm_q, uses_atomic_q, uses_response_q;
    logic             full_q;
    always_comb begin
      hbm_words      = '0;
      atomic_words   = '0;
      response_words = '0;
      // Only what was denied is asked for, also if that is known only now.
      if ((live & uses_hbm_q) != '0) begin
        for (int b = 0; b < Quarter; b++) begin
          for (int w = 0; w < 4; w++) hbm_words[w*32+b] = hbm_q[4*b+w] > room_q[lane_q[4*b+w]];
        end
      end
      if ((live & uses_atomic_q) != '0) begin
        for (int b = 0; b < Quarter; b++) begin
          for (int w = 0; w < 4; w++) atomic_words[w*32+b] = atomic_q[4*b+w] > room_atomic_q;
        end
      end
      if ((live & uses_response_q) != '0) begin
        for (int b = 0; b < Quarter; b++) begin
          for (int w = 0; w < 4; w++) response_words[w*32+b] = response_q[4*b+w] > room_response_q;
        end
      end
    end
    assign live = denied_q | deny_i;

    always_ff @(posedge clk_i) begin
      if (scaled_i != '0) begin
        lane_q[scaled_place]     <= scaled_lane;
        hbm_q[scaled_place]      <= used_i[0] ? hbm_i[CntW-1:0] : '0;
        atomic_q[scaled_place]   <= used_i[1] ? atomic_i[CntW-1:0] : '0;
        response_q[scaled_place] <= used_i[2] ? response_i[CntW-1:0] : '0;
      end
      uses_hbm_q      <= uses_hbm_q & ~scaled_i | (used_i[0] ? scaled_i : '0);
      uses_atomic_q   <= uses_atomic_q & ~scaled_i | (used_i[1] ? scaled_i : '0);
      uses_response_q <= uses_response_q & ~scaled_i | (used_i[2] ? scaled_i : '0);
      for (int l = 0; l < NHbm; l++) room_q[l] <= under_i[l] ? '0 : room_i[l*CntW +: CntW];
      room_atomic_q      <= under_i[NHbm] ? '0 : room_i[NHbm*CntW +: CntW];
      room_response_q    <= under_i[NHbm+1] ? '0 : room_i[(NHbm+1)*CntW +: CntW];
      hbm_refused_q      <= Slots'(sema_pkg::of_places(hbm_words, Slots));
      atomic_refused_q   <= Slots'(sema_pkg::of_places(atomic_words, Slots));
      response_refused_q <= Slots'(sema_pkg::of_places(response_words, Slots));
      full_q             <= full_i;
      hbm_told_q         <= hbm_told_q & ~deny_i | (refused_i[0] ? deny_i : '0);
      atomic_told_q      <= atomic_told_q & ~deny_i | (refused_i[1] ? deny_i : '0);
      response_told_q    <= response_told_q & ~deny_i | (refused_i[2] ? deny_i : '0);
      table_told_q       <= table_told_q & ~deny_i | (refused_i[3] ? deny_i : '0);
    end
    assign refused   = hbm_refused_q | atomic_refused_q | response_refused_q | {Slots{full_q}};
    assign differs   = (hbm_refused_q ^ hbm_told_q) | (atomic_refused_q ^ atomic_told_q) |
                       (response_refused_q ^ response_told_q) | ({Slots{full_q}} ^ table_told_q);
    assign fits_o    = ~refused;
    assign changed_o = denied_q & refused & differs;

    // Read.
    logic            first_1q, first_2q;
    logic [3:0]      told_1q, told_2q;
    logic [HbmW-1:0] lane_1q;
    logic [NHbm-1:0] lane_2q;
    logic [1:0]      time_2q;
    logic [CntW-1:0] hbm_1q, hbm_2q, atomic_1q, atomic_2q, response_1q, response_2q;
    always_ff @(posedge clk_i) begin
      first_1q    <= (denied_q & select_qi) == '0;
      told_1q     <= {(table_told_q & select_qi) != '0, (response_told_q & select_qi) != '0,
                      (atomic_told_q & select_qi) != '0, (hbm_told_q & select_qi) != '0};
      lane_1q     <= lane_q[read_place];
      hbm_1q      <= hbm_q[read_place];
      atomic_1q   <= atomic_q[read_place];
      response_1q <= response_q[read_place];
      first_2q    <= first_1q;
      told_2q     <= told_1q;
      lane_2q     <= NHbm'(hbm_1q != '0) << lane_1q;
      time_2q     <= {response_1q != '0, atomic_1q != '0};
      hbm_2q      <= hbm_1q;
      atomic_2q   <= atomic_1q;
      response_2q <= response_1q;
    end
    assign first_o    = first_2q;
    assign told_o     = told_2q;
    assign lane_o     = lane_2q;
    assign time_o     = time_2q;
    assign hbm_o      = {HbmCopies{hbm_2q}};
    assign atomic_o   = {Copies{atomic_2q}};
    assign response_o = {Copies{response_2q}};
    logic unused_select;
    assign unused_select = ^select_i;
  end

`ifndef SYNTHESIS
  // Not traced, so that a model without assertions does without what is only for them.
  /* verilator tracing_off */

  // The same reckoned the plain way.
  logic [NHbm-1:0]       plain_lane_q[Slots];
  logic [CntW-1:0]       plain_hbm_q[Slots], plain_atomic_q[Slots], plain_response_q[Slots];
  logic [3:0]            plain_told_q[Slots];
  logic [2:0]            plain_refused_q[Slots];
  logic [Slots-1:0]      live_q;
  logic [Slots-1:0]      has_demand_q, moved_q;  // scaled, and in the clock before for another lane
  logic [Lanes*CntW-1:0] plain_room_q;
  logic [Lanes-1:0]      plain_under_q;
  logic                  plain_full_q;

  function automatic logic beyond(input logic [CntW-1:0] demand, input logic [CntW-1:0] room,
                                  input logic under);
    beyond = demand != '0 && (under || demand > room);
  endfunction

  always_ff @(posedge clk_i) begin
    plain_room_q  <= room_i;
    plain_under_q <= under_i;
    plain_full_q  <= full_i;
    live_q        <= denied_q | deny_i;
    has_demand_q  <= rst_ni ? has_demand_q | scaled_i : '0;
    for (int s = 0; s < Slots; s++) begin
      plain_refused_q[s][0] <= 1'b0;
      for (int l = 0; l < NHbm; l++) begin
        if (plain_lane_q[s][l]) begin
          plain_refused_q[s][0] <=
              beyond(plain_hbm_q[s], plain_room_q[l*CntW +: CntW], plain_under_q[l]);
        end
      end
      plain_refused_q[s][1] <=
          beyond(plain_atomic_q[s], plain_room_q[NHbm*CntW +: CntW], plain_under_q[NHbm]);
      plain_refused_q[s][2] <= beyond(plain_response_q[s], plain_room_q[(NHbm+1)*CntW +: CntW],
                                      plain_under_q[NHbm+1]);
      if (scaled_i[s]) begin
        plain_lane_q[s]     <= lane_i[NHbm-1:0];
        plain_hbm_q[s]      <= used_i[0] ? hbm_i[CntW-1:0] : '0;
        plain_atomic_q[s]   <= used_i[1] ? atomic_i[CntW-1:0] : '0;
        plain_response_q[s] <= used_i[2] ? response_i[CntW-1:0] : '0;
      end
      moved_q[s] <= scaled_i[s] && (!has_demand_q[s] || lane_i[NHbm-1:0] != plain_lane_q[s]);
      if (deny_i[s]) plain_told_q[s] <= refused_i;
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      for (int s = 0; s < Slots; s++) begin
        if (denied_q[s] && live_q[s]) begin
          Fits_A : assert (fits_o[s] == ({plain_full_q, plain_refused_q[s][2:0]} == '0));
          Changed_A : assert (changed_o[s] == ({plain_full_q, plain_refused_q[s][2:0]} != '0 &&
              {plain_full_q, plain_refused_q[s][2:0]} != plain_told_q[s]));
        end
      end
      Scaled_M : assert ($onehot0(scaled_i) &&
                         (scaled_i == '0 || scaled_i == Slots'(1) << scaled_index_i));
      Used_M : assert (scaled_i == '0 || (used_i[2:0] == {response_i[CntW-1:0] != '0,
                       atomic_i[CntW-1:0] != '0, hbm_i[CntW-1:0] != '0} &&
                       $onehot(lane_i[NHbm-1:0])));
      for (int s = 0; s < Slots; s++) begin
        Lane_M : assert (!scaled_i[s] || !(live_q[s] || deny_i[s]) ||
                         lane_i[NHbm-1:0] == plain_lane_q[s]);
      end
      Deny_M : assert ($onehot0(deny_i) && (deny_i == '0 || refused_i != '0) &&
                       (deny_i & ~(has_demand_q & ~moved_q)) == '0);
    end
  end

  /* verilator tracing_on */
`endif

endmodule
