// Conditionals that go on an `if`, and macros that are given blocks.
struct Counter {
  int count() { return 1; }
  void add() {}
};

int chosen(Counter& c, int n) { //> def function chosen
  if (n == 1) {
    return c.count(); //> call Counter.count typed
  }
#ifdef LOUD
  else if (n == 2) {
    c.add(); //> call Counter.add typed
  }
#endif
  else {
    c.add(); //> call Counter.add typed
  }
  LOGGED(for (int i = 0; i < n; i++) {
    c.add(); //> call Counter.add typed
  });
  return chosen(c, 1); //> call chosen exact
}
