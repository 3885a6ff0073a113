namespace app {

int before() { return 1; }

class Half : public ( [ ;

int after() { return before(); } //> def function after; call before exact

}  // namespace app
