// Types that comments declare; what a comment does not say clearly says nothing.
/** @typedef {Wheel} Round */

class Wheel {
  turn() {}

  /**
   * @param {Wheel[]} others - all of them
   * @returns {Wheel}
   */
  best(others) {
    others.forEach((other) => other.turn()) //> call Wheel.turn typed
    return pick()
  }
}

class Cart {
  constructor() {
    /** @type {Wheel[]} */
    this.wheels = []
    /** @type {?Cart} */
    this.next = null
  }

  /** @type {Wheel} */
  spare

  roll() {
    this.wheels.find((wheel) => wheel).turn() //> call Wheel.turn typed
    this.next.roll() //> call Cart.roll typed
    this.spare.turn() //> call Wheel.turn typed
  }
}

/**
 * @param {Wheel} wheel
 * @param {Round|undefined} [round]
 * @param {Array.<Wheel>} listed
 * @param {{wheel: Wheel}} odd
 * @param {Object} vague
 * @param {...Wheel} rest
 * @return {Promise<Wheel>} one of them
 */
async function drive(wheel, round, listed, odd, vague, ...rest) {
  wheel.turn() //> call Wheel.turn typed
  round.turn() //> call Wheel.turn typed
  listed[0].turn() //> call Wheel.turn typed
  rest[0].turn() //> call Wheel.turn typed
  odd.turn() //> none turn
  vague.turn() //> none turn
  const turn = wheel.best([]).turn //> call Wheel.best
  return turn
}

/** @type {Map<string, Wheel>} */
const table = new Map()

async function all() {
  const wheel = await drive()
  wheel.turn() //> call Wheel.turn typed
  table.get('a').turn() //> call Wheel.turn typed
}

/**
 * @template T
 * @param {T} value
 * @param {import('./elsewhere').Thing} thing
 * @returns {T}
 */
function same(value, thing) {
  thing.turn() //> none turn
  value.turn() //> none turn
  return value
}

exports.Made = class Made {
  again() {
    return new Made() //> call Made exact
  }
}
