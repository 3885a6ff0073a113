record Point(int left, Label label) {
  int both() {
    return left() + label().text().length(); //> ref Point.left; ref Point.label; call Label.text; external String.length
  }
}

record Label(String text) {
  public String text() { //> def method Label.text
    return text; //> ref Label.text
  }
}

class Anything<T> {
  T value;

  boolean same(Point point, T other) {
    point.label().hashCode(); //> ref Point.label; external Object.hashCode
    point.getClass(); //> external Object.getClass
    other.hashCode(); //> external Object.hashCode
    return value.equals(other); //> external Object.equals
  }
}
