package app;

/** Declared by one module alone, and so there for all, though others share names in the package. */
public class Plan {
  public static final int SIZE = 3;

  public void draw() {}

  public static class Page {}
}
