// A generic alias of a library that is not there, applied to an object type: literals are given that object's members.

import type { Boxed, Partly, Sometimes } from 'elsewhere'

class Rules {
  allows(name: string) {
    return name
  }
}

class Gate {
  check(run: (rules: Rules) => void) {}
}

interface Context {
  rules: Rules
}

interface Command {
  name: string
  enabled?: ((context: Context) => boolean) | boolean
  nested: { run(context: Context): void }
}

function define(command: Partly<Omit<Command, 'nested'>, 'name'>) {}

function choose(command: Sometimes<Partly<Command>> | null) {}

export const first = define({ enabled: ({ rules }) => !!rules.allows('a') }) //> call Rules.allows inferred

choose({ nested: { run: (context) => context.rules.allows('b') } }) //> call Rules.allows inferred

export const kept: Partly<Command> = {
  enabled: (context) => !!context.rules.allows('c'), //> call Rules.allows inferred; ref Context.rules inferred
}

function box(gate: Boxed<Gate>) {}

box({ check: (rules) => rules.allows('d') }) //> none Rules.allows

export function opened(context: Boxed<Context>) {
  context.rules.allows('e') //> none Rules.allows; none Context.rules
}
