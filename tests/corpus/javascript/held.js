const { open: unlatch } = require('./door')
const { lock } = makeDoor()
const plain = function () {} //> def function plain
const made = makeCloser(1) //> call makeCloser
let later

function makeCloser(count) {
  return function close() {
    return count
  }
}

later = makeCloser(2)

exports.run = function () {
  plain() //> call plain exact
  made() //> ref made; call close
  later() //> ref later; call close
  unlatch() //> external ./door.open; none unlatch
  lock() //> ref lock
}
