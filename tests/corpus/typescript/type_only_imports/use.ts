import { type Response, type Request, type Gate as Entry } from './shapes' //> import shapes.ts::Response; import shapes.ts::Request
import type { Gate } from './shapes'

export function answer(given: Response): number { //> ref shapes.ts::Response exact
  const sent = new Response('body') //> external Response.constructor; none Response
  return given.status //> ref shapes.ts::Response.status typed
}

export function ask(wanted: Request) { //> ref shapes.ts::Request exact
  return wanted instanceof Request ? new Request(wanted.url) : null //> external Request.constructor; none Request
}

export function pass(gate: Gate) {
  gate.open() //> call Gate.open typed
  new Gate() //> unresolved Gate; none Gate
}

export function renamed(gate: Entry) {
  gate.open() //> call Gate.open typed
}

export type Kind = typeof Gate //> ref Gate exact

export function member() {
  return Response.json({}) //> external Response.json; none json
}
