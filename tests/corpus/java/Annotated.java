/** Annotations decorate; tests are recognised by them. */
@interface Marker { //> def interface Marker
  String value() default ""; //> def method Marker.value

  Class<?> by() default Object.class;
}

class Annotated {
  static final String KEY = "k";

  @Marker(value = KEY, by = Annotated.class) //> ref Marker; decorate Annotated.marked; ref Marker.value exact; ref Marker.by
  void marked() {}

  @Marker("k") //> implicit Marker.value; none Marker.by
  @Deprecated(since = "1") //> none *
  void alone() {}

  String read(Marker marker) {
    return marker.value(); //> call Marker.value
  }
}
