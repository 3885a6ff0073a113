package mill;

public class Mill {
    public static String format(String text) { return text; }
    public static int turns = 3;

    public static class Stone {
        public void grind() {}
    }
}
