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
  self.step() //> call Plan.step inferred
  clock.now() //> call Clock.now inferred
  return new Wire()
})

export const before = curried<
  (clock: Clock) => (self: Plan) => Wire,
  (self: Plan, clock: Clock) => Wire
>(2, (self, clock) => {
  self.step() //> call Plan.step inferred
  clock.now() //> call Clock.now inferred
  return new Wire()
})

export function use() {
  visit(new Plan(), (wire) => wire.send()) //> call Wire.send inferred
  read<Plan>('a').step() //> call Plan.step inferred
  read('a').step() //> none step
  each<Clock, Wire>([], (clock) => {
    clock.now() //> call Clock.now inferred; none step
    return new Wire()
  })[0].send() //> call Wire.send inferred
  plain<Plan>((plan) => plan.step()) //> call Plan.step inferred
  plain((plan) => plan.step()) //> none step
}
