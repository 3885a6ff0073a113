/** Constants are made by their constructor, may have bodies, and switches name them without their type. */
enum Level implements Comparable2 { //> def enum Level; implement Comparable2
  LOW(1), //> call Level
  HIGH(9) { //> call Level
    @Override
    int weight() { //> override Level.weight
      return scale(9); //> call Level.scale
    }
  };

  private final int n;

  Level(int n) { //> def constructor Level.Level
    this.n = n;
  }

  int weight() {
    return n;
  }

  static int scale(int n) {
    return n;
  }
}

interface Comparable2 {}

record Point(int x, Level level) { //> def class Point
  Point {
    Level.scale(x); //> call Level.scale
  }

  int total() {
    return level.weight() + level().weight(); //> call Level.weight
  }
}

class Enums {
  int uses(Level level, Object any) {
    Level.LOW.weight(); //> call Level.weight
    Level.valueOf("LOW").weight(); //> call Level.weight
    for (Level each : Level.values()) {
      each.weight(); //> call Level.weight
    }
    level.ordinal(); //> none *
    switch (any) {
      case Point(int x, Level found) -> found.weight(); //> call Level.weight; ref Point
      case Level other when other.weight() > 1 -> other.weight(); //> call Level.weight
      default -> {}
    }
    return switch (level) {
      case LOW -> new Point(1, level).total(); //> call Point.total; ref Level.LOW
      case HIGH -> 2; //> ref Level.HIGH
    };
  }
}

class Kept {
  Kept again() {
    return this;
  }
}

enum Holder {
  FIRST,
  SECOND;

  static final Kept KEPT = new Kept();

  static int use() {
    Holder.KEPT.again(); //> ref Holder.KEPT; call Kept.again
    Holder.FIRST.again(); //> ref Holder.FIRST; none again
    return Holder.SECOND.ordinal();
  }
}
