import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SourcesTest {
  static Stream<String> reads() {
    return Stream.of("a");
  }

  static Stream<String> names() {
    return Stream.of("b");
  }

  static Stream<Integer> counts() {
    return Stream.of(1);
  }

  @ParameterizedTest
  @MethodSource //> implicit SourcesTest.reads(); none SourcesTest.reads(String)
  void reads(String text) {}

  @ParameterizedTest
  @MethodSource({"names", "counts()"}) //> implicit SourcesTest.names; implicit SourcesTest.counts; none reads
  void prints(Object each) {}

  @ParameterizedTest
  @MethodSource("elsewhere.Others#names") //> none SourcesTest.names
  void others(String text) {}

  @ParameterizedTest
  @MethodSource("missing") //> none *
  void lacks(String text) {}
}
