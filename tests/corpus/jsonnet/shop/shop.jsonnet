local lib = import 'lib.libsonnet'; //> def variable lib; import lib.libsonnet::
local add(a, b) = a + b; //> def function add
{
  // The sum.
  total(items):: add(items, 1), //> def function total; doc The sum.; none add
  name: 'shop', //> def field name
}
