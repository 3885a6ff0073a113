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

// types by macros, types of templates in expressions, defaults that are addresses, members by address
#define KIND_OF_VALUE(...) decltype(__VA_ARGS__)

struct Rule {
  struct Next {};
  friend int operator+(Rule, Next) { return 1; }
  [[nodiscard]] friend bool operator==(Rule, Rule) { return true; }
};
int rate(int n) { return n; }

template <typename T, typename Place = const T*, typename Same = T&>
struct Slot { //> def struct Slot
  using rated = KIND_OF_VALUE(rate(2)); //> def type Slot.rated
  int T::*_held; //> def field Slot._held
  int filled() const { return rate(1); } //> def method Slot.filled; call rate exact
};

template <typename R>
int both() { return R{} + typename R::Next{}; } //> def function both

template <typename State>
struct Bound {
  INLINED constexpr decltype(auto) operator()(State&,
                                              int n) const {
    return rate(n); //> call rate exact
  }
};

int printed(long n) {
  return std::printf("%" PRId64, n) + rate(3); //> call rate exact
}
