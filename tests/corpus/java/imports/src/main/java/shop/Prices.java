package shop;

public class Prices {
  public static final int ZERO = 0;

  public static int round(int n) {
    return n;
  }

  public static class Tax {
    int rate() {
      return 1;
    }
  }
}
