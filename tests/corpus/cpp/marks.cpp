// macros that mark classes and declarations, which only a preprocessor expands

#define SEALED final
#define FORCE_INLINE inline
#define ALIGNED(kind) kind

struct Shape {
  virtual int area() { return 0; }
};

class Square SEALED : public Shape { //> inherit Shape; def class Square
 public:
  int area() override { return side(); } //> call Square.side exact
  int side() { return 2; }
};

ALIGNED(class) Vector { //> def class Vector
  float x;

 public:
  FORCE_INLINE Vector(const Vector& other)
      : x(other.x) {}
  explicit FORCE_INLINE Vector(float value,
                               float scale)
      : x(value * scale) {}
  FORCE_INLINE Vector& operator+=(const Vector& other) { return *this; } //> def method Vector.operator+=
  FORCE_INLINE operator float*() { return &x; }
  FORCE_INLINE float length() const { return x; } //> def method Vector.length
};

FORCE_INLINE Vector
scaled(const Vector& v, float by) //> def function scaled
{
  return Vector(v.length() * by, 1); //> call Vector.length; call Vector.Vector(float,float)
}

FORCE_INLINE Vector
operator+(const Vector& a, const Vector& b) //> def function operator+
{
  return a;
}

template <typename T>
class Pile {
 public:
  FORCE_INLINE void push(const T& item) { grow(); } //> call Pile.grow exact; def method Pile.push
  FORCE_INLINE T& expand(const T& fill = T()) { return fill; } //> def method Pile.expand
  FORCE_INLINE const T& at(int n) const
  {
    return items[n];
  }
  FORCE_INLINE T& operator[](int n) { return items[n]; } //> def method Pile.operator[]
  void grow() {}

 private:
  Pile(const Pile&);
  T* items;
};

void fill(Pile<Vector>& pile, const Vector& v) {
  pile.push(v + v); //> call Pile.push; implicit operator+
  pile[0].length(); //> implicit Pile.operator[]; call Vector.length
}
