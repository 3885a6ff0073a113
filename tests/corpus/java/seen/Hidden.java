package seen;

public class Hidden {
  private static void open(String name) {}

  static void open(CharSequence name) {}

  public static void open(Object name) {}

  void own() {
    open("a"); //> call Hidden.open(String)
  }
}
