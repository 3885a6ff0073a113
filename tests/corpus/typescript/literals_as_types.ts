import type { Components } from 'markdown-lib'

interface Part {
  draw(): void
}

interface Panel {
  title: () => string
  paint(): void
  inner: { close(): void }
}

type Action = { run(): void }

export function makePanel(): Panel {
  return {
    title: () => 'x', //> override Panel.title typed
    paint() {}, //> override Panel.paint typed
    inner: { close() {} }, //> override Panel.inner.close typed
    extra() {}, //> none paint; none title
  }
}

export async function loadPanel(): Promise<Panel> {
  return {
    title: () => 'x', //> override Panel.title typed
    paint() {}, //> override Panel.paint typed
    inner: { close: () => {} }, //> override Panel.inner.close typed
  }
}

const shared = {
  paint() {}, //> override Panel.paint typed
  draw() {}, //> none Part.draw
}

export function spreadPanel(): Panel {
  const panel = { ...shared, title() { return 'y' }, inner: { close() {} } } //> override Panel.title; override Panel.inner.close
  return panel
}

function use(part: Part, action: Action) {
  part.draw() //> call Part.draw typed
  action.run()
}

use(
  { draw() {} }, //> override Part.draw typed
  { run: () => {} }, //> override Action.run typed
)

const asserted = {
  draw: () => {}, //> override Part.draw typed
} as Part

const parts: Components = {
  h1: () => 1, //> external markdown-lib.Components.h1
}

const untyped = {
  draw() {}, //> none Part.draw
}
use(asserted, parts as any)
console.log(untyped)
