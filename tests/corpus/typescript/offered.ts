// What the platform offers without an import is none of the tree's, and the object that holds it has it as members.

export class Part { go() {} }

declare global {
  interface Window { part: Part }
  var shared: Part
}

export function use(element: HTMLDivElement, event: KeyboardEvent, part: Partial<Part>, own: Location) { //> external HTMLDivElement; external KeyboardEvent; ref Part; ref Location
  element.focus() //> external HTMLDivElement.focus
  event.preventDefault() //> external KeyboardEvent.preventDefault
  part.go!() //> call Part.go typed
  own.here() //> call Location.here typed
  window.part.go() //> call Part.go typed
  globalThis.shared.go() //> call Part.go typed
  globalThis.setTimeout(() => 1, 1) //> external setTimeout
  window.location.reload() //> external location.reload
  globalThis.nothing() //> unresolved nothing
  globalThis.inner() //> none inner
  nothing() //> unresolved nothing
}

export function large(count: bigint) {
  return count.toString() //> external BigInt.toString
}

interface Location { here(): void }
function inner() {}

export class Element extends HTMLUListElement { //> external HTMLUListElement
  go() { this.click() } //> none click
}
