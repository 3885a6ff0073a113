// Locals, parameters and block scopes hide what has the same name outside.

function send() {}
function other() {}

export function parameter(send: () => void) {
  send() //> none send
}

export function block(flag: boolean) {
  if (flag) {
    const send = other
    send() //> call other exact; none send
  }
  send() //> call send exact
}

export function loop(items: (() => void)[]) {
  for (const send of items) {
    send() //> none send
  }
}

export function caught() {
  try {
    other() //> call other exact
  } catch (send) {
    send() //> none send
  }
}

export function hoisted() {
  return later() //> call hoisted.later exact

  function later() {
    return other() //> call other exact
  }
}

export function reassigned() {
  let run = send
  run() //> call send exact
  run = other
  run() //> call other exact; none send
}
