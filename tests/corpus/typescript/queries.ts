// `typeof f` as a type is that very function.
function create(tag: string): Part {
  return new Part()
}

class Part {
  fit() {}
}

export const tools: { create: typeof create; other: (tag: string) => Part } = { create, other: create }
export type Tools = { make: typeof create }

export function use(given: Tools) {
  given.make('a').fit() //> call create inferred; call Part.fit typed
  tools.create('a').fit() //> call create inferred; call Part.fit typed
  tools.other('a').fit() //> call Part.fit typed
}
