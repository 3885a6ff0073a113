/** A visitor has a method of one name for every kind of node, and there may be many. */
class Visited {
  void visit(Object other) {}

  void visit(Kind0 kind) {}
  void visit(Kind1 kind) {}
  void visit(Kind2 kind) {}
  void visit(Kind3 kind) {}
  void visit(Kind4 kind) {}
  void visit(Kind5 kind) {}
  void visit(Kind6 kind) {}
  void visit(Kind7 kind) {}
  void visit(Kind8 kind) {}
  void visit(Kind9 kind) {}
  void visit(Kind10 kind) {}
  void visit(Kind11 kind) {}
  void visit(Kind12 kind) {}
  void visit(Kind13 kind) {}
  void visit(Kind14 kind) {}
  void visit(Kind15 kind) {}
  void visit(Kind16 kind) {}
  void visit(Kind17 kind) {}
  void visit(Kind18 kind) {}
  void visit(Kind19 kind) {}
  void visit(Kind20 kind) {}
  void visit(Kind21 kind) {}
  void visit(Kind22 kind) {}
  void visit(Kind23 kind) {}
  void visit(Kind24 kind) {}
  void visit(Kind25 kind) {}
  void visit(Kind26 kind) {}
  void visit(Kind27 kind) {}
  void visit(Kind28 kind) {}
  void visit(Kind29 kind) {}
  void visit(Kind30 kind) {}
  void visit(Kind31 kind) {}
  void visit(Kind32 kind) {}
  void visit(Kind33 kind) {}
  void visit(Kind34 kind) {}
  void visit(Kind35 kind) {}
  void visit(Kind36 kind) {}
  void visit(Kind37 kind) {}
  void visit(Kind38 kind) {}
  void visit(Kind39 kind) {}
  void visit(Kind40 kind) {}
  void visit(Kind41 kind) {}
  void visit(Kind42 kind) {}
  void visit(Kind43 kind) {}
  void visit(Kind44 kind) {}
  void visit(Kind45 kind) {}
  void visit(Kind46 kind) {}
  void visit(Kind47 kind) {}
  void visit(Kind48 kind) {}
  void visit(Kind49 kind) {}
  void visit(Kind50 kind) {}
  void visit(Kind51 kind) {}
  void visit(Kind52 kind) {}
  void visit(Kind53 kind) {}
  void visit(Kind54 kind) {}
  void visit(Kind55 kind) {}
  void visit(Kind56 kind) {}
  void visit(Kind57 kind) {}
  void visit(Kind58 kind) {}
  void visit(Kind59 kind) {}
  void visit(Kind60 kind) {}
  void visit(Kind61 kind) {}
  void visit(Kind62 kind) {}
  void visit(Kind63 kind) {}
  void visit(Kind64 kind) {}
  void visit(Kind65 kind) {}
  void visit(Kind66 kind) {}
  void visit(Kind67 kind) {}
  void visit(Kind68 kind) {}
  void visit(Kind69 kind) {}
}

class Visiting extends Visited {
  @Override
  void visit(Kind7 kind) {
    super.visit(kind); //> call Visited.visit(Kind7); none Visiting.visit
    visit(new Kind69()); //> call Visited.visit(Kind69)
  }
}

class Kind0 {}
class Kind1 {}
class Kind2 {}
class Kind3 {}
class Kind4 {}
class Kind5 {}
class Kind6 {}
class Kind7 {}
class Kind8 {}
class Kind9 {}
class Kind10 {}
class Kind11 {}
class Kind12 {}
class Kind13 {}
class Kind14 {}
class Kind15 {}
class Kind16 {}
class Kind17 {}
class Kind18 {}
class Kind19 {}
class Kind20 {}
class Kind21 {}
class Kind22 {}
class Kind23 {}
class Kind24 {}
class Kind25 {}
class Kind26 {}
class Kind27 {}
class Kind28 {}
class Kind29 {}
class Kind30 {}
class Kind31 {}
class Kind32 {}
class Kind33 {}
class Kind34 {}
class Kind35 {}
class Kind36 {}
class Kind37 {}
class Kind38 {}
class Kind39 {}
class Kind40 {}
class Kind41 {}
class Kind42 {}
class Kind43 {}
class Kind44 {}
class Kind45 {}
class Kind46 {}
class Kind47 {}
class Kind48 {}
class Kind49 {}
class Kind50 {}
class Kind51 {}
class Kind52 {}
class Kind53 {}
class Kind54 {}
class Kind55 {}
class Kind56 {}
class Kind57 {}
class Kind58 {}
class Kind59 {}
class Kind60 {}
class Kind61 {}
class Kind62 {}
class Kind63 {}
class Kind64 {}
class Kind65 {}
class Kind66 {}
class Kind67 {}
class Kind68 {}
class Kind69 {}
