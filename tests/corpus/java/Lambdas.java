import java.util.function.BiFunction;
import java.util.function.Function;

/** A lambda takes its parameters from the one abstract method of what is expected. */
interface Handler<E> {
  void handle(E event);
}

class Event {
  String title() {
    return "";
  }
}

class Lambdas {
  private final Handler<Event> field = e -> e.title(); //> call Event.title

  void on(Handler<Event> handler) {
    handler.handle(new Event()); //> call Handler.handle typed
  }

  Function<Event, String> returned() {
    return e -> e.title(); //> call Event.title
  }

  void uses() {
    on(e -> e.title()); //> call Lambdas.on; call Event.title
    on(
        e -> {
          String text = e.title(); //> call Event.title
          text.title(); //> none title
        });
    on(this::receive); //> ref Lambdas.receive
    Handler<Event> local = e -> receive(e); //> call Lambdas.receive
    Object cast = (Handler<Event>) e -> e.title(); //> call Event.title
    BiFunction<Event, Integer, String> two = (e, n) -> e.title(); //> call Event.title
    Handler<Event> either = cast == null ? e -> e.title() : null; //> call Event.title
    strange(e -> e.title()); //> none title
  }

  void receive(Event e) {}
}
