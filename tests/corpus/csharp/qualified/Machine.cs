namespace Acme.Deep.Inner
{
    public class Machine
    {
        public static Machine Make() => new Machine();
        public void Run() { }
        public static readonly Machine One = new Machine();
        public class Part { public static void Fix() { } }
        public enum Mode { On }
    }

    public static class Tools
    {
        public static void Oil(this Machine machine) { }
    }

    public class Box<T>
    {
        public static Box<T> Of(T item) => null;
        public T Item;
    }
}
