/** Members are found along the bases; `super` starts above. */
interface Shape { //> def interface Shape
  double area(); //> def method Shape.area

  default String describe() {
    return "area " + area(); //> call Shape.area exact
  }

  static Shape unit() {
    return new Square(1); //> call Square
  }
}

abstract class Named {
  protected String name;

  Named(String name) { //> def constructor Named.Named
    this.name = name;
  }

  String label() {
    return name.trim();
  }
}

class Square extends Named implements Shape { //> inherit Named exact; implement Shape exact
  private final double side;

  Square(double side) {
    super("square"); //> call Named exact
    this.side = side;
  }

  Square() {
    this(1.0); //> call Square.Square(double)
  }

  @Override
  public double area() { //> override Shape.area
    return side * side;
  }

  @Override
  String label() { //> override Named.label
    return super.label() + describe(); //> call Named.label exact; call Shape.describe exact
  }

  String indirect(Shape other) {
    Shape.super.describe(); //> call Shape.describe
    other.area(); //> call Shape.area typed; call Square.area dispatch
    return Shape.unit().describe(); //> call Shape.unit exact; call Shape.describe typed
  }
}
