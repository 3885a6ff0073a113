package shop;

/** Functions named like the types that they make. */
public final class Makers {
  public static final int Limit = 3;

  public static Box Box() {
    return new Box();
  }

  public static Box Box(String label) {
    return new Box();
  }

  public static int Limit() {
    return Limit;
  }
}
