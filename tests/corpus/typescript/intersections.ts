// An intersection is one type with the members of all its parts, however many they are.

class Reads { read() {} }
class Writes { write() {} }
class Seeks { seek() {} }
class Locks { lock() {} }
class Logs {
  log(this: Everything) {
    this.read() //> call Reads.read typed; none write
    this.describe() //> call Describes.describe typed
    this.close() //> none close
  }
}
class Counts { count() {} }
class Traces { trace() {} }
class Retries { retry() {} }
class Caches { cache() {} }
class Describes {
  describe() {}
  mute(this: Everything) {
    this.seek = this.describe
  }
}

type Everything = Reads & Writes & Seeks & Locks & Logs & Counts & Traces & Retries & Caches & Describes

export function use(all: Everything, maybe: Everything | undefined, few: Reads & Writes) {
  all.seek() //> call Seeks.seek typed; none describe
  all.describe() //> call Describes.describe typed
  maybe?.retry() //> call Retries.retry typed
  few.write() //> call Writes.write typed; none read
}

// A class and an interface of one name are one type.

class Engine {
  run() {
    this.trace() //> call Traces.trace exact
    this.cache() //> call Caches.cache exact
  }
}
interface Engine extends Traces, Caches {}

interface Motor extends Counts {}
class Motor extends Reads {
  run() {
    this.count() //> call Counts.count exact
    this.read() //> call Reads.read exact
    super.read() //> call Reads.read exact
  }
}

export function both(engine: Engine) {
  engine.trace() //> call Traces.trace typed
  new Engine() //> call Engine exact
}

// A type and a function of one name: a call runs the function and gives what that gives.

class Kept { show() {} }
export interface filter { gone(): void }
export function filter(): Kept { //> def function filter
  return new Kept()
}

export function call() {
  filter().show() //> call Kept.show typed
  filter().gone() //> none gone
}
