// JavaScript declares types in comments only; a constructor says what is made.

class Valve {
  open() {}
}

class Pump {
  constructor(valve) {
    this.valve = valve
  }
  field() {
    this.valve.open() //> call Valve.open inferred
  }
}

function make() {
  return new Valve()
}

function constructed() {
  const valve = new Valve()
  valve.open() //> call Valve.open typed
}

function returned() {
  make().open() //> call Valve.open inferred
}

function passed(valve) {
  valve.open() //> call Valve.open inferred
}

/** @param {Valve} valve */
function documented(valve) {
  valve.open() //> call Valve.open typed
}

function listed() {
  const table = [make, passed]
  table[0]() //> call make inferred
}

passed(new Valve())
new Pump(new Valve())
