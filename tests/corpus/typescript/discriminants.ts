// what a member is compared to tells which of several types it is that has the member

enum Kind {
  Circle,
  Square,
  Line,
}
interface Circle {
  kind: Kind.Circle
  radius: number
  draw(): void
}
interface Square {
  kind: Kind.Square
  side: number
  draw(): void
}
interface Line {
  kind: Kind.Line
  draw(): void
}
type Shape = Circle | Square | Line

function one(shape: Shape, other: Shape) {
  if (shape.kind === Kind.Circle) {
    shape.draw() //> call Circle.draw; none Square.draw; none Line.draw
    shape.radius //> ref Circle.radius
  } else {
    shape.draw() //> call Square.draw; call Line.draw; none Circle.draw
  }
  shape.draw() //> call Circle.draw; call Square.draw; call Line.draw
  if (shape.kind !== Kind.Circle && shape.kind !== Kind.Square) {
    return shape.draw() //> call Line.draw; none Circle.draw; none Square.draw
  }
  shape.draw() //> call Circle.draw; call Square.draw; none Line.draw
  if (other.kind === Kind.Line || other.kind === Kind.Circle) other.draw() //> call Circle.draw; call Line.draw; none Square.draw
  return shape.kind === Kind.Square ? shape.draw() : other.draw() //> call Square.draw; call Circle.draw; call Line.draw
}

function listed(shape: Shape) {
  switch (shape.kind) {
    case Kind.Circle:
      shape.draw() //> call Circle.draw; none Square.draw; none Line.draw
      break
    case Kind.Line:
    case Kind.Square: {
      shape.draw() //> call Square.draw; call Line.draw; none Circle.draw
      break
    }
  }
  switch (shape.kind) {
    case Kind.Circle:
      shape.radius++
    case Kind.Line:
      shape.draw() //> call Circle.draw; call Line.draw
      return
    default:
      shape.draw() //> call Square.draw; none Circle.draw; none Line.draw
  }
}

interface Loaded {
  state: 'loaded' | 'cached'
  value(): void
}
interface Failed {
  state: 'failed'
  value(): void
}
interface Held {
  result: Loaded | Failed
}

function texts(held: Held, results: (Loaded | Failed)[]) {
  if (held.result.state === 'failed') {
    held.result.value() //> call Failed.value; none Loaded.value
    held.result = null!
  }
  held.result.value() //> call Failed.value; call Loaded.value
  if (held.result.state === 'cached') held.result.value() //> call Loaded.value; none Failed.value
  if (held.result.state !== 'cached') held.result.value() //> call Loaded.value; call Failed.value
  return results.filter((each) => each.state === 'failed' && each.value()) //> call Failed.value; none Loaded.value
}

const kept: Shape = null!

function outside(asked: boolean) {
  if (asked && kept.kind === Kind.Line) {
    kept.draw() //> ref kept; call Line.draw; none Circle.draw
  }
  kept.draw() //> call Circle.draw; call Square.draw; call Line.draw
}

interface Quick {
  mode?: 'quick'
  go(): void
}
interface Slow {
  mode: 'slow' | null
  go(): void
}

function lacking(asked: Quick | Slow, alone: Quick) {
  if (asked.mode === 'quick') return asked.go() //> call Quick.go
  asked.go() //> call Quick.go; call Slow.go
  if (alone.mode === 'quick') return null
  return alone.go() //> call Quick.go
}
