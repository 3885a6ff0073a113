import java.util.Set;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.ObjLongConsumer;
import java.util.function.ToLongBiFunction;
import java.util.stream.Collector;
import java.util.stream.StreamSupport;

/** Types of the platform carry on what they hold. */
class Platform {
  static class Coin {
    void toss() {}
  }

  void uses(Iterable<Coin> coins, Collector<Coin, ?, Set<Coin>> all) {
    Spliterator<Coin> rest = coins.spliterator();
    rest.forEachRemaining(coin -> coin.toss()); //> call Coin.toss
    rest.trySplit().tryAdvance(coin -> coin.toss()); //> call Coin.toss
    int order = Spliterator.ORDERED | Spliterator.SIZED;
    StreamSupport.stream(Spliterators.spliteratorUnknownSize(coins.iterator(), order), false)
        .forEach(coin -> coin.toss()); //> call Coin.toss
    ToLongBiFunction<Coin, String> weigh = (coin, unit) -> {
      coin.toss(); //> call Coin.toss
      return 1;
    };
    ObjLongConsumer<Coin> pay = (coin, n) -> coin.toss(); //> call Coin.toss
    if (all.characteristics().contains(Collector.Characteristics.UNORDERED)) {
      throw new IllegalMonitorStateException(); //> external IllegalMonitorStateException
    }
  }
}
