/** Annotations decorate; tests are recognised by them. */
@interface Marker { //> def interface Marker
  String value() default ""; //> def method Marker.value

  Class<?> by() default Object.class;
}

class Annotated {
  static final String KEY = "k";

  @Marker(value = KEY, by = Annotated.class) //> ref Marker; decorate Annotated.marked
  void marked() {}

  String read(Marker marker) {
    return marker.value(); //> call Marker.value
  }
}
