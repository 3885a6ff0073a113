namespace Acme.Tests;

public class CartTests //> def class CartTests
{
    [Fact]
    public void Adds() { } //> def method CartTests.Adds; flag test CartTests.Adds

    [Theory, InlineData(1)]
    public void Counts(int number) { } //> flag test CartTests.Counts

    [NUnit.Framework.TestCase(2)]
    public void Sums(int number) { } //> flag test CartTests.Sums

    void Prepare() { } //> def method CartTests.Prepare
}
