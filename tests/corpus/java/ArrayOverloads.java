import javax.lang.model.element.Modifier;

/** Arrays of numbers are no arrays of wider ones; of an outside type a rest parameter may take it as well as any other. */
class ArrayOverloads {
  static int same(short[] a, short[] b) {
    return 1;
  }

  static int same(double[] a, double[] b) {
    return 1;
  }

  static int same(int[] a, int[] b) {
    return 1;
  }

  static int same(Object a, Object b) {
    return 1;
  }

  static int same(Object[] a, Object[] b) {
    return 1;
  }

  void add(Modifier... modifiers) {}

  void add(Iterable<Modifier> modifiers) {}

  void put(String... names) {}

  void put(Iterable<String> names) {}

  void uses(short[] small, int[] whole, double[] wide, String[] names) {
    same(small, small); //> call ArrayOverloads.same(short[],short[]); none ArrayOverloads.same(double[],double[])
    same(small, wide); //> call ArrayOverloads.same(Object,Object); none ArrayOverloads.same(double[],double[])
    same(small, whole); //> call ArrayOverloads.same(Object,Object); none ArrayOverloads.same(int[],int[])
    same(names, names); //> call ArrayOverloads.same(Object[],Object[])
    same(names, whole); //> call ArrayOverloads.same(Object,Object)
    put("a"); //> call ArrayOverloads.put(String); none ArrayOverloads.put(Iterable<String>)
  }

  <T> void push(T one) {}

  <T> void push(T... many) {}

  void unknown(Strange strange) {
    push(strange.get()); //> call ArrayOverloads.push(T) exact
  }

  void outside() {
    add(Modifier.PUBLIC); //> call ArrayOverloads.add(Modifier) heuristic; call ArrayOverloads.add(Iterable<Modifier>) heuristic
  }
}
