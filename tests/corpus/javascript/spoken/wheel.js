/** @import { Gear } from './gear.js' */
//> ref Gear exact; none gear

/** @param {Gear} gear */
export function turn(gear) {
  return gear.spin() //> call Gear.spin typed
}

/** @param {import('./gear.js').Gear} gear */
export function stop(gear) {
  gear.spin() //> call Gear.spin typed
}
