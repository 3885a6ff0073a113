import java.nio.IntBuffer;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Spliterator;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collector;
import java.util.stream.DoubleStream;

/** A method or constructor that is handed over fits what stands for a function, and no number or other interface. */
class MethodsHanded<K, V> {
  MethodsHanded<K, V> distinct(Function<? super Map.Entry<K, V>, ? extends Object> key) {
    return this;
  }

  MethodsHanded<K, V> distinct(long atLeast) {
    return this;
  }

  <M extends Map<K, List<V>>> M grouped(Supplier<M> made) {
    return null;
  }

  <A, D> Map<K, D> grouped(Collector<? super V, A, D> down) {
    return null;
  }

  void merged(BinaryOperator<V> merger) {}

  void merged(Collector<? super V, ?, ?> collector) {}

  void more(double... values) {}

  void more(DoubleStream values) {}

  void of(int... values) {}

  void of(Spliterator.OfInt values) {}

  void of(IntBuffer values) {}

  void of(OptionalInt value) {}

  void of(Collection<Integer> values) {}

  static String text(Object any) {
    return "";
  }

  String own(MethodsHanded<K, V> other) {
    return "";
  }

  void use(MethodsHanded<String, Integer> numbers) {
    distinct(Map.Entry::getKey); //> call MethodsHanded.distinct(Function<?superMap.Entry<K,V>,?extendsObject>) exact; none long
    distinct(MethodsHanded::text); //> call MethodsHanded.distinct(Function<?superMap.Entry<K,V>,?extendsObject>) exact
    distinct(3L); //> call MethodsHanded.distinct(long) exact
    TreeMap<String, List<Integer>> sorted = numbers.grouped(TreeMap::new); //> call MethodsHanded.grouped(Supplier<M>) typed
    numbers.merged(Integer::sum); //> call MethodsHanded.merged(BinaryOperator<V>) typed
    more(DoubleStream.of(1, 2)); //> call MethodsHanded.more(DoubleStream) exact
    of(IntBuffer.wrap(new int[1])); //> call MethodsHanded.of(IntBuffer) exact
    of(Arrays.spliterator(new int[1])); //> call MethodsHanded.of(Spliterator.OfInt) exact
    of(OptionalInt.of(1)); //> call MethodsHanded.of(OptionalInt) exact
  }
}

class Held<A> {
  A first;
}

class HeldTwo<A, B> extends Held<A> {
  B second;

  HeldTwo(A first, B second) {}

  void swap() {}
}

class Gathering<T, A, R> {
  Gathering(Supplier<A> made, BiFunction<A, T, A> add, BinaryOperator<A> join, Function<A, R> end) {}
}

class Folding<T, R> {
  Folding(Function<T, R> begin, BiFunction<R, T, R> next) {}
}

/** What a class is made of is inferred from the arguments of its constructor, one function after another. */
class Inferred {
  static <T> Gathering<T, ?, Integer> made() {
    return new Gathering<>(
        () -> new HeldTwo<>(1, 2),
        (held, element) -> held,
        (left, right) -> {
          left.swap(); //> call HeldTwo.swap typed
          return right;
        },
        held -> held.second); //> ref HeldTwo.second typed
  }

  static Gathering<String, ?, Integer> handed(Supplier<HeldTwo<String, Integer>> make) {
    return new Gathering<>(make, (held, element) -> held, (left, right) -> left, held -> held.second); //> ref HeldTwo.second typed
  }

  static <T> Folding<T, ?> folded() {
    return new Folding<>(
        element -> new HeldTwo<>(element, 1),
        (held, element) -> {
          held.swap(); //> call HeldTwo.swap typed
          return held;
        });
  }
}
