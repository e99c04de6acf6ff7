// Stimulus of the timing diagrams in this folder: short scenes, each out of reset. `make diagrams`
// runs them in Icarus Verilog and draws what the waves show from the call of `show` on.
// plusargs: +scene=NAME, +waves=FILE
module paths;
  reg clk_i = 0, rst_ni = 0;
  reg op_valid_i = 0;
  reg [31:0] op_tag_i = 0, op_length_i = 0, op_response_length_i = 0;
  reg [3:0] op_opcode_i = 0;
  reg [7:0] hbm_valid_i = 0;
  reg [55:0] hbm_id_i = 0;
  reg atomic_valid_i = 0, response_valid_i = 0, done_valid_i = 0;
  reg [6:0] atomic_id_i = 0, response_id_i = 0, done_id_i = 0;
  reg axi_awvalid_i = 0, axi_wvalid_i = 0, axi_bready_i = 1, axi_arvalid_i = 0, axi_rready_i = 1;
  reg [11:0] axi_awaddr_i = 0, axi_araddr_i = 0;
  reg [31:0] axi_wdata_i = 0;
  reg [47:0] now_i = 0;
  reg grant_ready_i = 1;

  semacredit block (
      .clk_i(clk_i), .rst_ni(rst_ni),
      .op_valid_i(op_valid_i), .op_tag_i(op_tag_i), .op_opcode_i(op_opcode_i), .op_address_i(64'd0),
      .op_length_i(op_length_i), .op_response_length_i(op_response_length_i),
      .op_wire_bytes_i(24'd0), .op_urgent_i(1'b0), .op_domain_i(8'd0), .pause_i(1'b0),
      .hbm_valid_i(hbm_valid_i), .hbm_id_i(hbm_id_i), .hbm_service_i({128{1'b1}}),
      .atomic_valid_i(atomic_valid_i), .atomic_id_i(atomic_id_i), .atomic_service_i(16'hffff),
      .response_valid_i(response_valid_i), .response_id_i(response_id_i),
      .response_service_i(16'hffff), .done_valid_i(done_valid_i), .done_id_i(done_id_i),
      .axi_awvalid_i(axi_awvalid_i), .axi_awaddr_i(axi_awaddr_i),
      .axi_wvalid_i(axi_wvalid_i), .axi_wdata_i(axi_wdata_i), .axi_wstrb_i(4'hf),
      .axi_bready_i(axi_bready_i), .axi_arvalid_i(axi_arvalid_i), .axi_araddr_i(axi_araddr_i),
      .axi_rready_i(axi_rready_i), .now_i(now_i), .grant_ready_i(grant_ready_i)
  );

  // Opcodes, register addresses; out of reset the window of HBM lane 0 and what an Atomic demands.
  localparam Write = 0, FetchAdd = 8;
  localparam Window = 12'h000, AtomicWindow = 12'h020, Interval = 12'h254;
  localparam Autotune = 12'h300;
  localparam HbmWindow = 64000, AtomicService = 1600;

  // Clocks after which what was offered is granted, or was denied and waits.
  localparam Settled = 32;

  // One clock; what is given for a single clock is withdrawn after its edge.
  task clock;
    begin
      #5 clk_i = 1;
      #1;
      now_i = now_i + 1;
      {op_valid_i, hbm_valid_i, atomic_valid_i, response_valid_i, done_valid_i} = 0;
      {axi_awvalid_i, axi_wvalid_i, axi_arvalid_i} = 0;
      #4 clk_i = 0;
    end
  endtask

  task clocks(input integer count);
    repeat (count) clock;
  endtask

  // The diagram begins with the clock that comes next.
  reg [8*256-1:0] waves;
  task show;
    begin
      $dumpfile(waves);
      $dumpvars;
    end
  endtask

  // Beats of the clock that comes next.
  task offer(input [31:0] tag, input [3:0] opcode, input [31:0] length);
    begin
      op_valid_i  = 1;
      op_tag_i    = tag;
      op_opcode_i = opcode;
      op_length_i = length;
    end
  endtask

  localparam Hbm0 = 1, Atomic = 2, Response = 4, Done = 8;
  task complete(input [3:0] stage, input [6:0] id);
    begin
      {done_valid_i, response_valid_i, atomic_valid_i, hbm_valid_i[0]} = stage;
      {done_id_i, response_id_i, atomic_id_i, hbm_id_i[6:0]} = {4{id}};
    end
  endtask

  task write(input address, input data, input [11:0] at, input [31:0] word);
    begin
      axi_awvalid_i = address;
      axi_awaddr_i  = at;
      axi_wvalid_i  = data;
      axi_wdata_i   = word;
    end
  endtask

  task read(input [11:0] at);
    begin
      axi_arvalid_i = 1;
      axi_araddr_i  = at;
    end
  endtask

  reg [8*32-1:0] scene;
  integer n;
  initial begin
    if (!$value$plusargs("scene=%s", scene) || !$value$plusargs("waves=%s", waves)) begin
      $display("FAILED: expected +scene=NAME +waves=FILE");
      $finish;
    end
    clocks(2);
    rst_ni = 1;
    clocks(4);
    case (scene)
      // Two writes of 4096 bytes to HBM lane 0.
      "offer": begin
        show;
        offer(7, Write, 4096);
        clock;
        offer(8, Write, 4096);
        clocks(21);
      end
      // Write 7 fills HBM lane 0; write 8 waits for its credit.
      "hbm_return": begin
        offer(7, Write, HbmWindow);
        clock;
        offer(8, Write, 4096);
        clocks(Settled);
        show;
        complete(Hbm0, 0);
        clocks(24);
      end
      // Fetch-add 7 fills the Atomic lane; number 8 waits for its credit.
      "atomic_return": begin
        write(1, 1, AtomicWindow, AtomicService);
        clocks(2);
        offer(7, FetchAdd, 0);
        clock;
        offer(8, FetchAdd, 0);
        clocks(Settled);
        show;
        complete(Atomic, 0);
        clocks(22);
      end
      // Write 7 fills HBM lane 0; write 8 waits until the window is larger.
      "register_write": begin
        offer(7, Write, HbmWindow);
        clock;
        offer(8, Write, 4096);
        clocks(Settled);
        show;
        write(1, 1, Window, HbmWindow + 4096);
        clocks(23);
      end
      // Messages at intervals of 4 clocks; the initiator is busy for two clocks.
      "message": begin
        write(1, 1, Interval, 4);
        offer(7, Write, 4096);
        clock;
        offer(8, Write, 1024);
        clocks(Settled);
        show;
        complete(Hbm0, 0);
        clock;
        complete(Hbm0, 1);
        clocks(16);
        grant_ready_i = 0;
        clocks(2);
        grant_ready_i = 1;
        clocks(3);
      end
      // Lane 0 is tuned. The first of two returns begins its epoch, and has passed the turn on.
      "tune": begin
        write(1, 1, Autotune, 1);
        offer(7, Write, 4096);
        clock;
        offer(8, Write, 4096);
        clocks(Settled);
        complete(Hbm0, 0);
        clocks(40);
        complete(Hbm0, 1);
        clocks(19);
        show;
        clocks(10);
      end
      // The data come two clocks before the address; the master takes the response late.
      "axi_write": begin
        show;
        write(0, 1, 0, 32000);
        clocks(2);
        axi_bready_i = 0;
        write(1, 0, Window, 0);
        clocks(5);
        axi_bready_i = 1;
        clocks(2);
      end
      // A read, and one without a register.
      "axi_read": begin
        show;
        read(Window);
        clocks(6);
        read(12'h01);
        axi_rready_i = 0;
        clocks(6);
        axi_rready_i = 1;
        clocks(2);
      end
      // A fetch-add with a response of 80 bytes: granted, returned by stages, completed.
      "life": begin
        show;
        op_response_length_i = 80;
        offer(7, FetchAdd, 0);
        clocks(20);
        complete(Atomic, 0);
        clock;
        complete(Atomic, 0);
        clock;
        complete(Done, 0);
        clock;
        complete(Response, 0);
        clocks(11);
      end
      default: $display("FAILED: no scene %0s", scene);
    endcase
    $finish;
  end
endmodule
