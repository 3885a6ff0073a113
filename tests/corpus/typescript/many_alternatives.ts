// an alias may list more types than can be followed one by one: what all have is known, and conditions choose

interface Base {
  start: number
  parent: Node
}
interface A extends Base {
  type: 'a'
  name: string
}
interface B extends Base {
  type: 'b'
  name: string
  run(): void
}
interface C extends Base {
  type: 'c'
}
interface D extends Base {
  type: 'd'
}
interface E extends Base {
  type: 'e'
}
interface F extends Base {
  type: 'f'
}
interface G extends Base {
  type: 'g'
}
interface H extends Base {
  type: 'h'
}
interface I extends Base {
  type: 'i'
}
interface J extends Base {
  type: 'j'
}
type Letter = A | B | C | D | E | F | G | H | I | J
interface Other extends Base {
  type: 'other'
  run(): void
}
type Node = Letter | Other

function walk(node: Node, letters: Letter[]) {
  node.start //> ref Base.start
  node.run() //> none B.run
  if (node.type === 'b' || node.type === 'other') {
    node.run() //> call B.run; call Other.run
  }
  if (node.parent.type === 'b') {
    node.parent.run() //> ref Base.parent; call B.run; none Other.run
    node.parent.name //> ref B.name; none A.name
    node.parent.parent.run() //> ref Base.parent; none B.run
  }
  for (const letter of letters) {
    letter.parent.start //> ref Base.parent; ref Base.start
    if (letter.type !== 'a') continue
    letter.name //> ref A.name; none B.name
  }
}
