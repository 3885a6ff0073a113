class Shape { //> def class Shape
 public:
  explicit Shape(int sides) : sides_(sides) {} //> def constructor Shape.Shape
  virtual ~Shape() {} //> def method Shape.~Shape
  virtual double area() const = 0; //> def method Shape.area
  int sides() const { return sides_; } //> def method Shape.sides; ref Shape.sides_
  static Shape* make(int sides);

 private:
  int sides_; //> def field Shape.sides_
};

class Square : public Shape { //> inherit Shape
 public:
  explicit Square(double edge) : Shape(4), edge_(edge) {} //> call Shape.Shape
  double area() const override { return edge_ * edge_; } //> override Shape.area
  double doubled() { return this->area() * sides(); } //> call Square.area exact; call Shape.sides exact

 private:
  double edge_;
};

Shape* Shape::make(int sides) { //> def method Shape.make
  return new Square(sides); //> call Square.Square exact
}

double measure(Shape* shape, int area) {
  Square square(2); //> call Square.Square
  Square other = square; //> none Square.Square
  square.doubled(); //> call Square.doubled typed
  return shape->area() + area; //> call Shape.area typed; call Square.area dispatch
}

struct Unrelated { //> def struct Unrelated
  int area() { return 0; }
};

template <typename T>
int guess(T thing) {
  return thing.area(); //> none area
}
