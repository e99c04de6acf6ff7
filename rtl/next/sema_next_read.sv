// What a register reads as. The address of clock c + 1 picks it; the answer is there in clock c + 4,
// with what is in force in clock c + 2: parts that show it later come in later.
module sema_next_read #(
    parameter int unsigned Lanes = 10,
    parameter int unsigned CntW = 32,
    parameter int unsigned Channels = 4,
    parameter int unsigned NameW = 32
) (
    input  logic                  clk_i,
    input  logic [11:0]           address_i,      // from clock c + 1 on
    // clock c + 2
    input  logic [32*sema_next_pkg::SettingWords-1:0] settings_i,
    input  logic [Lanes*CntW-1:0] windows_i,
    input  logic [Lanes*14-1:0]   multipliers_i,
    // clock c + 3
    input  logic [32*sema_next_pkg::StatusWords-1:0] status_i,
    input  logic [32*(Lanes+1)-1:0] denials_i,
    input  logic [CntW-1:0]       debt_i,         // of the lane of clock c + 1
    input  logic [CntW-1:0]       in_force_i,
    input  logic                  held_i,         // the holder
    input  logic [Channels-1:0]   owes_i,
    input  logic [15:0]           handle_i,
    input  logic [NameW-1:0]      tag_i,
    // clock c + 4
    input  logic [Lanes*CntW-1:0] debt_max_i,
    input  logic [15:0]           age_i,
    output logic                  known_o,
    output logic [31:0]           data_o
);
  import sema_next_pkg::*;

  // Clock c + 1: the page, and the word alone.
  logic [9:0]  page_q;
  logic [63:0] alone_q;
  logic        whole_q, known_q, known_late_q, held_q;
  always_ff @(posedge clk_i) begin
    page_q  <= 10'(16'd1 << address_i[11:8]);
    alone_q <= 64'd1 << address_i[7:2];
    whole_q <= address_i[1:0] == '0;
  end

  // Pages of lanes, settings, status: a word of each.
  logic [CntW-1:0] window, most;
  logic [13:0]     multiplier;
  logic [31:0]     setting, status, denials, first, first_q, second, second_q;
  logic            known;
  always_comb begin
    window     = '0;
    multiplier = '0;
    most       = '0;
    setting    = '0;
    status     = '0;
    denials    = '0;
    for (int l = 0; l < Lanes; l++) begin
      window     |= windows_i[l*CntW +: CntW] & {CntW{alone_q[l]}};
      multiplier |= multipliers_i[l*14 +: 14] & {14{alone_q[l]}};
      most       |= debt_max_i[l*CntW +: CntW] & {CntW{alone_q[l]}};
    end
    for (int w = 0; w < SettingWords; w++) setting |= settings_i[32*w +: 32] & {32{alone_q[w]}};
    for (int w = 0; w < StatusWords; w++) status |= status_i[32*w +: 32] & {32{alone_q[w]}};
    for (int l = 0; l <= Lanes; l++) denials |= denials_i[32*l +: 32] & {32{alone_q[l]}};
    known = page_q[DebtMax:Window] != '0 && alone_q[Lanes-1:0] != '0 ||
            page_q[Denials] && alone_q[Lanes:0] != '0 ||
            page_q[Settings] && (alone_q & Readable) != '0 ||
            page_q[Status] && (alone_q[StatusWords-1:0] & ~(StatusWords'(3) << Waiting + 1)) != '0;
    // clock c + 2
    first = 32'(window) & {32{page_q[Window]}} | 32'(multiplier) & {32{page_q[Multiplier]}} |
            setting & {32{page_q[Settings]}};
    // clock c + 3
    second = first_q | status & {32{page_q[Status]}} | denials & {32{page_q[Denials]}} |
             32'(debt_i) & {32{page_q[Debt]}} | 32'(in_force_i) & {32{page_q[InForce]}};
    if (page_q[Settings] && held_i) begin
      second |= {1'b1, 15'(owes_i), handle_i} & {32{alone_q[HolderState]}} |
                32'(tag_i) & {32{alone_q[HolderTag]}};
    end
    // clock c + 4
    data_o = second_q | 32'(most) & {32{page_q[DebtMax]}} |
             32'(age_i) & {32{page_q[Settings] && held_q && alone_q[HolderAge]}};
  end
  localparam logic [63:0] Readable = sema_next_pkg::writable() & ~(64'd1 << Send) | 64'd7 << HolderState;
  assign known_o = known_late_q;
  always_ff @(posedge clk_i) begin
    first_q      <= first;
    second_q     <= second;
    held_q       <= held_i;
    known_q      <= known && whole_q;
    known_late_q <= known_q;
  end
endmodule
