// Java that is newer than the grammar.
import module java.base;

class Newer {
    static String join(String separator, @Nullable Object @Nullable ... parts) { //> def method Newer.join
        return separator + count(parts); //> call Newer.count
    }

    static int count(Object @NonNull(when = When.ALWAYS) ... parts) { //> def method Newer.count
        return parts.length;
    }

    String greet() {
        return join(", ", "a", "b"); //> call Newer.join exact
    }
}

@interface Nullable {}
