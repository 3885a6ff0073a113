using NuGet.Versioning;

namespace Shop
{
    public interface IStore { int Find(string id, NuGetVersion version); }
}
