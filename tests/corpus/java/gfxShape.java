package drawing;

/** Classes whose names begin with a small letter, members that only interfaces have, and signs behind parentheses. */
public class gfxShape {
  public static gfxShape Plain = new gfxShape();

  public static class Line {
    Line() {}

    void draw() {}
  }

  interface Visitor {
    void visit();
  }

  interface Copied {
    Object clone();

    void paint();

    default void touch() {}
  }

  static class Copy implements Copied {
    public Object clone() {
      return super.clone(); //> none clone; external Object.clone
    }

    public void paint() {
      super.paint(); //> none paint
    }

    public void touch() {
      Copied.super.touch(); //> call gfxShape.Copied.touch
    }
  }

  static class Near extends Copy {
    public void paint() {
      super.paint(); //> call gfxShape.Copy.paint exact
    }

    public void touch() {
      super.touch(); //> call gfxShape.Copy.touch exact
    }
  }

  private int count;
  private double[] parts;

  void use() {
    gfxShape.Plain.use(); //> call gfxShape.use typed; ref gfxShape.Plain
    new gfxShape.Line().draw(); //> call gfxShape.Line.Line exact; call gfxShape.Line.draw typed
    Visitor made = new gfxShape.Visitor() { //> ref gfxShape.Visitor
      public void visit() {}
    };
    java.util.List<Line> all = java.util.List.of(); //> external List.of
  }

  int signs(Object given) {
    int less = (parts.length) - 1; //> ref gfxShape.parts
    int more = (count) + (int) -1; //> ref gfxShape.count
    return (Integer) given + (count); //> ref gfxShape.count
  }
}
