#include <string>

struct Shown { void show(); };
struct Loose { void change(); };
struct Point {
  Point(float x, float y);
  float x, y;
};
class Handle {
 public:
  operator Point*() const;
};

Shown lower(std::string text) { return Shown(); }
Loose lower(std::string* text) { return Loose(); }
Shown keep(const Point& point) { return Shown(); }
Loose keep(const Point* point) { return Loose(); }
Loose find(Point* point) { return Loose(); }
Shown find(const Handle& handle) { return Shown(); }

template <typename T> T absolute(T value) { return value > T(0) ? value : -value; }
Point absolute(const Point& point) { return point; }
struct Taker {
  explicit Taker(Handle* handle);
  Taker(const Taker& other);
};
struct Near : Handle {};
Shown round(float value) { return Shown(); }
Loose round(int value) { return Loose(); }

std::string name();

struct Owner {
  std::string own;
  Point corner;
  Point* far;
  float wide, high;

  void use(Point* given, Point other, Handle handle) {
    lower(name()).show();  //> call Shown.show; none change
    lower(own).show();  //> call Shown.show; none change
    lower("text").show();  //> call Shown.show; none change
    lower(&own).change();  //> call Loose.change; none show
    keep(corner).show();  //> call Shown.show; none change
    keep(&corner).change();  //> call Loose.change; none show
    keep(far).change();  //> call Loose.change; none show
    keep(*far).show();  //> call Shown.show; none change
    keep(given).change();  //> call Loose.change; none show
    keep(&other).change();  //> call Loose.change; none show
    keep(other).show();  //> call Shown.show; none change
  }

  void take(Near near) {
    Taker taker(&near);  //> call Taker.Taker(Handle*)
    Taker other(taker);  //> call Taker.Taker(constTaker&)
  }

  void count(Point* given, int n) {
    absolute(wide - given->x);  //> call absolute(T); none absolute(constPoint&)
    round(wide * high).show();  //> call Shown.show; none change
    float twice = 2 * wide;
    float local = wide;
    round(2 * local).show();  //> call Shown.show; none change
    round(n * 2).change();  //> call Loose.change; none show
    round(given->x + n).show();  //> call Shown.show; none change
  }
};
