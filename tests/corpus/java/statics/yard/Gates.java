package yard;

import static mill.Wheel.*;

import mill.Bag;

public class Gates implements Runnable {
  public static void shut() {}

  public void run() {
    turn(2); //> call Wheel.turn
    new Spoke(); //> call Wheel.Spoke
    new Bag().isFull(); //> call Bag.isFull
  }
}
