using System.Collections.Generic;
using Acme.Extras;

namespace Acme.Extras
{
    public static class Texts
    {
        public static string Shout(this string text) => Shout(text, 1); //> call Texts.Shout(string,int) exact
        public static string Shout(this string text, int times) => text.Trim(); //> external String.Trim
        public static T Tap<T>(this T value) => value;
        public static T Second<T>(this IEnumerable<T> values) => default;
        public static void Park(this ICar car) { }
        public static void Wash(this Car car) { }
    }

    public interface ICar { }
    public class Car : ICar
    {
        public void Wash() { }
        public void Drive() { }
        public void Park(int place) { }
    }
}

namespace Acme.Users
{
    public class User
    {
        public void Use(Car car, List<Car> cars)
        {
            "a".Shout(); //> call Texts.Shout(string)
            "a".Shout(3); //> call Texts.Shout(string,int)
            Texts.Shout("a", 3); //> call Texts.Shout(string,int) exact
            car.Park(); //> call Texts.Park typed; none Car.Park
            car.Park(1); //> call Car.Park typed; none Texts.Park
            car.Wash(); //> call Car.Wash typed; none Texts.Wash
            cars.Second().Drive(); //> call Texts.Second; call Car.Drive typed
            car.Tap().Drive(); //> call Texts.Tap; call Car.Drive typed
            car.Shout(); //> none Shout
        }
    }
}

namespace Acme.Strangers
{
    public static class MoreTexts
    {
        public static void Whisper(this string text) { }
    }
}

namespace Acme.Users.Inner
{
    public class Inside
    {
        public void Use(string text) => text.Shout(); //> call Texts.Shout(string)
    }
}
