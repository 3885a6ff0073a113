// what a condition says of a member or an item holds until it is assigned to

class Shape {}
class Circle extends Shape {
  grow() {}
}
class Square extends Shape {
  grow() {}
}
function isSquare(shape: Shape): shape is Square {
  return shape instanceof Square;
}

class Page {
  shape: Shape = new Shape();
  items: any[] = [];

  draw(other: any) {
    if (this.shape instanceof Circle) {
      this.shape.grow(); //> call Circle.grow typed; ref Page.shape
      this.shape = other;
      this.shape.grow(); //> none grow
    }
    this.shape.grow(); //> none grow
    if (isSquare(this.shape)) this.shape.grow(); //> call Square.grow
    if (this.items[0] instanceof Circle && this.items[1].grow()) {
      this.items[0].grow(); //> call Circle.grow
      this.items[1].grow(); //> none grow
      this.items[0] = other;
      this.items[0].grow(); //> none grow
    }
    return other.shape instanceof Square ? other.shape.grow() : other.shape.grow(); //> call Square.grow
  }

  wait(other: any) {
    if (!(other.shape instanceof Square)) {
      return;
    }
    other.shape.grow(); //> call Square.grow
    return () => other.shape.grow(); //> none grow
  }
}
