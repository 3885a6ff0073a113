const maths = require('./maths') //> import lib/maths.js::
class Meter {
  read() {}
}
function create() {
  return new Meter() //> call Meter exact
}
module.exports = create
module.exports.Meter = Meter
module.exports.maths = maths
