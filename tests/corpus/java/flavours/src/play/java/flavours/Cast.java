package flavours;

public class Cast {
  public static void wrap(int n) {}
}
