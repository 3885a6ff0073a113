using System;
using System.Collections.Generic;
using System.Linq;
using System.Linq.Expressions;
using Moq;

namespace Acme.Quoted
{
    public interface IStore
    {
        bool Save(string text);
        string Name { get; }
        IEnumerable<IStore> Inner { get; }
    }

    public class DiskStore : IStore
    {
        public bool Save(string text) => true; //> override IStore.Save
        public string Name => "";
        public IEnumerable<IStore> Inner => null;
    }

    public class StoreTests
    {
        private readonly Mock<IStore> _mock = new Mock<IStore>();

        public void Check(IQueryable<IStore> stores, List<IStore> list, IStore one)
        {
            _mock.Setup(x => x.Save("a")); //> call IStore.Save; none DiskStore.Save
            _mock.Verify(x => x.Save("a"), Times.Once); //> call IStore.Save; none DiskStore.Save
            _mock.Setup(x => x.Name); //> ref IStore.Name; none DiskStore.Name
            _mock.Object.Save("a"); //> call IStore.Save; call DiskStore.Save dispatch
            stores.Where(s => s.Save("a")); //> call IStore.Save; none DiskStore.Save; external Queryable.Where
            stores.Where(s => s.Inner.Any(i => i.Save("a"))); //> call IStore.Save; none DiskStore.Save
            list.Where(s => s.Save("a")); //> call IStore.Save; call DiskStore.Save dispatch
            Expression<Func<IStore, bool>> tree = s => s.Save("a"); //> call IStore.Save; none DiskStore.Save
            tree.Compile()(one);
            Take(s => s.Save("a")); //> call IStore.Save; none DiskStore.Save; call StoreTests.Take
            Run(s => s.Save("a")); //> call IStore.Save; call DiskStore.Save dispatch
            var name = one.Name; //> ref IStore.Name typed; ref DiskStore.Name dispatch
        }

        private void Take(Expression<Func<IStore, bool>> tree) { }
        private void Run(Func<IStore, bool> test) { }
    }
}
