package app;

class Step {
  void go() {}
}
