using System;
using System.Linq.Expressions;
using Vendor.Rules;

namespace Acme.Rules
{
    public interface IBuilder<T, out P> { }
    public interface IOptions<T, out P> : IBuilder<T, P> { }
    public class Person { public int Age { get; set; } public int? Size { get; set; } public string Name { get; set; } public Odd Odd { get; set; } }

    public class Rules<T>
    {
        public IOptions<T, P> For<P>(Expression<Func<T, P>> e) => null;
        public IOptions<T, P> ForEach<P>(Expression<Func<T, P>> e) => null;
    }

    public static class BuilderExtensions
    {
        public static IOptions<T, P> NotNull<T, P>(this IBuilder<T, P> b) => null;
        public static IOptions<T, P> Above<T, P>(this IBuilder<T, P> b, P value) where P : IComparable<P> => null;
        public static IOptions<T, P?> Above<T, P>(this IBuilder<T, P?> b, P value) where P : struct, IComparable<P> => null;
        public static IOptions<T, P> Above<T, P>(this IBuilder<T, P> b, Expression<Func<T, P>> e) where P : IComparable<P> => null;
        public static IOptions<T, string> Long<T>(this IBuilder<T, string> b, int least) => null;
        public static IOptions<T, string> Long<T>(this IBuilder<T, string> b, Func<T, int> least) => null;
        public static IOptions<T, string> Matches<T>(this IBuilder<T, string> b, string text) => null;
        public static IOptions<T, string> Matches<T>(this IBuilder<T, string> b, Odd odd) => null;
    }

    public class PersonRules : Rules<Person>
    {
        private Odd odd;
        void Same() { For(x => x.Age).Above(0); } //> call BuilderExtensions.Above(IBuilder<T,P>,P) heuristic; none BuilderExtensions.Above(IBuilder<T,P>,Expression<Func<T,P>>)
        void Lambda() { For(x => x.Age).Above(x => x.Age); } //> call BuilderExtensions.Above(IBuilder<T,P>,Expression<Func<T,P>>) typed; none BuilderExtensions.Above(IBuilder<T,P>,P)
        void Number() { For(x => x.Name).Long(3).NotNull(); } //> call BuilderExtensions.Long(IBuilder<T,string>,int) typed; call BuilderExtensions.NotNull typed
        void Function() { For(x => x.Name).Long(x => 3); } //> call BuilderExtensions.Long(IBuilder<T,string>,Func<T,int>) typed; none BuilderExtensions.Long(IBuilder<T,string>,int)
        void Text() { For(x => x.Name).Matches("a"); } //> call BuilderExtensions.Matches(IBuilder<T,string>,string) typed
        void Unknown() { For(x => x.Name).Matches(odd); } //> call BuilderExtensions.Matches(IBuilder<T,string>,Odd) typed
        void Bare() { var b = Make(1); b.NotNull(); } //> call BuilderExtensions.NotNull heuristic
        void Library() { Outside.Make(1).Above(0); } //> call BuilderExtensions.Above(IBuilder<T,P>,P) heuristic; none BuilderExtensions.Above(IBuilder<T,P>,Expression<Func<T,P>>)
        void Wrong() { var b = Make(1); b.NotNull(1); } //> none BuilderExtensions.NotNull
    }
}
