import java.util.List;

/** What a pattern of a generic record binds is of the types that are written there, or of those that are matched. */
class RecordPatterns {
  static class Core {
    void go() {}
  }

  static class Shell {
    void run() {}
  }

  record Pair<X, Y>(X left, Y right) {}

  record Wrap<T>(T inner) {}

  sealed interface Shape<S> permits Ring, Dots {}

  record Ring<T>(T core) implements Shape<T> {}

  record Dots<T>(List<T> all) implements Shape<T> {}

  void written(Object any, Pair<Core, Shell> pair, Wrap<Pair<Core, Shell>> wrap) {
    if (any instanceof Pair<?, ?>(Core left, Shell right)) {
      left.go(); //> call RecordPatterns.Core.go typed
    }
    if (pair instanceof Pair<Core, Shell>(var left, var right)) {
      left.go(); //> call RecordPatterns.Core.go typed
      right.run(); //> call RecordPatterns.Shell.run typed; none go
    }
    if (wrap instanceof Wrap<Pair<Core, Shell>>(Pair<Core, Shell>(var left, var right))) {
      right.run(); //> call RecordPatterns.Shell.run typed
    }
    if (any instanceof Pair(var left, var right)) {
      left.go(); //> none go
    }
  }

  void matched(Pair<Core, Shell> pair, Wrap<Pair<Core, Shell>> wrap, Shape<Core> shape, List<Pair<Shell, Core>> all) {
    switch (pair) {
      case Pair(var left, var right) -> right.run(); //> call RecordPatterns.Shell.run typed
    }
    if (wrap instanceof Wrap(Pair(var left, var right))) {
      left.go(); //> call RecordPatterns.Core.go typed
    }
    switch (shape) {
      case Ring(var core) -> core.go(); //> call RecordPatterns.Core.go typed
      case Dots(var dots) -> dots.get(0).go(); //> call RecordPatterns.Core.go typed
    }
    switch (all.get(0)) {
      case Pair(Shell left, var right) when left != null -> right.go(); //> call RecordPatterns.Core.go typed
      default -> all.clear();
    }
  }
}
