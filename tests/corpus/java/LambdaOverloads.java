import java.util.concurrent.Callable;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** What a lambda is given and gives says which overload it is handed to. */
class LambdaOverloads {
  interface Quiet {
    void act() throws Exception;
  }

  interface Pair {
    void of(String left, int right);
  }

  class Box {
    int size;
  }

  void submit(Runnable task) {}

  <T> T submit(Callable<T> task) {
    return null;
  }

  void on(Consumer<String> one) {}

  void on(Pair two) {}

  void on(String name) {}

  void when(Function<String, Integer> read) {}

  void when(BiFunction<String, Integer, Integer> read) {}

  void typed(Consumer<String> text) {}

  void typed(IntFunction<Box> number) {}

  void each(Class<?> type, Consumer<Box> use) {}

  void each(Class<?> type, Supplier<Box> make) {}

  void wait(Box box, Runnable task) {}

  void wait(Object any, Quiet task) {}

  void pick(Predicate<String> test) {}

  void pick(Box box) {}

  void pick(int size) {}

  void uses(Box box) {
    submit(() -> { work(); }); //> call LambdaOverloads.submit(Runnable); none LambdaOverloads.submit(Callable<T>)
    submit(() -> { return work(); }); //> call LambdaOverloads.submit(Callable<T>)
    submit(() -> { throw new RuntimeException(); }); //> call LambdaOverloads.submit(Callable<T>)
    submit(() -> { while (true) { work(); } }); //> call LambdaOverloads.submit(Callable<T>)
    submit(() -> { if (box == null) { return; } work(); }); //> call LambdaOverloads.submit(Runnable)
    submit(() -> box.size++); //> call LambdaOverloads.submit(Callable<T>)
    submit(() -> new Box()); //> call LambdaOverloads.submit(Callable<T>)
    on(text -> {}); //> call LambdaOverloads.on(Consumer<String>)
    on((left, right) -> work()); //> call LambdaOverloads.on(Pair)
    when(text -> text.length()); //> call LambdaOverloads.when(Function<String,Integer>)
    when((text, n) -> n); //> call LambdaOverloads.when(BiFunction<String,Integer,Integer>)
    typed((String text) -> work()); //> call LambdaOverloads.typed(Consumer<String>)
    typed((int n) -> new Box()); //> call LambdaOverloads.typed(IntFunction<Box>)
    each(Box.class, b -> work()); //> call LambdaOverloads.each(Class<?>,Consumer<Box>)
    each(Box.class, () -> new Box()); //> call LambdaOverloads.each(Class<?>,Supplier<Box>)
    pick(text -> text.isEmpty()); //> call LambdaOverloads.pick(Predicate<String>)
  }

  int work() {
    return 1;
  }
}
