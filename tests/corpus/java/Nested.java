/** Inner, static, local and anonymous classes see what is around them. */
class Nested {
  private int count;

  void touch() {}

  static void reset() {}

  class Inner { //> def class Nested.Inner
    void go() {
      touch(); //> call Nested.touch exact
      Nested.this.touch(); //> call Nested.touch exact
      reset(); //> call Nested.reset exact
    }

    class Deeper {
      void go() {
        touch(); //> call Nested.touch
        Inner.this.go(); //> call Nested.Inner.go
      }
    }
  }

  static class Builder {
    Builder with(int n) {
      return this;
    }

    Nested build() {
      return new Nested(); //> call Nested
    }
  }

  void uses(Nested other) {
    new Builder().with(1).with(2).build().touch(); //> call Nested.Builder; call Nested.Builder.with; call Nested.Builder.build; call Nested.touch
    Nested.Builder builder = new Nested.Builder(); //> call Nested.Builder
    Nested.Inner inner = other.new Inner(); //> call Nested.Inner
    inner.go(); //> call Nested.Inner.go
    class Local {
      void go() {
        touch(); //> call Nested.touch
      }
    }
    new Local().go(); //> call Local; call Local.go
    new Inner() {
      @Override
      void go() { //> override Nested.Inner.go
        super.go(); //> call Nested.Inner.go exact
        extra(); //> call extra
      }

      void extra() {}
    }.extra(); //> call extra
  }

  static {
    reset(); //> call Nested.reset
  }
}
