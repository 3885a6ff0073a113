package alike.two;

import alike.Sink;

public class Store implements Sink {
  public void put(int n) {}

  public void put(String s) {}
}
