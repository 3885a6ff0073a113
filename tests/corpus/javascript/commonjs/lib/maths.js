exports.add = function (a, b) { //> def function add
  return a + b
}
exports.half = (a) => exports.add(a, a)
