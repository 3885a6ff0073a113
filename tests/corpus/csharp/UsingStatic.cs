using static Acme.Statics.Derived;
using static Acme.Statics.Level;

namespace Acme.Statics
{
    public class Base
    {
        public static void Inherited() { }
    }

    public class Derived : Base //> inherit Base
    {
        public static void Declared() { }
    }

    public enum Level
    {
        Low,
    }

    public class Elsewhere
    {
        public void Use()
        {
            Declared(); //> call Derived.Declared
            Inherited(); //> none Inherited
            var level = Low; //> ref Level.Low
        }
    }
}
