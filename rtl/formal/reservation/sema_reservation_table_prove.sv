// Proof of sema_reservation_table, 128 entries: of any reservation, every component that it holds is
// returned exactly as it was frozen, once; a completion that is unknown, second or void changes
// nothing and is reported; it retires once, when it has completed and holds nothing any more.
//
// Looked at is one entry, whichever: what holds for it holds for all. Beside the table stands what it
// must know of that entry, the plain way: what was frozen at its grant, and what is still owed, in the
// clock of each beat. What lanes get of a beat is expected three clocks later, its commit after
// BeatToCommit: beats that follow each other from clock to clock, and beats for an id that is granted
// again, are among all there are.
module sema_reservation_table_prove #(
    parameter int unsigned NHbm = sema_pkg::HbmLanes,
    parameter int unsigned CntW = sema_pkg::CounterBits,
    parameter int unsigned Depth = sema_pkg::Depth,
    localparam int unsigned Lanes = NHbm + 2,
    localparam int unsigned HbmW = sema_pkg::index_width(NHbm),
    localparam int unsigned IdW = sema_pkg::index_width(Depth),
    localparam int unsigned ServiceW = sema_pkg::ServiceBits
) (
    input logic                clk_i, rst_ni, grant_i,
    input logic [IdW-1:0]      id_i,
    input logic [Lanes-1:0]    used_i,
    input logic [HbmW-1:0]     lane_i,
    input logic [CntW-1:0]     hbm_i, atomic_i, response_i,
    input logic [ServiceW-1:0] hbm_estimate_i, atomic_estimate_i, response_estimate_i,
    input logic                hbm_valid_i,
    input logic [HbmW-1:0]     hbm_partition_i,
    input logic [IdW-1:0]      hbm_id_i,
    input logic [ServiceW-1:0] hbm_service_i,
    input logic                atomic_valid_i,
    input logic [IdW-1:0]      atomic_id_i,
    input logic [ServiceW-1:0] atomic_service_i,
    input logic                response_valid_i,
    input logic [IdW-1:0]      response_id_i,
    input logic [ServiceW-1:0] response_service_i,
    input logic                done_valid_i,
    input logic [IdW-1:0]      done_id_i
);

  logic [2:0]          credit_o;
  logic [HbmW-1:0]     credit_lane_o;
  logic [3*CntW-1:0]   credit_amount_o;
  logic [3:0]          retire_o;
  logic [4*IdW-1:0]    retire_id_o;
  logic                hbm_return_o, hbm_stray_o, hbm_retire_o, atomic_return_o, atomic_stray_o,
                       atomic_retire_o, response_return_o, response_stray_o, response_retire_o,
                       done_retire_o, done_stray_o;
  logic [IdW-1:0]      hbm_id_o, atomic_id_o, response_id_o, done_id_o;
  logic [HbmW-1:0]     hbm_lane_o, hbm_lane_next_o;
  logic [CntW-1:0]     hbm_amount_o, atomic_amount_o, response_amount_o;
  logic [ServiceW-1:0] hbm_estimate_o, atomic_estimate_o, response_estimate_o;
  logic [ServiceW-1:0] hbm_service_o, atomic_service_o, response_service_o;

  sema_reservation_table #(.NHbm(NHbm), .CntW(CntW), .Depth(Depth)) u_dut (.*);

  logic began_o;
  sema_begin_prove u_begin (.*);

  // The entry, and its words in the three memories.
  (* anyconst *) logic [IdW-1:0] entry;
  (* peek = "u_dut.u_hbm.watched" *) logic [ServiceW+HbmW+CntW-1:0] hbm_word;
  (* peek = "u_dut.u_atomic.watched" *) logic [ServiceW+CntW-1:0] atomic_word;
  (* peek = "u_dut.u_response.watched" *) logic [ServiceW+CntW-1:0] response_word;
  (* poke = "u_dut.u_hbm.watch" *) logic [IdW-1:0] hbm_watch;
  (* poke = "u_dut.u_atomic.watch" *) logic [IdW-1:0] atomic_watch;
  (* poke = "u_dut.u_response.watch" *) logic [IdW-1:0] response_watch;
  assign hbm_watch      = entry;
  assign atomic_watch   = entry;
  assign response_watch = entry;
  (* peek = "u_dut.u_owed_flags.owed_q" *) logic [4*Depth-1:0] flags;
  (* peek = "u_dut.u_owed_flags.hot_q" *) logic [4*Depth-1:0] hot;
  (* peek = "u_dut.u_owed_flags.set_q" *) logic [Depth-1:0] set;
  (* peek = "u_dut.u_owed_flags.set_owed_q" *) logic [3:0] set_owed;
  (* peek = "u_dut.u_owed_flags.grant_q" *) logic grant;
  (* peek = "u_dut.u_owed_flags.grant_id_q" *) logic [IdW-1:0] grant_id;
  (* peek = "u_dut.u_owed_flags.grant_owed_q" *) logic [3:0] grant_owed;
  (* peek = "u_dut.u_owed_flags.hit_q" *) logic [3:0] hit;
  (* peek = "u_dut.u_owed_flags.waits_q" *) logic [3:0] others;
  (* peek = "u_dut.u_owed_flags.id_2q" *) logic [4*IdW-1:0] flags_id_2;
  (* peek = "u_dut.u_owed_flags.valid_2q" *) logic [3:0] flags_valid_2;
  (* peek = "u_dut.u_owed_flags.valid_3q" *) logic [3:0] flags_valid_3;
  (* peek = "u_dut.u_owed_flags.hbm_atomic_q" *) logic hbm_atomic;
  (* peek = "u_dut.u_owed_flags.hbm_response_q" *) logic hbm_response;
  (* peek = "u_dut.u_owed_flags.hbm_done_q" *) logic hbm_done;
  (* peek = "u_dut.u_owed_flags.atomic_response_q" *) logic atomic_response;
  (* peek = "u_dut.u_owed_flags.atomic_done_q" *) logic atomic_done;
  (* peek = "u_dut.u_owed_flags.response_done_q" *) logic response_done;
  (* peek = "u_dut.valid_1q" *) logic [3:0] valid_1;
  (* peek = "u_dut.valid_2q" *) logic [2:0] valid_2;
  (* peek = "u_dut.id_1q" *) logic [4*IdW-1:0] id_1;
  (* peek = "u_dut.id_2q" *) logic [4*IdW-1:0] id_2;
  (* peek = "u_dut.id_3q" *) logic [4*IdW-1:0] id_3;

  // What is under way behind clock 3: events, ids, lanes and amounts, and services, of clocks 4 on.
  localparam int unsigned Last = sema_pkg::BeatToCommit;
  localparam int unsigned Way = Last - 4;
  localparam int unsigned AmountsW = HbmW + 3 * CntW;
  localparam int unsigned ServicesW = 6 * ServiceW;
  (* peek = "u_dut.event_q" *) logic [Way*11-1:0] events;
  (* peek = "u_dut.ids_q" *) logic [Way*4*IdW-1:0] ids;
  (* peek = "u_dut.amounts_q" *) logic [Way*AmountsW-1:0] amounts;
  (* peek = "u_dut.services_q" *) logic [(Way+1)*ServicesW-1:0] services;
  (* peek = "u_dut.hbm_lane" *) logic [HbmW-1:0] hbm_lane;
  (* peek = "u_dut.hbm_amount" *) logic [CntW-1:0] hbm_amount;
  (* peek = "u_dut.hbm_estimate" *) logic [ServiceW-1:0] hbm_estimate;
  (* peek = "u_dut.atomic_amount" *) logic [CntW-1:0] atomic_amount;
  (* peek = "u_dut.atomic_estimate" *) logic [ServiceW-1:0] atomic_estimate;
  (* peek = "u_dut.response_amount" *) logic [CntW-1:0] response_amount;
  (* peek = "u_dut.response_estimate" *) logic [ServiceW-1:0] response_estimate;

  // What is frozen under it; what of it is owed, and its beats and grants, now and in each of the last
  // three clocks; what came of a beat, so many clocks ago. Channels: done, response, Atomic, HBM.
  logic                held_q, granted, granted_1q, granted_2q, granted_3q;
  logic [3:0]          owed_q, owed_1q, owed_2q, owed_3q;
  logic [3:0]          beat, beat_1q, beat_2q, beat_3q;
  logic [3:0]          used, used_1q, used_2q, used_3q, at_1, at_2, at_3;
  logic [4*(Last+1)-1:0] due, void_due;  // of each number of clocks, from 3 on
  logic [Last:3]         ends;
  logic [HbmW-1:0]     lane_q;
  logic [CntW-1:0]     hbm_q, atomic_q, response_q;
  logic [ServiceW-1:0] hbm_estimate_q, atomic_estimate_q, response_estimate_q;
  assign granted = grant_i && id_i == entry;
  assign used    = {1'b1, used_i[NHbm+1], used_i[NHbm], used_i[NHbm-1:0] != '0};
  assign beat    = {done_valid_i && done_id_i == entry, response_valid_i && response_id_i == entry,
                    atomic_valid_i && atomic_id_i == entry, hbm_valid_i && hbm_id_i == entry};

  // What a clock leaves owed; whether its beats free the entry.
  function automatic logic [3:0] after(input logic [3:0] owed, input logic [3:0] beats,
                                       input logic grants, input logic [3:0] uses);
    after = (owed & ~beats) | (uses & {4{grants}});
  endfunction
  function automatic logic frees(input logic [3:0] owed, input logic [3:0] beats);
    frees = (owed & beats) != '0 && (owed & ~beats) == '0;
  endfunction

  always_ff @(posedge clk_i) begin
    {owed_q, owed_1q, owed_2q, owed_3q} <=
        rst_ni ? {after(owed_q, beat, granted, used), owed_q, owed_1q, owed_2q} : '0;
    {beat_1q, beat_2q, beat_3q}          <= rst_ni ? {beat, beat_1q, beat_2q} : '0;
    {granted_1q, granted_2q, granted_3q} <= rst_ni ? {granted, granted_1q, granted_2q} : '0;
    {used_1q, used_2q, used_3q}          <= {used, used_1q, used_2q};
    held_q <= rst_ni && (granted || (held_q && !ends[Last-1]));
    if (granted) begin
      {lane_q, hbm_q, atomic_q, response_q} <= {lane_i, hbm_i, atomic_i, response_i};
      {hbm_estimate_q, atomic_estimate_q, response_estimate_q} <=
          {hbm_estimate_i, atomic_estimate_i, response_estimate_i};
    end
  end

  logic [4*(Last-3)-1:0] due_q, void_due_q;
  logic [Last:4]         ends_q;
  assign due      = {due_q, beat_3q & owed_3q, 12'd0};
  assign void_due = {void_due_q, beat_3q & ~owed_3q, 12'd0};
  assign ends     = {ends_q, frees(owed_3q, beat_3q)};
  always_ff @(posedge clk_i) begin
    due_q      <= rst_ni ? due[4*3 +: 4*(Last-3)] : '0;
    void_due_q <= rst_ni ? void_due[4*3 +: 4*(Last-3)] : '0;
    ends_q     <= rst_ni ? ends[Last-1:3] : '0;
  end

  // Shown in this clock, and told in it.
  logic [3:0] now, void_now, retires, told;
  assign now      = due[4*Last +: 4];
  assign void_now = void_due[4*Last +: 4];
  assign retires  = {done_retire_o && done_id_o == entry, response_retire_o && response_id_o == entry,
                     atomic_retire_o && atomic_id_o == entry, hbm_retire_o && hbm_id_o == entry};

  // The entry's beats as the table has them under way.
  logic [3:0] frozen_3;
  for (genvar k = 0; k < 4; k++) begin : gen_channel
    assign at_1[k] = valid_1[k] && id_1[k*IdW +: IdW] == entry;
    assign at_2[k] = flags_valid_2[k] && id_2[k*IdW +: IdW] == entry;
    assign at_3[k] = flags_valid_3[k] && id_3[k*IdW +: IdW] == entry;
    assign told[k] = retire_o[k] && retire_id_o[k*IdW +: IdW] == entry;
  end
  assign frozen_3 = {1'b1,
                     {response_amount, response_estimate} == {response_q, response_estimate_q},
                     {atomic_amount, atomic_estimate} == {atomic_q, atomic_estimate_q},
                     {hbm_lane, hbm_amount, hbm_estimate} == {lane_q, hbm_q, hbm_estimate_q}};

  logic [4*Depth-1:0] wires;  // one for each beat under way in clock 2
  for (genvar k = 0; k < 4; k++) begin : gen_wires
    assign wires[k*Depth +: Depth] = Depth'(flags_valid_2[k]) << id_2[k*IdW +: IdW];
  end

  // The same of what is under way behind clock 3: whether it is as it must be.
  logic [Last-1:4] events_right, frozen_right;
  logic [Last:4]   services_right;
  for (genvar i = 4; i < Last; i++) begin : gen_way
    logic [2:0]   effective;
    logic [3:0]   stray, retire, at;
    logic [HbmW-1:0] lane;
    logic [CntW-1:0] hbm, atomic, response;
    assign {effective, stray, retire} = events[(i-4)*11 +: 11];
    for (genvar k = 0; k < 4; k++) begin : gen_at
      assign at[k] = ids[(i-4)*4*IdW+k*IdW +: IdW] == entry;
    end
    assign events_right[i] = (effective & at[2:0]) == due[4*i +: 3] &&
                             (stray & at) == void_due[4*i +: 4] &&
                             ((retire & at) != '0) == ends[i] && $onehot0(retire & at) &&
                             (retire[2:0] & ~effective) == '0 && (stray[2:0] & effective) == '0;
    assign {lane, response, atomic, hbm} = amounts[(i-4)*AmountsW +: AmountsW];
    assign frozen_right[i] = (!due[4*i] || {lane, hbm} == {lane_q, hbm_q}) &&
                             (!due[4*i+1] || atomic == atomic_q) &&
                             (!due[4*i+2] || response == response_q);
  end
  for (genvar i = 4; i <= Last; i++) begin : gen_services
    logic [ServiceW-1:0] hbm, atomic, response;
    assign {response, atomic, hbm} = services[(i-4)*ServicesW+3*ServiceW +: 3*ServiceW];
    assign services_right[i] = (!due[4*i] || hbm == hbm_estimate_q) &&
                               (!due[4*i+1] || atomic == atomic_estimate_q) &&
                               (!due[4*i+2] || response == response_estimate_q);
  end

  // After the beat that frees the entry nothing more of it is due.
  logic [Last-1:3] over_right;
  for (genvar i = 3; i < Last; i++) begin : gen_over
    assign over_right[i] = !ends[i] || (due[4*i-1:0] == '0 && ends[i:3] == (i-2)'(1) << (i-3) &&
        {owed_q, owed_1q, owed_2q} == '0 && (i == 3 || owed_3q == '0));
  end

  always_comb begin
    // An id that is held is not granted.
    free_M : assume (!granted || !held_q);

    if (began_o) begin
      // What was before follows from what was before that.
      plain_I : assert (owed_q == after(owed_1q, beat_1q, granted_1q, used_1q) &&
                        owed_1q == after(owed_2q, beat_2q, granted_2q, used_2q) &&
                        owed_2q == after(owed_3q, beat_3q, granted_3q, used_3q) &&
                        (!granted_1q || owed_1q == '0) && (!granted_2q || owed_2q == '0) &&
                        (!granted_3q || owed_3q == '0));
      held_I : assert (held_q == (owed_q != '0 || frees(owed_1q, beat_1q) || frees(owed_2q, beat_2q) ||
                                  ends[Last-1:3] != '0));
      over_I : assert (over_right == '1);
      due_I : assert ((held_q || ((owed_1q & beat_1q) == '0 && (owed_2q & beat_2q) == '0 &&
                                  due[4*Last-1:0] == '0)) &&
                      (!granted_1q || ((owed_2q & beat_2q) == '0 && due[4*Last-1:0] == '0)) &&
                      (!granted_2q || due[4*Last-1:0] == '0) &&
                      (!granted_3q || due[4*Last-1:4*4] == '0));
      // The table is that of the entry: its beats, its flags and its words.
      beats_I : assert (at_1 == beat_1q && at_2 == beat_2q && at_3 == beat_3q);
      same_I : assert (flags_valid_2[2:0] == valid_2 && flags_id_2 == id_2);
      wires_I : assert (hot == wires);
      grant_I : assert ((grant && grant_id == entry) == granted_1q && set[entry] == granted_2q &&
                        (!granted_1q || grant_owed == used_1q) &&
                        (!granted_2q || (set_owed == used_2q)));
      flags_I : assert ({flags[3*Depth+32'(entry)], flags[2*Depth+32'(entry)],
                         flags[Depth+32'(entry)], flags[32'(entry)]} == owed_2q);
      found_I : assert ((~hit & owed_3q & beat_3q) == '0 && (hit & ~owed_3q & beat_3q) == '0 &&
                        (frees(owed_3q, beat_3q) ? (others & beat_3q) == '0 :
                         (owed_3q & ~beat_3q) == '0 || (~others & beat_3q) == '0));
      pairs_I : assert (
          hbm_atomic == (id_3[0 +: IdW] == id_3[IdW +: IdW]) &&
          hbm_response == (id_3[0 +: IdW] == id_3[2*IdW +: IdW]) &&
          hbm_done == (id_3[0 +: IdW] == id_3[3*IdW +: IdW]) &&
          atomic_response == (id_3[IdW +: IdW] == id_3[2*IdW +: IdW]) &&
          atomic_done == (id_3[IdW +: IdW] == id_3[3*IdW +: IdW]) &&
          response_done == (id_3[2*IdW +: IdW] == id_3[3*IdW +: IdW]));
      words_I : assert (!held_q || (hbm_word == {hbm_estimate_q, lane_q, hbm_q} &&
                                    atomic_word == {atomic_estimate_q, atomic_q} &&
                                    response_word == {response_estimate_q, response_q}));
      read_I : assert ((beat_3q & owed_3q & ~frozen_3) == '0);
      events_I : assert (events_right == '1);
      frozen_I : assert (frozen_right == '1 && services_right[Last-1:4] == '1);

      credit_A : assert (
          {credit_o[2] && id_3[2*IdW +: IdW] == entry, credit_o[1] && id_3[IdW +: IdW] == entry,
           credit_o[0] && id_3[0 +: IdW] == entry} == due[4*3 +: 3] &&
          (!due[4*3] || {credit_lane_o, credit_amount_o[0 +: CntW]} == {lane_q, hbm_q}) &&
          (!due[4*3+1] || credit_amount_o[CntW +: CntW] == atomic_q) &&
          (!due[4*3+2] || credit_amount_o[2*CntW +: CntW] == response_q));
      exact_A : assert (
          (!now[0] || {hbm_lane_o, hbm_amount_o, hbm_estimate_o} == {lane_q, hbm_q, hbm_estimate_q}) &&
          (!now[1] || {atomic_amount_o, atomic_estimate_o} == {atomic_q, atomic_estimate_q}) &&
          (!now[2] || {response_amount_o, response_estimate_o} == {response_q, response_estimate_q}));
      once_A : assert ({response_return_o && response_id_o == entry,
                        atomic_return_o && atomic_id_o == entry,
                        hbm_return_o && hbm_id_o == entry} == now[2:0]);
      stray_A : assert ({done_stray_o && done_id_o == entry, response_stray_o && response_id_o == entry,
                         atomic_stray_o && atomic_id_o == entry,
                         hbm_stray_o && hbm_id_o == entry} == void_now &&
                        !(hbm_return_o && hbm_stray_o) && !(atomic_return_o && atomic_stray_o) &&
                        !(response_return_o && response_stray_o) &&
                        (hbm_return_o || hbm_amount_o == '0) && (atomic_return_o || atomic_amount_o == '0) &&
                        (response_return_o || response_amount_o == '0));
      retired_A : assert ((retires != '0) == ends[Last] && $onehot0(retires));
      told_A : assert ((told != '0) == ends[Last-2] && $onehot0(told));

      credit_C : cover (due[4*3 +: 3] == 3'b111 && hbm_q != atomic_q);
      exact_C : cover (now[2:0] == '1 && hbm_q != atomic_q);
      once_C : cover (now[1] && beat_3q[1]);
      stray_C : cover (void_now[1] && held_q && beat_3q[1]);
      retired_C : cover (now[2] && now[3] && retires != '0);
      told_C : cover (told != '0 && due[4*(Last-2)] && beat_3q[3]);
    end
  end

endmodule
