// Proof of sema_fit: a slot has the demand that was scaled for it last, and what refused it last; of one that
// was denied it is known, two clocks after the headroom, exactly whether its demand fits, and whether it
// is refused otherwise than it was told. Looked at is one slot, whichever; what is read of it is the
// proof slot_read's.
// cut: sema_fit/gen_gates.u_read_flags sema_fit/gen_gates.u_read_hbm
// cut: sema_fit/gen_gates.u_read_atomic sema_fit/gen_gates.u_read_response
module sema_fit_prove #(
    parameter int unsigned NHbm = sema_pkg::HbmLanes,
    parameter int unsigned CntW = sema_pkg::CounterBits,
    parameter int unsigned Slots = sema_pkg::Slots,
    localparam int unsigned Demands = sema_pkg::copies(Slots / 8),
    localparam int unsigned Lanes = NHbm + 2,
    localparam int unsigned SlotW = sema_pkg::index_width(Slots),
    localparam int unsigned R = NHbm + 7,
    localparam int unsigned FormalW = NHbm + CntW + 4
) (
    input logic                  clk_i, rst_ni,
    input logic [Slots-1:0]      insert_i, scaled_i, deny_i,
    input logic [NHbm-1:0]       lane_i,
    input logic [2:0]            used_i,
    input logic [CntW-1:0]       hbm_i, atomic_i, response_i,
    input logic [3:0]            refused_i,
    input logic [Lanes*CntW-1:0] room_i,
    input logic [Lanes-1:0]      under_i,
    input logic                  full_i
);

  localparam int unsigned HbmCopies = NHbm / 2 + 1;
  localparam int unsigned Copies = 2;
  logic [Slots-1:0]          denied_o, fits_o, changed_o;
  logic                      first_o;
  logic [3:0]                told_o;
  logic [NHbm-1:0]           lane_o;
  logic [1:0]                time_o;
  logic [HbmCopies*CntW-1:0] hbm_o;
  logic [Copies*CntW-1:0]    atomic_o, response_o;

  sema_fit #(
      .NHbm(NHbm), .CntW(CntW), .Slots(Slots), .Gates(1'b1), .Demands(Demands),
      .HbmCopies(HbmCopies), .Copies(Copies)
  ) u_dut (
      .lane_i({Demands{lane_i}}), .used_i({Demands{used_i}}), .hbm_i({Demands{hbm_i}}),
      .atomic_i({Demands{atomic_i}}), .response_i({Demands{response_i}}),
      .scaled_index_i('0), .select_i('0), .select_qi('0), .*);

  logic began_o;
  sema_begin_prove u_begin (.*);

  (* peek = "u_dut.gen_gates.flags" *) logic [Slots*R-1:0] flags;
  (* peek = "u_dut.gen_gates.formal_compared" *) logic [Slots*FormalW-1:0] compared;
  (* peek = "u_dut.gen_gates.room_q" *) logic [Lanes*CntW-1:0] room_kept;
  (* peek = "u_dut.gen_gates.under_q" *) logic [Lanes-1:0] under_kept;
  (* peek = "u_dut.gen_gates.full_q" *) logic [Demands-1:0] full_kept;
  (* peek = "u_dut.gen_gates.hbms" *) logic [Slots*CntW-1:0] hbms;
  (* peek = "u_dut.gen_gates.atomics" *) logic [Slots*CntW-1:0] atomics;
  (* peek = "u_dut.gen_gates.responses" *) logic [Slots*CntW-1:0] responses;

  // The slot: its demand, what refused it last, and whether it was denied, now and a clock ago.
  (* anyconst *) logic [SlotW-1:0] one;
  logic             scaled_q, moved_q, steady_q, denied_q, live_q, full_q;
  logic [NHbm-1:0]  lane_q;
  logic [2:0]       used_q;
  logic [CntW-1:0]  hbm_q, atomic_q, response_q;
  logic [3:0]       told_q, refused;
  // Headroom of the clock before; what it refuses.
  logic [Lanes*CntW-1:0] room_q;
  logic [Lanes-1:0]      under_q;
  logic [2:0]            refuses, refused_q;
  logic [CntW-1:0]       hbm_room;
  logic [2:0]            its_refused;  // what the block has of it
  logic                  its_below;
  logic [CntW-1:0]       its_picked;
  logic [NHbm-1:0]       its_lane;
  assign {its_refused, its_below, its_picked, its_lane} = compared[one*FormalW +: FormalW];
  always_comb begin
    hbm_room = '0;
    for (int l = 0; l < NHbm; l++) if (lane_q[l]) hbm_room = room_q[l*CntW +: CntW];
    refuses[0] = used_q[0] && ((under_q[NHbm-1:0] & lane_q) != '0 || hbm_q > hbm_room);
    refuses[1] = used_q[1] && (under_q[NHbm] || atomic_q > room_q[NHbm*CntW +: CntW]);
    refuses[2] = used_q[2] && (under_q[NHbm+1] || response_q > room_q[(NHbm+1)*CntW +: CntW]);
  end
  assign refused = {full_q, refused_q};
  always_ff @(posedge clk_i) begin
    scaled_q  <= rst_ni && (scaled_q || scaled_i[one]);
    moved_q   <= scaled_i[one] && (!scaled_q || lane_i != lane_q);
    denied_q  <= rst_ni && (denied_q || deny_i[one]) && !insert_i[one];
    steady_q  <= rst_ni && scaled_q && !moved_q;
    live_q    <= rst_ni && (denied_q || deny_i[one]);
    room_q    <= room_i;
    under_q   <= under_i;
    full_q    <= full_i;
    refused_q <= refuses;
    if (scaled_i[one]) begin
      {lane_q, used_q}              <= {lane_i, used_i};
      {hbm_q, atomic_q, response_q} <= {hbm_i, atomic_i, response_i};
    end
    if (deny_i[one]) told_q <= refused_i;
  end

  always_comb begin
    // A demand is of one partition, which is that of the operation as long as it is in its slot.
    lane_M : assume (!scaled_i[one] || ($onehot(lane_i) &&
                     (lane_i == lane_q || !(denied_q || deny_i[one]))));
    // Who is denied was scaled long ago.
    deny_M : assume (!deny_i[one] || (scaled_q && !moved_q));

    if (began_o) begin
      scaled_I : assert ((!scaled_q || $onehot(lane_q)) && (!denied_q || (scaled_q && !moved_q)));
      denied_A : assert (denied_o[one] == denied_q && flags[one*R] == !denied_q &&
                         (!denied_q || flags[one*R+1 +: 4] == told_q));
      kept_A : assert (!scaled_q || (flags[one*R+5 +: NHbm+2] == {used_q[2:1],
                                         lane_q & {NHbm{used_q[0]}}} &&
                                     its_lane == lane_q &&
                                     hbms[one*CntW +: CntW] == hbm_q &&
                                     atomics[one*CntW +: CntW] == atomic_q &&
                                     responses[one*CntW +: CntW] == response_q));
      room_I : assert (room_kept == room_q && under_kept == under_q &&
                       full_kept == {Demands{full_q}});
      picked_I : assert (!scaled_q || moved_q || (its_picked == hbm_room &&
                         its_below == ((under_q[NHbm-1:0] & lane_q) != '0)));
      refused_I : assert ((!steady_q || its_refused == refused_q) && (!live_q || steady_q));
      fits_A : assert (!(denied_q && live_q) || fits_o[one] == (refused == '0));
      changed_A : assert (!(denied_q && live_q) ||
                          changed_o[one] == (refused != '0 && refused != told_q));
    end

    denied_C : cover (denied_q && told_q == 4'd9);
    kept_C : cover (scaled_q && hbm_q == CntW'(3) && used_q == 3'b001);
    fits_C : cover (denied_q && live_q && fits_o[one] && used_q == '1);
    changed_C : cover (changed_o[one] && refused == 4'b0010);
  end

endmodule
