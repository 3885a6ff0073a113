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
  new Box(new Engine()).open().start() //> call Engine.start typed; none Wheel.start
  new Box(new Engine()).map((engine) => engine.start()).open().start() //> call Engine.start typed; none Wheel.start
  first(parts.wheels)?.start() //> call Wheel.start typed; none Engine.start
  boxes['left'].open().start() //> call Wheel.start typed; none Engine.start
  const box = await load()
  box.open().start() //> call Engine.start typed; none Wheel.start
  load().then((loaded) => loaded.open().start()) //> call Engine.start typed
  for (const [key, value] of Object.entries(boxes)) {
    value.open().start() //> call Wheel.start typed
  }
  const { engine, wheels: [front] } = parts
  engine.start() //> call Engine.start typed
  front.start() //> call Wheel.start typed
}

class Query<T> {
  named(name: string) {}
}
function query<T>(texts: TemplateStringsArray, ...values: unknown[]): Query<T> {
  return new Query() //> call Query exact
}

export function tagged(limit: number) {
  query<{ id: number; of: Shape<string> }>`select ${limit}`.named('a') //> call query exact; call Query.named typed
  const label = limit<3 ? `below` : `above` // a comparison stays one
  return label
}

class Shape<T> {
  area(): T | undefined {
    return undefined
  }
}

declare global {
  interface Window {
    shapes: { first: Shape<number> }
  }
  interface Array<T> {
    middle(): Shape<T>
  }
}

export function augmented() {
  const { shapes } = window
  shapes.first.area() //> call Shape.area typed
  window.shapes.first.area() //> call Shape.area typed
  return [1].middle().area() //> call Array.middle typed; call Shape.area typed
}
