// C++ that is newer than the grammar, and marks of Qt.
export module shapes.area;
export import shapes.points;

export template <class... Cases> struct overloaded : Cases... {
  using Cases::operator()...;
};

template class Holder<int>;

export class Shape { //> def class Shape
public:
  Shape(Shape &&) = delete("shapes stay where they are");
  int area() const { return 1; }
  template <class Self> int scaled(this Self const &self) { return self.area(); }
  unsigned flags : 3 = 0;
signals:
  void changed(int by);
public slots:
  void grow();
};

int measure(const Shape &shape) { //> def function measure
  if consteval {
    return shape.area(); //> call Shape.area
  }
  auto add = [] static { return 1; };
  return add();
}

void Shape::grow() {
  emit changed(1); //> call Shape.changed
  Q_EMIT changed(measure(*this)); //> call Shape.changed; call measure
}

int through(int (Shape::*which)() const, const Shape &shape) {
  return (shape.*which)() + measure(shape); //> call measure
}
