import { turn } from './wheel.js' //> import turn exact

export class Gear {
  spin() {
    return turn(this) //> call turn exact
  }
}
