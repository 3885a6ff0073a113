import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** A method handed over by name is the overload that the function wanted there can call. */
class Parcel {
  final String label;

  Parcel(String label) {
    this.label = label;
  }

  Parcel(int number) {
    this("#" + number);
  }

  Parcel(Parcel other, int copies) {
    this(other.label + copies);
  }

  static Parcel of(String label) {
    return new Parcel(label);
  }

  static Parcel of(Integer number) {
    return new Parcel(number);
  }

  static Parcel of(String label, int copies) {
    return new Parcel(label + copies);
  }

  boolean fits(String label) {
    return label.equals(this.label);
  }

  boolean fits(Parcel other) {
    return fits(other.label);
  }

  Parcel twice() {
    return this;
  }

  Parcel twice(String mark) {
    return this;
  }

  Crate crate() {
    return new Crate();
  }
}

class Crate {
  void open() {}
}

class Plain {
  void open() {}
}

class Handed {
  void strings(List<String> labels, List<Integer> numbers, Parcel parcel) {
    labels.stream().map(Parcel::of); //> ref Parcel.of(String) exact; none Parcel.of(Integer); none Parcel.of(String,int)
    numbers.stream().map(Parcel::of).map(Parcel::crate).forEach(Crate::open); //> ref Parcel.of(Integer); ref Crate.open
    labels.stream().filter(parcel::fits); //> ref Parcel.fits(String); none Parcel.fits(Parcel)
    Predicate<Parcel> same = parcel::fits; //> ref Parcel.fits(Parcel); none Parcel.fits(String)
    BiFunction<String, Integer, Parcel> two = Parcel::of; //> ref Parcel.of(String,int); none Parcel.of(String)
    BiFunction<Parcel, String, Parcel> through = Parcel::twice; //> ref Parcel.twice(String); none Parcel.twice()
    Function<Parcel, Parcel> alone = Parcel::twice; //> ref Parcel.twice(); none Parcel.twice(String)
    take(labels.isEmpty() ? Parcel::of : null); //> ref Parcel.of(String); none Parcel.of(Integer)
    take((Function<String, Parcel>) Parcel::of); //> ref Parcel.of(String); none Parcel.of(Integer)
  }

  Function<String, Parcel> returned() {
    return Parcel::of; //> ref Parcel.of(String); none Parcel.of(Integer)
  }

  void constructors(List<String> labels, List<Integer> numbers) {
    labels.stream().map(Parcel::new).map(Parcel::crate).forEach(Crate::open); //> ref Parcel.Parcel(String); none Parcel.Parcel(int)
    numbers.stream().map(Parcel::new); //> ref Parcel.Parcel(int); none Parcel.Parcel(String)
    BiFunction<Parcel, Integer, Parcel> copy = Parcel::new; //> ref Parcel.Parcel(Parcel,int); none Parcel.Parcel(int)
    Supplier<Plain> plain = Plain::new; //> ref Plain
    plain.get().open(); //> call Plain.open
    Function<Integer, Parcel[]> row = Parcel[]::new; //> ref Parcel; none Parcel.Parcel(int)
  }

  void take(Function<String, Parcel> make) {}

  void grouped(Map<String, Parcel> known, List<Parcel> parcels) {
    known.entrySet().stream().map(Map.Entry::getValue).map(Parcel::crate).forEach(crate -> crate.open()); //> call Crate.open
    parcels.stream().collect(Collectors.toMap(Parcel::crate, Parcel::twice)); //> ref Parcel.twice(); none Parcel.twice(String)
  }

  void run(Consumer<String> sink) {}

  void run(Supplier<String> source, int times) {}

  void each(BiFunction<String, Integer, Parcel> make) {}

  void each(Supplier<Parcel> make) {}

  void chosen() {
    each(Parcel::of); //> call Handed.each(BiFunction<String,Integer,Parcel>); ref Parcel.of(String,int)
    strange(Parcel::of); //> none Parcel.of; unresolved of
  }
}
