#include <iostream>
#include <string>
#include <utility>

namespace geo {

struct Point {
  int x, y;
  Point() {}
  Point(const Point& other) {}
  Point(Point&& other) {}
  Point& operator=(const Point& other) { return *this; } //> def method Point.operator=
  Point& operator=(Point&& other) { return *this; }
  Point& operator+=(const Point& other) { return *this; }
  Point operator-() const { return *this; }
  Point operator-(const Point& other) const { return *this; }
  Point& operator++() { return *this; }
  Point operator++(int) { return *this; }
  bool operator!() const { return false; }
  bool same(const Point& other) const { return *this == other; } //> implicit operator==(constPoint&,constPoint&)
};

bool operator==(const Point& a, const Point& b) { return a.x == b.x; } //> def function geo.operator==
std::ostream& operator<<(std::ostream& out, const Point& p) { return out << p.x << ',' << p.y; } //> none operator<<

enum class Mode { Read, Write };
Mode operator|(Mode a, Mode b) { return a; }

}  // namespace geo

geo::Point make() { return geo::Point(); }
const geo::Point& shared() { static geo::Point kept; return kept; }

struct Log {
  Log& operator<<(int n) { return *this; }
  Log& operator<<(double n) { return *this; }
  Log& operator<<(const char* text) { return *this; }
};

struct Table {
  int& operator[](int i) { return cells[i]; }
  int operator[](const char* key) const { return 0; }
  int cells[4];
};

struct Link {
  geo::Point* target;
  geo::Point held;
  geo::Point* corners[4];
  geo::Point* operator->() const { return target; }
  geo::Point& operator*() const { return *target; }
  geo::Point* find() { return target; }
  geo::Point& get() { return *target; }
};

void chosen(Log& log, Table& table, geo::Point a, geo::Point b, geo::Point* p) {
  log << 1 << "two"; //> implicit Log.operator<<(int); implicit Log.operator<<(constchar*)
  table[1] = 2; //> implicit Table.operator[](int)
  table["one"]; //> implicit Table.operator[](constchar*)
  a = b; //> implicit Point.operator=(constPoint&)
  a = make(); //> implicit Point.operator=(Point&&)
  a = std::move(b); //> implicit Point.operator=(Point&&)
  a = shared(); //> implicit Point.operator=(constPoint&)
  a += -b; //> implicit Point.operator+=; implicit Point.operator-()
  a - b; //> implicit Point.operator-(constPoint&)
  ++a; //> implicit Point.operator++()
  a++; //> implicit Point.operator++(int)
  if (!a) return; //> implicit Point.operator!
  geo::Point taken(make()); //> call Point.Point(Point&&)
  geo::Point copied(a); //> call Point.Point(constPoint&)
}

// functions beside the classes of the operands
void beside(geo::Point a, geo::Point b) {
  if (a == b) return; //> implicit geo.operator==
  std::cout << a << 1; //> implicit geo.operator<<
  std::cout << 1; //> none operator<<
  geo::Mode::Read | geo::Mode::Write; //> implicit geo.operator|
}

// an address has operators of its own, whatever class it leads to
void addresses(geo::Point* p, geo::Point* q, Link& link, Link* far) {
  geo::Point* r = p;
  p = q; //> none operator=
  r = &link.held; //> none operator=
  link.target = p; //> none operator=
  link.corners[1] = p; //> none operator=
  *p = *q; //> implicit Point.operator=(constPoint&)
  p[0] = make(); //> implicit Point.operator=(Point&&)
  link.held = *p; //> implicit Point.operator=(constPoint&)
  link.get() = *p; //> implicit Point.operator=(constPoint&)
  if (p == q) return; //> none operator==
  if (*p == link.held) return; //> implicit geo.operator==
  if (link.find() == p) return; //> none operator==
  p++; //> none operator++
  for (geo::Point* each : link.corners) each = p; //> none operator=
  link->x; //> implicit Link.operator->
  far->target; //> none operator->
  (*far)->y; //> implicit Link.operator->
  *link = *q; //> implicit Link.operator*; implicit Point.operator=(constPoint&)
}

struct Base {
  Base& operator=(const Base& other) { return *this; }
};
struct Derived : Base {};

void hidden(Derived a, Derived b) {
  a = b; //> none operator=
}

// many operators in one expression are no more work than as many in several
geo::Point sum(const geo::Point& p) {
  return p - p - p - p - p - p - p - p - p - p - p - p - p - p - p - p - p - p - p - p - p - p - p - p - p - p - p - p - p; //> implicit Point.operator-(constPoint&)
}
bool same(const geo::Point& p) {
  return ((((((((((((((((((((p == p) == (p == p)) == p) == p) == p) == p) == p) == p) == p) == p) == p) == p) == p) == p) == p) == p) == p) == p) == p) == p); //> implicit geo.operator==
}

// functions for other classes
template <typename T> struct Pool {};
template <typename T, typename U> bool operator==(const Pool<T>& a, const Pool<U>& b) { return true; }

struct Proxy {
  int id;
};

bool unlike(Proxy* a, Proxy* b, Pool<int>& c, Pool<int>& d) {
  if (a->id == b->id) return true; //> none operator==
  if (a == b) return true; //> none operator==
  return c == d; //> implicit operator==(constPool<T>&,constPool<U>&)
}

struct Arena {
  typedef Arena self;
  friend bool operator!=(const self& a, const self& b) { return false; }
};

bool differs(int n, geo::Mode m) {
  return n != m; //> none operator!=
}

struct Word {
  int length() const { return 0; }
};
namespace literals {
Word operator""_word(const char* text, unsigned long n) { return Word(); }
long operator"" _km(unsigned long long n) { return 0; }
}  // namespace literals

void measured() {
  using namespace literals;
  "text"_word.length(); //> implicit literals.operator""_word; call Word.length
  long far = 5_km; //> implicit literals.operator""_km
  auto lasting = 3s; //> none *
}
