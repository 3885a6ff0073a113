// The compiler gives what is undeclared the type of its initialiser or body; an undeclared parameter has none.

class Valve {
  open(): Valve { return this }
}

class Pump {
  valve = new Valve()
  held

  constructor(given) {
    this.held = given
  }

  initialised() {
    this.valve.open() //> call Valve.open typed
  }

  undeclared() {
    this.held.open() //> call Valve.open inferred
  }
}

function make() {
  return new Valve()
}

function loose(valve) {
  return valve
}

export function returned() {
  make().open() //> call Valve.open typed
}

export function handedBack() {
  loose(new Valve()).open() //> call Valve.open inferred
}

export function passed(valve) {
  valve.open() //> call Valve.open inferred
}

export function declared(pump: Pump) {
  pump.initialised() //> call Pump.initialised typed
}

export function defaulted(valve = new Valve()) {
  valve.open() //> call Valve.open typed
}

export function contextual(valves: Valve[]) {
  valves.map((each) => each.open()) //> call Valve.open typed
}

export function chosen(name: number) {
  const table = [make, returned]
  table[name]() //> call make inferred; call returned inferred
}

passed(new Valve())
new Pump(new Valve())
