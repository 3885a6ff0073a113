using System.Collections.Generic;
using Microsoft.Extensions.DependencyInjection;

namespace Acme.Wiring
{
    public static class WiringExtensions
    {
        public static IServiceCollection AddShop(this IServiceCollection builder) => builder.AddParts(1); //> call WiringExtensions.AddParts
        public static IServiceCollection AddParts(this IServiceCollection builder, int count) => builder;
        public static IEnumerable<T> Where<T>(this IEnumerable<T> items, bool condition) => items;
        public static string Describe(this object value) => "";
        public static string Describe(this string value, string format) => value;
        public static int Count<T>(this Pile<T> pile, int least) => 0;
        public static void Stop(this Engine engine) { }
    }

    public class Pile<T> : List<T> { }

    public class Engine
    {
        public int Stop { get; }
        public int Speed(string unit) => 1;
        public System.Action<int> Started;
    }
}

namespace Acme.Elsewhere
{
    public static class OtherExtensions
    {
        public static int Speed(this Acme.Wiring.Engine engine) => 2;
        public static int Started(this Acme.Wiring.Engine engine, int times) => 3;
    }
}
