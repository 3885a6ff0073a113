var common = exports

common.make = function () { //> def function make
  return new Server()
}
common.twice = function () {
  common.make() //> call make
}
function Server() {}
Server.prototype.listen = function () {}

function shadow(common) {
  common.hidden = function () {}
}
