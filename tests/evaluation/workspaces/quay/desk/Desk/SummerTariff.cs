using Acme.Berths;
using Acme.Berths.Tariffs;

namespace Harbour.Desk;

public class SummerTariff : TariffBase
{
    public override decimal Price(Booking booking) => Round(booking.Berth.Length * 2m);
}

public class FlatTariff : ITariff
{
    public decimal Price(Booking booking) => 10m;
}

public class Bill
{
    private readonly ITariff _tariff;

    public Bill(ITariff tariff) => _tariff = tariff;

    public decimal Total(Booking booking)
    {
        booking.Berth.Reserve(booking.Ship).Cancel();
        return _tariff.Price(booking);
    }
}
