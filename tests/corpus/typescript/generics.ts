// Type parameters, unions, aliases and containers carry types to the members that are called.

class Engine {
  start(): Engine {
    return this
  }
}
class Wheel {
  start() {}
}

class Box<T> {
  constructor(private value: T) {}
  open(): T {
    return this.value
  }
  map<U>(change: (value: T) => U): Box<U> {
    return new Box(change(this.value))
  }
}

type Maybe<T> = T | undefined
type Parts = { engine: Engine; wheels: Wheel[] }

function first<T>(items: T[]): Maybe<T> {
  return items[0]
}

async function load(): Promise<Box<Engine>> {
  return new Box(new Engine())
}

export async function run(parts: Parts, boxes: Record<string, Box<Wheel>>) {
  new Box(new Engine()).open().start() //> call Engine.start inferred; none Wheel.start
  new Box(new Engine()).map((engine) => engine.start()).open().start() //> call Engine.start inferred; none Wheel.start
  first(parts.wheels)?.start() //> call Wheel.start inferred; none Engine.start
  boxes['left'].open().start() //> call Wheel.start inferred; none Engine.start
  const box = await load()
  box.open().start() //> call Engine.start inferred; none Wheel.start
  load().then((loaded) => loaded.open().start()) //> call Engine.start inferred
  for (const [key, value] of Object.entries(boxes)) {
    value.open().start() //> call Wheel.start inferred
  }
  const { engine, wheels: [front] } = parts
  engine.start() //> call Engine.start inferred
  front.start() //> call Wheel.start inferred
}
