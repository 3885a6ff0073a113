using Xunit;

namespace Acme.Berths.Tests;

public class BerthTests
{
    [Fact]
    public void A_ship_fits() => Assert.True(new Berth("A", 20).Fits(new Ship("Pia", 10)));
}
