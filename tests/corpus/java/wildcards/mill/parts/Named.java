package mill.parts;

import static mill.Mill.*;

class Named {
    void run(Stone stone) {
        stone.grind(); //> call Mill.java::Mill.Stone.grind
        format("a"); //> call Mill.java::Mill.format
    }
}
