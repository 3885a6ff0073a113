// What a template's arguments are is told by the objects that it is given: no constructor makes others of them.
struct Point {};

template <typename T>
struct Box {
  Box(Point point) {}
  T value() { return T(); }
};

template <typename T>
struct Crate {
  Crate(const Box<T>& box) {}
  void take(Box<T> box) {}
  void give(Point point);
};

template <typename T>
Crate<T> operator+(const Crate<T>& one, const Crate<T>& other) { return one; }

struct Plain {
  Plain(const Box<int>& box) {}
};
Plain operator-(const Plain& one, const Plain& other) { return one; }

template <typename T>
void Crate<T>::give(Point point) {
  take(point);  //> call Crate.take
}

void use(Box<int> box, Crate<int> crate, Point point) {
  box + box;  //> none operator+
  crate + crate;  //> implicit operator+
  box - box;  //> implicit operator-
  crate.take(point);  //> call Crate.take
}
