// a static member hides none that instances inherit, and what instances have hides no static member above

abstract class Walker {
  static depth(): number {
    return 0
  }
  visit(node: string): void {}
  limit = 1
}

class TypeWalker extends Walker {
  static visit(walker: Walker, node: string): void {
    new TypeWalker().visit(node) //> call Walker.visit; none TypeWalker.visit
    this.visit(walker, node) //> call TypeWalker.visit; none Walker.visit
    this.depth() //> call Walker.depth
  }

  static limit = 'none'

  depth(): void {
    this.visit('a') //> call Walker.visit; none TypeWalker.visit
    this.limit //> ref Walker.limit; none TypeWalker.limit
  }

  go(): void {
    this.depth() //> call TypeWalker.depth; none Walker.depth
    TypeWalker.depth() //> call Walker.depth; none TypeWalker.depth
    TypeWalker.limit //> ref TypeWalker.limit; none Walker.limit
  }
}
