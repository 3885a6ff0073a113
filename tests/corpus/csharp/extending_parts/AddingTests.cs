using Moq;

namespace Shop.Core
{
    public interface IStock { int Count(string name); void Clear(); }

    public class AddingTests
    {
        private readonly Mock<IStock> _stock = new Mock<IStock>();

        public void Counts()
        {
            _stock.Setup(s => s.Count("x")).Returns(1); //> call IStock.Count
            _stock.Object.Clear(); //> call IStock.Clear
            _stock.Verify(s => s.Clear()); //> call IStock.Clear
        }
    }
}
