// Classes that stand for a template with particular arguments.
#pragma once
struct Leaf {};
struct Root {};
enum class Mode { on, off };

template <typename T>
struct Result {
  T value() { return T(); }
  bool good() { return true; }
  static int count() { return 0; }
};

template <>
struct Result<Leaf> {
  int length() { return 1; }
  bool good();
  static int count() { return 1; }
};

template <typename T>
struct Result<T*> {
  T* address() { return nullptr; }
  bool good();
};

template <int N, typename T>
struct Grid;

template <typename T>
struct Grid<2, T> {
  T across() { return T(); }
  int size() { return 2; }
};

template <typename T>
struct Grid<3, T> {
  T deep() { return T(); }
  int size() { return 3; }
};

template <Mode M, typename T>
struct Lamp;

template <typename T>
struct Lamp<Mode::on, T> {
  void shine() {}
};

template <typename T>
struct Lamp<Mode::off, T> {
  void rest() {}
};

template <>
struct Result<Lamp<Mode::on, Leaf>> {
  void lit() {}
};
