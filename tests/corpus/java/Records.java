import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;

interface Spot {
  int x(); //> def method Spot.x

  default int twice() {
    return x() * 2; //> call Spot.x
  }
}

/** The constructor of all components need not be written where others are, and accessors stand before what they implement. */
record Pin(int x, int y) implements Spot {
  Pin(int both) { //> def constructor Pin.Pin
    this(both, both); //> call Records.java::Pin; none Pin.Pin
  }

  Pin() {
    this(0); //> call Pin.Pin(int)
  }

  int scaled(int scale) {
    return x() * scale; //> ref Pin.x; none Spot.x
  }
}

record Given(int x, java.util.List<String> names) {
  Given(int x, java.util.List<String> names) {
    this.x = x;
    this.names = names;
  }

  Given(int x) {
    this(x, null); //> call Given.Given(int,java.util.List<String>)
  }
}

record Short(int x) {
  Short {
    check(x);
  }

  Short() {
    this(1); //> call Short.Short
  }

  static void check(int x) {}
}

record Stamp(String name) {
  static Stamp name(int number) {
    return new Stamp("" + number);
  }

  void print(Stamp other) {
    other.name(); //> ref Stamp.name; none Stamp.name(int)
    Stamp.name(1).name(); //> call Stamp.name(int); ref Stamp.name
    name(); //> ref Stamp.name; none Stamp.name(int)
  }
}

class Records {
  void hand(java.util.List<Integer> all) {
    record Near(int x) {}
    all.stream().map(Near::new).forEach(near -> near.x()); //> ref Near; ref Near.x
  }

  void make(Pin pin, Spot spot) {
    new Pin(1, 2).x(); //> call Records.java::Pin; none Pin.Pin; ref Pin.x; none Spot.x
    new Pin(1); //> call Pin.Pin(int)
    pin.twice(); //> call Spot.twice
    spot.x(); //> call Spot.x
    Function<Pin, Integer> read = Pin::x; //> ref Pin.x
    BiFunction<Integer, Integer, Pin> two = Pin::new; //> ref Records.java::Pin; none Pin.Pin
    Supplier<Pin> none = Pin::new; //> ref Pin.Pin()
    new Given(1, null); //> call Given.Given(int,java.util.List<String>)
    new Short(2); //> call Short.Short
  }
}
