const wrap = (run) => (...given) => run(...given)

const Limits = module.exports

Limits.table = { low: 1 } //> def variable table
exports.names = ['a'] //> def variable names
exports.label = 'limits' //> def variable label
Limits.check = wrap(function inner(value) {}) //> def variable check
Limits.other = require('./other') //> none table
exports.same = Limits.other
exports.run = function run() { //> def function run
  return Limits.check(exports.names) //> ref check; ref names
}
