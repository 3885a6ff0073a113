import java.util.function.Function;

/** Static methods of an interface are called through that very interface; those of a class are inherited. */
interface Step<A, B> {
  static <A, B> Step<A, B> of(Function<A, B> function) {
    return null;
  }

  static void reset() {}

  B apply(A value);
}

abstract class Base<B> implements Step<Integer, B> {
  static <T> Chain<T> make(T element) {
    return null;
  }
}

class Chain<T> extends Base<T> {
  static <T> Chain<T> of(T element) {
    return null;
  }

  static void all(Step<String, String> step) {}

  static void all(String @Marked ... elements) { //> def method Chain.all
    all(elements); //> call Chain.all(String) exact
    all("a", "b"); //> call Chain.all(String) exact
  }

  public T apply(Integer value) {
    return null;
  }

  Chain<Chain<T>> nested() {
    reset(); //> none reset
    Step.reset(); //> call Step.reset exact
    make(1); //> call Base.make exact
    return Chain.of(Chain.of(null)); //> call Chain.of exact; none Step.of
  }

  Chain<Chain<T>> again() {
    return of(this); //> call Chain.of(T) exact
  }
}

@interface Marked {}
