// Namespaces, enums, merged declarations and object literals with named functions.

namespace Geometry { //> def module Geometry
  export class Point {
    move() {}
  }
  export function origin() { //> def function Geometry.origin
    return new Point() //> call Geometry.Point exact
  }
}

enum Level { //> def enum Level
  Low = 1,
  High, //> def constant Level.High
}

interface Config {
  level: Level
}
interface Config {
  reload(): void
}

const api = {
  start() { //> def method api.start
    this.stop() //> call api.stop exact
  },
  stop: () => Geometry.origin(), //> def function api.stop; call Geometry.origin exact
  nested: {
    deep() {}, //> def method api.nested.deep
  },
}

export function use(config: Config) {
  Geometry.origin().move() //> call Geometry.origin exact; call Geometry.Point.move typed
  api.start() //> call api.start typed
  api.nested.deep() //> call api.nested.deep typed
  config.reload() //> call Config.reload typed
  return Level.High //> ref Level
}

class Taken { go() {} }
class Renamed { go() {} }

namespace Listed {
  class Inner { go() {} }
  export { Taken, Renamed as Other, Inner, Inner as Deep }
}

export function listed(taken: Listed.Taken, other: Listed.Other, inner: Listed.Inner, deep: Listed.Deep) { //> ref Taken; ref Renamed; ref Listed.Inner
  taken.go() //> call Taken.go typed
  other.go() //> call Renamed.go typed
  inner.go() //> call Listed.Inner.go typed
  deep.go() //> call Listed.Inner.go typed
}
