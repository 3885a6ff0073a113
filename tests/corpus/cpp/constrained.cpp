// Templates among overloads: what takes anything is no better than what may suit just as well.
#include <string>
#include <type_traits>

struct Shape {};
struct Circle : Shape {
  Circle() {}
};

template <typename T, std::enable_if_t<std::is_integral<T>::value, int> = 0>
int size_of(const T& value) { return 1; }
template <typename T, std::enable_if_t<std::is_class<T>::value, int> = 0>
int size_of(const T& value) { return 2; }

template <typename T>
int weigh(const T& value) requires std::is_class_v<T> { return 1; }
int weigh(const std::string& text) { return 2; }

// a template takes an object as what it is, without the conversion to its base
int draw(const Shape& shape) { return 1; }
template <typename T>
int draw(const T& value) { return 2; }

template <typename Text>
struct Pattern {
  typedef typename Text::Unit Unit;
  template <typename Stream>
  bool match(Stream& stream) { return true; }
  bool match(const Unit* text) { return false; }
};
struct Narrow {
  typedef char Unit;
};

template <typename T, unsigned N>
int fill(T (&items)[N]) { return N; }
int fill(const std::string& text) { return 2; }

template <typename T>
int only(const T& value) { return 1; }

void use(Circle circle, Shape shape, Pattern<Narrow>& pattern, std::string text) {
  size_of(circle);  //> call size_of heuristic
  size_of(1);  //> call size_of heuristic
  weigh(circle);  //> call weigh
  weigh(text);  //> call weigh exact
  draw(circle);  //> call draw(constT&) exact; none draw(constShape&)
  draw(shape);  //> call draw(constShape&) exact
  pattern.match("abc");  //> call Pattern.match(constUnit*)
  Circle circles[2];
  fill(circles);  //> call fill(T(&)[N]) exact
  only(circle);  //> call only exact
}
