import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Values keep their types through containers, streams, optionals and type parameters. */
class Generics {
  private final Map<String, List<Part>> byName = new HashMap<>();

  void containers(List<Part> parts) {
    for (Part part : parts) {
      part.weigh(); //> call Part.weigh typed
    }
    for (var part : parts) part.weigh(); //> call Part.weigh
    parts.get(0).weigh(); //> call Part.weigh
    byName.get("a").get(0).weigh(); //> call Part.weigh
    for (Map.Entry<String, List<Part>> entry : byName.entrySet()) {
      entry.getValue().iterator().next().weigh(); //> call Part.weigh
      entry.getKey().weigh(); //> none weigh
    }
    byName.computeIfAbsent("b", k -> new ArrayList<>()).get(0).weigh(); //> call Part.weigh
    Part[] row = parts.toArray(new Part[0]);
    row[0].weigh(); //> call Part.weigh
    row.length.weigh(); //> none weigh
  }

  void streams(List<Part> parts) {
    parts.stream().map(p -> p.box()).forEach(b -> b.close()); //> call Part.box; call Box.close
    parts.stream().map(Part::box).findFirst().get().close(); //> call Box.close; ref Part.box
    Optional<Part> heavy = parts.stream().filter(p -> p.weigh() > 3).findFirst(); //> call Part.weigh
    heavy.map(Part::box).orElseGet(Box::new).close(); //> call Box.close
    parts.sort(Comparator.comparing(p -> p.weigh())); //> call Part.weigh
    Map<Integer, List<Part>> grouped = parts.stream().collect(Collectors.groupingBy(Part::weigh));
    grouped.get(1).get(0).weigh(); //> call Part.weigh
  }

  <T extends Part> int bounded(T part) {
    return part.weigh(); //> call Part.weigh
  }

  <T> T create(Class<T> type) {
    return null;
  }

  void literals() {
    create(Part.class).weigh(); //> call Generics.create; call Part.weigh
    create(Box.class).close(); //> call Box.close; none weigh
    new Holder<>(new Part()).value.weigh(); //> call Part.weigh
    Holder.of(new Box()).get().close(); //> call Holder.of exact; call Holder.get; call Box.close
  }
}

class Holder<T> {
  T value;

  Holder(T value) {
    this.value = value;
  }

  T get() {
    return value;
  }

  static <S> Holder<S> of(S value) {
    return new Holder<S>(value); //> call Holder; ref Holder
  }
}

class Part {
  int weigh() {
    return 1;
  }

  Box box() {
    return new Box();
  }
}

class Box {
  void close() {}
}

class Written {
  static <T> T cast(Object o) {
    return null;
  }

  void take(String text) {}

  void take(StringBuilder text) {}

  void said(Object any) {
    take(Written.<StringBuilder>cast(any)); //> call Written.take(StringBuilder); none Written.take(String)
  }
}
