package mill;

import static mill.Bag.State.*; //> import Bag.State

/** Takes the constants of a type inside itself by their names. */
public class Bag implements AutoCloseable {
  public interface State {
    int FULL = 1;
    int EMPTY = 0;

    default void empty() {}
  }

  int state = EMPTY; //> ref Bag.State.EMPTY

  public boolean isFull() {
    return state == FULL; //> ref Bag.State.FULL
  }

  public void close() {}
}
