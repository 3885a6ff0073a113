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
