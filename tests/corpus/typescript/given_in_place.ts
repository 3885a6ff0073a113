// Members of types that are given where they are used are definitions like those of interfaces.

class Engine { start() {} }

type Props = {
  title: string //> def field Props.title
  onPick?: (id: number) => void //> def field Props.onPick
  inner: { deep: Engine; also: { deeper: Engine } } //> def field Props.inner; def field Props.inner.deep; def field Props.inner.also.deeper
  list: { each: Engine }[] //> def field Props.list.each
  close(): void //> def method Props.close
}

export interface Settings {
  level: { low: number } //> def field Settings.level.low; none Settings
}

type Shape = { kind: 'round'; radius: number } | { kind: 'square'; side: number } //> def field Shape.radius; def field Shape.side

class Car {
  options: { log(text: string): void; engine: Engine } = make() //> def method Car.options.log; def field Car.options.engine; none Car
  go() {
    this.options.log('x') //> call Car.options.log typed
    this.options.engine.start() //> ref Car.options.engine; call Engine.start typed
  }
}

declare function make(): any

const cache: { get(key: string): Engine } = make() //> def method cache.get
const plain = { size: 1 } //> def constant plain

export function use(props: Props, settings: Settings, given: { engine: Engine; run(): void }) { //> def field use.given.engine; def method use.given.run
  props.inner.deep.start() //> ref Props.inner; ref Props.inner.deep; call Engine.start typed
  props.inner.also.deeper.start() //> ref Props.inner.also.deeper; call Engine.start typed
  props.list[0].each.start() //> ref Props.list.each; call Engine.start typed
  props.onPick!(1) //> ref Props.onPick
  props.close() //> call Props.close typed
  given.engine.start() //> ref use.given.engine; call Engine.start typed
  given.run() //> call use.given.run typed
  cache.get(props.title).start() //> call cache.get typed; call Engine.start typed; ref Props.title
  return [settings.level.low, plain.size] //> ref Settings.level.low typed
}

export function show({ title, engine }: { title: string; engine: Engine }, shape: Shape) { //> def field show.title; def field show.engine
  engine.start() //> call Engine.start typed
  return shape.kind === 'round' ? shape.radius : shape.side //> ref Shape.radius; ref Shape.side
}

declare function wrap<T>(run: (given: T) => void): T
declare function run(callback: (given: any) => void): void

export const Menu = wrap<{ inset: Engine }>(({ inset }) => inset.start()) //> def field Menu.inset; call Engine.start typed

type ByName = { [name: string]: { label: string } } //> def field ByName.label

run(({ hidden }: { hidden: string }) => hidden) //> none hidden
export function read(text: string): { found: Engine } { //> def field read.found
  const [first] = JSON.parse(text) as { early: string }[] //> none early
  const whole = JSON.parse(text) as { late: Engine } //> def field read.whole.late
  whole.late.start() //> ref read.whole.late; call Engine.start typed
  return first
}
