`define LIMIT 10 //> def macro LIMIT

// A counter.
module counter #(parameter WIDTH = 8) (input clk, output reg [7:0] q); //> def module counter; doc A counter.; def constant counter.WIDTH; def property counter.clk; def property counter.q
  localparam MOST = 1; //> def constant counter.MOST
  wire low, high; //> def variable counter.low; def variable counter.high
  reg state; //> def variable counter.state

  function integer twice; //> def function counter.twice
    input x;
    twice = x + x;
  endfunction

  task run; //> def function counter.run
    begin end
  endtask

  always @(posedge clk) q <= MOST;
endmodule
