using System;
using NuGet.Packaging;
using NuGet.Versioning;

namespace Shop
{
    public class Store : IStore
    {
        public int Find(string id, NuGetVersion version) { return 1; } //> override IStore.Find
    }

    public class Desk
    {
        public int Ask(Store store, IStore any, NuGetVersion version)
        {
            any.Find("x", version); //> call IStore.Find typed
            return store.Find("x", version); //> call Store.Find typed; none IStore.Find
        }
    }
}
