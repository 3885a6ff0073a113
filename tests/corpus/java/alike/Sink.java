package alike;

public interface Sink {
  void put(int n);
}
