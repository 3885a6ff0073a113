// Overloads that only the members of an object literal, or a literal in it, tell apart.

class Gauge { set() {} }
class Counter { add() {} }
class Box { open() {} }
class Made { make() {} }
class Plain { plain() {} }
class Fallback { fall() {} }

interface Limits { low: number; high?: number }
interface Named { title: string }
type Class<T> = new (...rest: any[]) => T

interface Registry {
  register(options: { type: 'gauge'; unit?: string }): Gauge
  register(options: { type: 'counter' }): Counter

  provide(token: string, provider: { useValue: unknown }): Box
  provide(token: string, provider: { useFactory: () => unknown }): Made
  provide(token: string, provider: { useToken: string }): Fallback
  provide(token: string, provider: Class<unknown>): Plain

  join(options: Limits & Named): Box
  join(options: { name: string }): Made
}

const GAUGE = 'gauge'

export function use(registry: Registry, rest: object, options: any) {
  registry.register({ type: 'gauge' }).set() //> call Registry.register typed; call Gauge.set typed
  registry.register({ type: 'counter' }).add() //> call Registry.register typed; call Counter.add typed
  registry.register({ type: GAUGE, unit: 'ms' }).set() //> call Registry.register typed; call Gauge.set typed
  registry.provide('a', { useValue: 1 }).open() //> call Registry.provide typed; call Box.open typed
  registry.provide('a', { useFactory: () => 1 }).make() //> call Registry.provide typed; call Made.make typed
  registry.provide('a', { useToken: 'b' }).fall() //> call Registry.provide typed; call Fallback.fall typed
  registry.provide('a', Gauge).plain() //> call Registry.provide typed; call Plain.plain typed
  registry.join({ low: 1, title: 'x' }).open() //> call Registry.join typed; call Box.open typed
  registry.join({ name: 'x' }).make() //> call Registry.join typed; call Made.make typed
  registry.register({ type: 'gauge' }).add() //> none add
  registry.provide('a', { useValue: 1 }).make() //> none make
  registry.provide('a', Gauge).open() //> none open
  registry.provide('a', { ...rest }) //> none provide
  registry.provide('a', options) //> none provide
}
