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

sealed interface Reply {
    record Sent(Parcel parcel, int days) implements Reply {}

    record Lost(String reason, Reply before) implements Reply {}

    record Silent() implements Reply {}
}

class Parcel {
    void open() {}

    int weigh() {
        return 1;
    }
}

class Office {
    record Sent(String other) {}

    int read(Reply reply, Object other) {
        if (!(reply instanceof Reply.Sent(Parcel parcel, int days))) { //> ref Reply.Sent; ref Parcel; none Office.Sent
            return 0;
        }
        parcel.open(); //> call Parcel.open typed
        if (other instanceof Reply.Sent(@Nullable Parcel found, final int in) && in > 2) { //> ref Reply.Sent
            found.open(); //> call Parcel.open typed
        }
        return switch (reply) {
            case Reply.Sent(var sent, var in) when in > days -> sent.weigh(); //> ref Reply.Sent; call Parcel.weigh typed
            case Reply.Lost(String reason, Reply.Sent(Parcel back, int in)) -> back.weigh(); //> ref Reply.Lost; ref Reply.Sent; call Parcel.weigh typed
            case Reply.Lost(var reason, var before) -> read(before, reason); //> ref Reply.Lost; call Office.read
            case Reply.Silent() -> count(Newer.join("a")); //> ref Reply.Silent; call Office.count; call Newer.join
            default -> 3;
        };
    }

    static int count(String text) {
        return text.length();
    }
}
