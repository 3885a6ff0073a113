namespace Precedence
{
    public interface IRule<T> { }

    public class NotNullRule<T> : IRule<T> { }

    public interface IBuilder<T>
    {
        IBuilder<T> Add(IRule<T> rule);
    }

    public static class BuilderExtensions
    {
        public static IBuilder<T?> Add<T>(this IBuilder<T?> builder, IRule<T> rule) where T : struct { return null; }

        public static IBuilder<T?> Add<T>(this IBuilder<T?> builder, int length) where T : struct { return null; }

        public static IBuilder<T> NotNull<T>(this IBuilder<T> builder)
        {
            builder.Add(3); //> call BuilderExtensions.Add; none IBuilder.Add
            return builder.Add(new NotNullRule<T>()); //> call IBuilder.Add; none BuilderExtensions.Add
        }
    }
}
