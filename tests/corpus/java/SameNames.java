/** Methods of one name in classes that have nothing to do with each other. */
class SameNames {
  Reader reader;
  Writer writer;

  void uses(Reader r) throws Exception {
    r.close(); //> call Reader.close; none Writer.close
    reader.next().close(); //> call Reader.next; call Writer.close; none Reader.close
    try (Reader opened = open()) { //> implicit Reader.close; call SameNames.open
      opened.read(); //> call Reader.read
    } catch (Failure failure) {
      failure.report(); //> call Failure.report
    }
    Object plain = r;
    plain.close(); //> none close
    ((Writer) plain).close(); //> call Writer.close
  }

  Reader open() {
    return new Reader();
  }
}

class Reader implements AutoCloseable {
  public void close() {}

  void read() throws Failure {}

  Writer next() {
    return null;
  }
}

class Writer {
  void close() {}
}

class Failure extends Exception {
  void report() {}
}
