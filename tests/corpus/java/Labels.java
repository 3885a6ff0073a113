/** What a case names is a constant of the enumeration, or of what is in sight: own, inherited, imported. */
interface Codes {
  int OPEN = 1;
  int SHUT = 2;
}

enum Door {
  OPEN,
  AJAR
}

abstract class Frame implements Codes {
  static final int BROKEN = 3;
  static final int AJAR = 4;
}

class Labels extends Frame {
  static final int OWN = 5;

  int number(int code) {
    switch (code) {
      case OPEN: //> ref Codes.OPEN; none Door.OPEN
        return 1;
      case BROKEN: //> ref Frame.BROKEN
        return 2;
      case OWN: //> ref Labels.OWN
        return 3;
      case AJAR: //> ref Frame.AJAR; none Door.AJAR
        return 4;
      case ABSENT: //> unresolved ABSENT
        return 5;
      default:
        return 0;
    }
  }

  int constant(Door door) {
    final int AJAR = 2;
    return switch (door) {
      case OPEN -> 1; //> ref Door.OPEN; none Codes.OPEN
      case AJAR -> 2;
    };
  }

  int inner(Door door) {
    switch (door) {
      case AJAR: //> ref Door.AJAR; none Frame.AJAR
        return 1;
      default:
        return 0;
    }
  }
}
