package alike;

/** Classes of one name in two packages: their methods are no overloads of one another. */
class Alike {
  void fill(boolean first, Unknown unknown) {
    var store = first ? new alike.one.Store() : new alike.two.Store();
    store.put(1); //> call one/Store.java::Store.put(int) typed; call two/Store.java::Store.put(int) typed
  }

  void open(Unknown unknown) {
    new alike.one.Store().put(unknown.get()); //> call one/Store.java::Store.put(int) heuristic; call one/Store.java::Store.put(String) heuristic
  }
}
