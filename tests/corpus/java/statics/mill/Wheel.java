package mill;

import static yard.Gates.*;

public final class Wheel {
  public static void turn(int times) {}

  public static class Spoke {}

  void stop() {
    shut(); //> call Gates.shut
  }
}
