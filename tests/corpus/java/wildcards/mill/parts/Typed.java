package mill.parts;

import mill.Mill.*;
import static java.lang.String.*;

class Typed {
    void run(Stone stone) {
        stone.grind(); //> call Mill.java::Mill.Stone.grind
        format("a"); //> none format
    }
}
