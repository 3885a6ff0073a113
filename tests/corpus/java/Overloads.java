import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Overloads are chosen by arity, then by the types of what is passed, then by the narrowest parameter. */
class Overloads {
  void take(int n) {}

  void take(long n) {}

  void take(Integer n) {}

  void take(String s) {}

  void take(Object o) {}

  void take(int n, String... rest) {}

  void numbers(byte small, char letter, long wide, Long boxed) {
    take(1); //> call Overloads.take(int) exact
    take(small); //> call Overloads.take(int)
    take('c'); //> call Overloads.take(int)
    take(wide); //> call Overloads.take(long)
    take(wide - 1); //> call Overloads.take(long)
    take(letter + 1); //> call Overloads.take(int)
    take(boxed); //> call Overloads.take(Object)
    take(Integer.valueOf(3)); //> call Overloads.take(Integer)
    take(2.5); //> call Overloads.take(Object)
  }

  void texts(Object any, List<String> names) {
    take("a" + 1); //> call Overloads.take(String)
    take('"' + names.get(0)); //> call Overloads.take(String)
    take(any); //> call Overloads.take(Object)
    take(any == null ? "x" : "y"); //> call Overloads.take(String)
    take(1, "a", "b"); //> call Overloads.take(int,String)
    take(names.size()); //> call Overloads.take(int)
  }

  void run(Runnable task) {}

  <T> T run(Supplier<T> task) {
    return task.get(); //> none run
  }

  void each(Consumer<String> action) {}

  void each(String first, Consumer<String> action) {}

  void lambdas() {
    run(() -> {}); //> call Overloads.run(Runnable)
    run(() -> 5); //> call Overloads.run(Supplier<T>)
    run(() -> name()); //> call Overloads.run(Supplier<T>); call Overloads.name
    run(this::lambdas); //> call Overloads.run(Runnable); ref Overloads.lambdas
    each("a", s -> take(s)); //> call Overloads.each(String,Consumer<String>); call Overloads.take(String)
  }

  String name() {
    return "";
  }
}

class Bounded {
  static <T> T passed(T any) {
    return any;
  }

  static <E extends Throwable> E passed(E thrown) {
    return thrown;
  }

  <T extends Comparable<T>> void most(T one) {}

  void uses(Exception failure, String text) {
    passed(failure).getMessage(); //> external Throwable.getMessage; call Bounded.passed(E) exact; none Bounded.passed(T)
    passed(text).length(); //> external String.length; call Bounded.passed(T) exact; none Bounded.passed(E)
  }
}

class BoundedToo extends Bounded {
  <T extends Comparable<T>> void most(T one) {}

  void uses() {
    most("a"); //> call BoundedToo.most exact; none Bounded.most
  }
}

class Wider extends Overloads {
  void take(StringBuilder b) {}

  void both(StringBuilder b) {
    take(b); //> call Wider.take exact
    take("a"); //> call Overloads.take(String) exact
    super.take(1L); //> call Overloads.take(long) exact
  }
}
