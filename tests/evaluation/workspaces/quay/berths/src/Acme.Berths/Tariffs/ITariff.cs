namespace Acme.Berths.Tariffs;

public interface ITariff
{
    decimal Price(Booking booking);
}

public abstract class TariffBase : ITariff
{
    public abstract decimal Price(Booking booking);

    protected decimal Round(decimal value) => decimal.Round(value, 2);
}
