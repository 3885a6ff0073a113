// Classes: inheritance, super, accessors, private and static members, parameter properties.

abstract class Shape { //> def class Shape
  static count = 0
  #secret = 1 //> def field Shape.#secret

  constructor(protected readonly name: string) {} //> def constructor Shape.constructor

  abstract area(): number //> def method Shape.area

  get label(): string { //> def property Shape.label
    return this.describe() //> call Shape.describe exact
  }

  describe(): string {
    return `${this.name}: ${this.area()}` //> call Shape.area exact
  }

  static unit(): Square {
    return new Square(1) //> call Square.constructor exact
  }

  #hidden() {}

  reveal() {
    this.#hidden() //> call Shape.#hidden exact
  }
}

class Square extends Shape { //> inherit Shape exact
  constructor(private side: number) {
    super('square') //> call Shape.constructor exact
  }

  area(): number {
    return this.side * this.side
  }

  describe(): string {
    return super.describe() //> call Shape.describe exact
  }

  grow = (by: number): Square => new Square(this.side + by) //> def method Square.grow; call Square.constructor exact
}

class Plain extends Square {}

interface Printable {
  print(): void
}

class Label implements Printable { //> implement Printable exact
  print() {}
}

export function use(printable: Printable) {
  const square = Shape.unit() //> call Shape.unit exact
  square.grow(2).describe() //> call Square.grow typed; call Square.describe typed
  new Plain(3).area() //> call Square.constructor exact; call Square.area typed
  printable.print() //> call Printable.print typed
  return square.label //> ref Shape.label
}
