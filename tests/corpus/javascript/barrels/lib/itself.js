exports.outer = function () {
  return this.inner() //> call inner
}
exports.inner = function () {}
exports.arrow = () => this.inner() //> none inner
