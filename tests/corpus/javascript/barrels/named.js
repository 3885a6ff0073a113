const { make, twice: both } = require('./lib/renamed') //> ref make; ref twice
const inner = require('./lib/itself').inner //> ref inner
let { first } = require('./lib/whole')

first = wrap(first)
use(make) //> ref make
use(both) //> ref twice
function later() {
  use(inner) //> ref inner
  use(first) //> ref named.js::first
  const { outer } = require('./lib/itself')
  use(outer) //> ref outer
}
