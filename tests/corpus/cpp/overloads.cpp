#include <string>

struct Writer {
  void put(int n) {} //> def method Writer.put
  void put(double n) {}
  void put(const char* text) {}
  void put(const std::string& text, int n = 0) {}
  int* data() { return nullptr; }
  const int* data() const { return nullptr; }
  int size() const { return data() != nullptr; } //> call Writer.data exact
};

void first(int n);
void first(int n, int m);
void first(int n) {}
void first(int n, int m) { first(n); }

void use(Writer& writer, const Writer& fixed, std::string text) {
  writer.put(1); //> call Writer.put(int)
  writer.put(1.5); //> call Writer.put(double)
  writer.put("text"); //> call Writer.put(constchar*)
  writer.put(text, 2); //> call Writer.put typed
  writer.missing(1); //> none put
  writer.data(); //> call Writer.data
  first(1, 2); //> call first(int,int) exact
}

void report(const char* text, va_list rest) {}
void report(const char* text, ...) {
  va_list rest;
  va_start(rest, text);
  report(text, rest); //> call report(constchar*,va_list)
  va_end(rest);
  report("%s", "two"); //> none report(constchar*,va_list)
}

struct Sink {
  typedef Writer& (*Manipulator)(Writer& writer);
  template <typename T> Sink& operator<<(const T& value) { return *this; }
  Sink& operator<<(Manipulator manipulator) { return *this; }
  Sink& operator<<(bool flag) { return *this << (flag ? "true" : "false"); }
};

void put(void (*handler)(int code)) {}
void put(const char* text) {}

// what a type parameter without a bound stands for may suit any of them
template <typename T> Sink describe(const T& value) {
  put(value); //> call put(constchar*) heuristic
  return Sink() << value << ", ";
}

// methods that only suit objects which nothing else names
struct Column {
  Column& width(int n) & { return *this; }
  Column&& width(int n) && { return static_cast<Column&&>(taken()); } //> call Column.taken
  Column& taken() { return *this; }
};

void lay(Column& shared) {
  shared.width(1); //> call Column.width
  Column().width(2).width(3); //> call Column.width
}
