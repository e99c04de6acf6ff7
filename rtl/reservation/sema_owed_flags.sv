// Owed flags: what each reservation still waits for, one flag for each channel: completions of its
// HBM, Atomic and response component, and of the operation (done).
//
// Promises: a beat is effective if its flag is set, and clears it; beats of successive clocks see
// each other. Of the effective beats of one clock that leave a reservation without a flag, the one
// on the last channel frees it, and no other.
// Same clock: a beat does not see a grant of its own clock; it sees that of the clock before.
//
// A beat comes in clock 1, and its number becomes one of Depth wires for clock 2; there the flag is
// tested and cleared at once, and it is seen whether the reservation has another. Clock 3 tells
// what was found. A grant, of clock 0, sets flags by the same way: it is decoded in clock 1.
module sema_owed_flags #(
    parameter int unsigned Depth = sema_pkg::Depth,
    localparam int unsigned IdW = sema_pkg::index_width(Depth)
) (
    input  logic             clk_i,
    input  logic             rst_ni,
    // grant
    input  logic             grant_i,
    input  logic [IdW-1:0]   grant_id_i,
    input  logic [3:0]       grant_owed_i,
    // beats, on channels HBM, Atomic, response, done
    input  logic [3:0]       valid_i,
    input  logic [4*IdW-1:0] id_i,
    // of the beats two clocks ago
    output logic [2:0]       effective_o,  // HBM, Atomic, response
    output logic [3:0]       stray_o,
    output logic [3:0]       retire_o
);

  // Flags in words of 32, all that a simulator does at once.
  localparam int unsigned WordW = IdW < 5 ? IdW : 5;
  localparam int unsigned Word = 2 ** WordW;
  localparam int unsigned Words = Depth / Word;

  // Clock 1: numbers to wires.
  logic [4*Depth-1:0] hot, hot_q;
  logic [Depth-1:0]   set, set_q;
  logic               grant_q;
  logic [IdW-1:0]     grant_id_q;
  logic [3:0]         grant_owed_q, set_owed_q;
  always_comb begin
    for (int w = 0; w < Words; w++) begin
      for (int k = 0; k < 4; k++) begin
        hot[k*Depth+w*Word +: Word] =
            {Word{valid_i[k] && 32'(id_i[k*IdW +: IdW]) >> WordW == w}} &
            Word'(1) << id_i[k*IdW +: WordW];
      end
      set[w*Word +: Word] =
          {Word{grant_q && 32'(grant_id_q) >> WordW == w}} & Word'(1) << grant_id_q[WordW-1:0];
    end
  end

  logic [3:0] valid_2q, valid_3q;
  logic [4*IdW-1:0] id_2q;
  always_ff @(posedge clk_i) begin
    grant_q      <= rst_ni && grant_i;
    grant_id_q   <= grant_id_i;
    grant_owed_q <= grant_owed_i;
    set_owed_q   <= grant_owed_q;
    hot_q        <= rst_ni ? hot : '0;
    set_q        <= rst_ni ? set : '0;
    valid_2q     <= rst_ni ? valid_i : '0;
    id_2q        <= id_i;
  end

  // Clock 2: flags.
  logic [4*Depth-1:0] owed_q, kept;
  logic [Word-1:0]    any_word;
  logic [4*Word-1:0]  hit, waits;
  always_comb begin
    hit   = '0;
    waits = '0;
    for (int w = 0; w < Words; w++) begin
      any_word = '0;
      for (int k = 0; k < 4; k++) begin
        kept[k*Depth+w*Word +: Word] = owed_q[k*Depth+w*Word +: Word] &
                                       ~hot_q[k*Depth+w*Word +: Word];
        any_word |= kept[k*Depth+w*Word +: Word];
      end
      for (int k = 0; k < 4; k++) begin
        hit[k*Word +: Word]   |= hot_q[k*Depth+w*Word +: Word] & owed_q[k*Depth+w*Word +: Word];
        waits[k*Word +: Word] |= hot_q[k*Depth+w*Word +: Word] & any_word;
      end
    end
  end

  // Pairs of channels with beats for one id.
  logic [3:0] hit_q, waits_q;
  logic hbm_atomic_q, hbm_response_q, hbm_done_q, atomic_response_q, atomic_done_q, response_done_q;
  always_ff @(posedge clk_i) begin
    for (int k = 0; k < 4; k++) begin
      for (int w = 0; w < Words; w++) begin
        owed_q[k*Depth+w*Word +: Word] <= {Word{rst_ni}} & (kept[k*Depth+w*Word +: Word] |
            (set_q[w*Word +: Word] & {Word{set_owed_q[k]}}));
      end
    end
    for (int k = 0; k < 4; k++) begin
      hit_q[k]   <= hit[k*Word +: Word] != '0;
      waits_q[k] <= waits[k*Word +: Word] != '0;
    end
    valid_3q <= rst_ni ? valid_2q : '0;
    hbm_atomic_q      <= id_2q[0 +: IdW] == id_2q[IdW +: IdW];
    hbm_response_q    <= id_2q[0 +: IdW] == id_2q[2*IdW +: IdW];
    hbm_done_q        <= id_2q[0 +: IdW] == id_2q[3*IdW +: IdW];
    atomic_response_q <= id_2q[IdW +: IdW] == id_2q[2*IdW +: IdW];
    atomic_done_q     <= id_2q[IdW +: IdW] == id_2q[3*IdW +: IdW];
    response_done_q   <= id_2q[2*IdW +: IdW] == id_2q[3*IdW +: IdW];
  end

  // Clock 3: of the beats that are effective, those that free a reservation.
  logic [3:0] effective, last;
  assign effective   = valid_3q & hit_q;
  assign effective_o = effective[2:0];
  assign stray_o     = valid_3q & ~hit_q;
  assign last = {1'b1, !(effective[3] && response_done_q),
                 !(effective[2] && atomic_response_q) && !(effective[3] && atomic_done_q),
                 !(effective[1] && hbm_atomic_q) && !(effective[2] && hbm_response_q) &&
                 !(effective[3] && hbm_done_q)};
  assign retire_o = effective & last & ~waits_q;

  // For waveforms.
  /* verilator lint_off UNUSEDSIGNAL */
  logic [Depth-1:0] hbm_owed, atomic_owed, response_owed, done_owed;
  /* verilator lint_on UNUSEDSIGNAL */
  assign {done_owed, response_owed, atomic_owed, hbm_owed} = owed_q;

`ifndef SYNTHESIS
  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      // An id that is granted waits for nothing: its last reservation is over.
      for (int k = 0; k < 4; k++) begin
        Free_A : assert ((set_q & owed_q[k*Depth +: Depth]) == '0);
      end
    end
  end
`endif

endmodule
