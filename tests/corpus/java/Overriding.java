import java.util.List;

/** An overload replaces the one with its own parameters, in every base that has it. */
interface Sink<T> {
  void put(int number);

  void put(T item);

  void put(T item, List<T> rest);

  void put(String key, int number);
}

abstract class Store<T> implements Sink<T> {
  public void put(Object any, int number) {} //> none put

  public void put(int number) {} //> override Sink.put(int)
}

interface Closing {
  void close();
}

interface Ending {
  void close();
}

class Loud {
  void say(String text) {}
}

class Louder extends Loud {
  void say(Integer number) {} //> none say
}

class Both implements Closing, Ending {
  public void close() {} //> override Closing.close; override Ending.close
}

class Names extends Store<String> implements Ending {
  public void put(String item) {} //> override Sink.put(T)

  public void put(String key, int number) {} //> override Sink.put(String,int)

  public void put(String item, List<String> rest) {} //> override Sink.put(T,List<T>)

  public void put(int number) {} //> override Store.put(int)

  public void put(double number) {} //> none put

  public void close() {} //> override Ending.close

  static void put(long number) {} //> none put
}

class Press {
  static void main(String[] words) {}

  private boolean same(String a, String b) {
    return a == b;
  }

  void stamp(String text, int[] places) {}

  void stamp(String text, String[] names) {}
}

/** What belongs to a class alone replaces nothing; arrays are told apart by what they hold. */
class Roller extends Press {
  static void main(String[] words) {} //> none main

  boolean same(String a, String b) { //> none same
    return a.equals(b);
  }

  void stamp(String text, String[] names) {} //> override Press.stamp(String,String[])

  void stamp(String text, int[] places) {} //> override Press.stamp(String,int[])
}
