// Type arguments that a call is given say what its parameters and its result are.

class Plan { step() {} }
class Clock { now() {} }
class Wire { send() {} }

declare const dual: {
  <Last, First>(arity: number, body: First): Last & First
  <Last, First>(isFirst: (given: unknown[]) => boolean, body: First): Last & First
}
const curried: {
  <Last, First>(arity: number, body: First): Last & First
  <Last, First>(isFirst: (given: unknown[]) => boolean, body: First): Last & First
} = function (arity: any, body: any) {
  return body
}
const visit: (plan: Plan, act: (wire: Wire) => void) => void = (plan, act) => act(new Wire())
declare function read<T>(name: string): T
declare function each<T, U>(names: string[], make: (item: T) => U): U[]
declare function plain<T>(make: (item: T) => void): void

export const after = dual<
  <A>(clock: Clock) => (self: Plan) => Wire,
  <A>(self: Plan, clock: Clock) => Wire
>(2, (self, clock) => {
  self.step() //> call Plan.step typed
  clock.now() //> call Clock.now typed
  return new Wire()
})

export const before = curried<
  (clock: Clock) => (self: Plan) => Wire,
  (self: Plan, clock: Clock) => Wire
>(2, (self, clock) => {
  self.step() //> call Plan.step typed
  clock.now() //> call Clock.now typed
  return new Wire()
})

export function use() {
  visit(new Plan(), (wire) => wire.send()) //> call Wire.send typed
  read<Plan>('a').step() //> call Plan.step typed
  read('a').step() //> none step
  each<Clock, Wire>([], (clock) => {
    clock.now() //> call Clock.now typed; none step
    return new Wire()
  })[0].send() //> call Wire.send typed
  plain<Plan>((plan) => plan.step()) //> call Plan.step typed
  plain((plan) => plan.step()) //> none step
}
