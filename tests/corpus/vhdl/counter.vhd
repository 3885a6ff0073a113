library ieee;
use ieee.std_logic_1164.all;

-- A counter.
entity counter is --> def class counter; doc A counter.
  generic (width : integer := 8); --> def property counter.width
  port (clk : in std_logic; --> def property counter.clk
        q : out std_logic); --> def property counter.q
end entity;

architecture rtl of counter is --> def module counter.rtl
  signal low, high : std_logic; --> def variable counter.rtl.low; def variable counter.rtl.high
  constant limit : integer := 1; --> def constant counter.rtl.limit
  type state_t is (idle, run); --> def enum counter.rtl.state_t; def constant counter.rtl.state_t.idle; def constant counter.rtl.state_t.run
  type rec is record --> def struct counter.rtl.rec
    count : integer; --> def field counter.rtl.rec.count
  end record;
  component other is port (a : in bit); end component; --> def interface counter.rtl.other; def property counter.rtl.other.a
  function twice(x : integer) return integer is --> def function counter.rtl.twice
  begin
    return x + x;
  end function;
begin
  step : process(clk) --> def function counter.rtl.step
  begin
  end process;
end architecture;

package pkg is --> def module pkg
  constant most : integer := 2; --> def constant pkg.most
  function half(x : integer) return integer; --> def function pkg.half
end package;
