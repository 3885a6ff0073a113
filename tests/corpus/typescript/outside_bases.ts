// `super` follows what a class extends: what it implements hands nothing down.

import { Remote } from 'remote-kit'

abstract class Later<T> implements PromiseLike<T>, Iterable<T> {
  then(): any {}
  [Symbol.iterator](): any {}
}

class Query extends Later<string> {
  constructor() {
    super() //> call Later exact; none constructor
  }
}

class Root {
  constructor(name: string) {} //> def constructor Root.constructor
  open() {}
}
class Middle extends Root implements Disposable {
  dispose() {}
}
class Leaf extends Middle implements Iterable<number> {
  constructor() {
    super('leaf') //> call Root.constructor exact
    super.open() //> call Root.open exact
  }
  [Symbol.iterator](): any {}
}

interface Shown {
  show(): void
}
abstract class Panel implements Shown {
  abstract show(): void
}
class Window extends Panel {
  show() {
    super.show() //> call Panel.show exact; none Shown.show
  }
}

class Client extends Remote {
  constructor() {
    super() //> external remote-kit.Remote.constructor
  }
}
class Retrying extends Client implements Shown {
  constructor() {
    super() //> call Client.constructor exact
  }
  show() {}
}
