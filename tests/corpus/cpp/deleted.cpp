// What is written so that nobody calls it is no choice; of several constructors left none is likely enough.
struct Token {};

struct Frame {
  explicit Frame(int size);
  explicit Frame(const char* name);
  explicit Frame(Token* token);
  Frame(const Frame&) = delete;
  void fill(int by) {}
  void fill(double by) = delete;
  static Frame* copy(Unheard& from);
};

struct Single {
  Single(Token& token) {} //> def constructor Single.Single
  Single(const Single&) = delete;
};

struct Two {
  Two(int a) {}
  Two(Token* b) {}
};

Single* one(Unheard& anything) {
  return new Single(anything.get()); //> call Single.Single(Token&) exact
}

Frame* Frame::copy(Unheard& from) {
  Frame* frame = new Frame(from.get()); //> ref Frame; unresolved Frame; none get
  frame->fill(from.get()); //> call Frame.fill(int) typed
  new Two(from.get()); //> call Two.Two(int) heuristic; call Two.Two(Token*) heuristic
  return new Frame("name"); //> call Frame.Frame(constchar*) exact
}
