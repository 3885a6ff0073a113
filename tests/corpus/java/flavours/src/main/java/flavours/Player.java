package flavours;

/** Of two classes of one whole name a build has one: which of them is meant is not known for certain. */
class Player {
  void play() {
    Cast.wrap(1); //> call src/play/java/flavours/Cast.java::Cast.wrap heuristic; call src/free/java/flavours/Cast.java::Cast.wrap heuristic
  }
}
