struct Text {
  operator bool() const { return true; }
  int length() const { return 1; }
};

struct Quat {
  _FORCE_INLINE_ Quat operator+(const Quat& other) const; //> def method Quat.operator+
  _FORCE_INLINE_ const Quat* self() const { return this; } //> def method Quat.self
  _FORCE_INLINE_ ~Quat() {} //> def method Quat.~Quat
  int size() { return 2; }
};

int measure(Quat& quat, Text& text) {
  bool known = text.operator bool();
  return known ? quat.size() : text.length(); //> call Quat.size; call Text.length
}

// A type, or a type parameter, in front of its `const`, and macros in front of both.
template <typename T>
struct Row {
  ROW_DECL ROW_CONSTEXPR T & operator[](int at);
  ROW_DECL ROW_CONSTEXPR T const& operator[](int at) const;  //> def method Row.operator[]
  ROW_DECL ROW_CONSTEXPR Text const& label() const;  //> def method Row.label
};

template <typename T>
ROW_QUALIFIER ROW_CONSTEXPR T const& Row<T>::operator[](int at) const {
  return first(at);
}

template <typename T>
ROW_QUALIFIER T const* address(Row<T> const& row) {  //> def function address
  return row.label().length() ? 0 : 0;  //> call Row.label; call Text.length
}

template <typename T>
ROW_DECL Row<T> made(T const * const pointer);  //> def function made

int cover(Row<Text> row) {
  made(&row);  //> call made
  return address(row) ? 1 : 0;  //> call address
}
