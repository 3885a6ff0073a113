// Arrays of characters: literals and variables are taken whole by who asks for a reference to an array.
#include <cstddef>
#include <string>

using std::string;

template <typename Unit>
struct Path {
  Path() {}
  explicit Path(const Unit* text) {}
  int depth() const { return 0; }
};

template <typename T>
int find(T& root, const Path<char>& path) { return path.depth(); }
template <typename T, typename Unit, size_t N>
int find(T& root, const Unit (&text)[N]) { return find(root, Path<Unit>(text)); }

template <typename T, size_t N>
int count(const T (&items)[N]) { return N; }
int count(const string& text) { return 1; }

int shown(const char* text) { return 1; }
int shown(const string& text) { return 2; }

void use(int& root, const Path<char>& path, string text) {
  char buffer[16];
  const char* pointer = "a";
  find(root, "a/b");  //> call find(T&,constUnit(&)[N]) exact
  find(root, buffer);  //> call find(T&,constUnit(&)[N]) exact
  find(root, path);  //> call find(T&,constPath<char>&) exact
  count("abc");  //> call count(constT(&)[N]) exact
  count(text);  //> call count(conststring&) exact
  shown("abc");  //> call shown(constchar*) exact
  shown(buffer);  //> call shown(constchar*) exact
  shown(pointer);  //> call shown(constchar*) exact
  shown(text);  //> call shown(conststring&) exact
}
