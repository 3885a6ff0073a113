// Definitions that exclude each other, where names may be overloaded.
namespace app {
struct Point {
  int x;
};

#ifdef FAST
int measure(int value) { return value; }
int operator+(Point left, Point right) { return measure(left.x); }  //> call measure heuristic
#else
int measure(int value) { return value + 1; }
int operator+(Point left, Point right) { return measure(right.x); }  //> call measure heuristic
#endif
int measure(double value) { return 2; }

int use() { return measure(1); }  //> call measure(int) heuristic
int wide() { return measure(1.5); }  //> call measure(double) exact
}
