import static org.junit.Assert.assertEquals;

import java.util.HashMap;
import java.util.Map;
import org.elsewhere.Client;

/** Names of this file that library values happen to share are not reached through them. */
class Strangers {
  void put(String key, String value) {}

  void get(String key) {}

  void assertThat(Object o) {}

  void platform(Map<String, String> settings) {
    settings.put("a", "b"); //> none put; external Map.put
    settings.get("a").trim(); //> none get
    new HashMap<String, String>().put("a", "b"); //> none put
    System.out.println(settings); //> none *
  }

  void outside(Client client, Unknown unknown) {
    client.put("a", "b"); //> none put
    client.connect().get("a"); //> none get
    unknown.get("a"); //> none get
    assertEquals(1, 1); //> none *; external assertEquals
  }

  void own() {
    put("a", "b"); //> call Strangers.put exact
    this.get("a"); //> call Strangers.get exact
  }
}

class Derived extends org.elsewhere.Base {
  void log(String text) {}

  void calls() {
    log("a"); //> call Derived.log exact
    log(1, 2, 3); //> none log
  }
}

class Closing {
  static void close(AutoCloseable it) {}

  static void close(java.io.Closeable it) {}

  void sure(java.io.Closeable stream) {
    close(stream); //> call Closing.close(java.io.Closeable) exact; none Closing.close(AutoCloseable)
  }

  void unsure(org.elsewhere.Connection connection) {
    close(connection); //> call Closing.close(AutoCloseable) heuristic; call Closing.close(java.io.Closeable) heuristic
  }
}
