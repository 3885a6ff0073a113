// Half of this file does not parse; the rest is understood.

class Valve {
  open() {}
}

export function before(valve: Valve) {
  valve.open() //> call Valve.open typed
}

function broken() {
  let = ;
  if (( {
}

type = | ;

export function after(valve: Valve) { //> def function after
  valve.open() //> call Valve.open typed
}
