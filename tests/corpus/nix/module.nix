# A module.
{ pkgs, lib, config, ... }:
let
  limit = 10; #> def variable limit
  # Adds two.
  add = a: b: a + b; #> def function add; doc Adds two.
  open = { x, y }: add x y; #> def function open; none add
in
{
  imports = [ ./services ]; #> def property imports
  options.services.shop.enable = lib.mkEnableOption "the shop"; #> def property options.services.shop.enable
  twice = x: x + x; #> def function twice
  nested = { #> def property nested
    half = x: x / 2; #> def function nested.half
    plain = limit; #> none limit
  };
}
