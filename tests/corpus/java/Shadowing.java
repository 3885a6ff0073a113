/** Methods, variables and types do not share a namespace; the nearest variable wins. */
class Shadowing {
  Door door;
  Lamp Lamp;

  void door() {} //> def method Shadowing.door

  void parameter(Lamp door) {
    door.toggle(); //> call Lamp.toggle; none Door.toggle
    this.door.toggle(); //> call Door.toggle
    door(); //> call Shadowing.door exact
  }

  void blocks() {
    {
      Lamp door = new Lamp();
      door.toggle(); //> call Lamp.toggle
    }
    door.toggle(); //> call Door.toggle
  }

  Lamp make() {
    return new Lamp(); //> call Lamp exact
  }

  void patterns(Object thing) {
    if (thing instanceof Lamp lamp) { //> ref Lamp
      lamp.toggle(); //> call Lamp.toggle
    }
    if (!(thing instanceof Door found)) {
      return;
    }
    found.toggle(); //> call Door.toggle
  }

  void anonymous(Lamp light) {
    Runnable task =
        new Runnable() {
          Door light;

          public void run() { //> def method run
            light.toggle(); //> call Door.toggle; none Lamp.toggle
            door(); //> call Shadowing.door
          }
        };
    task.run(); //> none run
  }
}

class Door {
  void toggle() {}
}

class Lamp {
  void toggle() {}
}

abstract class Dialog {
  private static final String TAG = "dialog";
  private int shown;

  private void log(String text) {}

  abstract void confirm();

  String own() {
    return TAG + shown; //> ref Dialog.TAG; ref Dialog.shown
  }

  static class Loud extends Dialog {
    @Override
    void confirm() {
      super.log(TAG); //> call Dialog.log; ref Dialog.TAG
    }
  }
}

class Screen {
  private static final String TAG = "screen";

  void log(String text) {}

  /** What is private in a base is no member of the classes below: what is around them is meant. */
  Dialog ask() {
    return new Dialog() {
      @Override
      void confirm() {
        log(TAG); //> ref Screen.TAG; none Dialog.TAG; call Screen.log; none Dialog.log
      }
    };
  }
}
